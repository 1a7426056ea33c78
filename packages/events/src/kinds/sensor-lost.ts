import type { SensorKind } from '../kind.ts'
import { defineSettings } from '../settings.ts'

/** A sensor sends a heartbeat every few seconds; without one for this long, it is lost. */
const maxSilenceMs = 120_000

/** A sensor that checks the service no longer reports, or is in quarantine. */
export const sensorLost: SensorKind = {
  id: 'sensor_lost',
  name: { pl: 'Sensor offline lub w kwarantannie', en: 'Sensor offline or in quarantine' },
  description: {
    pl: 'Sensor, który sprawdza usługę, przestał się zgłaszać albo jest w kwarantannie.',
    en: 'A sensor that checks the service no longer reports or is in quarantine.',
  },
  settings: defineSettings({}).schema,
  watches: 'sensor',
  holds({ silentMs, quarantined }) {
    // A sensor that never reported is not lost.
    if (silentMs === null) return undefined
    return quarantined || silentMs > maxSilenceMs
  },
}

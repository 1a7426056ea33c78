import type { SensorKind } from '../kind.ts'
import { defineSettings } from '../settings.ts'

/** A sensor sends a heartbeat every few seconds; after this long it is lost. */
const maxSilenceMs = 120_000

/** A sensor that checks the service no longer reports. */
export const sensorLost: SensorKind = {
  id: 'sensor_lost',
  name: { pl: 'Sensor jest offline', en: 'Sensor offline' },
  description: {
    pl: 'Sensor, który sprawdza usługę, przestał się zgłaszać.',
    en: 'A sensor that checks the service no longer reports.',
  },
  settings: defineSettings({}).schema,
  watches: 'sensor',
  holds({ silentMs, quarantined }) {
    // A sensor that never reported is not lost.
    if (silentMs === null) return undefined
    return quarantined || silentMs > maxSilenceMs
  },
}

import type { SensorKind } from '../kind.ts'
import { defineSettings } from '../settings.ts'

/** A sensor tells of itself every few seconds: after so long it is not just late. */
const maxSilenceMs = 120_000

/** A sensor that watches the service no longer reports. */
export const sensorLost: SensorKind = {
  id: 'sensor_lost',
  name: { pl: 'Utrata sensora', en: 'Sensor lost' },
  description: {
    pl: 'Sensor, który sprawdza usługę, przestał się zgłaszać.',
    en: 'A sensor that checks the service no longer reports.',
  },
  settings: defineSettings({}).schema,
  watches: 'sensor',
  holds({ silentMs, quarantined }) {
    // One that was never heard of has not been lost.
    if (silentMs === null) return undefined
    return quarantined || silentMs > maxSilenceMs
  },
}

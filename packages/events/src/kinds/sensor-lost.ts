import type { SensorKind } from '../kind.ts'
import { settingsOf } from '../settings.ts'

/** A sensor tells of itself every few seconds: after so long it is not just late. */
const longestSilence = 120_000

/** A sensor that watches the service no longer reports. */
export const sensorLost: SensorKind = {
  id: 'sensor_lost',
  name: { pl: 'Utrata sensora', en: 'Sensor lost' },
  description: {
    pl: 'Sensor, który sprawdza usługę, przestał się zgłaszać.',
    en: 'A sensor that checks the service no longer reports.',
  },
  settings: settingsOf({}).schema,
  watches: 'sensor',
  holds({ silent_ms, quarantined }) {
    // One that was never heard of has not been lost.
    if (silent_ms === null) return undefined
    return quarantined || silent_ms > longestSilence
  },
}

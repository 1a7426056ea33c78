import { type EventKind, settingsOf } from '../kind.ts'

/** A sensor that watches the service no longer reports. */
export const sensorLost: EventKind = {
  id: 'sensor_lost',
  name: { pl: 'Utrata sensora', en: 'Sensor lost' },
  description: {
    pl: 'Sensor, który sprawdza usługę, przestał się zgłaszać.',
    en: 'A sensor that checks the service no longer reports.',
  },
  settings: settingsOf({}),
}

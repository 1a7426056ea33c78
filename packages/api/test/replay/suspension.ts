import { type Lifecycle, live, type Scenario, type Scene } from './scenario.ts'
import { flag, integer, minuteOfWeek, text, time } from './struct.ts'

const common = { id: integer, service_id: integer, only_notifications: flag, description: text }
const oneOff = { ...common, start_time: time, end_time: time }
const weekly = { ...common, start_minute: minuteOfWeek, end_minute: minuteOfWeek }

/** Defaults that the client sends unless its user sets other values. */
const defaults = { only_notifications: false, description: '' }

export const suspension: Scenario = {
  resource: 'suspension',
  callers: 'everybody',
  fields: Object.keys(oneOff),
  play: (scene) =>
    withService(scene, async (service_id) => {
      const lives: readonly Lifecycle[] = [
        {
          sent: { service_id, ...defaults, start_time: '2099-01-01T00:00:00Z', end_time: '2099-01-02T00:00:00Z' },
          changes: [
            { end_time: '2099-01-03T12:30:45Z' },
            { start_time: '2099-01-02T23:59:59Z', description: 'Przerwa techniczna' },
            { only_notifications: true },
            { only_notifications: false, description: '' },
          ],
        },
        {
          // Without a start time, it begins now, by the server's clock.
          sent: { service_id, ...defaults, end_time: '2099-01-01T00:00:00Z' },
          changes: [{ description: 'Longer than expected', end_time: '2099-12-31T23:59:59Z' }],
        },
      ]
      for (const life of lives) await live(scene, '/suspensions', { kinds: oneOff, readOnly: ['id'] }, life)
    }),
}

const minute = (day_of_week: number, hour: number, at: number) => ({ day_of_week, hour, minute: at })

export const weeklySuspension: Scenario = {
  resource: 'weekly suspension',
  callers: 'everybody',
  fields: Object.keys(weekly),
  play: (scene) =>
    withService(scene, async (service_id) => {
      const lives: readonly Lifecycle[] = [
        {
          sent: { service_id, ...defaults, start_minute: minute(6, 22, 0), end_minute: minute(7, 2, 0) },
          changes: [
            { end_minute: minute(7, 2, 30), description: 'Kopie zapasowe' },
            { only_notifications: true },
            { start_minute: minute(1, 0, 0), end_minute: minute(1, 0, 1) },
          ],
        },
        {
          // First a window across the end of the week, then one of almost the whole week.
          sent: { service_id, ...defaults, start_minute: minute(7, 23, 59), end_minute: minute(1, 0, 0) },
          changes: [{ start_minute: minute(1, 0, 1) }],
        },
      ]
      for (const life of lives) await live(scene, '/weekly_suspensions', { kinds: weekly, readOnly: ['id'] }, life)
    }),
}

async function withService({ client, fresh, ownerId }: Scene, play: (id: number) => Promise<void>): Promise<void> {
  const sent = { type_id: 'https', name: fresh('service'), address: 'example.com', interval: 600, owner_id: ownerId }
  const id = await client.create('/services', sent)
  await play(id)
  await client.remove(`/services/${id}`)
}

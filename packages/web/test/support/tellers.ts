import assert from 'node:assert/strict'
import { verifyEmails } from '@wachta/testing/api/notifications'
import type { TestApi } from '@wachta/testing/api/start-api'

/** The contacts to notify, and the alert rules. */
export interface NotificationSetup {
  readonly contacts: Readonly<Record<'anna' | 'piotr' | 'marek', number>>
  /** Address ids by contact and channel, as in `anna.sms`. */
  readonly addresses: Readonly<Record<string, number>>
  readonly failure: number
  readonly slow: number
  readonly lost: number
  /** The escalation steps of the failure rule, in order. */
  readonly steps: readonly number[]
}

/** Adds three contacts, three rules, and an escalation policy of three steps. */
export async function addNotificationSetup(api: TestApi, as: string): Promise<NotificationSetup> {
  const create = async (path: string, body: object): Promise<number> => {
    const reply = await api.call('POST', path, { as, body })
    assert.equal(reply.status, 201, `${path}: ${reply.text}`)
    return reply.body.id
  }
  const [anna, piotr, marek] = [
    await create('/contacts', { name: 'Joanna Maj' }),
    await create('/contacts', { name: 'Piotr Zieliński' }),
    await create('/contacts', { name: 'Marek Wójcik' }),
  ]
  const addresses: Record<string, number> = {}
  for (const [who, contact_id] of Object.entries({ anna, piotr, marek })) {
    addresses[`${who}.email`] = await create('/contact_addresses', {
      contact_id,
      channel_id: 'email',
      address: `${who}@example.com`,
    })
    addresses[`${who}.sms`] = 0
  }
  await verifyEmails(api.owner)
  await create('/contact_weekly_suspensions', {
    contact_id: piotr,
    start_minute: { day_of_week: 6, hour: 0, minute: 0 },
    end_minute: { day_of_week: 1, hour: 7, minute: 0 },
  })
  const failure = await create('/events', { name: 'Coś nie działa', start_delay: 60, end_delay: 120 })
  const slow = await create('/events', {
    name: 'Brama odpowiada wolno',
    kind: 'performance',
    settings: { response_time: 800, measure: 'percentile_95', minutes: 10 },
    condition_event_ids: [failure],
  })
  const lost = await create('/events', { name: 'Sensor zamilkł', kind: 'sensor_lost' })
  const step = (name: string, delay: number, contact: number, repeat = 0) =>
    create('/escalations', { event_id: failure, name, delay, repeat_interval: repeat, contact_ids: [contact] })
  const steps = [
    await create('/escalations', {
      event_id: failure,
      name: 'Dyżur',
      delay: 0,
      repeat_interval: 900,
      contact_ids: [anna, piotr],
    }),
    await step('Kierownik', 900, marek),
    await step('Zarząd', 3600, marek),
  ]
  return { contacts: { anna, piotr, marek }, addresses, failure, slow, lost, steps }
}

import type { Client } from '@wachta/client'
import { toWireTime } from '../../app/client/wire-time.ts'
import {
  isWeekly,
  type MaintenanceWindow,
  type Span,
  type TargetKind,
  type WeeklySpan,
  type WindowRow,
} from './windows.ts'

export type SuspensionPlan = Pick<WindowRow, 'targetKind' | 'description' | 'onlyNotifications' | 'when'>

/** A window to create. */
interface NewWindow {
  readonly plan: SuspensionPlan
  /** The ids of the services, contacts or escalation steps that it applies to. */
  readonly targets: readonly number[]
}

/** The maximum number of ids in one bulk request of the API. */
const maxIds = 1000

/**
 * Creates the window for all targets. A single window of services is created in bulk: each request succeeds for all of
 * its services or for none. `done` remembers the targets that have the window, so that a retry skips them.
 */
export async function createWindow(
  client: Client,
  { plan, targets }: NewWindow,
  done: Set<string> = new Set(),
): Promise<void> {
  const toKey = (target: number) => JSON.stringify([plan, target])
  const missing = targets.filter((target) => !done.has(toKey(target)))
  if (plan.targetKind === 'service' && !isWeekly(plan.when)) {
    const body = { ...buildSingleBody(plan, plan.when), only_notifications: plan.onlyNotifications }
    for (const service_ids of splitIntoChunks(missing)) {
      await client.call('bulk_create_suspensions', { body: { ...body, service_ids } })
      for (const target of service_ids) done.add(toKey(target))
    }
    return
  }
  const { create } = bindCalls(client, plan)
  for (const target of missing) {
    await create(target)
    done.add(toKey(target))
  }
}

/**
 * Updates all rows of a window. `plan` must be weekly exactly if the window is: the API has a resource for each kind.
 */
export async function updateWindow(client: Client, window: MaintenanceWindow, plan: SuspensionPlan): Promise<void> {
  const { update } = bindCalls(client, plan)
  for (const { id } of window.rows) await update(id)
}

export async function deleteWindow(client: Client, window: MaintenanceWindow): Promise<void> {
  const ids = window.rows.map(({ id }) => id)
  if (window.targetKind === 'service' && !isWeekly(window.when)) {
    for (const chunk of splitIntoChunks(ids)) await client.call('bulk_delete_suspensions', { body: { ids: chunk } })
    return
  }
  const { remove } = bindCalls(client, window)
  for (const id of ids) await remove(id)
}

const splitIntoChunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) => ids.slice(index * maxIds, (index + 1) * maxIds))

type SingleBody = ReturnType<typeof buildSingleBody>
type WeeklyBody = ReturnType<typeof buildWeeklyBody>

const buildSingleBody = ({ description }: SuspensionPlan, { start, end }: Span) => ({
  description,
  start_time: toWireTime(start),
  end_time: toWireTime(end),
})
const buildWeeklyBody = ({ description }: SuspensionPlan, { from, to }: WeeklySpan) => ({
  description,
  start_minute: toMinute(from),
  end_minute: toMinute(to),
})
const toMinute = (minutes: number) => ({
  day_of_week: Math.floor(minutes / 1440) + 1,
  hour: Math.floor(minutes / 60) % 24,
  minute: minutes % 60,
})

function bindCalls(client: Client, plan: SuspensionPlan) {
  const onlyNotifications = plan.onlyNotifications
  if (isWeekly(plan.when)) {
    const [calls, body] = [weeklyCalls[plan.targetKind], buildWeeklyBody(plan, plan.when)]
    return {
      create: calls.create(client, body, onlyNotifications),
      update: calls.update(client, body, onlyNotifications),
      remove: calls.remove(client),
    }
  }
  const [calls, body] = [singleCalls[plan.targetKind], buildSingleBody(plan, plan.when)]
  return {
    create: calls.create(client, body, onlyNotifications),
    update: calls.update(client, body, onlyNotifications),
    remove: calls.remove(client),
  }
}

interface Calls<What> {
  readonly create: (client: Client, body: What, onlyNotifications: boolean) => (target: number) => Promise<unknown>
  readonly update: (client: Client, body: What, onlyNotifications: boolean) => (id: number) => Promise<unknown>
  readonly remove: (client: Client) => (id: number) => Promise<unknown>
}

const singleCalls: Readonly<Record<TargetKind, Calls<SingleBody>>> = {
  service: {
    create: (client, body, only_notifications) => (service_id) =>
      client.call('create_suspension', { body: { ...body, service_id, only_notifications } }),
    update: (client, body, only_notifications) => (_id) =>
      client.call('update_suspension', { path: { _id }, body: { ...body, only_notifications } }),
    remove: (client) => (_id) => client.call('delete_suspension', { path: { _id } }),
  },
  contact: {
    create: (client, body) => (contact_id) =>
      client.call('create_contact_suspension', { body: { ...body, contact_id } }),
    update: (client, body) => (_id) => client.call('update_contact_suspension', { path: { _id }, body }),
    remove: (client) => (_id) => client.call('delete_contact_suspension', { path: { _id } }),
  },
  escalation: {
    create: (client, body) => (escalation_id) =>
      client.call('create_escalation_suspension', { body: { ...body, escalation_id } }),
    update: (client, body) => (_id) => client.call('update_escalation_suspension', { path: { _id }, body }),
    remove: (client) => (_id) => client.call('delete_escalation_suspension', { path: { _id } }),
  },
}

const weeklyCalls: Readonly<Record<TargetKind, Calls<WeeklyBody>>> = {
  service: {
    create: (client, body, only_notifications) => (service_id) =>
      client.call('create_weekly_suspension', { body: { ...body, service_id, only_notifications } }),
    update: (client, body, only_notifications) => (_id) =>
      client.call('update_weekly_suspension', { path: { _id }, body: { ...body, only_notifications } }),
    remove: (client) => (_id) => client.call('delete_weekly_suspension', { path: { _id } }),
  },
  contact: {
    create: (client, body) => (contact_id) =>
      client.call('create_contact_weekly_suspension', { body: { ...body, contact_id } }),
    update: (client, body) => (_id) => client.call('update_contact_weekly_suspension', { path: { _id }, body }),
    remove: (client) => (_id) => client.call('delete_contact_weekly_suspension', { path: { _id } }),
  },
  escalation: {
    create: (client, body) => (escalation_id) =>
      client.call('create_escalation_weekly_suspension', { body: { ...body, escalation_id } }),
    update: (client, body) => (_id) => client.call('update_escalation_weekly_suspension', { path: { _id }, body }),
    remove: (client) => (_id) => client.call('delete_escalation_weekly_suspension', { path: { _id } }),
  },
}

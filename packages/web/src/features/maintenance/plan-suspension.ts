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

/** A window to create, and the ids of what it is for. */
interface NewWindow {
  readonly plan: SuspensionPlan
  readonly targets: readonly number[]
}

/** The maximum number of ids in one bulk request of the API. */
const maxIds = 1000

/**
 * Creates the window for all targets. A single window of services is created in bulk: for all of a chunk or for none.
 * `done` remembers the targets that have it, so that a retry after an error does not create it for them again.
 */
export async function createWindow(
  via: Client,
  { plan, targets }: NewWindow,
  done: Set<string> = new Set(),
): Promise<void> {
  const toKey = (target: number) => JSON.stringify([plan, target])
  const missing = targets.filter((target) => !done.has(toKey(target)))
  if (plan.targetKind === 'service' && !isWeekly(plan.when)) {
    const body = { ...buildSingleBody(plan, plan.when), only_notifications: plan.onlyNotifications }
    for (const service_ids of splitIntoChunks(missing)) {
      await via.call('bulk_create_suspensions', { body: { ...body, service_ids } })
      for (const target of service_ids) done.add(toKey(target))
    }
    return
  }
  const { create } = bindCalls(via, plan)
  for (const target of missing) {
    await create(target)
    done.add(toKey(target))
  }
}

/**
 * Updates all rows of a window. A single window cannot become weekly or back: these are different resources of the API.
 */
export async function updateWindow(via: Client, window: MaintenanceWindow, plan: SuspensionPlan): Promise<void> {
  const { update } = bindCalls(via, plan)
  for (const { id } of window.rows) await update(id)
}

export async function deleteWindow(via: Client, window: MaintenanceWindow): Promise<void> {
  const ids = window.rows.map(({ id }) => id)
  if (window.targetKind === 'service' && !isWeekly(window.when)) {
    for (const chunk of splitIntoChunks(ids)) await via.call('bulk_delete_suspensions', { body: { ids: chunk } })
    return
  }
  const { remove } = bindCalls(via, window)
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

function bindCalls(via: Client, plan: SuspensionPlan) {
  const onlyNotifications = plan.onlyNotifications
  if (isWeekly(plan.when)) {
    const [calls, body] = [weeklyCalls[plan.targetKind], buildWeeklyBody(plan, plan.when)]
    return {
      create: calls.create(via, body, onlyNotifications),
      update: calls.update(via, body, onlyNotifications),
      remove: calls.remove(via),
    }
  }
  const [calls, body] = [singleCalls[plan.targetKind], buildSingleBody(plan, plan.when)]
  return {
    create: calls.create(via, body, onlyNotifications),
    update: calls.update(via, body, onlyNotifications),
    remove: calls.remove(via),
  }
}

interface Calls<What> {
  readonly create: (via: Client, body: What, onlyNotifications: boolean) => (target: number) => Promise<unknown>
  readonly update: (via: Client, body: What, onlyNotifications: boolean) => (id: number) => Promise<unknown>
  readonly remove: (via: Client) => (id: number) => Promise<unknown>
}

const singleCalls: Readonly<Record<TargetKind, Calls<SingleBody>>> = {
  service: {
    create: (via, body, only_notifications) => (service_id) =>
      via.call('create_suspension', { body: { ...body, service_id, only_notifications } }),
    update: (via, body, only_notifications) => (_id) =>
      via.call('update_suspension', { path: { _id }, body: { ...body, only_notifications } }),
    remove: (via) => (_id) => via.call('delete_suspension', { path: { _id } }),
  },
  contact: {
    create: (via, body) => (contact_id) => via.call('create_contact_suspension', { body: { ...body, contact_id } }),
    update: (via, body) => (_id) => via.call('update_contact_suspension', { path: { _id }, body }),
    remove: (via) => (_id) => via.call('delete_contact_suspension', { path: { _id } }),
  },
  escalation: {
    create: (via, body) => (escalation_id) =>
      via.call('create_escalation_suspension', { body: { ...body, escalation_id } }),
    update: (via, body) => (_id) => via.call('update_escalation_suspension', { path: { _id }, body }),
    remove: (via) => (_id) => via.call('delete_escalation_suspension', { path: { _id } }),
  },
}

const weeklyCalls: Readonly<Record<TargetKind, Calls<WeeklyBody>>> = {
  service: {
    create: (via, body, only_notifications) => (service_id) =>
      via.call('create_weekly_suspension', { body: { ...body, service_id, only_notifications } }),
    update: (via, body, only_notifications) => (_id) =>
      via.call('update_weekly_suspension', { path: { _id }, body: { ...body, only_notifications } }),
    remove: (via) => (_id) => via.call('delete_weekly_suspension', { path: { _id } }),
  },
  contact: {
    create: (via, body) => (contact_id) =>
      via.call('create_contact_weekly_suspension', { body: { ...body, contact_id } }),
    update: (via, body) => (_id) => via.call('update_contact_weekly_suspension', { path: { _id }, body }),
    remove: (via) => (_id) => via.call('delete_contact_weekly_suspension', { path: { _id } }),
  },
  escalation: {
    create: (via, body) => (escalation_id) =>
      via.call('create_escalation_weekly_suspension', { body: { ...body, escalation_id } }),
    update: (via, body) => (_id) => via.call('update_escalation_weekly_suspension', { path: { _id }, body }),
    remove: (via) => (_id) => via.call('delete_escalation_weekly_suspension', { path: { _id } }),
  },
}

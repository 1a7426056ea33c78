import type { Client } from '@wachta/client'
import { wireTimestamp } from '../../app/client/wire-time.ts'
import {
  isWeekly,
  type MaintenanceWindow,
  type Span,
  type TargetKind,
  type WeeklySpan,
  type WindowRow,
} from './windows.ts'

export type SuspensionPlan = Pick<WindowRow, 'targetKind' | 'description' | 'onlyNotifications' | 'when'>

/** The maximum number of ids in one bulk request of the API. */
const maxIds = 1000

/**
 * Creates the window for all targets. A single window of services is created in bulk: for all of a chunk or for none.
 */
export async function createPlan(via: Client, plan: SuspensionPlan, targets: readonly number[]): Promise<void> {
  if (plan.targetKind === 'service' && !isWeekly(plan.when)) {
    const what = { ...getOnceText(plan, plan.when), only_notifications: plan.onlyNotifications }
    for (const service_ids of chunks(targets))
      await via.call('bulk_create_suspensions', { body: { ...what, service_ids } })
    return
  }
  const { create } = buildActs(via, plan)
  for (const target of targets) await create(target)
}

/**
 * Updates all rows of a window. A single window cannot become weekly or back: these are different resources of the API.
 */
export async function changePlan(via: Client, window: MaintenanceWindow, plan: SuspensionPlan): Promise<void> {
  const { update } = buildActs(via, plan)
  for (const { id } of window.rows) await update(id)
}

export async function deletePlan(via: Client, window: MaintenanceWindow): Promise<void> {
  const ids = window.rows.map(({ id }) => id)
  if (window.targetKind === 'service' && !isWeekly(window.when)) {
    for (const some of chunks(ids)) await via.call('bulk_delete_suspensions', { body: { ids: some } })
    return
  }
  const { remove } = buildActs(via, window)
  for (const id of ids) await remove(id)
}

const chunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) => ids.slice(index * maxIds, (index + 1) * maxIds))

type OnceTexts = ReturnType<typeof getOnceText>
type WeeklyTexts = ReturnType<typeof getWeeklyText>

const getOnceText = ({ description }: SuspensionPlan, { start, end }: Span) => ({
  description,
  start_time: wireTimestamp(start),
  end_time: wireTimestamp(end),
})
const getWeeklyText = ({ description }: SuspensionPlan, { from, to }: WeeklySpan) => ({
  description,
  start_minute: toMinute(from),
  end_minute: toMinute(to),
})
const toMinute = (minutes: number) => ({
  day_of_week: Math.floor(minutes / 1440) + 1,
  hour: Math.floor(minutes / 60) % 24,
  minute: minutes % 60,
})

function buildActs(via: Client, plan: SuspensionPlan) {
  const only = plan.onlyNotifications
  if (isWeekly(plan.when)) {
    const [calls, what] = [weekly[plan.targetKind], getWeeklyText(plan, plan.when)]
    return { create: calls.create(via, what, only), update: calls.update(via, what, only), remove: calls.remove(via) }
  }
  const [calls, what] = [once[plan.targetKind], getOnceText(plan, plan.when)]
  return { create: calls.create(via, what, only), update: calls.update(via, what, only), remove: calls.remove(via) }
}

interface Calls<What> {
  readonly create: (via: Client, what: What, only: boolean) => (target: number) => Promise<unknown>
  readonly update: (via: Client, what: What, only: boolean) => (id: number) => Promise<unknown>
  readonly remove: (via: Client) => (id: number) => Promise<unknown>
}

const once: Readonly<Record<TargetKind, Calls<OnceTexts>>> = {
  service: {
    create: (via, what, only_notifications) => (service_id) =>
      via.call('create_suspension', { body: { ...what, service_id, only_notifications } }),
    update: (via, what, only_notifications) => (_id) =>
      via.call('update_suspension', { path: { _id }, body: { ...what, only_notifications } }),
    remove: (via) => (_id) => via.call('delete_suspension', { path: { _id } }),
  },
  contact: {
    create: (via, what) => (contact_id) => via.call('create_contact_suspension', { body: { ...what, contact_id } }),
    update: (via, body) => (_id) => via.call('update_contact_suspension', { path: { _id }, body }),
    remove: (via) => (_id) => via.call('delete_contact_suspension', { path: { _id } }),
  },
  escalation: {
    create: (via, what) => (escalation_id) =>
      via.call('create_escalation_suspension', { body: { ...what, escalation_id } }),
    update: (via, body) => (_id) => via.call('update_escalation_suspension', { path: { _id }, body }),
    remove: (via) => (_id) => via.call('delete_escalation_suspension', { path: { _id } }),
  },
}

const weekly: Readonly<Record<TargetKind, Calls<WeeklyTexts>>> = {
  service: {
    create: (via, what, only_notifications) => (service_id) =>
      via.call('create_weekly_suspension', { body: { ...what, service_id, only_notifications } }),
    update: (via, what, only_notifications) => (_id) =>
      via.call('update_weekly_suspension', { path: { _id }, body: { ...what, only_notifications } }),
    remove: (via) => (_id) => via.call('delete_weekly_suspension', { path: { _id } }),
  },
  contact: {
    create: (via, what) => (contact_id) =>
      via.call('create_contact_weekly_suspension', { body: { ...what, contact_id } }),
    update: (via, body) => (_id) => via.call('update_contact_weekly_suspension', { path: { _id }, body }),
    remove: (via) => (_id) => via.call('delete_contact_weekly_suspension', { path: { _id } }),
  },
  escalation: {
    create: (via, what) => (escalation_id) =>
      via.call('create_escalation_weekly_suspension', { body: { ...what, escalation_id } }),
    update: (via, body) => (_id) => via.call('update_escalation_weekly_suspension', { path: { _id }, body }),
    remove: (via) => (_id) => via.call('delete_escalation_weekly_suspension', { path: { _id } }),
  },
}

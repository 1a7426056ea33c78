import { type ExtendedSettings, getDeadline, jobSensorId, type Revision } from '@wachta/domain'
import { findTarget, type OwnerAndTarget } from './owner-and-target.ts'

/** A revision in the form that the aggregator computes with: plain numbers, because it is read for every result. */
export interface RevisionPlan {
  readonly revision: number
  readonly type_id: string
  readonly is_active: boolean
  /** The plan is in force from `from` (inclusive) to `to` (exclusive). */
  readonly from: number
  readonly to: number
  readonly intervalMs: number
  readonly phaseMs: number
  /** How long after its slot an analysis waits for results. */
  readonly waitMs: number
  readonly sensor_ids: readonly number[]
  readonly error_tolerance: number
  readonly extended_settings: ExtendedSettings
  readonly ownerAndTarget: OwnerAndTarget | undefined
}

/** The only reporter of heartbeat services, which have no sensors, see heartbeat.ts. */
const jobSensorOnly = [jobSensorId]

/** The check type of services whose jobs report to Wachta. */
const heartbeatType = 'heartbeat'

export function toPlan(revision: Revision, owner?: Omit<OwnerAndTarget, 'target'>): RevisionPlan {
  const from = revision.effective_from.getTime()
  return {
    revision: revision.revision,
    type_id: revision.type_id,
    is_active: revision.is_active,
    from,
    to: revision.effective_to?.getTime() ?? Number.POSITIVE_INFINITY,
    intervalMs: revision.interval_ms,
    phaseMs: revision.phase_ms,
    waitMs: getDeadline(revision, 0),
    sensor_ids: revision.type_id === heartbeatType ? jobSensorOnly : revision.sensor_ids,
    error_tolerance: revision.error_tolerance,
    extended_settings: revision.extended_settings,
    ownerAndTarget: owner && { ...owner, target: findTarget(revision.address) },
  }
}

/** Returns the plan that is in force at the instant. */
export function findPlanAt(plans: readonly RevisionPlan[], instant: number): RevisionPlan | undefined {
  // The newest plan comes last and is needed most often.
  for (let index = plans.length - 1; index >= 0; index -= 1) {
    const plan = plans[index]
    if (plan !== undefined && plan.from <= instant && instant < plan.to) return plan
  }
  return undefined
}

/** Whether the instant is a slot of the plan. */
export const hasSlot = (plan: RevisionPlan, instant: number): boolean =>
  plan.is_active && instant >= plan.from && instant < plan.to && (instant - plan.phaseMs) % plan.intervalMs === 0

/** Returns the first slot of any plan after the instant, with its plan. */
export function findSlotAfter(
  plans: readonly RevisionPlan[],
  instant: number,
): { slot: number; plan: RevisionPlan } | undefined {
  for (const plan of plans) {
    if (!plan.is_active || plan.to <= instant) continue
    const earliest = Math.max(instant + 1, plan.from)
    const slot = plan.phaseMs + Math.ceil((earliest - plan.phaseMs) / plan.intervalMs) * plan.intervalMs
    if (slot < plan.to) return { slot, plan }
  }
  return undefined
}

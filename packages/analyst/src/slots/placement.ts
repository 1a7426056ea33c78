import type { ReceivedReport } from '@wachta/bus'
import { lateResultsMs } from '@wachta/domain'
import type { SlotExpectation } from './open-slot.ts'
import { findPlanAt, hasSlot, type RevisionPlan } from './plan.ts'
import type { ServiceSlots } from './service-slots.ts'
import type { StrayReason } from './strays.ts'

/** If a slot is further ahead than this, the clock of the sensor or of this machine is wrong. */
const maxAheadMs = 60_000

/**
 * Where a result belongs: the plan whose open slot takes it, `late` if that slot is already closed, `unscheduled` if no
 * plan has a slot at its time, or the reason why it is not used. This runs for every result, so it allocates nothing.
 */
export type Placement = RevisionPlan | 'late' | 'unscheduled' | StrayReason

export function placeResult(
  { plans, frontier }: Pick<ServiceSlots, 'plans' | 'frontier'>,
  { slot, revision, sensor_id }: ReceivedReport,
  now: number,
): Placement {
  if (slot > now + maxAheadMs) return 'ahead'
  const plan = findPlanAt(plans, slot)
  if (plan === undefined || !hasSlot(plan, slot)) return 'unscheduled'
  const reason = findMismatch(plan, revision, sensor_id)
  if (reason !== undefined) return reason
  if (slot > frontier) return plan
  return isTooOld(slot, now) ? 'too_old' : 'late'
}

/** Returns why a slot does not accept a result, or undefined if it does. */
export function findMismatch(
  expectation: Pick<SlotExpectation, 'revision' | 'sensor_ids'>,
  revision: number,
  sensor_id: number,
): 'wrong_revision' | 'wrong_sensor' | undefined {
  if (expectation.revision !== revision) return 'wrong_revision'
  return expectation.sensor_ids.includes(sensor_id) ? undefined : 'wrong_sensor'
}

export const isTooOld = (slot: number, now: number): boolean => slot < now - lateResultsMs

import type { CheckReport } from '@wachta/bus'
import type { SlotQuestion } from './open-slot.ts'
import { hasSlot, planAt, type RevisionPlan } from './plan.ts'
import type { StrayReason } from './strays.ts'
import type { Watch } from './watch.ts'

/** A sensor whose clock is further ahead than this is wrong, or ours is. */
const maxAheadMs = 60_000
/** Older analyses are not amended. */
const maxLateMs = 86_400_000

/**
 * Where a result belongs: the plan whose open slot takes it, `late` if that slot is already closed, `unscheduled` if no
 * plan has a slot at its time, or the reason why it counts nowhere. Decided once per result, so nothing is allocated.
 */
export type Placement = RevisionPlan | 'late' | 'unscheduled' | StrayReason

export function placeResult(
  { plans, frontier }: Pick<Watch, 'plans' | 'frontier'>,
  { slot, revision, sensor_id }: CheckReport,
  now: number,
): Placement {
  if (slot > now + maxAheadMs) return 'ahead'
  const plan = planAt(plans, slot)
  if (plan === undefined || !hasSlot(plan, slot)) return 'unscheduled'
  const reason = checkAnswer(plan, revision, sensor_id)
  if (reason !== undefined) return reason
  if (slot > frontier) return plan
  return isTooOld(slot, now) ? 'too_old' : 'late'
}

/** Why a slot that asks this question does not take a result; undefined if it does. */
export function checkAnswer(
  question: Pick<SlotQuestion, 'revision' | 'sensor_ids'>,
  revision: number,
  sensor_id: number,
): 'wrong_revision' | 'wrong_sensor' | undefined {
  if (question.revision !== revision) return 'wrong_revision'
  return question.sensor_ids.includes(sensor_id) ? undefined : 'wrong_sensor'
}

export const isTooOld = (slot: number, now: number): boolean => slot < now - maxLateMs

import {
  advanceEvent,
  applyDueChanges,
  beginEvent,
  type EventChange,
  type EventState,
  endEvent,
  findEventDueTime,
  type TimedSignal,
} from '@wachta/domain'
import type { StoredAlertState } from './stored-alert-state.ts'
import type { Subject } from './subject.ts'

/** The new state of an alert rule on a subject, to be stored, and the changes that led to it. */
export interface AlertUpdate {
  readonly subject: Subject
  readonly before: StoredAlertState | undefined
  readonly state: EventState
  readonly changes: readonly EventChange[]
  /** The time from which the state is known, if nothing was stored before. */
  readonly knownSince: number | undefined
  readonly due: number | null
}

/** Applies signals in order. Returns undefined if there is nothing to store. */
export function applySignals(
  subject: Subject,
  before: StoredAlertState | undefined,
  signals: readonly TimedSignal[],
): AlertUpdate | undefined {
  const { rule } = subject
  const changes: EventChange[] = []
  let state = before?.state
  let knownSince: number | undefined
  for (const signal of signals) {
    if (state !== undefined) {
      const step = advanceEvent(state, signal, rule)
      state = step.state
      changes.push(...step.changes)
    } else if (isWorthStoring(subject, signal)) {
      const step = beginEvent(signal.at, signal.signal, rule)
      state = step.state
      knownSince = signal.at
      if (step.change !== undefined) changes.push(step.change)
    }
  }
  return state === undefined ? undefined : toUpdate(subject, before, { state, changes, knownSince })
}

/** Applies the delays of the rule up to a time until which all signals are known. */
export function applyDelays(subject: Subject, before: StoredAlertState, until: number): AlertUpdate | undefined {
  const { state, change } = applyDueChanges(before.state, until, subject.rule)
  return toUpdate(subject, before, { state, changes: change ? [change] : [], knownSince: undefined })
}

/** Ends the alert because its rule no longer exists or no longer covers the service. */
export function endRemovedAlert(before: StoredAlertState, at: number): AlertUpdate | undefined {
  const { state, change } = endEvent(before.state, Math.max(at, before.state.since + 1), 'removed')
  return toUpdate(before, before, { state, changes: change ? [change] : [], knownSince: undefined })
}

function toUpdate(
  subject: Subject,
  before: StoredAlertState | undefined,
  { state, changes, knownSince }: Pick<AlertUpdate, 'state' | 'changes' | 'knownSince'>,
): AlertUpdate | undefined {
  const due = findEventDueTime(state, subject.rule) ?? null
  if (before !== undefined && before.state === state && before.due === due) return undefined
  return { subject, before, state, changes, knownSince, due }
}

/**
 * Whether a first signal is stored: not while the service is paused, and for legacy notifications, which have no rule
 * whose state can be queried, only if the service fails.
 */
const isWorthStoring = ({ event_id }: Subject, { signal }: TimedSignal): boolean =>
  signal === 'holds' || (signal === 'over' && event_id !== null)

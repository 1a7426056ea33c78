import {
  advanceEvent,
  beginEvent,
  type EventChange,
  type EventState,
  endEvent,
  eventDue,
  type SeenSignal,
  settleEvent,
} from '@wachta/domain'
import type { StoredEvent } from './stored-event.ts'
import type { Subject } from './subject.ts'

/** An event after what was seen: what is to be stored of it. */
export interface AlertUpdate {
  readonly subject: Subject
  readonly before: StoredEvent | undefined
  readonly state: EventState
  readonly changes: readonly EventChange[]
  /** Of one that is new: since when anything is known of it. */
  readonly known: number | undefined
  readonly due: number | null
}

/** The event after all that was seen, in its order; undefined where there is nothing to store. */
export function afterSignals(
  subject: Subject,
  before: StoredEvent | undefined,
  signals: readonly SeenSignal[],
): AlertUpdate | undefined {
  const { rule } = subject
  const changes: EventChange[] = []
  let state = before?.state
  let known: number | undefined
  for (const signal of signals) {
    if (state !== undefined) {
      const step = advanceEvent(state, signal, rule)
      state = step.state
      changes.push(...step.changes)
    } else if (isWorthKnowing(subject, signal)) {
      const step = beginEvent(signal.at, signal.signal, rule)
      state = step.state
      known = signal.at
      if (step.change !== undefined) changes.push(step.change)
    }
  }
  return state === undefined ? undefined : toUpdate(subject, before, { state, changes, known })
}

/** The event as it is at a time up to which everything is known. */
export function afterTime(subject: Subject, before: StoredEvent, until: number): AlertUpdate | undefined {
  const { state, change } = settleEvent(before.state, until, subject.rule)
  return toUpdate(subject, before, { state, changes: change ? [change] : [], known: undefined })
}

/** The event when its rule is gone. */
export function afterRemoval(before: StoredEvent, at: number): AlertUpdate | undefined {
  const { state, change } = endEvent(before.state, Math.max(at, before.state.since + 1), 'removed')
  return toUpdate(before, before, { state, changes: change ? [change] : [], known: undefined })
}

function toUpdate(
  subject: Subject,
  before: StoredEvent | undefined,
  { state, changes, known }: Pick<AlertUpdate, 'state' | 'changes' | 'known'>,
): AlertUpdate | undefined {
  const due = eventDue(state, subject.rule) ?? null
  if (before !== undefined && before.state === state && before.due === due) return undefined
  return { subject, before, state, changes, known, due }
}

/** Nothing is stored of what nobody watches, nor, where there is no rule to ask about, of what is well. */
const isWorthKnowing = ({ event_id }: Subject, { signal }: SeenSignal): boolean =>
  signal === 'holds' || (signal === 'over' && event_id !== null)

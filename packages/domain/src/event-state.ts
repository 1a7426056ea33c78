/** How long a problem must last before an alert starts, and be gone before the alert ends, in milliseconds. */
export interface EventRule {
  readonly startDelayMs: number
  readonly endDelayMs: number
}

/** The state of an alert rule on one service. All times are in milliseconds since 1970, UTC. */
export interface EventState {
  /** Disabled: acknowledged. For starting and ending it is the same as active. */
  readonly status: 'inactive' | 'active' | 'disabled'
  /** The time at which the status began. */
  readonly since: number
  /** Whether the problem exists, and since when: it may not have lasted long enough yet. */
  readonly signal: boolean
  readonly signal_since: number
  /** The last starts, as many as are needed to detect flapping. */
  readonly starts: readonly number[]
  readonly isFlapping: boolean
}

/** Whether the problem of the rule exists; unwatched: the service is paused. */
export type EventSignal = 'holds' | 'over' | 'unwatched'

export interface TimedSignal {
  readonly at: number
  readonly signal: EventSignal
}

export type EventEnd = 'recovered' | 'paused' | 'removed'

/** A start or an end, with the time of the observation and not of the decision. */
export type EventChange =
  | { readonly kind: 'start'; readonly at: number; readonly signal_since: number; readonly isFlapping: boolean }
  | { readonly kind: 'end'; readonly at: number; readonly signal_since: number; readonly reason: EventEnd }

export interface EventStep {
  /** The same object if nothing has changed. */
  readonly state: EventState
  readonly change: EventChange | undefined
}

/** An alert that starts this often within the window is flapping; each further start would only be noise. */
const minFlappingStarts = 4
const flappingWindowMs = 3_600_000
/** How long the problem must be gone before a flapping alert ends. */
const flappingCalmMs = 900_000

/** The first state of an alert rule on a service. */
export function beginEvent(at: number, signal: EventSignal, rule: EventRule): EventStep {
  const since = { since: at, signal_since: at }
  const state: EventState = { status: 'inactive', ...since, signal: signal === 'holds', starts: [], isFlapping: false }
  return applyDueChanges(state, at, rule)
}

/**
 * Applies a signal. A start or end that was due before the signal happens first. One that is due at the same time uses
 * the new signal: a problem that ends just as the delay is over has not lasted long enough. A signal from before the
 * known state counts from just after that state, because a start or end is never undone.
 */
export function advanceEvent(
  state: EventState,
  { at, signal }: TimedSignal,
  rule: EventRule,
): { readonly state: EventState; readonly changes: readonly EventChange[] } {
  const due = applyDueChanges(state, at - 1, rule)
  const recorded = recordSignal(due.state, { at, signal }, rule)
  return { state: recorded.state, changes: [due.change, recorded.change].filter((change) => change !== undefined) }
}

function recordSignal(state: EventState, { at, signal }: TimedSignal, rule: EventRule): EventStep {
  const time = Math.max(at, state.since + 1, state.signal_since + 1)
  if (signal === 'unwatched') return endEvent(state, time, 'paused')
  const holds = signal === 'holds'
  if (state.signal === holds) return applyDueChanges(state, at, rule)
  return applyDueChanges({ ...state, signal: holds, signal_since: time }, time, rule)
}

/** Starts or ends the alert if that is due by `until`. Later observations must have a later time. */
export function applyDueChanges(state: EventState, until: number, rule: EventRule): EventStep {
  const due = findEventDueTime(state, rule)
  if (due === undefined || due > until) return { state, change: undefined }
  return state.signal ? startEvent(state, due) : endEvent(state, due, 'recovered')
}

/** When the alert starts or ends if nothing changes until then. */
export function findEventDueTime(
  { status, signal, signal_since, isFlapping }: EventState,
  rule: EventRule,
): number | undefined {
  if (signal === (status !== 'inactive')) return undefined
  if (signal) return signal_since + rule.startDelayMs
  return signal_since + (isFlapping ? Math.max(rule.endDelayMs, flappingCalmMs) : rule.endDelayMs)
}

/** Ends the alert; without an alert, drops a start that was about to come. */
export function endEvent(state: EventState, at: number, reason: EventEnd): EventStep {
  const { status, signal, signal_since } = state
  if (status === 'inactive')
    return { state: signal ? { ...state, signal: false, signal_since: at } : state, change: undefined }
  const calm = signal ? { signal: false, signal_since: at } : {}
  const ended: EventState = { ...state, ...calm, status: 'inactive', since: at, isFlapping: false }
  return { state: ended, change: { kind: 'end', at, signal_since: signal ? at : signal_since, reason } }
}

function startEvent(state: EventState, at: number): EventStep {
  const starts = [...state.starts, at].slice(-minFlappingStarts)
  const isFlapping = starts.length === minFlappingStarts && at - (starts[0] ?? at) <= flappingWindowMs
  const { signal_since } = state
  return {
    state: { ...state, status: 'active', since: at, starts, isFlapping },
    change: { kind: 'start', at, signal_since, isFlapping },
  }
}

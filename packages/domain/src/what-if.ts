import { listAnalysisChecks, type StoredAnalysis } from './analysis-checks.ts'
import type { StatusInterval } from './correction.ts'
import {
  advanceEvent,
  applyDueChanges,
  beginEvent,
  type EventRule,
  type EventSignal,
  type EventState,
} from './event-state.ts'
import type { Interval } from './interval.ts'
import type { ServiceStatus } from './service-level.ts'
import { createInitialState } from './service-state.ts'
import { judgeSlot, type Verdict } from './verdict.ts'
import {
  applyPause,
  applySlot,
  detectSignals,
  omitZeroLength,
  type WatchedState,
  type WatchedStep,
} from './watched-state.ts'

/** Settings to simulate. */
export interface TrialSettings {
  readonly error_tolerance?: number | undefined
  /** A subset of the sensors that took part. Sensors that did not take part cannot be added afterwards. */
  readonly sensor_ids?: readonly number[] | undefined
}

/** The verdict on a stored analysis with other settings. */
export function computeTrialVerdict(
  analysis: StoredAnalysis & { readonly error_tolerance: number },
  trial: TrialSettings,
): Verdict {
  const chosenSensors = trial.sensor_ids && new Set(trial.sensor_ids)
  const countedChecks = listAnalysisChecks(analysis).filter(({ sensor_id }) => chosenSensors?.has(sensor_id) ?? true)
  return judgeSlot({
    expected: countedChecks.map(({ sensor_id }) => sensor_id),
    results: new Map(countedChecks.map(({ sensor_id, result }) => [sensor_id, result])),
    error_tolerance: trial.error_tolerance ?? analysis.error_tolerance,
  })
}

export interface Replay {
  /** Adds the next analysis, in the order of time. */
  applyAnalysis(time: number, verdict: Verdict): void
  /** The resulting statuses up to the time. */
  listStatuses(until: number): StatusInterval<ServiceStatus>[]
}

/**
 * Replays analyses as the analyst did, from a time at which the status is known. Pauses stay as recorded, because
 * analyses do not cause them.
 */
export function createReplay(from: number, recorded: readonly StatusInterval<ServiceStatus>[]): Replay {
  const first = recorded.find(({ start, end }) => start < from && end >= from)
  const statusStarts: { status: ServiceStatus; start: number }[] = first
    ? [{ status: first.status, start: first.start }]
    : []
  const pauseChanges = toPauseChanges(recorded, from)
  let watched = createWatchedState(from, first)
  const applyStep = ({ watched: next, statusStart }: WatchedStep) => {
    watched = next
    if (statusStart) statusStarts.push(statusStart)
  }
  /** A pause change at the time of an analysis is applied first: it decides whether there is a slot. */
  const applyPausesUntil = (time: number) => {
    for (
      let pauseChange = pauseChanges[0];
      pauseChange !== undefined && pauseChange.at <= time;
      pauseChange = pauseChanges[0]
    ) {
      applyStep(applyPause(watched, pauseChange))
      pauseChanges.shift()
    }
  }
  return {
    applyAnalysis(time, { hasQuorum, failure }) {
      applyPausesUntil(time)
      applyStep(applySlot(watched, { slot: time, hasQuorum, failure }))
    },
    listStatuses(until) {
      applyPausesUntil(until)
      const starts = omitZeroLength(statusStarts).filter(({ start }) => start < until)
      return starts.map((one, index) => ({ ...one, end: starts[index + 1]?.start ?? until }))
    },
  }
}

function createWatchedState(from: number, recorded: StatusInterval<ServiceStatus> | undefined): WatchedState {
  if (!recorded) return { state: createInitialState(from), isPaused: false }
  const isPaused = recorded.status === 'paused'
  const status = recorded.status === 'paused' ? 'unknown' : recorded.status
  return { state: { ...createInitialState(recorded.start), status }, isPaused }
}

const toPauseChanges = (recorded: readonly StatusInterval<ServiceStatus>[], from: number) =>
  recorded
    .filter(({ status }) => status === 'paused')
    .flatMap(({ start, end }) => [
      ...(start >= from ? [{ at: start, isPaused: true }] : []),
      ...(end >= from ? [{ at: end, isPaused: false }] : []),
    ])
    .sort((one, other) => one.at - other.at)

/** A failure, and when recipients would have been notified of it; null if never. */
export interface NotifiedFailure extends Interval {
  readonly notified_at: number | null
}

/** Finds the failures among statuses, and which of them last long enough for the rule. */
export function findNotifiedFailures(
  statuses: readonly StatusInterval<ServiceStatus>[],
  rule: EventRule,
): NotifiedFailure[] {
  const starts: number[] = []
  let state: EventState | undefined
  for (const { at, signal } of detectSignals(statuses)) {
    const step = state ? advanceEvent(state, { at, signal }, rule) : beginEventStep(at, signal, rule)
    state = step.state
    starts.push(...step.changes.filter(({ kind }) => kind === 'start').map((change) => change.at))
  }
  const last = statuses.at(-1)
  const due = state && last && applyDueChanges(state, last.end - 1, rule).change
  if (due?.kind === 'start') starts.push(due.at)
  return statuses
    .filter(({ status }) => status === 'failure')
    .map(({ start, end }) => ({ start, end, notified_at: starts.find((at) => at >= start && at < end) ?? null }))
}

function beginEventStep(at: number, signal: EventSignal, rule: EventRule): ReturnType<typeof advanceEvent> {
  const { state, change } = beginEvent(at, signal, rule)
  return { state, changes: change ? [change] : [] }
}

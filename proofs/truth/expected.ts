import type { CheckResult, Revision } from '@wachta/domain'
import type { SimulatedService } from './services.ts'

/** A sensor's result for a slot, with the turn in which the centre read it. */
export interface HeardResult {
  readonly sensor_id: number
  readonly revision: number
  readonly result: CheckResult
  readonly turn: number
}

/** An analysis as it should finally be. */
export interface ExpectedAnalysis {
  readonly slot: number
  readonly revision: Revision
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly failure: boolean
  readonly hasQuorum: boolean
  readonly isAmended: boolean
  /** The turn that closed it. */
  readonly turn: number
  /** The time of the turn that closes it at the latest, even without results. */
  readonly maxCloseTime: number
  /** The first result of each expected sensor. */
  readonly firstResults: readonly HeardResult[]
}

export interface ExpectedStatus {
  readonly status: 'ok' | 'failure' | 'unknown' | 'paused'
  readonly start: number
}

/** What the oracle knows about a service; `cursor` is the time up to which it was judged. */
export interface Memory {
  readonly results: Map<number, HeardResult[]>
  readonly learned: Map<number, number>
  cursor: number
  /** The turn that closed the previous slot. */
  lastClosingTurn: number
  isPaused: boolean
  status: ExpectedStatus['status']
  readonly statuses: ExpectedStatus[]
}

const day = 86_400_000
const slackMs = 3_000
const maxAheadMs = 60_000
/** The maximum time from the beginning of a pause until the centre learns of it. */
export const maxPauseLagMs = 120_000

/** Returns the time up to which slots can be judged: slots right after a pause are judged together with it, later. */
export function getBoundary({ revisions }: SimulatedService, before: number): number {
  const pauses = revisions.filter(({ is_active }) => !is_active).map(({ effective_from }) => effective_from.getTime())
  return pauses.find((pause) => pause < before && pause > before - maxPauseLagMs) ?? before
}

export interface TurnRange {
  readonly to: number
  readonly turns: readonly number[]
}

/** Returns the expected analyses of a service since the last judgement; the statuses follow from them. */
export function* generateExpected(
  service: SimulatedService,
  memory: Memory,
  range: TurnRange,
): Generator<ExpectedAnalysis> {
  const { to } = range
  const { cursor } = memory
  let active: Revision | undefined
  for (const revision of listEffective(service.revisions)) {
    const [start, end] = getPeriod(revision)
    if (start >= to) break
    if (!revision.is_active) {
      if (start >= cursor) yield* generateExpectedInPause(service, memory, { ...range, active, pause: revision })
      continue
    }
    active = revision
    if (end <= cursor) continue
    if (memory.isPaused && start >= cursor) {
      memory.isPaused = false
      beginStatus(memory, 'unknown', start)
    }
    for (const slot of generateSlots(revision, Math.max(start, cursor), Math.min(end, to))) {
      const expected = computeExpected(revision, slot, memory, range.turns)
      if (expected === undefined) return
      memory.lastClosingTurn = expected.turn
      advance(memory, expected)
      yield expected
    }
  }
}

const getPeriod = ({ effective_from, effective_to }: Revision): [number, number] => [
  effective_from.getTime(),
  effective_to?.getTime() ?? Number.POSITIVE_INFINITY,
]

const listEffective = (revisions: readonly Revision[]): Revision[] =>
  revisions
    .filter((revision) => getPeriod(revision)[0] < getPeriod(revision)[1])
    .sort((one, other) => getPeriod(one)[0] - getPeriod(other)[0])

function* generateSlots({ interval_ms, phase_ms }: Revision, from: number, to: number): Generator<number> {
  const past = (((from - phase_ms) % interval_ms) + interval_ms) % interval_ms
  for (let slot = past === 0 ? from : from + interval_ms - past; slot < to; slot += interval_ms) yield slot
}

interface PauseRange extends TurnRange {
  readonly active: Revision | undefined
  readonly pause: Revision
}

/**
 * Returns the expected analyses after the beginning of a pause. The centre learns of the pause a moment later: slots
 * that were closed by then remain, and so does a resumption that the pause undid.
 */
function* generateExpectedInPause(
  { revisions }: SimulatedService,
  memory: Memory,
  range: PauseRange,
): Generator<ExpectedAnalysis> {
  const { pause, turns } = range
  const learnedTurn = memory.learned.get(pause.revision) ?? 0
  const [start] = getPeriod(pause)
  const undoneRevision = revisions
    .filter(
      (one) => getPeriod(one)[0] === getPeriod(one)[1] && getPeriod(one)[0] >= start && one.revision < pause.revision,
    )
    .sort((one, other) => getPeriod(one)[0] - getPeriod(other)[0])[0]
  const resumedAt = undoneRevision === undefined ? Number.POSITIVE_INFINITY : getPeriod(undoneRevision)[0]
  if (memory.isPaused && (undoneRevision === undefined || findFirstTurn(turns, resumedAt) >= learnedTurn)) return
  if (memory.isPaused) beginStatus(memory, 'unknown', resumedAt)
  const [revision, from, to] = memory.isPaused
    ? [undoneRevision, resumedAt, resumedAt + maxPauseLagMs]
    : [range.active, start, Math.min(resumedAt, start + maxPauseLagMs)]
  let last = memory.isPaused ? resumedAt : start - 1
  for (const slot of revision === undefined ? [] : generateSlots(revision, from, to)) {
    const expected = revision && computeExpected(revision, slot, memory, turns)
    if (expected === undefined || expected.turn >= learnedTurn) break
    memory.lastClosingTurn = expected.turn
    last = slot
    advance(memory, expected)
    yield expected
  }
  memory.isPaused = true
  beginStatus(memory, 'paused', last + 1)
}

function computeExpected(
  revision: Revision,
  slot: number,
  memory: Memory,
  turns: readonly number[],
): ExpectedAnalysis | undefined {
  const { sensor_ids, error_tolerance, spread_ms, timeout_ms } = revision
  const words = (memory.results.get(slot) ?? []).filter((word) => {
    const read = turns[word.turn] ?? Number.POSITIVE_INFINITY
    const counts = word.revision === revision.revision && sensor_ids.includes(word.sensor_id)
    return counts && slot <= read + maxAheadMs && read <= slot + day
  })
  const expires = findFirstTurn(turns, slot + spread_ms + timeout_ms + slackMs)
  const complete = words.length === sensor_ids.length ? Math.max(...words.map(({ turn }) => turn)) : expires
  const turn = Math.max(memory.lastClosingTurn, Math.min(complete, expires))
  if (turn >= turns.length) return undefined
  const errors = words.filter(({ result }) => result === 'error').length
  const oks = words.filter(({ result }) => result === 'ok').length
  const known = oks + errors
  const hasQuorum = known > 0 && 2 * known >= sensor_ids.length
  return {
    ...{ slot, revision, firstResults: words, turn, hasQuorum },
    ok: oks,
    error: errors,
    unknown: sensor_ids.length - known,
    failure: hasQuorum && errors > 0 && errors / known >= error_tolerance / 100 - 1e-9,
    isAmended: words.some((word) => word.turn > turn),
    maxCloseTime: turns[Math.max(expires, turn)] ?? Number.POSITIVE_INFINITY,
  }
}

function advance(memory: Memory, { slot, failure, hasQuorum }: ExpectedAnalysis): void {
  if (!hasQuorum) return
  const status = failure ? 'failure' : 'ok'
  if (memory.status !== status) beginStatus(memory, status, slot)
}

function beginStatus(memory: Memory, status: ExpectedStatus['status'], start: number): void {
  memory.status = status
  memory.statuses.push({ status, start })
}

/** Returns the first turn at or after the time. */
function findFirstTurn(turns: readonly number[], time: number): number {
  let [low, high] = [0, turns.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((turns[middle] ?? 0) >= time) high = middle
    else low = middle + 1
  }
  return low
}

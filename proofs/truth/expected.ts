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
  /** The time of the turn in which it had to be closed if there were no results. */
  readonly promised: number
  /** The first result of each expected sensor. */
  readonly words: readonly HeardResult[]
}

export interface ExpectedStatus {
  readonly status: 'ok' | 'failure' | 'unknown' | 'paused'
  readonly start: number
}

/** What is known of a service, and up to which time it was judged. */
export interface Memory {
  readonly words: Map<number, HeardResult[]>
  readonly learned: Map<number, number>
  cursor: number
  /** The turn that closed the previous slot. */
  closed: number
  isPaused: boolean
  status: ExpectedStatus['status']
  readonly statuses: ExpectedStatus[]
}

const day = 86_400_000
const slack = 3_000
const ahead = 60_000
/** The latest that the centre learns of a pause. */
export const longest = 120_000

/** Slots right after a pause are judged together with it. */
export function boundary({ revisions }: SimulatedService, before: number): number {
  const pauses = revisions.filter(({ is_active }) => !is_active).map(({ effective_from }) => effective_from.getTime())
  return pauses.find((pause) => pause < before && pause > before - longest) ?? before
}

export interface TurnRange {
  readonly to: number
  readonly turns: readonly number[]
}

/** Returns the expected analyses of a service since the last judgement; the statuses follow from them. */
export function* settled(service: SimulatedService, memory: Memory, settling: TurnRange): Generator<ExpectedAnalysis> {
  const { to } = settling
  const { cursor } = memory
  let active: Revision | undefined
  for (const revision of inForce(service.revisions)) {
    const [start, end] = periodOf(revision)
    if (start >= to) break
    if (!revision.is_active) {
      if (start >= cursor) yield* paused(service, memory, { ...settling, active, pause: revision })
      continue
    }
    active = revision
    if (end <= cursor) continue
    if (memory.isPaused && start >= cursor) {
      memory.isPaused = false
      begin(memory, 'unknown', start)
    }
    for (const slot of slotsOf(revision, Math.max(start, cursor), Math.min(end, to))) {
      const expected = expectedOf(revision, slot, memory, settling.turns)
      if (expected === undefined) return
      memory.closed = expected.turn
      advance(memory, expected)
      yield expected
    }
  }
}

const periodOf = ({ effective_from, effective_to }: Revision): [number, number] => [
  effective_from.getTime(),
  effective_to?.getTime() ?? Number.POSITIVE_INFINITY,
]

const inForce = (revisions: readonly Revision[]): Revision[] =>
  revisions
    .filter((revision) => periodOf(revision)[0] < periodOf(revision)[1])
    .sort((one, other) => periodOf(one)[0] - periodOf(other)[0])

function* slotsOf({ interval_ms, phase_ms }: Revision, from: number, to: number): Generator<number> {
  const past = (((from - phase_ms) % interval_ms) + interval_ms) % interval_ms
  for (let slot = past === 0 ? from : from + interval_ms - past; slot < to; slot += interval_ms) yield slot
}

interface PauseRange extends TurnRange {
  readonly active: Revision | undefined
  readonly pause: Revision
}

/**
 * The centre learns of a pause a moment after it began: slots that were closed by then remain, and so does a resumption
 * that it undid.
 */
function* paused({ revisions }: SimulatedService, memory: Memory, pausing: PauseRange): Generator<ExpectedAnalysis> {
  const { pause, turns } = pausing
  const heard = memory.learned.get(pause.revision) ?? 0
  const [start] = periodOf(pause)
  const undone = revisions
    .filter(
      (one) => periodOf(one)[0] === periodOf(one)[1] && periodOf(one)[0] >= start && one.revision < pause.revision,
    )
    .sort((one, other) => periodOf(one)[0] - periodOf(other)[0])[0]
  const resumed = undone === undefined ? Number.POSITIVE_INFINITY : periodOf(undone)[0]
  if (memory.isPaused && (undone === undefined || firstAt(turns, resumed) >= heard)) return
  if (memory.isPaused) begin(memory, 'unknown', resumed)
  const [watched, from, to] = memory.isPaused
    ? [undone, resumed, resumed + longest]
    : [pausing.active, start, Math.min(resumed, start + longest)]
  let last = memory.isPaused ? resumed : start - 1
  for (const slot of watched === undefined ? [] : slotsOf(watched, from, to)) {
    const expected = watched && expectedOf(watched, slot, memory, turns)
    if (expected === undefined || expected.turn >= heard) break
    memory.closed = expected.turn
    last = slot
    advance(memory, expected)
    yield expected
  }
  memory.isPaused = true
  begin(memory, 'paused', last + 1)
}

function expectedOf(
  revision: Revision,
  slot: number,
  memory: Memory,
  turns: readonly number[],
): ExpectedAnalysis | undefined {
  const { sensor_ids, error_tolerance, spread_ms, timeout_ms } = revision
  const words = (memory.words.get(slot) ?? []).filter((word) => {
    const read = turns[word.turn] ?? Number.POSITIVE_INFINITY
    const counts = word.revision === revision.revision && sensor_ids.includes(word.sensor_id)
    return counts && slot <= read + ahead && read <= slot + day
  })
  const expires = firstAt(turns, slot + spread_ms + timeout_ms + slack)
  const complete = words.length === sensor_ids.length ? Math.max(...words.map(({ turn }) => turn)) : expires
  const turn = Math.max(memory.closed, Math.min(complete, expires))
  if (turn >= turns.length) return undefined
  const errors = words.filter(({ result }) => result === 'error').length
  const oks = words.filter(({ result }) => result === 'ok').length
  const known = oks + errors
  const hasQuorum = known > 0 && 2 * known >= sensor_ids.length
  return {
    ...{ slot, revision, words, turn, hasQuorum },
    ok: oks,
    error: errors,
    unknown: sensor_ids.length - known,
    failure: hasQuorum && errors > 0 && errors / known >= error_tolerance / 100 - 1e-9,
    isAmended: words.some((word) => word.turn > turn),
    promised: turns[Math.max(expires, turn)] ?? Number.POSITIVE_INFINITY,
  }
}

function advance(memory: Memory, { slot, failure, hasQuorum }: ExpectedAnalysis): void {
  if (!hasQuorum) return
  const status = failure ? 'failure' : 'ok'
  if (memory.status !== status) begin(memory, status, slot)
}

function begin(memory: Memory, status: ExpectedStatus['status'], start: number): void {
  memory.status = status
  memory.statuses.push({ status, start })
}

/** Returns the first turn at or after the time. */
function firstAt(turns: readonly number[], time: number): number {
  let [low, high] = [0, turns.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((turns[middle] ?? 0) >= time) high = middle
    else low = middle + 1
  }
  return low
}

import type { CheckResult, Revision } from '@wachta/domain'
import type { SimulatedService } from './services.ts'

/** What a sensor said of a slot, and with which turn of the centre that was known. */
export interface Word {
  readonly sensor_id: number
  readonly revision: number
  readonly result: CheckResult
  readonly turn: number
}

/** An analysis as it ought to be in the end. */
export interface Expected {
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
  /** The first word of each expected sensor. */
  readonly words: readonly Word[]
}

export interface ExpectedStatus {
  readonly status: 'ok' | 'failure' | 'unknown' | 'paused'
  readonly start: number
}

/** What is known of a service, and how far it has been judged. */
export interface Memory {
  readonly words: Map<number, Word[]>
  readonly learned: Map<number, number>
  cursor: number
  /** The turn that closed the slot before. */
  closed: number
  isPaused: boolean
  status: ExpectedStatus['status']
  readonly statuses: ExpectedStatus[]
}

const day = 86_400_000
const slack = 3_000
const ahead = 60_000
/** No pause is heard of later than this. */
export const longest = 120_000

/** What follows a pause at once is judged together with it. */
export function boundary({ revisions }: SimulatedService, before: number): number {
  const pauses = revisions.filter(({ is_active }) => !is_active).map(({ effective_from }) => effective_from.getTime())
  return pauses.find((pause) => pause < before && pause > before - longest) ?? before
}

export interface Settling {
  readonly to: number
  readonly turns: readonly number[]
}

/** The analyses of a service from where it was judged last, as they ought to be; the statuses follow. */
export function* settled(service: SimulatedService, memory: Memory, settling: Settling): Generator<Expected> {
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

interface Pausing extends Settling {
  readonly active: Revision | undefined
  readonly pause: Revision
}

/** A pause is heard of a moment after it began: what was closed by then stays, and so does a resumption that it undid. */
function* paused({ revisions }: SimulatedService, memory: Memory, pausing: Pausing): Generator<Expected> {
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

function expectedOf(revision: Revision, slot: number, memory: Memory, turns: readonly number[]): Expected | undefined {
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

function advance(memory: Memory, { slot, failure, hasQuorum }: Expected): void {
  if (!hasQuorum) return
  const status = failure ? 'failure' : 'ok'
  if (memory.status !== status) begin(memory, status, slot)
}

function begin(memory: Memory, status: ExpectedStatus['status'], start: number): void {
  memory.status = status
  memory.statuses.push({ status, start })
}

/** The first turn that is not before the time. */
function firstAt(turns: readonly number[], time: number): number {
  let [low, high] = [0, turns.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((turns[middle] ?? 0) >= time) high = middle
    else low = middle + 1
  }
  return low
}

import { type ClockEstimate, type ClockSample, chooseBestEstimate } from '@wachta/domain'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The clock of the database, which all processes of the centre use. */
export interface ReferenceClock extends Disposable {
  /** Returns milliseconds since 1970, independent of the wall clock of this machine. */
  now(): number
  /** How far the wall clock of this machine is ahead of the reference. */
  readonly offset_ms: number
  /** The maximum error of `now`. */
  readonly errorMs: number
  /** True if wall and monotonic clock disagree, as after a suspend: `now` may be wrong until the next measurement. */
  readonly isUncertain: boolean
  /** How many times the reference was found to have advanced further than the monotonic clock. */
  readonly jumps: number
}

export interface ReferenceClockOptions {
  readonly onError?: (error: unknown) => void
  /** The wall clock of this machine. */
  readonly wall?: () => number
  /** The monotonic clock of this machine, which is never set. It stops while the machine is suspended. */
  readonly monotonic?: () => number
}

const measureIntervalMs = 10_000
const maxSamples = 6
const initialSamples = 3
/** With a larger error, slots would be decided at the wrong time. */
const maxErrorMs = 1_000
/** A larger difference between wall and monotonic clock means that the wall clock was set or the machine suspended. */
const maxDisagreementMs = 1_000
const watchIntervalMs = 1_000
/** With a larger difference, one of the clocks is plainly wrong, and it is unknown which. */
const maxOffsetMs = 600_000

/**
 * Measures the time of the database, now and periodically. Throws if the error is too large, or if the clock of this
 * machine differs too much from the clock of the database, because slots would be decided at the wrong time.
 */
export async function openReferenceClock(
  database: Pick<Database, 'query'>,
  { onError, wall = Date.now, monotonic = () => performance.now() }: ReferenceClockOptions = {},
): Promise<ReferenceClock> {
  const measurement = createMeasurement(database, { wall, monotonic })
  for (let count = 0; count < initialSamples; count += 1) await measurement.measure()
  const now = () => Math.round(monotonic() + measurement.aheadMs)
  const clock: ReferenceClock = {
    now,
    get offset_ms() {
      return wall() - now()
    },
    get errorMs() {
      return measurement.estimate().errorMs
    },
    get isUncertain() {
      return measurement.isUncertain()
    },
    get jumps() {
      return measurement.jumps
    },
    [Symbol.dispose]: () => timers.forEach(clearInterval),
  }
  const measureAgain = () => void measurement.measure().catch((error) => onError?.(error))
  const timers = [
    setInterval(measureAgain, measureIntervalMs),
    setInterval(() => measurement.isUncertain() && measureAgain(), watchIntervalMs),
  ]
  for (const timer of timers) timer.unref()
  const problem = findClockProblem(clock)
  if (problem === undefined) return clock
  clock[Symbol.dispose]()
  throw new Error(problem)
}

interface Measurement {
  /** How far the reference is ahead of the monotonic clock. */
  readonly aheadMs: number
  readonly jumps: number
  isUncertain(): boolean
  estimate(): ClockEstimate
  /** Queries the time of the database; concurrent calls share one query. */
  measure(): Promise<void>
}

function createMeasurement(
  database: Pick<Database, 'query'>,
  { wall, monotonic }: Required<Pick<ReferenceClockOptions, 'wall' | 'monotonic'>>,
): Measurement {
  const samples: ClockSample[] = []
  let [aheadMs, jumps] = [0, 0]
  const getWallLeadMs = () => wall() - monotonic()
  /** How far the wall clock was ahead of the monotonic clock at the newest sample. */
  let sampledLeadMs = getWallLeadMs()
  let measuring: Promise<void> | undefined
  const hasJumped = (lead: number) => Math.abs(getWallLeadMs() - lead) > maxDisagreementMs
  const estimate = (): ClockEstimate => {
    const found = chooseBestEstimate(samples, monotonic())
    if (found === undefined) throw new Error('the database returned no time')
    return found
  }
  const takeSample = async (): Promise<void> => {
    const [sent, lead] = [monotonic(), getWallLeadMs()]
    const [row] = await database.query(
      sql<{ time: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
    )
    // The machine was suspended during the query, so the round trip took longer than measured.
    if (hasJumped(lead)) return
    if (row !== undefined) samples.push({ sent, received: monotonic(), reference: row.time })
    if (samples.length > maxSamples) samples.shift()
    const beforeMs = aheadMs
    aheadMs = estimate().aheadMs
    if (samples.length > 1 && aheadMs - beforeMs > maxDisagreementMs) jumps += 1
    sampledLeadMs = lead
  }
  return {
    get aheadMs() {
      return aheadMs
    },
    get jumps() {
      return jumps
    },
    isUncertain: () => hasJumped(sampledLeadMs),
    estimate,
    measure() {
      measuring ??= takeSample().finally(() => {
        measuring = undefined
      })
      return measuring
    },
  }
}

function findClockProblem({ offset_ms, errorMs }: ReferenceClock): string | undefined {
  if (errorMs > maxErrorMs)
    return `the time of the database is known only to within ${Math.round(errorMs)} ms: it answers too slowly`
  if (Math.abs(offset_ms) > maxOffsetMs)
    return `the clock of this machine is ${Math.round(Math.abs(offset_ms) / 1000)} s ${offset_ms > 0 ? 'ahead of' : 'behind'} the database's: synchronize both with NTP`
  return undefined
}

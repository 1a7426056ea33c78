import { bestEstimate, type ClockEstimate, type ClockSample } from '@wachta/domain'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The time by the clock of the database, which all processes of the centre go by. */
export interface ReferenceClock extends Disposable {
  /** Milliseconds since 1970. The clock of this machine has no part in it. */
  now(): number
  /** By how much the clock of this machine is ahead. */
  readonly offset_ms: number
  /** By how much `now` may be wrong. */
  readonly error_ms: number
  /** Whether the clocks of this machine disagree, as after a suspend: `now` may be wrong until the database has answered again. */
  readonly isUncertain: boolean
  /** How many times the reference turned out to have moved on without the monotonic clock. */
  readonly jumps: number
}

export interface ReferenceClockOptions {
  readonly onFault?: (error: unknown) => void
  /** The clock of this machine. */
  readonly wall?: () => number
  /** The clock of this machine that nobody sets. It stands still while the machine is suspended. */
  readonly monotonic?: () => number
}

const measureEvery_ms = 10_000
const kept = 6
const samplesAtStart = 3
/** More than this, and slots would be decided at the wrong time. */
const maxError_ms = 1_000
/** So far apart, the wall clock was set or the machine was suspended: the monotonic clock does not run meanwhile. */
const maxDisagreement_ms = 1_000
const watchEvery_ms = 500
/** Further apart, one of both clocks is so wrong that nobody can say which. */
const wild_ms = 600_000

/**
 * Asks the database what time it is, now and again and again. Throws where that cannot be known well enough, or where this
 * machine believes something altogether different: whoever decides then decides wrongly.
 */
export async function openReferenceClock(
  database: Pick<Database, 'query'>,
  { onFault, wall = Date.now, monotonic = () => performance.now() }: ReferenceClockOptions = {},
): Promise<ReferenceClock> {
  const measurement = createMeasurement(database, { wall, monotonic })
  for (let count = 0; count < samplesAtStart; count += 1) await measurement.ask()
  const now = () => Math.round(monotonic() + measurement.ahead_ms)
  const clock: ReferenceClock = {
    now,
    get offset_ms() {
      return wall() - now()
    },
    get error_ms() {
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
  const askAgain = () => void measurement.ask().catch((error) => onFault?.(error))
  const timers = [
    setInterval(askAgain, measureEvery_ms),
    setInterval(() => measurement.isUncertain() && askAgain(), watchEvery_ms),
  ]
  for (const timer of timers) timer.unref()
  const fault = faultOf(clock)
  if (fault === undefined) return clock
  clock[Symbol.dispose]()
  throw new Error(fault)
}

interface Measurement {
  /** What the monotonic clock lacks to the reference. */
  readonly ahead_ms: number
  readonly jumps: number
  isUncertain(): boolean
  estimate(): ClockEstimate
  /** Asks the database once; while one question is on its way, there is no other. */
  ask(): Promise<void>
}

function createMeasurement(
  database: Pick<Database, 'query'>,
  { wall, monotonic }: Required<Pick<ReferenceClockOptions, 'wall' | 'monotonic'>>,
): Measurement {
  const samples: ClockSample[] = []
  let [ahead_ms, jumps] = [0, 0]
  const getLead = () => wall() - monotonic()
  /** By how much the wall clock was ahead of the monotonic one at the newest sample. */
  let sampledLead = getLead()
  let asking: Promise<void> | undefined
  const disagrees = (lead: number) => Math.abs(getLead() - lead) > maxDisagreement_ms
  const estimate = (): ClockEstimate => {
    const found = bestEstimate(samples, monotonic())
    if (found === undefined) throw new Error('the database does not say what time it is')
    return found
  }
  const sample = async (): Promise<void> => {
    const [sent, lead] = [monotonic(), getLead()]
    const [row] = await database.query(
      sql<{ time: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
    )
    // The machine was suspended between question and answer: the round trip took longer than it seems.
    if (disagrees(lead)) return
    if (row !== undefined) samples.push({ sent, received: monotonic(), reference: row.time })
    if (samples.length > kept) samples.shift()
    const before_ms = ahead_ms
    ahead_ms = estimate().aheadMs
    if (samples.length > 1 && ahead_ms - before_ms > maxDisagreement_ms) jumps += 1
    sampledLead = lead
  }
  return {
    get ahead_ms() {
      return ahead_ms
    },
    get jumps() {
      return jumps
    },
    isUncertain: () => disagrees(sampledLead),
    estimate,
    ask() {
      asking ??= sample().finally(() => {
        asking = undefined
      })
      return asking
    },
  }
}

function faultOf({ offset_ms, error_ms }: ReferenceClock): string | undefined {
  if (error_ms > maxError_ms)
    return `the time of the database is known to ${Math.round(error_ms)} ms only: it answers too slowly`
  if (Math.abs(offset_ms) > wild_ms)
    return `the clock of this machine is ${Math.round(offset_ms / 1000)} s ahead of the database's: let both keep time by NTP`
  return undefined
}

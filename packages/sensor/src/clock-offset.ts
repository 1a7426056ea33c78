/** One exchange of four times, as in NTP: ours, theirs, theirs, ours. */
export interface ClockExchange {
  readonly sent: number
  readonly received: number
  readonly answered: number
  readonly arrived: number
}

export interface ClockOffset {
  /** How far our clock is ahead of the centre's; null before the first answer. */
  readonly offset_ms: number | null
  measured(exchange: ClockExchange): void
  /** Our clock was set: what is known moves with it. */
  stepped(step_ms: number): void
}

/** Beyond this, results would go to wrong slots: nothing is said about services. */
export const unsureMs = 2_000
/** Beyond this, the sensor keeps still. */
export const lostMs = 10_000

const samplesKept = 8

/** The exchange that travelled least tells most: the others were held up on one way. */
export function createClockOffset(): ClockOffset {
  let samples: { offset: number; delay: number }[] = []
  const best = () => samples.reduce((least, sample) => (sample.delay < least.delay ? sample : least), farthest)
  return {
    get offset_ms() {
      return samples.length === 0 ? null : Math.round(best().offset)
    },
    measured({ sent, received, answered, arrived }) {
      const delay = arrived - sent - (answered - received)
      // The clock was set in between.
      if (delay < 0) return
      const offset = (sent - received + (arrived - answered)) / 2
      // It moved by more than these samples can be wrong by: they are of a former time.
      samples = samples.filter(
        (sample) => Math.abs(sample.offset - offset) <= (sample.delay + delay) / 2 + tolerance_ms,
      )
      samples = [...samples, { offset, delay }].slice(-samplesKept)
    },
    stepped(step_ms) {
      samples = samples.map(({ offset, delay }) => ({ offset: offset + step_ms, delay }))
    },
  }
}

const farthest = { offset: 0, delay: Number.POSITIVE_INFINITY }
const tolerance_ms = 100

export interface ClockWatch {
  /** How far wall time moved beyond the time that passed, where that is too much to be slewing. */
  step(wall: number, monotonic: number): number
}

/** Notices that the clock was set: wall time moves and the monotonic clock does not. */
export function createClockWatch(): ClockWatch {
  let difference: number | undefined
  return {
    step(wall, monotonic) {
      const moved = wall - monotonic - (difference ?? wall - monotonic)
      difference = wall - monotonic
      return Math.abs(moved) >= leastStep_ms ? moved : 0
    },
  }
}

const leastStep_ms = 500

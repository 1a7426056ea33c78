/**
 * The four times of a heartbeat and its reply, as in NTP: `sent` and `arrived` by our clock, the others by the
 * centre's.
 */
export interface ClockExchange {
  readonly sent: number
  readonly received: number
  readonly answered: number
  readonly arrived: number
}

export interface ClockOffset {
  /** How far our clock is ahead of the centre's; null before the first reply. */
  readonly offset_ms: number | null
  addExchange(exchange: ClockExchange): void
  /** Adjusts the measured offsets after our clock was set. */
  adjustForStep(stepMs: number): void
}

/** With a larger offset, results may belong to other slots, so they are reported as unknown. */
export const maxReliableOffsetMs = 2_000
/** With a larger offset, the sensor reports nothing. */
export const maxReportingOffsetMs = 10_000

const maxSamples = 8

/** Measures the offset. Of the recent exchanges it uses the one with the least delay, which is the most exact. */
export function createClockOffset(): ClockOffset {
  let samples: { offset: number; delay: number }[] = []
  const chooseBestSample = () =>
    samples.reduce((best, sample) => (sample.delay < best.delay ? sample : best), worstSample)
  return {
    get offset_ms() {
      return samples.length === 0 ? null : Math.round(chooseBestSample().offset)
    },
    addExchange({ sent, received, answered, arrived }) {
      const delay = arrived - sent - (answered - received)
      // The delay is negative if the clock was set in between.
      if (delay < 0) return
      const offset = (sent - received + (arrived - answered)) / 2
      // Samples whose difference exceeds the possible error are outdated: a clock has changed since.
      samples = samples.filter((sample) => Math.abs(sample.offset - offset) <= (sample.delay + delay) / 2 + toleranceMs)
      samples = [...samples, { offset, delay }].slice(-maxSamples)
    },
    adjustForStep(stepMs) {
      samples = samples.map(({ offset, delay }) => ({ offset: offset + stepMs, delay }))
    },
  }
}

const worstSample = { offset: 0, delay: Number.POSITIVE_INFINITY }
const toleranceMs = 100

export interface ClockWatch {
  /** Returns by how much the clock was set since the last call; 0 if the difference is small enough for slewing. */
  step(wall: number, monotonic: number): number
}

/** Detects that the clock was set, by comparing wall time with the monotonic clock. */
export function createClockWatch(): ClockWatch {
  let difference: number | undefined
  return {
    step(wall, monotonic) {
      const stepMs = wall - monotonic - (difference ?? wall - monotonic)
      difference = wall - monotonic
      return Math.abs(stepMs) >= minStepMs ? stepMs : 0
    },
  }
}

const minStepMs = 500

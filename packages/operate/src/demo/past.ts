const minute = 60_000
const day = 1_440 * minute

/** How far back the demo remembers. */
export const pastDays = 30
/** The interval between generated analyses; shorter for the last two days, which people look at in detail. */
const step_ms = 30 * minute
const closeStep_ms = 5 * minute
export const closeDays = 2

/** Returns the times of all generated analyses in a range. */
export function timesBetween(from: number, to: number): number[] {
  const close = Math.max(from, startOfStep(to - closeDays * day))
  const times: number[] = []
  for (let time = from; time < to; time += time < close ? step_ms : closeStep_ms) times.push(time)
  return times
}

export interface Trouble {
  readonly start: number
  readonly end: number
}

/**
 * When a service failed in the past month: some never, some twice; whole steps, so that analyses and statuses agree.
 */
export function demoOutages(index: number, now: number): Trouble[] {
  const end = startOfStep(now)
  const at = (days: number, steps: number): Trouble => {
    const start = startOfStep(end - days * day)
    return { start, end: start + steps * step_ms }
  }
  if (index % 4 === 1) return []
  const first = at(4 + ((index * 7) % 22), 1 + (index % 3))
  return index % 3 === 0 ? [at(27, 4), first].toSorted((one, other) => one.start - other.start) : [first]
}

/** Returns a response time: a daily wave, with variations per service and sensor. */
export function responseTime(index: number, rank: number, time: number): number {
  const hour = (time % day) / (60 * minute)
  const usual = 60 + ((index * 37) % 240)
  const wave = 1 + 0.35 * Math.sin(((hour - 6) / 24) * 2 * Math.PI) + 0.1 * Math.sin(time / step_ms + index + rank)
  return Math.round(usual * wave * (1 + rank * 0.2))
}

export const startOfStep = (time: number): number => Math.floor(time / step_ms) * step_ms

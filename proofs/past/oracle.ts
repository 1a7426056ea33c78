import type { Horizon, PlantedHistory, Span, Status, ZonePeriod } from './history.ts'

const second = 1000
const codes: Readonly<Record<Status, number>> = { unknown: 0, ok: 1, failure: 2, paused: 3 }

export interface ServiceLevels {
  readonly service_level: number | null
  readonly raw_service_level: number | null
}

export type CorrectionRow = Span & { readonly id: number; readonly status: Status; readonly created_at: number }

/** Computes service levels from rows alone, second by second, without code of the product. */
export function createOracle(horizon: Horizon, zones: readonly ZonePeriod[]) {
  const clocks = new Map(zones.map(({ name }) => [name, listWallMinutes(horizon, name)]))
  const first = Math.floor(horizon.from / second)
  const length = Math.floor(horizon.to / second) - first

  /** Returns what was measured in each second of the horizon. */
  function measuredSeconds({ statuses, inactive, oneOff, weekly }: PlantedHistory): Uint8Array {
    const seconds = new Uint8Array(length)
    const last = statuses.length - 1
    for (const [index, { start, end, status }] of statuses.entries())
      fill(seconds, { start, end: index === last ? Number.POSITIVE_INFINITY : end }, status)
    for (const span of inactive) fill(seconds, span, 'paused')
    for (const { versions } of oneOff)
      for (const { start, end, valid_from, valid_to, only_notifications } of versions) {
        if (only_notifications) continue
        const until = Math.min(end, valid_to ?? Number.POSITIVE_INFINITY)
        fill(seconds, { start: Math.max(start, valid_from), end: until }, 'paused')
      }
    for (const { versions } of weekly)
      for (const version of versions) if (!version.only_notifications) fillWeekly(seconds, version)
    return seconds
  }

  function fillWeekly(seconds: Uint8Array, version: PlantedHistory['weekly'][number]['versions'][number]): void {
    const { start_minute: start, end_minute: end } = version
    for (const zone of zones) {
      const clock = clocks.get(zone.name) ?? []
      const from = Math.max(version.valid_from, zone.valid_from ?? Number.NEGATIVE_INFINITY)
      const to = Math.min(version.valid_to ?? Number.POSITIVE_INFINITY, zone.valid_to ?? Number.POSITIVE_INFINITY)
      for (const [index, wallMinute] of clock.entries()) {
        const isInside = start < end ? start <= wallMinute && wallMinute < end : wallMinute >= start || wallMinute < end
        if (!isInside) continue
        const at = horizon.from + index * 60 * second
        fill(seconds, { start: Math.max(at, from), end: Math.min(at + 60 * second, to) }, 'paused')
      }
    }
  }

  function fill(seconds: Uint8Array, { start, end }: Span, status: Status): void {
    const toIndex = (time: number) => Math.min(Math.max(Math.floor(time / second) - first, 0), length)
    if (end > start) seconds.fill(codes[status], toIndex(start), toIndex(end))
  }

  /** Applies corrections to what was measured, the newest last. */
  function correctedSeconds(measured: Uint8Array, corrections: readonly CorrectionRow[]): Uint8Array {
    if (corrections.length === 0) return measured
    const seconds = measured.slice()
    const oldestFirst = corrections.toSorted((a, b) => a.created_at - b.created_at || a.id - b.id)
    for (const correction of oldestFirst) fill(seconds, correction, correction.status)
    return seconds
  }

  function level(seconds: Uint8Array, { start, end }: Span): number | null {
    let [ok, failure] = [0, 0]
    const stop = Math.floor(end / second) - first
    for (let at = Math.floor(start / second) - first; at < stop; at += 1) {
      if (seconds[at] === codes.ok) ok += 1
      else if (seconds[at] === codes.failure) failure += 1
    }
    return ok + failure === 0 ? null : (100 * ok) / (ok + failure)
  }

  return { measuredSeconds, correctedSeconds, level }
}

/** Returns the minute of the local week for each minute of the horizon. */
function listWallMinutes({ from, to }: Horizon, timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const wallMinutes: number[] = []
  for (let at = from; at < to; at += 60 * second) {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    wallMinutes.push((days.indexOf(parts['weekday'] ?? '') * 24 + Number(parts['hour'])) * 60 + Number(parts['minute']))
  }
  return wallMinutes
}

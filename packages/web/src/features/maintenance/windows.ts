import { evenPieces } from '../../app/i18n/zone.ts'

/** Who is left alone. */
export const whoms = ['service', 'contact', 'escalation'] as const
export type Whom = (typeof whoms)[number]

export interface Span {
  readonly start: number
  readonly end: number
}

/** A stretch of time as the clocks of a zone show it. */
interface ZonedSpan extends Span {
  readonly zone: string
}

/** Minutes since Monday 00:00 of the wall; where the end is not after the start, it runs over the end of the week. */
export interface WeeklySpan {
  readonly from: number
  readonly to: number
}

export interface Suspended {
  readonly id: number
  readonly target: { readonly id: number; readonly name: string }
  readonly mayUpdate: boolean
  readonly mayDelete: boolean
}

export interface WindowRow extends Suspended {
  readonly whom: Whom
  readonly description: string
  /** Checks go on; only messages are held. */
  readonly onlyNotifications: boolean
  readonly when: Span | WeeklySpan
}

/** The same time for several: planned together, shown together. */
export interface MaintenanceWindow extends Pick<WindowRow, 'whom' | 'description' | 'onlyNotifications' | 'when'> {
  readonly key: string
  readonly rows: readonly Suspended[]
}

export const isWeekly = (when: Span | WeeklySpan): when is WeeklySpan => 'from' in when

/** Rows that say the same of different services, contacts or escalations are one window. */
export function groupWindows(rows: readonly WindowRow[]): MaintenanceWindow[] {
  const byKey = Map.groupBy(rows, (row) => JSON.stringify([row.whom, row.when, row.onlyNotifications, row.description]))
  return [...byKey].flatMap(([key, same]) => {
    const [first] = same
    if (!first) return []
    const { whom, description, onlyNotifications, when } = first
    return [{ key, whom, description, onlyNotifications, when, rows: same }]
  })
}

const minute = 60_000
const weekMinutes = 10_080
const weekLength = weekMinutes * minute
const firstMonday = 4 * 86_400_000

/**
 * When a window holds in a stretch of time. A weekly one holds whenever the clock on the wall shows a minute of it: skipped
 * minutes never do, those that come twice do so twice.
 */
export function heldIn(when: Span | WeeklySpan, within: ZonedSpan): Span[] {
  if (!isWeekly(when)) {
    const span = { start: Math.max(when.start, within.start), end: Math.min(when.end, within.end) }
    return span.end > span.start ? [span] : []
  }
  const length = (when.to > when.from ? when.to - when.from : when.to - when.from + weekMinutes) * minute
  const held: Span[] = []
  for (const { start, end, offset } of evenPieces(within.zone, within.start, within.end)) {
    const first = firstMonday + when.from * minute
    const opened = first + Math.floor((start + offset - first) / weekLength) * weekLength - offset
    for (let opens = opened; opens < end; opens += weekLength) {
      const span = { start: Math.max(opens, start), end: Math.min(opens + length, end) }
      if (span.end > span.start) held.push(span)
    }
  }
  return joined(held)
}

/** Spans that touch are one. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, span.end) }
    else result.push(span)
  }
  return result
}

/** The windows that leave the same service, contact or escalation alone at the same time as this one, by its key. */
export function overlapping(
  windows: readonly MaintenanceWindow[],
  within: ZonedSpan,
): Map<string, MaintenanceWindow[]> {
  const found = new Map<string, MaintenanceWindow[]>()
  const held = new Map(windows.map((window) => [window.key, heldIn(window.when, within)]))
  const ofTarget = new Map<string, MaintenanceWindow[]>()
  for (const window of windows)
    for (const { target } of window.rows) {
      const place = `${window.whom} ${target.id}`
      const others = ofTarget.get(place) ?? []
      for (const other of others)
        if (other !== window && meet(held.get(window.key) ?? [], held.get(other.key) ?? [])) {
          note(found, window, other)
          note(found, other, window)
        }
      ofTarget.set(place, [...others, window])
    }
  return found
}

const meet = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.some((one) => others.some((other) => one.start < other.end && other.start < one.end))

function note(found: Map<string, MaintenanceWindow[]>, window: MaintenanceWindow, other: MaintenanceWindow): void {
  const known = found.get(window.key) ?? []
  if (!known.includes(other)) found.set(window.key, [...known, other])
}

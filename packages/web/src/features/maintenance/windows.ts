import { splitAtOffsetChanges } from '../../app/i18n/zone.ts'
import { minuteMs } from '../../ui/time-units.ts'

/** What a window applies to. */
export const targetKinds = ['service', 'contact', 'escalation'] as const
export type TargetKind = (typeof targetKinds)[number]

export interface Span {
  readonly start: number
  readonly end: number
}

/** A period, with the time zone in which weekly windows are computed. */
interface ZonedSpan extends Span {
  readonly zone: string
}

/**
 * A weekly period in minutes since Monday 00:00 local time; if `to` is not after `from`, it extends into the next week.
 */
export interface WeeklySpan {
  readonly from: number
  readonly to: number
}

export interface SuspendedTarget {
  readonly id: number
  readonly target: { readonly id: number; readonly name: string }
  readonly mayUpdate: boolean
  readonly mayDelete: boolean
}

export interface WindowRow extends SuspendedTarget {
  readonly targetKind: TargetKind
  readonly description: string
  /** Whether checks continue and only notifications are suppressed. */
  readonly onlyNotifications: boolean
  readonly when: Span | WeeklySpan
}

/** Rows with the same period and settings, which are planned and shown together. */
export interface MaintenanceWindow
  extends Pick<WindowRow, 'targetKind' | 'description' | 'onlyNotifications' | 'when'> {
  readonly key: string
  readonly rows: readonly SuspendedTarget[]
}

export const isWeekly = (when: Span | WeeklySpan): when is WeeklySpan => 'from' in when

/** Groups rows that differ only in their service, contact or escalation. */
export function groupWindows(rows: readonly WindowRow[]): MaintenanceWindow[] {
  const byKey = Map.groupBy(rows, (row) =>
    JSON.stringify([row.targetKind, row.when, row.onlyNotifications, row.description]),
  )
  return [...byKey].flatMap(([key, groupRows]) => {
    const [first] = groupRows
    if (!first) return []
    const { targetKind, description, onlyNotifications, when } = first
    return [{ key, targetKind, description, onlyNotifications, when, rows: groupRows }]
  })
}

const weekMinutes = 10_080
const weekMs = weekMinutes * minuteMs
const firstMonday = 4 * 86_400_000

/**
 * Returns the periods within a range in which a window is active. A weekly window is active whenever the local time is
 * in it: never in skipped minutes, twice in repeated ones.
 */
export function listActivePeriods(when: Span | WeeklySpan, within: ZonedSpan): Span[] {
  if (!isWeekly(when)) {
    const span = { start: Math.max(when.start, within.start), end: Math.min(when.end, within.end) }
    return span.end > span.start ? [span] : []
  }
  const lengthMs = (when.to > when.from ? when.to - when.from : when.to - when.from + weekMinutes) * minuteMs
  const active: Span[] = []
  for (const { start, end, offset } of splitAtOffsetChanges(within.zone, within.start, within.end)) {
    const referenceStart = firstMonday + when.from * minuteMs
    const firstOpening = referenceStart + Math.floor((start + offset - referenceStart) / weekMs) * weekMs - offset
    for (let opening = firstOpening; opening < end; opening += weekMs) {
      const span = { start: Math.max(opening, start), end: Math.min(opening + lengthMs, end) }
      if (span.end > span.start) active.push(span)
    }
  }
  return mergeSpans(active)
}

/** Merges spans that overlap or touch. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, span.end) }
    else result.push(span)
  }
  return result
}

/** Returns, per key of a window, the windows that apply to the same service, contact or escalation at the same time. */
export function findOverlaps(
  windows: readonly MaintenanceWindow[],
  within: ZonedSpan,
): Map<string, MaintenanceWindow[]> {
  const overlaps = new Map<string, MaintenanceWindow[]>()
  const active = new Map(windows.map((window) => [window.key, listActivePeriods(window.when, within)]))
  const windowsByTarget = new Map<string, MaintenanceWindow[]>()
  for (const window of windows)
    for (const { target } of window.rows) {
      const targetKey = `${window.targetKind} ${target.id}`
      const others = windowsByTarget.get(targetKey) ?? []
      for (const other of others)
        if (other !== window && haveOverlap(active.get(window.key) ?? [], active.get(other.key) ?? [])) {
          addOverlap(overlaps, window, other)
          addOverlap(overlaps, other, window)
        }
      windowsByTarget.set(targetKey, [...others, window])
    }
  return overlaps
}

const haveOverlap = (spans: readonly Span[], otherSpans: readonly Span[]): boolean =>
  spans.some((one) => otherSpans.some((other) => one.start < other.end && other.start < one.end))

function addOverlap(
  overlaps: Map<string, MaintenanceWindow[]>,
  window: MaintenanceWindow,
  other: MaintenanceWindow,
): void {
  const known = overlaps.get(window.key) ?? []
  if (!known.includes(other)) overlaps.set(window.key, [...known, other])
}

import type { PageContext } from './context.ts'
import type { AvailabilityView, ComponentView, DayView } from './view.ts'

/** Formats an availability. It is never rounded up, so that 100 % means no downtime. */
export const formatAvailability = ({ okSeconds, countedSeconds }: AvailabilityView, locale: string): string =>
  getPercentFormat(locale).format(Math.min(1, Math.max(0, okSeconds / countedSeconds)))

const percentFormats = new Map<string, Intl.NumberFormat>()

/** Caches formats: a page has thousands of percentages, and creating a format takes longer than using it. */
function getPercentFormat(locale: string): Intl.NumberFormat {
  const format =
    percentFormats.get(locale) ??
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2, roundingMode: 'floor' })
  percentFormats.set(locale, format)
  return format
}

/** The grade of a day; each grade has a colour, a bar height and a line in the legend. */
export type DayGrade = 'empty' | 'full' | 'slight' | 'part' | 'bad'

export function gradeDay({ okSeconds, countedSeconds }: DayView): DayGrade {
  if (!(countedSeconds > 0)) return 'empty'
  const share = okSeconds / countedSeconds
  if (share >= 1) return 'full'
  if (share >= 0.99) return 'slight'
  return share >= 0.95 ? 'part' : 'bad'
}

/** Returns the number of days, up to 90, for which a component has existed. */
export const countDaysSince = ({ since }: ComponentView, { view, times }: PageContext): number =>
  Math.min(90, Math.max(1, countDaysBetween(times.dayKey(since), times.dayKey(view.readAt)) + 1))

const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

export const hasAvailabilityData = (availability: AvailabilityView | null): availability is AvailabilityView =>
  availability !== null && availability.countedSeconds > 0

/** Sums the availability of several components; null if none of them shows it. */
export function sumAvailability(components: readonly ComponentView[]): AvailabilityView | null {
  const shown = components.flatMap(({ availability }) => (availability === null ? [] : [availability]))
  if (shown.length === 0) return null
  return {
    okSeconds: shown.reduce((sum, { okSeconds }) => sum + okSeconds, 0),
    countedSeconds: shown.reduce((sum, { countedSeconds }) => sum + countedSeconds, 0),
  }
}

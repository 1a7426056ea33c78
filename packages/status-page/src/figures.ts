import type { PageContext } from './context.ts'
import type { AvailabilityView, ComponentView, DayView } from './view.ts'

/** Never rounded up: 100 % means that there was no downtime. */
export const formatAvailability = ({ okSeconds, countedSeconds }: AvailabilityView, locale: string): string =>
  getPercentFormat(locale).format(Math.min(1, Math.max(0, okSeconds / countedSeconds)))

const percentFormats = new Map<string, Intl.NumberFormat>()

/** A page has thousands of such figures, and making a format takes longer than using it. */
function getPercentFormat(locale: string): Intl.NumberFormat {
  const format =
    percentFormats.get(locale) ??
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2, roundingMode: 'floor' })
  percentFormats.set(locale, format)
  return format
}

export const formatMs = (ms: number, locale: string): string =>
  ms < 10_000
    ? `${new Intl.NumberFormat(locale, { maximumFractionDigits: ms < 10 ? 1 : 0 }).format(ms)} ms`
    : `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(ms / 1000)} s`

/** The two largest units are enough, and days matter only in long ones. */
export function describeDuration(ms: number, { texts }: Pick<PageContext, 'texts'>): string {
  const total = Math.floor(ms / 60_000)
  if (total < 1) return texts.lessThanMinute
  const [days, hours, minutes] = [Math.floor(total / 1440), Math.floor(total / 60) % 24, total % 60]
  return texts.duration({ days, hours, minutes: days > 0 ? 0 : minutes })
}

/** How good a day was; each has a colour, a height of its bar and a line in the legend. */
export type DayGrade = 'empty' | 'full' | 'slight' | 'part' | 'bad'

export function gradeDay({ okSeconds, countedSeconds }: DayView): DayGrade {
  if (!(countedSeconds > 0)) return 'empty'
  const share = okSeconds / countedSeconds
  if (share >= 1) return 'full'
  if (share >= 0.99) return 'slight'
  return share >= 0.95 ? 'part' : 'bad'
}

/** The days on which a component was there: a new one has no history of 90 days. */
export const countDaysSince = ({ since }: ComponentView, { view, times }: PageContext): number =>
  Math.min(90, Math.max(1, daysBetween(times.dayKey(since), times.dayKey(view.readAt)) + 1))

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

export const hasFigures = (availability: AvailabilityView | null): availability is AvailabilityView =>
  availability !== null && availability.countedSeconds > 0

/** Of several components together; null if none of them shows it. */
export function sumAvailability(components: readonly ComponentView[]): AvailabilityView | null {
  const shown = components.flatMap(({ availability }) => (availability === null ? [] : [availability]))
  if (shown.length === 0) return null
  return {
    okSeconds: shown.reduce((sum, { okSeconds }) => sum + okSeconds, 0),
    countedSeconds: shown.reduce((sum, { countedSeconds }) => sum + countedSeconds, 0),
  }
}

/** The latest daily mean; undefined without any. */
export const getLatestMean = ({ responseTimes }: ComponentView): number | undefined =>
  responseTimes?.findLast(({ meanMs }) => meanMs !== null)?.meanMs ?? undefined

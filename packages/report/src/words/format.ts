import type { Language } from '@wachta/domain'
import { englishWords } from './en.ts'
import { polishWords } from './pl.ts'
import { createTimeFormat, type TimeFormat } from './time-format.ts'
import type { SectionWords } from './words.ts'

/** Formats the words, numbers and times of a report. A missing value is a dash, a missing service level "no data". */
export interface ReportFormat extends TimeFormat {
  readonly words: SectionWords
  readonly language: Language
  /** Formats a service level, rounded down, so that only exactly 100 is shown as 100%. */
  readonly percentage: (level: number | null) => string
  /** Formats a target with all its digits, as agreed. */
  readonly target: (level: number | null) => string
  /** Formats the difference of two service levels, with its sign. */
  readonly points: (difference: number | null) => string
  /** Formats a part of a whole in percent, with one decimal place. */
  readonly share: (part: number, whole: number) => string
  /** Formats a duration: below a day to the second, from a day on to the minute. */
  readonly duration: (seconds: number | null) => string
  readonly number: (value: number | null) => string
  readonly milliseconds: (value: number | null) => string
}

export const missingValue = '–'

/** Creates the format of a report from its language and the IANA name of its time zone. */
export function createFormat(language: Language, zone: string): ReportFormat {
  const words = language === 'pl' ? polishWords : englishWords
  const formatNumber = createNumberFormatter(words.locale)
  const number = (value: number | null) => (value === null ? missingValue : formatNumber(value, 0, 2))
  return {
    words,
    language,
    ...createTimeFormat(words.locale, zone),
    percentage: (level) => (level === null ? words.noData : `${formatLevel(level, formatNumber)}%`),
    target: (level) => (level === null ? words.noTarget : `${formatNumber(level, 0, 6)}%`),
    points: (difference) =>
      difference === null
        ? missingValue
        : `${formatDifference(difference, formatNumber)} ${words.units.percentagePoints}`,
    share: (part, whole) => (whole === 0 ? missingValue : `${formatNumber((100 * part) / whole, 1, 1)}%`),
    duration: (seconds) => (seconds === null ? missingValue : formatDuration(seconds, words.units)),
    number,
    milliseconds: (value) =>
      value === null ? missingValue : `${number(Math.round(value))}${nonBreakingSpace}${words.units.millisecond}`,
  }
}

/** A non-breaking space between a number and its unit. */
const nonBreakingSpace = '\u00a0'

type NumberFormatter = (value: number, minFractionDigits: number, maxFractionDigits: number) => string

/** Caches number formats, because creating one takes a hundred times as long as using it. */
function createNumberFormatter(locale: string): NumberFormatter {
  const formats = new Map<string, Intl.NumberFormat>()
  return (value, minimumFractionDigits, maximumFractionDigits) => {
    const key = `${minimumFractionDigits} ${maximumFractionDigits}`
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits })
    formats.set(key, format)
    return format.format(value).replace('-', '−')
  }
}

/** Formats a level, from 99 on with a third decimal place, which is one minute in ten weeks. */
function formatLevel(level: number, formatNumber: NumberFormatter): string {
  if (level >= 100) return formatNumber(100, 0, 0)
  const decimalPlaces = level >= 99 ? 3 : 2
  const unit = 10 ** decimalPlaces
  // 99.9 computed from seconds can be slightly less in binary. The tolerance is smaller than one second in a thousand
  // years.
  const roundedDown = Math.floor(level * unit + 1e-7) / unit
  return formatNumber(Math.min(roundedDown, 100 - 1 / unit), decimalPlaces, decimalPlaces)
}

function formatDifference(difference: number, formatNumber: NumberFormatter): string {
  const rounded = Math.round(difference * 1000) / 1000
  if (rounded === 0) return formatNumber(0, 0, 0)
  return `${rounded > 0 ? '+' : ''}${formatNumber(rounded, 3, 3)}`
}

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

function formatDuration(seconds: number, units: SectionWords['units']): string {
  if (seconds < 0) return `−${formatDuration(-seconds, units)}`
  if (seconds > 0 && seconds < 1) return `<${nonBreakingSpace}1${nonBreakingSpace}${units.second}`
  const precision = Math.round(seconds) < daySeconds ? 1 : minuteSeconds
  const rounded = Math.round(seconds / precision) * precision
  const parts: [value: number, unit: string][] = [
    [Math.floor(rounded / daySeconds), units.day],
    [Math.floor((rounded % daySeconds) / hourSeconds), units.hour],
    [Math.floor((rounded % hourSeconds) / minuteSeconds), units.minute],
    [rounded % minuteSeconds, units.second],
  ]
  const shown = parts.filter(([value]) => value > 0)
  return (shown.length === 0 ? parts.slice(-1) : shown)
    .map(([value, unit]) => `${value}${nonBreakingSpace}${unit}`)
    .join(' ')
}

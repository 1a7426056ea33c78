import type { Language } from '@wachta/domain'
import { englishWords } from './en.ts'
import { polishWords } from './pl.ts'
import { createTimeFormat, type TimeFormat } from './time-format.ts'
import type { SectionWords } from './words.ts'

/** How a report writes words, numbers and times. A missing value is a dash, a missing service level "no data". */
export interface ReportFormat extends TimeFormat {
  readonly words: SectionWords
  readonly language: Language
  /** A service level, rounded down, so that only a full 100 is shown as 100 %. */
  readonly percentage: (level: number | null) => string
  /** A target as it was agreed, with all its digits. */
  readonly target: (level: number | null) => string
  /** The difference of two service levels, with its sign. */
  readonly points: (difference: number | null) => string
  /** A part of a whole in percent, to one digit. */
  readonly share: (part: number, whole: number) => string
  /** Below a day to the second, from a day on to the minute. */
  readonly duration: (seconds: number | null) => string
  readonly number: (value: number | null) => string
  readonly milliseconds: (value: number | null) => string
}

export const missingValue = '–'

/** Creates the format of a report from its language and the IANA name of its time zone. */
export function createFormat(language: Language, zone: string): ReportFormat {
  const words = language === 'pl' ? polishWords : englishWords
  const digits = createDigits(words.locale)
  const number = (value: number | null) => (value === null ? missingValue : digits(value, 0, 2))
  return {
    words,
    language,
    ...createTimeFormat(words.locale, zone),
    percentage: (level) => (level === null ? words.noData : `${formatLevel(level, digits)}%`),
    target: (level) => (level === null ? words.noTarget : `${digits(level, 0, 6)}%`),
    points: (difference) =>
      difference === null ? missingValue : `${formatDifference(difference, digits)} ${words.units.percentagePoints}`,
    share: (part, whole) => (whole === 0 ? missingValue : `${digits((100 * part) / whole, 1, 1)}%`),
    duration: (seconds) => (seconds === null ? missingValue : formatLength(seconds, words.units)),
    number,
    milliseconds: (value) =>
      value === null ? missingValue : `${number(Math.round(value))}${space}${words.units.millisecond}`,
  }
}

/** Between a number and its unit, where a line must not break. */
const space = '\u00a0'

type Digits = (value: number, least: number, most: number) => string

/** Caches formats, because creating one costs a hundred times as much as using it. */
function createDigits(locale: string): Digits {
  const formats = new Map<string, Intl.NumberFormat>()
  return (value, minimumFractionDigits, maximumFractionDigits) => {
    const key = `${minimumFractionDigits} ${maximumFractionDigits}`
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits })
    formats.set(key, format)
    return format.format(value).replace('-', '−')
  }
}

/** Near 100 a third digit matters: it is one minute in ten weeks. */
function formatLevel(level: number, digits: Digits): string {
  if (level >= 100) return digits(100, 0, 0)
  const places = level >= 99 ? 3 : 2
  const unit = 10 ** places
  // 99.9 computed from seconds can be slightly less in binary. One second in a thousand years is still more than this.
  const cut = Math.floor(level * unit + 1e-7) / unit
  return digits(Math.min(cut, 100 - 1 / unit), places, places)
}

function formatDifference(difference: number, digits: Digits): string {
  const rounded = Math.round(difference * 1000) / 1000
  if (rounded === 0) return digits(0, 0, 0)
  return `${rounded > 0 ? '+' : ''}${digits(rounded, 3, 3)}`
}

const minuteLength = 60
const hourLength = 60 * minuteLength
const dayLength = 24 * hourLength

function formatLength(seconds: number, units: SectionWords['units']): string {
  if (seconds < 0) return `−${formatLength(-seconds, units)}`
  if (seconds > 0 && seconds < 1) return `<${space}1${space}${units.second}`
  const precision = Math.round(seconds) < dayLength ? 1 : minuteLength
  const whole = Math.round(seconds / precision) * precision
  const parts: [value: number, unit: string][] = [
    [Math.floor(whole / dayLength), units.day],
    [Math.floor((whole % dayLength) / hourLength), units.hour],
    [Math.floor((whole % hourLength) / minuteLength), units.minute],
    [whole % minuteLength, units.second],
  ]
  const shown = parts.filter(([value]) => value > 0)
  return (shown.length === 0 ? parts.slice(-1) : shown).map(([value, unit]) => `${value}${space}${unit}`).join(' ')
}

import type { LocaleFormats } from '../../app/i18n/formats.ts'

/** Labels times of day with the clock, and whenever a day begins with its date: no date is shown twice. */
export function axisLabels(seconds: readonly number[], formats: Pick<LocaleFormats, 'clock' | 'dateTime'>): string[] {
  const isDaily = (seconds[1] ?? 0) - (seconds[0] ?? 0) >= 86_400
  let last = ''
  return seconds.map((each) => {
    const at = new Date(each * 1000)
    const date = formats.dateTime(at).split(',')[0] ?? ''
    const isNew = date !== last
    last = date
    if (isDaily) return isNew ? date : ''
    return isNew ? `${formats.clock(at)}\n${date}` : formats.clock(at)
  })
}

import type { LocaleFormats } from '../../app/i18n/formats.ts'

/** Labels times with the time of day, and the first one of each day also with the date; whole days get the date. */
export function formatAxisLabels(
  seconds: readonly number[],
  formats: Pick<LocaleFormats, 'clock' | 'dayAndMonth'>,
): string[] {
  const isDaily = (seconds[1] ?? 0) - (seconds[0] ?? 0) >= 86_400
  let lastDate = ''
  return seconds.map((each) => {
    const at = new Date(each * 1000)
    const date = formats.dayAndMonth(at)
    const isNew = date !== lastDate
    lastDate = date
    if (isDaily) return isNew ? date : ''
    return isNew ? `${formats.clock(at)}\n${date}` : formats.clock(at)
  })
}

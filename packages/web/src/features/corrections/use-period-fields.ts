import { useEffect, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { parseFieldTime, toFieldText } from '../../app/i18n/wall-time.ts'
import type { Period } from './preview.ts'

/** Returns the texts of the time fields. They keep incomplete input until a new period is set from outside. */
export function usePeriodFields(period: Period | null, onPeriod: (period: Period | null) => void) {
  const { formats } = useI18n()
  const zone = formats.timeZone
  const [typed, setTyped] = useState({ start: '', end: '' })
  useEffect(() => {
    // Incomplete input (no period) is not overwritten.
    if (period) setTyped({ start: toFieldText(zone, period.start), end: toFieldText(zone, period.end) })
  }, [period, zone])
  return {
    ...typed,
    change(next: Partial<typeof typed>) {
      const merged = { ...typed, ...next }
      setTyped(merged)
      const parseInstant = (as: 'start' | 'end') =>
        period && next[as] === undefined ? period[as] : parseFieldTime(zone, merged[as], as)?.instant
      const [start, end] = [parseInstant('start'), parseInstant('end')]
      onPeriod(start === undefined || end === undefined ? null : { start, end })
    },
  }
}

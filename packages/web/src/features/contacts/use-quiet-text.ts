import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { dayNames, getQuietText, type QuietWindow } from './quiet-hours.ts'

/** Returns a function that formats quiet hours in the user's language. */
export function useQuietText(): (windows: readonly QuietWindow[]) => string[] {
  const { t, language } = useI18n()
  return useMemo(() => {
    const texts = { days: dayNames(language), always: t('contact.quietAlways') }
    return (windows) => getQuietText(windows, texts)
  }, [t, language])
}

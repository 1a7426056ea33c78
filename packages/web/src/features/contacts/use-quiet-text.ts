import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { formatQuietHours, getDayNames, type QuietWindow } from './quiet-hours.ts'
import { contactTexts } from './texts.ts'

/** Returns a function that formats quiet hours in the user's language. */
export function useQuietText(): (windows: readonly QuietWindow[]) => string[] {
  const { language } = useI18n()
  const ownTexts = useTexts(contactTexts)
  return useMemo(() => {
    const texts = { days: getDayNames(language), always: ownTexts('contact.quietAlways') }
    return (windows) => formatQuietHours(windows, texts)
  }, [ownTexts, language])
}

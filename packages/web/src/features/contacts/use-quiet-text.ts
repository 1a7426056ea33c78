import { useMemo } from 'react'
import { useSpeech } from '../../app/i18n/language.tsx'
import { dayNames, quietWords, type Window } from './quiet-hours.ts'

/** Puts quiet hours into words of the reader's language. */
export function useQuietText(): (windows: readonly Window[]) => string[] {
  const { t, language } = useSpeech()
  return useMemo(() => {
    const words = { days: dayNames(language), always: t('contact.quietAlways') }
    return (windows) => quietWords(windows, words)
  }, [t, language])
}

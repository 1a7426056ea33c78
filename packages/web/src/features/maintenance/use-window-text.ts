import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { createWindowText, type WindowText } from './window-text.ts'

/** Texts about maintenance windows, in the language of the reader. */
export function useWindowText(zone: string): WindowText {
  const { t, language } = useI18n()
  return useMemo(() => createWindowText(t, language, zone), [t, language, zone])
}

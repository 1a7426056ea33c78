import { useMemo } from 'react'
import { createFormats } from '../../app/i18n/formats.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { maintenanceTexts } from './texts.ts'
import { createWindowText, type WindowText } from './window-text.ts'

/** Texts about maintenance windows, in the language of the reader. */
export function useWindowText(zone: string): WindowText {
  const { language } = useI18n()
  const texts = useTexts(maintenanceTexts)
  return useMemo(() => createWindowText(texts, language, createFormats(language, zone)), [texts, language, zone])
}

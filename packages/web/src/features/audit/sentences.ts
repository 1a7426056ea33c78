import type { ScreenLanguage } from '../../app/i18n/preferences.ts'
import { createTranslate, type Translate } from '../../app/i18n/translate.ts'
import { englishSentences, type SentenceKey } from './sentences.en.ts'
import { polishSentences } from './sentences.pl.ts'

/** Formats the sentences of the audit log, by language. */
export const sentences: Readonly<Record<ScreenLanguage, Translate<SentenceKey>>> = {
  en: createTranslate('en', englishSentences),
  pl: createTranslate('pl', polishSentences),
}

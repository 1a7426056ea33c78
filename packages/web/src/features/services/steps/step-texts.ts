import type { ScreenLanguage } from '../../../app/i18n/preferences.ts'
import { createTranslate, type Translate } from '../../../app/i18n/translate.ts'
import { englishStepTexts, type StepTextKey } from './texts.en.ts'
import { polishStepTexts } from './texts.pl.ts'

export type StepTranslate = Translate<StepTextKey>

/** Formats the texts of the editor of steps, by language. */
export const stepTranslators: Readonly<Record<ScreenLanguage, StepTranslate>> = {
  en: createTranslate('en', englishStepTexts),
  pl: createTranslate('pl', polishStepTexts),
}

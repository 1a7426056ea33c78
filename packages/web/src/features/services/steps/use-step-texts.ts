import { useI18n } from '../../../app/i18n/language.tsx'
import { type StepTranslate, stepTranslators } from './step-texts.ts'

/** Formats the texts of the editor of steps in the language of the reader. */
export const useStepTranslate = (): StepTranslate => stepTranslators[useI18n().language]

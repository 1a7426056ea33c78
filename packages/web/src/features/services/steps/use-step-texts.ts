import { useI18n } from '../../../app/i18n/language.tsx'
import { type StepTexts, stepTexts } from './step-texts.ts'

/** Formats the texts of the editor of steps in the language of the reader. */
export const useStepTexts = (): StepTexts => stepTexts[useI18n().language]

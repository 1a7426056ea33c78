import { useI18n } from '../i18n/language.tsx'
import { describeFieldErrors, type FieldErrors } from './field-errors.ts'

/** Returns what is wrong with the fields of a form, in sentences for those who fill it in. */
export function useFieldErrors(error: unknown): FieldErrors {
  const { t } = useI18n()
  return describeFieldErrors(error, t)
}

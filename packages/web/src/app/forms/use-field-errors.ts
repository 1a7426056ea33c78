import { useI18n } from '../i18n/language.tsx'
import { describeFieldErrors, type FieldErrors } from './field-errors.ts'

/** Returns the error messages of the fields of a form, in the user's language. */
export function useFieldErrors(error: unknown): FieldErrors {
  const { t } = useI18n()
  return describeFieldErrors(error, t)
}

import { ApiError, type Fault } from '@wachta/client'
import type { Translate } from '../i18n/translate.ts'

/** The error messages for each field of a form, by the name of the field in the request body. */
export type FieldErrors = ReadonlyMap<string, readonly string[]>

/** The fields that have their own message when they are empty; all others share a general one. */
const namedFields = [
  'address',
  'channel_id',
  'code',
  'contact_ids',
  'description',
  'email_address',
  'name',
  'new_password',
  'password',
  'service_ids',
  'username',
] as const

/** The errors of an empty field. `too_short` means empty, because only passwords have a minimum length above 1. */
const emptyFieldSymbols = ['missing_field', 'too_short', 'too_few_items']

/**
 * Converts the field errors of the API to messages for users. The API describes errors in terms of its schema, for
 * programs, whereas a user has simply left a field empty. Errors without a field have an empty name as key.
 */
export function describeFieldErrors(error: unknown, t: Translate): FieldErrors {
  const fields = new Map<string, readonly string[]>()
  const byField = Map.groupBy(error instanceof ApiError ? error.errors : [], ({ field = '' }) =>
    field.replace(/^(?:data|query)(?:\.|$)/, ''),
  )
  for (const [field, fieldErrors] of byField) {
    // An empty field also breaks the format, which needs no second message.
    const isEmpty = field !== '' && fieldErrors.some(({ error: symbol }) => emptyFieldSymbols.includes(symbol))
    const sentences = isEmpty
      ? [describeEmptyField(field, t)]
      : fieldErrors.map((each) => describeFieldError(field, each, t))
    fields.set(field, [...new Set(sentences)])
  }
  return fields
}

const lastPart = (field: string): string => field.split('.').at(-1) ?? field

function describeEmptyField(field: string, t: Translate): string {
  const namedField = namedFields.find((each) => each === lastPart(field))
  return t(namedField ? `empty.${namedField}` : 'empty.other')
}

function describeFieldError(field: string, { error, message }: Fault, t: Translate): string {
  if (error === 'wrong_type') return t('fieldError.wrongType')
  if (error === 'not_an_allowed_value') return t('fieldError.notAllowed')
  if (error === 'wrong_format' && lastPart(field) === 'email_address') return t('fieldError.email')
  return error === 'wrong_format' && lastPart(field) === 'username' ? t('fieldError.username') : message
}

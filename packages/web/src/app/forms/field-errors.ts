import { ApiError, type Fault } from '@wachta/client'
import type { Translate } from '../i18n/translate.ts'

/** The sentences for each field of a form, by the name that the field has in the body. */
export type FieldErrors = ReadonlyMap<string, readonly string[]>

/** The fields that a sentence names when they are empty; for all others it is a general one. */
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

/** The rules of the schema that an empty field breaks. No text on a form has a minimum above one, except passwords. */
const emptiness = ['missing_field', 'too_short', 'too_few_items']

/**
 * Turns the field errors of the API into sentences for people. The API describes them in the terms of its schema, as programs
 * need it, but a person has simply left a field empty. Errors without a field are under the empty name.
 */
export function describeFieldErrors(error: unknown, t: Translate): FieldErrors {
  const fields = new Map<string, readonly string[]>()
  const byField = Map.groupBy(error instanceof ApiError ? error.errors : [], ({ field = '' }) =>
    field.replace(/^(?:data|query)(?:\.|$)/, ''),
  )
  for (const [field, fieldErrors] of byField) {
    // An empty field also breaks the format, which needs no second sentence.
    const isEmpty = field !== '' && fieldErrors.some(({ error: symbol }) => emptiness.includes(symbol))
    const sentences = isEmpty ? [emptyText(field, t)] : fieldErrors.map((each) => fieldErrorText(field, each, t))
    fields.set(field, [...new Set(sentences)])
  }
  return fields
}

const lastPart = (field: string): string => field.split('.').at(-1) ?? field

function emptyText(field: string, t: Translate): string {
  const named = namedFields.find((each) => each === lastPart(field))
  return t(named ? `empty.${named}` : 'empty.other')
}

function fieldErrorText(field: string, { error, message }: Fault, t: Translate): string {
  if (error === 'wrong_type') return t('fieldError.wrongType')
  if (error === 'not_an_allowed_value') return t('fieldError.notAllowed')
  if (error === 'wrong_format' && lastPart(field) === 'email_address') return t('fieldError.email')
  return error === 'wrong_format' && lastPart(field) === 'username' ? t('fieldError.username') : message
}

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
 * Turns the faults that the API reports into sentences. It describes them in the terms of its schema, as programs need
 * it; a person has left a field empty. Faults of no field are under the empty name.
 */
export function describeFieldErrors(error: unknown, t: Translate): FieldErrors {
  const fields = new Map<string, readonly string[]>()
  const byField = Map.groupBy(error instanceof ApiError ? error.errors : [], ({ field = '' }) =>
    field.replace(/^(?:data|query)(?:\.|$)/, ''),
  )
  for (const [field, faults] of byField) {
    // What is empty has no proper format either, which is not worth a second sentence.
    const isEmpty = field !== '' && faults.some((fault) => emptiness.includes(fault.error))
    const sentences = isEmpty ? [emptyText(field, t)] : faults.map((fault) => faultText(field, fault, t))
    fields.set(field, [...new Set(sentences)])
  }
  return fields
}

const lastPart = (field: string): string => field.split('.').at(-1) ?? field

function emptyText(field: string, t: Translate): string {
  const named = namedFields.find((each) => each === lastPart(field))
  return t(named ? `empty.${named}` : 'empty.other')
}

function faultText(field: string, { error, message }: Fault, t: Translate): string {
  if (error === 'wrong_type') return t('fieldError.wrongType')
  if (error === 'not_an_allowed_value') return t('fieldError.notAllowed')
  if (error === 'wrong_format' && lastPart(field) === 'email_address') return t('fieldError.email')
  return error === 'wrong_format' && lastPart(field) === 'username' ? t('fieldError.username') : message
}

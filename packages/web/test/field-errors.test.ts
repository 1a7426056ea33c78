import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, type Fault } from '@wachta/client'
import { describeFieldErrors } from '../src/app/forms/field-errors.ts'
import { createTranslate } from '../src/app/i18n/translate.ts'
import { en } from '../src/app/registry/messages.en.ts'
import { pl } from '../src/app/registry/messages.pl.ts'

const fault = (error: string, field?: string, message = 'In the words of the schema.'): Fault => ({
  code: 1000,
  error,
  message,
  ...(field !== undefined && { field }),
})
const refused = (...errors: Fault[]) => new ApiError({ status: 400, errors })
const inEnglish = createTranslate('en', en)
const sentences = (...fieldErrors: Fault[]) =>
  Object.fromEntries(describeFieldErrors(refused(...fieldErrors), inEnglish))

test('an empty field is asked for by its name, in one sentence', () => {
  assert.deepEqual(
    sentences(
      fault('too_short', 'data.username'),
      fault('wrong_format', 'data.username'),
      fault('missing_field', 'data.user_data.email_address'),
      fault('too_few_items', 'data.contact_ids'),
      fault('too_short', 'data.extended_settings.expected_content'),
    ),
    {
      username: ['Enter a username.'],
      'user_data.email_address': ['Enter an e-mail address.'],
      contact_ids: ['Select at least one contact.'],
      'extended_settings.expected_content': ['Fill in this field.'],
    },
  )
  const polish = describeFieldErrors(refused(fault('too_short', 'data.username')), createTranslate('pl', pl))
  assert.deepEqual(polish.get('username'), ['Podaj nazwę użytkownika.'])
})

test('no type or list of the schema is quoted', () => {
  assert.deepEqual(
    sentences(
      fault('wrong_type', 'data.interval'),
      fault('not_an_allowed_value', 'data.status'),
      fault('wrong_format', 'data.email_address'),
      fault('wrong_format', 'data.email_address'),
      fault('wrong_format', 'data.username'),
    ),
    {
      interval: ['Enter a valid value.'],
      status: ['Select one of the options.'],
      email_address: ['Enter an e-mail address such as anna@example.com.'],
      username: ['Use only letters, digits and the characters @ _ - .'],
    },
  )
})

test('errors that only the API knows keep its message, and errors without a field stay without one', () => {
  assert.deepEqual(
    sentences(fault('name_taken', 'data.name', 'This name is taken.'), fault('not_found', undefined, 'Not found.')),
    { name: ['This name is taken.'], '': ['Not found.'] },
  )
  assert.equal(describeFieldErrors(new Error('else'), inEnglish).size, 0)
  assert.equal(describeFieldErrors(null, inEnglish).size, 0)
})

import { flag, id, key, nullable, personal, text } from '@wachta/resource/field'
import { Type } from 'typebox'

/** Fields that several views of an account share. */
export const accountFields = {
  id: id(),
  name: personal(text({ min: 1, max: 255 })),
  username: personal(
    text({ min: 1, max: 128, pattern: '^[A-Za-z0-9@_.-]+$', description: 'Letters, digits, `@`, `_`, `-`, `.`.' }),
  ),
  package_id: id(),
  parent_account_id: nullable(
    id({ description: 'The account that an additional user acts for; null for all others.' }),
  ),
  is_activated: flag({ default: true }),
  is_blocked: flag(),
  is_read_only: flag({ default: false }),
  language_id: key({ default: 'pl', description: 'Language of periodic reports and notifications.' }),
  time_zone_id: key({ default: 'europe_warsaw', description: 'Used for weekly suspensions and quiet hours.' }),
}

export const disableLegacyNotifications = flag({
  default: false,
  description:
    'Turns off legacy notifications for all services of the account, regardless of their own settings; notifications of escalations continue.',
})

/** The personal data of the holder of an account. */
export const personalFields = {
  email_address: personal(
    text({ max: 1024, pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', description: 'The e-mail address of the account.' }),
  ),
  address: personal(nullable(text({ max: 128 }))),
  contact_person: personal(nullable(text({ max: 255 }))),
  phone_number: personal(nullable(text({ max: 20, pattern: '^\\+?[0-9 ]*$' }))),
  tax_identification_number: personal(nullable(text({ max: 10 }))),
}

export const password = Type.String({ minLength: 6, maxLength: 1024 })

/** Fields that only administrators can read, in records and in audit entries. */
export const internalFields = ['comment']

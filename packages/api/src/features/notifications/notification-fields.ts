import type { RowRef } from '@wachta/resource'
import { id, key, nullable, number, personal, text, time, unlisted, value } from '@wachta/resource/field'
import { administrator, any, never, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { Type } from 'typebox'

const attempt = Type.Object({
  time: Type.String({ format: 'dateTime' }),
  outcome: Type.String({ description: 'sent, temporary or permanent.' }),
  answer: Type.String({ description: "The provider's answer, as one line without addresses and secrets." }),
})

/** Fields of every notification, legacy or not. */
export const notificationFields = {
  id: id(),
  account_id: id({ description: 'The account on whose behalf it was sent.' }),
  channel_id: key(),
  address: personal(text({ max: 512, description: 'The address that it was sent to.' })),
  subject: text({ description: 'As it was sent; empty if the channel has no subjects, and until it is sent.' }),
  content: text({ description: 'As it was sent; empty until then.' }),
  time: time({ description: 'When it was sent, or when it was decided not to send it.' }),
}

/** Fields that the v3 API does not list, which explain why a notification was sent or suppressed. */
export const notificationRecord = {
  status: unlisted(text({ enum: ['pending', 'sent', 'failed', 'suppressed'] })),
  reason: unlisted(
    nullable(key({ description: 'Why it was suppressed or failed; see the dictionary of notification reasons.' })),
  ),
  kind: unlisted(text({ enum: ['start', 'end', 'test', 'code'] })),
  repeat_number: unlisted(number({ description: '0 for the first notification of its kind.' })),
  attempts: unlisted(value(Type.Array(attempt, { description: 'The delivery attempts and their outcomes.' }))),
  digest_id: unlisted(
    nullable(
      id({
        description:
          'The first notification of the digest in which it was sent; all notifications of a digest have the same value.',
      }),
    ),
  ),
  occurrence_id: unlisted(nullable(id({ description: 'The alert that it is about; see occurrences.' }))),
  created_at: unlisted(time()),
}

/** Defines a field for a column that is set in all rows of the resource, though not in all rows of the table. */
export const defineRequiredColumn = (name: string) => (row: RowRef) => row(name)

export const selectNotificationTime = (row: RowRef) => sql`coalesce(${row('sent_at')}, ${row('created_at')})`

/** Callers can only read notifications; the notifier writes them. */
export const notificationPermissions = {
  delete: never,
  own: own('account_id'),
  read: any(own('account_id'), administrator),
  update: never,
}

import { channels } from '@wachta/channels'
import type { RowRef } from '@wachta/resource'
import { flag, unlisted } from '@wachta/resource/field'
import { type RawBuilder, sql } from 'kysely'

/** Messages to phones cost money and wake people up, so the holders of the numbers confirm them first. */
const phoneChannels = channels.filter(({ isPhoneNumber }) => isPhoneNumber).map(({ id }) => id)

/** All e-mail channels share one confirmation, stored under the channel `email`. */
export const emailVerificationChannel = 'email'
const emailChannels = channels.filter(({ isEmailAddress }) => isEmailAddress).map(({ id }) => id)

export const isVerified = unlisted(
  flag({
    description:
      'Whether the recipient has confirmed the address: a telephone number with a code, an e-mail address with a link. Always true for other channels, and for the e-mail addresses of the account itself. Nothing is sent to an address that is not verified.',
  }),
)

/** A confirmation is for one account, channel and address; changing one of them invalidates it. */
export const selectVerification = (column: 'channel_id' | 'notification_channel_id') => (row: RowRef) => {
  const among = (ids: readonly string[]) => sql`${row(column)} = any(${sql.lit(`{${ids.join(',')}}`)}::text[])`
  const isVerifiedOn = (channelId: RawBuilder<unknown>) => sql`exists (select from verified_address p
where p.account_id = ${row('owner_id')} and p.channel_id = ${channelId} and p.address = ${row('address')} and p.verified_at is not null)`
  return sql`case when ${among(phoneChannels)} then ${isVerifiedOn(row(column))}
  when ${among(emailChannels)} then ${isVerifiedOn(sql.lit(emailVerificationChannel))} or exists (select from account h
    where (h.id = ${row('owner_id')} or h.parent_account_id = ${row('owner_id')}) and h.is_activated and lower(h.email_address) = lower(${row('address')}))
  else true end`
}

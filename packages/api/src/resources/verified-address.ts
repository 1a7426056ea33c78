import { channels } from '@wachta/channels'
import type { RowRef } from '@wachta/resource'
import { flag, unlisted } from '@wachta/resource/field'
import { sql } from 'kysely'

/** Telephone numbers cost money and wake people up: whoever has one is asked first. */
const verifiedChannels = channels.filter(({ isPhoneNumber }) => isPhoneNumber).map(({ id }) => id)

export const isVerified = unlisted(
  flag({
    description:
      'Whether the address has proved to be what the account says, by a code that was sent to it; always true for channels that ask for none. Nobody is told at a number that has not.',
  }),
)

/** The proof is of the account, the channel and the address: whatever changes one of them leaves it behind. */
export const verifiedBy = (column: 'channel_id' | 'notification_channel_id') => (row: RowRef) =>
  sql`(${row(column)} <> all(${sql.lit(`{${verifiedChannels.join(',')}}`)}::text[]) or exists (select from verified_address p
where p.account_id = ${row('owner_id')} and p.channel_id = ${row(column)} and p.address = ${row('address')} and p.verified_at is not null))`

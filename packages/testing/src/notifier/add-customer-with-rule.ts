import { syncDictionaries } from '@wachta/api'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export const sensor_ids = [1, 2, 3] as const

/** An address of a contact. */
export interface NewContactAddress {
  readonly channel_id: string
  readonly address: string
}

/** Adds an account with a rule, an escalation step and one contact; needs a connection of the database's owner. */
export async function addCustomerWithRule(owner: Database, addresses: readonly NewContactAddress[]): Promise<void> {
  await owner.transaction(syncDictionaries)
  await owner.query(sql`insert into package (id, name, available_notification_channel_ids)
values (1, 'Basic', ${addresses.map(({ channel_id }) => channel_id)}::text[])`)
  await owner.query(sql`insert into account (id, name, username, package_id, email_address, language_id, disable_legacy_notifications)
values (1, 'One', 'one', 1, 'one@example.com', 'en', true)`)
  await owner.query(sql`insert into service_group (id, owner_id, name) values (1000, 1, 'Group')`)
  await owner.query(
    sql`insert into sensor (id, name) select n, 'Sensor ' || n from unnest(${[...sensor_ids]}::bigint[]) n`,
  )
  await owner.query(sql`insert into contact (id, owner_id, name, language_id) values (1, 1, 'Duty', 'en')`)
  for (const { channel_id, address } of addresses)
    await owner.query(
      sql`insert into contact_address (contact_id, channel_id, address) values (1, ${channel_id}, ${address})`,
    )
  await verifyEmails(owner)
  await owner.query(sql`insert into event (id, owner_id, name) values (1, 1, 'Failure')`)
  await owner.query(sql`insert into escalation (event_id, name, contact_ids) values (1, 'Duty', '{1}')`)
}

/** Marks the e-mail addresses as verified, as following the link in the e-mail does. */
async function verifyEmails(owner: Database): Promise<void> {
  await owner.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
select distinct owner_id, 'email', address, now() from contact_address where channel_id like 'email%' on conflict do nothing`)
}

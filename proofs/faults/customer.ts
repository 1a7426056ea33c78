import { createHash, randomBytes } from 'node:crypto'
import { syncDictionaries } from '@wachta/api'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/** An address of the customer's contact. */
export interface ContactAddress {
  readonly channel_id: string
  readonly address: string
}

/**
 * Gives the account an alert rule, an escalation step, a contact and an API session; returns its Authorization header.
 */
export async function addCustomer(db: Database, addresses: readonly ContactAddress[]): Promise<string> {
  const offers = [{ service_type_id: 'http', maximum_services: null, minimum_interval: null }]
  await db.transaction(syncDictionaries)
  await db.query(sql`update package set available_notification_channel_ids = ${addresses.map(({ channel_id }) => channel_id)}::text[],
  maximum_services = 1000, minimum_interval = 1, maximum_sensors = 5, maximum_requests_per_minute = 1000000,
  available_service_types = ${JSON.stringify(offers)} where id = 1`)
  await db.query(sql`update account set language_id = 'en', disable_legacy_notifications = true where id = 1`)
  await db.query(sql`insert into contact (id, owner_id, name, language_id) values (1, 1, 'Duty', 'en')`)
  for (const { channel_id, address } of addresses)
    await db.query(
      sql`insert into contact_address (contact_id, channel_id, address) values (1, ${channel_id}, ${address})`,
    )
  await db.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
select distinct owner_id, 'email', address, now() from contact_address where channel_id like 'email%' on conflict do nothing`)
  await db.query(sql`insert into event (id, owner_id, name) values (1, 1, 'Failure')`)
  await db.query(sql`insert into escalation (event_id, name, contact_ids) values (1, 'Duty', '{1}')`)
  // The services and the group of the proof have explicit ids, so the sequences are moved past them.
  await db.query(sql`select setval(pg_get_serial_sequence('service', 'id'), 10000),
  setval(pg_get_serial_sequence('service_group', 'id'), 10000)`)
  await db.query(sql`insert into credential (account_id) values (1)`)
  const token = randomBytes(16).toString('hex')
  await db.query(sql`insert into session (account_id, token_hash, kind, scope, timeout, expires_at, is_verified)
values (1, ${createHash('sha256').update(token).digest()}, 'session', 'customer', 86400, now() + interval '1 day', true)`)
  return `Bearer ${token}`
}

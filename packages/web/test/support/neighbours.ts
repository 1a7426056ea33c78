import type { Database } from '@wachta/database'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { sql } from 'kysely'
import type { SeededServices } from './watched.ts'

/** The other accounts besides Anna's. */
export interface Neighbours {
  readonly adam: number
  /** A read-only user of Anna's account. */
  readonly reader: number
  /** An additional user of Anna's account. */
  readonly colleague: number
  /** A sub-account that lets Anna change and block it. */
  readonly shop: number
  /** A sub-account that grants her nothing. */
  readonly distant: number
  readonly blocked: number
  readonly package: number
}

/** Adds colleagues, customers and an administrator around one account. */
export async function addNeighbours(
  db: Database,
  anna: number,
  { groups, sensors }: SeededServices,
): Promise<Neighbours> {
  const small = await addPackage(db, { name: 'Mały', services: 20, sensors: 3, interval: 60, numbers: 1 })
  await addPackage(db, { name: 'Średni', services: 200, sensors: 5, interval: 30, offered: false })
  const adam = await addAccount(db, { username: 'adam', name: 'Adam Nowak', administrator: true, language: 'pl' })
  const colleague = await addAccount(db, { username: 'jan.wisniewski', name: 'Jan Wiśniewski', parent: anna })
  const reader = await addAccount(db, {
    username: 'dyzur-nocny@kowalska.example.com',
    name: 'Dyżur nocny',
    parent: anna,
    readOnly: true,
  })
  await addAccount(db, { username: 'nowa', name: 'Ewa Zielińska', parent: anna, activated: false })
  const dependent = { reseller: anna, packageId: small }
  const shop = await addAccount(db, {
    ...dependent,
    username: 'piekarnia',
    name: 'Piekarnia Pod Lipą',
    edit: true,
    block: true,
  })
  const distant = await addAccount(db, { ...dependent, username: 'kancelaria', name: 'Kancelaria Notarialna' })
  const blocked = await addAccount(db, {
    ...dependent,
    username: 'ksiegarnia',
    name: 'Księgarnia',
    edit: true,
    block: true,
    blocked: true,
  })
  await db.query(
    sql`insert into group_share (group_id, account_id, can_force_analyses) values (${groups.get('Sklep')}, ${shop}, true)`,
  )
  await db.query(sql`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${shop}, (select id from service_group where owner_id = ${shop} and is_default), 'https', 'Sklep ' || n, 'https://piekarnia' || n || '.example.com/', 60
from generate_series(1, 17) n`)
  await db.query(sql`update service_group set assigned_sensor_ids = ${JSON.stringify({ default: sensors })}::jsonb
where owner_id = ${shop} and is_default`)
  await db.query(sql`update service set status_since = now() - interval '12 days' where owner_id = ${shop}`)
  await db.query(sql`insert into service_state (service_id, status, since, last_time, response_time, failing_sensor_ids, error_type_id)
select id, case name when 'Sklep 4' then 'failure' else 'ok' end, now() - case name when 'Sklep 4' then interval '7 minutes' else interval '12 days' end,
  now(), 180 + (id * 37) % 200, case name when 'Sklep 4' then ${sensors.slice(0, 2)}::bigint[] else '{}' end, case name when 'Sklep 4' then 803 end
from service where owner_id = ${shop}`)
  await db.query(sql`insert into authentication (account_id, time, type, client_id, client_ip_address)
select ${anna}, now() - n * interval '7 hours', 'session', case when n % 4 = 0 then 'terraform' end, '192.0.2.' || (n % 3 + 5)
from generate_series(1, 23) n`)
  await addWrites(db, anna, colleague)
  return { adam, reader, colleague, shop, distant, blocked, package: small }
}

/** Adds entries to the audit log: changes, a creation, and a deletion. */
async function addWrites(db: Database, anna: number, colleague: number): Promise<void> {
  const writes = [
    [
      colleague,
      'update_service',
      'service',
      { interval: 300, address: 'http://sklep.example.com/' },
      { interval: 60, address: 'https://sklep.example.com/' },
    ],
    [anna, 'create_contact', 'contact', null, { id: 1, is_active: true, language_id: 'pl' }],
    [anna, 'delete_service', 'service', { id: 7, type_id: 'ping', interval: 60 }, null],
    [null, 'maintenance', 'account', { is_activated: false }, { is_activated: true }],
  ] as const
  for (const [place, [actor, operation, resource, before, after]] of writes.entries())
    await db.query(sql`select write_audit(jsonb_build_object('account_id', ${anna}::bigint, 'tree_id', ${anna}::bigint, 'time', now() - ${place} * interval '3 hours',
  'actor_id', ${actor}::bigint, 'actor_scope', ${actor === null ? 'system' : 'customer'}::text, 'request_id', ${`seeded-${place}`}::text, 'operation', ${operation}::text,
  'resource', ${resource}::text, 'object_id', ${String(9000 + place)}::text, 'before', ${JSON.stringify(before)}::jsonb, 'after', ${JSON.stringify(after)}::jsonb),
  null, ${JSON.stringify({ address: '192.0.2.5' })}::jsonb)`)
}

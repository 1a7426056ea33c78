import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { addAccount, openSession } from './accounts.ts'

/** An account, with the session of its requests. */
export interface Holder {
  readonly id: number
  readonly as: string
}

export async function addHolder(db: Database, options: Parameters<typeof addAccount>[1] = {}): Promise<Holder> {
  const id = await addAccount(db, options)
  return { id, as: await openSession(db, id) }
}

export async function addGroup(db: Database, owner: Holder): Promise<number> {
  const [row] = await db.query(
    sql<{ id: number }>`insert into service_group (owner_id, name) values (${owner.id}, 'Group') returning id`,
  )
  return row?.id ?? 0
}

/** Shares a group with another account, which may modify its services if the flag is set. */
export async function shareGroup(db: Database, group: number, recipient: Holder, modify: boolean): Promise<void> {
  await db.query(
    sql`insert into group_share (group_id, account_id, can_modify_services) values (${group}, ${recipient.id}, ${modify})`,
  )
}

/** Adds services of a group in one statement; returns their ids in order. */
export async function addServices(db: Database, group: number, count: number): Promise<number[]> {
  const rows = await db.query(
    sql<{ id: number }>`insert into service (owner_id, group_id, type_id, name, address, interval)
select g.owner_id, g.id, 'http', 'Service ' || n, 'http://example.com/', 60
from service_group g, generate_series(1, ${count}::int) n where g.id = ${group} order by n returning id`,
  )
  return rows.map(({ id }) => id)
}

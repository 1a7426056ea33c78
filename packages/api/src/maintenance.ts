import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Transaction } from '@wachta/database'
import type { Registry } from '@wachta/resource'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import { writeAudit } from './audit.ts'

const everyMs = 600_000
/** Erasing an account takes everything that hangs on it along: a few at a time. */
const erasedAtOnce = 100

export interface Maintained {
  readonly accounts: number
  readonly audits: number
  readonly expired: number
}

/** Takes out what has had its time: closed accounts, people in the audit, and everything that expires. */
export async function maintain(database: Database, registry: Registry, now: Date): Promise<Maintained> {
  const accounts = await eraseAccounts(database, registry, now)
  const audits = await eraseFromAudit(database, now)
  const expired = await removeExpired(database, now)
  return { accounts, audits, expired }
}

/** Keeps maintaining until told to stop. Several processes may do so: each row goes once. */
export async function keepMaintaining(
  database: Database,
  registry: Registry,
  { stopping, log }: { stopping: AbortSignal; log: Log },
): Promise<void> {
  while (!stopping.aborted) {
    try {
      const done = await maintain(database, registry, new Date())
      if (Object.values(done).some((count) => count > 0)) log.info(done, 'maintained')
    } catch (err) {
      log.error({ err }, 'maintenance failed; it is tried again later')
    }
    await wait(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function eraseAccounts(database: Database, registry: Registry, now: Date): Promise<number> {
  const due = await database.query(
    sql<{ id: number }>`select id from account where erase_after < ${now} order by id limit ${erasedAtOnce}`,
  )
  let erased = 0
  for (const { id } of due) erased += await database.transaction((tx) => eraseAccount(tx, registry, id, now))
  return erased
}

async function eraseAccount(tx: Transaction, registry: Registry, id: number, now: Date): Promise<number> {
  const [found] = await tx.query(
    sql`select id from account where id = ${id} and erase_after < ${now} for update skip locked`,
  )
  if (!found) return 0
  const written = { resource: 'account', id, accountId: id, before: { is_closed: true }, after: null }
  const system = { accountId: null, sessionId: null, scope: 'system' }
  await writeAudit(tx, registry, written, {
    operation: 'erase_account',
    caller: system,
    request: { id: 'maintenance', address: null },
    now,
  })
  await tx.query(sql`delete from account where id = ${id}`)
  return 1
}

async function eraseFromAudit(database: Database, now: Date): Promise<number> {
  const due = await database.query(
    sql<{ id: number }>`select account_id as id from audit_erasure where erase_after < ${now} limit ${erasedAtOnce}`,
  )
  for (const { id } of due)
    await database.transaction(async (tx) => {
      await tx.query(sql`select erase_audit_personal(${id})`)
      await tx.query(sql`delete from audit_erasure where account_id = ${id}`)
    })
  return due.length
}

/** How long each thing is kept is stated in docs/privacy.md. */
async function removeExpired(database: Database, now: Date): Promise<number> {
  const statements = [
    sql`delete from session where expires_at < ${now} or last_used_at + make_interval(secs => timeout) < ${now}`,
    sql`delete from mailed_token where expires_at < ${now}`,
    sql`delete from idempotent_answer where created_at < ${now}::timestamptz - interval '24 hours'`,
    sql`delete from login_limit where expire < ${now.getTime()}`,
    // Mail that could not be delivered for good; its job may hold an address.
    sql`delete from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null and run_at < ${now}::timestamptz - interval '30 days'`,
    sql`delete from authentication where time < ${now}::timestamptz - interval '400 days'`,
  ]
  let removed = 0
  for (const statement of statements) {
    const [counted] = await database.query(
      sql<{ count: number }>`with gone as (${statement} returning 1) select count(*) from gone`,
    )
    removed += counted?.count ?? 0
  }
  return removed
}

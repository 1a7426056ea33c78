import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { deleteExhaustedJobs } from '@wachta/queue'
import type { Registry } from '@wachta/resource'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import { writeAudit } from './audit.ts'
import { eraseEvidence } from './erase-evidence.ts'
import { deleteExpiredSubscriptions } from './expired-subscriptions.ts'

const cleanupIntervalMs = 600_000
/** The number of accounts per run; few, because erasing an account deletes everything that it owns. */
const maxErasedPerRun = 20

/** The stores that the cleanup deletes expired data from. */
export interface CleanupStores {
  readonly database: Database
  readonly objects: ObjectStore
  readonly registry: Registry
}

export interface CleanupCounts {
  readonly accounts: number
  readonly audits: number
  readonly expired: number
}

interface CleanupLoop {
  readonly stopping: AbortSignal
  readonly log: Log
  /** The reference clock: a machine whose clock is ahead must not delete what has not expired. */
  readonly now: () => Date
}

/** The accounts that could not be erased, those that failed longest ago first. */
type FailedAccounts = Set<number>

/**
 * Deletes expired data. The steps are independent: if one fails, the others still run, and the failure is thrown. A run
 * with the failed accounts of earlier runs erases all others first.
 */
export async function cleanUp(
  stores: CleanupStores,
  now: Date,
  failed: FailedAccounts = new Set(),
): Promise<CleanupCounts> {
  const [accounts = 0, audits = 0, expired = 0] = await settleAll('the cleanup was not completed', [
    eraseAccounts(stores, now, failed),
    eraseTraces(stores, now, failed),
    removeExpired(stores.database, now),
  ])
  return { accounts, audits, expired }
}

/** Runs the cleanup every ten minutes until the process stops. Several processes can do so at the same time. */
export async function keepCleaningUp(stores: CleanupStores, { stopping, log, now }: CleanupLoop): Promise<void> {
  const failed: FailedAccounts = new Set()
  while (!stopping.aborted) {
    try {
      const counts = await cleanUp(stores, now(), failed)
      if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'cleaned up')
    } catch (err) {
      log.error({ err }, 'could not delete expired data; retrying later')
    }
    await wait(cleanupIntervalMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function eraseAccounts(stores: CleanupStores, now: Date, failed: FailedAccounts): Promise<number> {
  const due = await stores.database.query(sql<{ id: number }>`select id from account where erase_after < ${now}
order by ${placeAmongFailed(failed)}, id limit ${maxErasedPerRun}`)
  return runInTurn('accounts could not be erased', due, ({ id }) =>
    noteFailure(failed, id, () => eraseAccount(stores, id, now)),
  )
}

/** Sorts accounts so that those that fail each time do not keep others from their turn. */
const placeAmongFailed = (failed: FailedAccounts) => sql`array_position(${[...failed]}::int8[], id) nulls first`

async function noteFailure(failed: FailedAccounts, id: number, erase: () => Promise<number>): Promise<number> {
  failed.delete(id)
  try {
    return await erase()
  } catch (error) {
    failed.add(id)
    throw error
  }
}

/** Waits until all promises are settled, and then throws all failures together. */
async function settleAll(message: string, work: readonly Promise<number>[]): Promise<number[]> {
  const outcomes = await Promise.allSettled(work)
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
  if (failures.length > 0) throw new AggregateError(failures, message)
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

/**
 * Does the work for one item after another, also if it fails for some, and then throws all failures together. In turn,
 * because each item holds a connection, and requests need the others. Returns the sum of the results.
 */
async function runInTurn<Item>(
  message: string,
  items: readonly Item[],
  work: (item: Item) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = []
  let sum = 0
  for (const item of items)
    try {
      sum += await work(item)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, message)
  return sum
}

function eraseAccount({ database, registry, objects }: CleanupStores, id: number, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const [found] = await tx.query(
      sql`select id from account where id = ${id} and erase_after < ${now} for update skip locked`,
    )
    if (!found) return 0
    const write = { resource: 'account', id, accountId: id, before: { is_closed: true }, after: null }
    const system = { accountId: null, sessionId: null, scope: 'system' }
    await writeAudit({ db: tx, registry }, [write], {
      operation: 'erase_account',
      caller: system,
      request: { id: 'maintenance', address: null },
      now,
    })
    await eraseEvidence(tx, objects, id)
    await tx.query(sql`delete from account where id = ${id}`)
    return 1
  })
}

/** Erases what remains of deleted accounts: the personal part of their audit log, and evidence of their services. */
async function eraseTraces(stores: CleanupStores, now: Date, failed: FailedAccounts): Promise<number> {
  const due = await stores.database.query(sql<{ id: number }>`select id from (
  select account_id as id from audit_erasure where erase_after < ${now}
) due order by ${placeAmongFailed(failed)}, id limit ${maxErasedPerRun}`)
  return runInTurn('traces of deleted accounts could not be erased', due, ({ id }) =>
    noteFailure(failed, id, () => eraseAccountTraces(stores, id)),
  )
}

function eraseAccountTraces({ database, objects }: CleanupStores, id: number): Promise<number> {
  return database.transaction(async (tx) => {
    await eraseEvidence(tx, objects, id)
    await tx.query(sql`select erase_audit_personal(${id})`)
    await tx.query(sql`delete from audit_erasure where account_id = ${id}`)
    return 1
  })
}

/** Deletes expired rows; docs/privacy.md states how long each kind of data is kept. */
async function removeExpired(database: Database, now: Date): Promise<number> {
  const statements = [
    sql`delete from session where expires_at < ${now} or last_used_at + make_interval(secs => timeout) < ${now}`,
    // For 90 days, requests with the key get an error that names the reason.
    sql`delete from api_key where least(revoked_at, expires_at) < ${now}::timestamptz - interval '90 days'`,
    sql`delete from mailed_token where expires_at < ${now}`,
    sql`delete from application_grant where expires_at < ${now}`,
    // Used tokens stay until they expire, so that a second use is noticed.
    sql`delete from oauth_record where expires_at < ${now}`,
    sql`delete from passkey_challenge where expires_at < ${now}`,
    sql`delete from sso_sign_in where expires_at < ${now}`,
    sql`delete from sso_logout where expires_at < ${now}`,
    sql`delete from status_page_visit where expires_at < ${now}`,
    sql`delete from sensor_enrolment where expires_at < ${now}`,
    // Usage statistics count revisions per month, up to a year back.
    sql`delete from service_revision r where r.configuration is null and r.effective_to < ${now}::timestamptz - interval '13 months'
  and not exists (select from service v where v.id = r.service_id)`,
    sql`delete from idempotent_answer where created_at < ${now}::timestamptz - interval '24 hours'`,
    sql`delete from login_limit where expire < ${now.getTime()}`,
    deleteExhaustedJobs(now),
    sql`delete from diagnostic where expires_at < ${now}`,
    sql`delete from report_preview where created_at < ${now}::timestamptz - interval '1 hour'`,
    sql`delete from forced_analysis where time < ${now}::timestamptz - interval '30 days'`,
    sql`delete from dead_letter where received_at < ${now}::timestamptz - interval '30 days'`,
    // Spools keep results for a day, so the watermark of a sensor without results for a month is useless.
    sql`delete from sensor_watermark where updated_at < ${now}::timestamptz - interval '30 days'`,
    sql`delete from stray_count where day < ${now}::timestamptz - interval '400 days'`,
    ...deleteExpiredSubscriptions(now),
    sql`delete from security_event where time < ${now}::timestamptz - interval '90 days'`,
    sql`delete from authentication where time < ${now}::timestamptz - interval '400 days'`,
  ]
  return runInTurn('expired rows could not be deleted', statements, async (statement) => {
    const [counted] = await database.query(
      sql<{ count: number }>`with gone as (${statement} returning 1) select count(*) from gone`,
    )
    return counted?.count ?? 0
  })
}

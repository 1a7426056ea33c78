import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'

/** So many occurrences are told of by one job. */
const atOnce = 100

/** Has people told of occurrences, as soon as the transaction is through. */
export async function notify(tx: Transaction, occurrences: readonly number[]): Promise<void> {
  if (occurrences.length === 0) return
  await tx.query(sql`select from graphile_worker.add_jobs(array(
  select row('tell', json_build_object('occurrences', json_agg(id order by id)), null, null, null, null, null, null)::graphile_worker.job_spec
  from unnest(${occurrences}::bigint[]) with ordinality n (id, place) group by (place - 1) / ${atOnce}::bigint))`)
}

/** The same at a later time, each by itself: whoever has something to add for one of them replaces its job. */
export async function notifyLater(tx: Transaction, occurrences: readonly number[], at: number): Promise<void> {
  if (occurrences.length === 0) return
  await tx.query(sql`select from graphile_worker.add_jobs(array(
  select row('tell', json_build_object('occurrences', json_build_array(id)), null, ${new Date(at)}::timestamptz, null, 'tell:' || id, null, null)::graphile_worker.job_spec
  from unnest(${occurrences}::bigint[]) id))`)
}

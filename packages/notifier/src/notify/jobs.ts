import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'

/** So many occurrences are told by one job. */
export const maxAlertsPerJob = 100
/** So many messages are handed over by one job, all of one channel: a channel that is slow then delays no other. */
const maxMessagesPerJob = 20

export interface NewJob {
  readonly identifier: 'tell' | 'deliver'
  readonly payload: object
  readonly run_at?: string
  readonly job_key?: string
}

/** Adds jobs in the transaction that causes them. A key takes the place of the job that had it. */
export async function addJobs(tx: Transaction, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  await tx.query(sql`select from graphile_worker.add_jobs(array(
  select (j.identifier, j.payload, null, j.run_at, null, j.job_key, null, null)::graphile_worker.job_spec
  from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as j (identifier text, payload json, run_at timestamptz, job_key text)
  order by j.job_key nulls last))`)
}

/** Forgets timers that are of no use any more. */
export async function removeTimers(tx: Transaction, occurrenceIds: readonly number[]): Promise<void> {
  if (occurrenceIds.length === 0) return
  await tx.query(sql`select graphile_worker.remove_job(j.key) from graphile_worker.jobs j
where j.key = any(${occurrenceIds.map(timerKey)}) order by j.key`)
}

/**
 * An occurrence is to be looked at again; there is one such time for each. It is the clock of the database that says when
 * it has come: whoever has one that is behind would see that nothing is due, and wait for a time that is past.
 */
export const timer = (occurrenceId: number, time: number): NewJob => ({
  identifier: 'tell',
  payload: { occurrences: [occurrenceId], not_before: time },
  run_at: new Date(time).toISOString(),
  job_key: timerKey(occurrenceId),
})

export const notifyJobs = (occurrenceIds: readonly number[]): NewJob[] =>
  chunks(occurrenceIds, maxAlertsPerJob).map((occurrences) => ({ identifier: 'tell', payload: { occurrences } }))

/** An occurrence that could not be told is tried again by itself, as of the time that its former job was for. */
export const retryJob = (occurrenceId: number, payload: unknown): NewJob => ({
  identifier: 'tell',
  payload: { ...(payload as object), occurrences: [occurrenceId] },
})

export function deliverJobs(messages: readonly { readonly id: number; readonly channel_id: string }[]): NewJob[] {
  const byChannel = Map.groupBy(messages, ({ channel_id }) => channel_id)
  return [...byChannel.values()].flatMap((group) =>
    chunks(group, maxMessagesPerJob).map((some) => ({
      identifier: 'deliver',
      payload: { notifications: some.map(({ id }) => id) },
    })),
  )
}

const timerKey = (occurrenceId: number): string => `tell:${occurrenceId}`

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

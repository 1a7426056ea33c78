import { randomUUID } from 'node:crypto'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/**
 * How long a claim lasts: the time until a message is handed over plus the longest attempt, with a margin. A process
 * that freezes for less than this sends no duplicate when it resumes.
 */
const claimMs = 45_000
/** A claim that is older than this is renewed before the message is handed over. */
const maxHandOverMs = 10_000
/**
 * The maximum number of waiting messages that a job takes in addition, so that it hands over all of them before their
 * claims are old.
 */
const maxWaiting = 200

export interface Claims {
  /** A unique id of this process. */
  readonly processId: string
  /** Claims pending messages. Returns those that are claimed by this process, and until when others hold the rest. */
  take(ids: readonly number[]): Promise<ClaimResult>
  /**
   * Claims further messages that are due to the same addresses as the given ones. It does not wait: a message that
   * another notifier has locked stays with that notifier.
   */
  takeWaiting(ids: readonly number[], waiting: WaitingFilter): Promise<readonly number[]>
  /** Whether claimed messages may be handed over now. Call it right before the hand-over. */
  areHeld(ids: readonly number[]): Promise<boolean>
  forget(ids: Iterable<number>): void
}

export interface ClaimResult {
  readonly mine: readonly number[]
  readonly others: readonly { readonly id: number; readonly until: Date }[]
}

export interface WaitingFilter {
  readonly channel_ids: readonly string[]
  readonly now: Date
}

export interface ClaimsOptions {
  readonly database: Pick<Database, 'query'>
  /**
   * The time in milliseconds by a monotonic clock and by the wall clock: after a freeze, either clock may miss the gap.
   */
  readonly clocks?: () => readonly [number, number]
}

interface Row {
  readonly id: number
  readonly is_mine: boolean
  readonly until: Date
}

export function createClaims({ database, clocks = () => [performance.now(), Date.now()] }: ClaimsOptions): Claims {
  const processId = randomUUID()
  const claimTimes = new Map<number, readonly [number, number]>()

  async function take(ids: readonly number[]): Promise<ClaimResult> {
    if (ids.length === 0) return { mine: [], others: [] }
    const askedAt = clocks()
    const rows = await database.query(sql<Row>`with waiting as materialized (
  select id, claimed_by, claimed_until from notification where id = any(${ids}::bigint[]) and status = 'pending' order by id for no key update),
claimed as (
  update notification n set claimed_by = ${processId}, claimed_until = clock_timestamp() + ${claimMs} * interval '1 millisecond'
  from waiting w where n.id = w.id and (w.claimed_until is null or w.claimed_until <= clock_timestamp() or w.claimed_by = ${processId})
  returning n.id, n.claimed_until)
select w.id, c.id is not null as is_mine, coalesce(c.claimed_until, w.claimed_until) as until from waiting w left join claimed c on c.id = w.id`)
    for (const { id, is_mine } of rows) if (is_mine) claimTimes.set(id, askedAt)
    return {
      mine: rows.flatMap(({ id, is_mine }) => (is_mine ? id : [])),
      others: rows.filter(({ is_mine }) => !is_mine),
    }
  }

  async function takeWaiting(ids: readonly number[], { channel_ids, now }: WaitingFilter): Promise<readonly number[]> {
    if (ids.length === 0 || channel_ids.length === 0) return []
    const askedAt = clocks()
    const rows = await database.query(sql<{ id: number }>`with target as (
  select distinct account_id, channel_id, address from notification where id = any(${ids}::bigint[]) and channel_id = any(${channel_ids}::text[])),
waiting as materialized (
  select w.id from target t cross join lateral (
    select n.id from notification n
    where n.status = 'pending' and n.account_id = t.account_id and n.address = t.address and n.channel_id = t.channel_id
      and n.kind in ('start', 'end') and n.next_attempt_at <= ${now} and (n.claimed_until is null or n.claimed_until <= clock_timestamp())
      and n.id <> all(${ids}::bigint[])
    order by n.id limit ${maxWaiting} for no key update skip locked) w
  limit ${maxWaiting})
update notification n set claimed_by = ${processId}, claimed_until = clock_timestamp() + ${claimMs} * interval '1 millisecond'
from waiting w where n.id = w.id returning n.id`)
    for (const { id } of rows) claimTimes.set(id, askedAt)
    return rows.map(({ id }) => id)
  }

  const isRecent = (askedAt: readonly number[] | undefined): boolean =>
    askedAt !== undefined && clocks().every((now, index) => Math.abs(now - (askedAt[index] ?? 0)) < maxHandOverMs)

  return {
    processId,
    take,
    takeWaiting,
    // After a freeze, others may have taken over: only the database knows who holds the messages now.
    areHeld: async (ids) =>
      ids.every((id) => isRecent(claimTimes.get(id))) || (await take(ids)).mine.length === new Set(ids).size,
    forget(ids) {
      for (const id of ids) claimTimes.delete(id)
    },
  }
}

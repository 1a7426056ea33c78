import { randomUUID } from 'node:crypto'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/**
 * For so long a message is one process's alone: as long as it may take until the message is handed over, and as the longest
 * attempt takes from then on, with something to spare. Whoever stands still for less has sent nothing twice when it wakes.
 */
const claimMs = 45_000
/** A message is handed over within this time of its claim, or the claim is renewed first. */
const maxHandOverMs = 10_000

export interface Claims {
  /** Of this process, unlike any other. */
  readonly holder: string
  /** Claims messages that still wait; tells which are ours now, and until when others have the rest. */
  take(ids: readonly number[]): Promise<Claimed>
  /** Whether a message that was taken may be handed over now. To be asked at the last moment. */
  isHeld(id: number): Promise<boolean>
  forget(ids: Iterable<number>): void
}

export interface Claimed {
  readonly mine: readonly number[]
  readonly others: readonly { readonly id: number; readonly until: Date }[]
}

export interface ClaimsOptions {
  readonly database: Pick<Database, 'query'>
  /** Milliseconds of a clock that only goes forward, and of one that tells the time: a machine that stood still may miss either. */
  readonly clocks?: () => readonly [number, number]
}

interface Row {
  readonly id: number
  readonly is_mine: boolean
  readonly until: Date
}

export function createClaims({ database, clocks = () => [performance.now(), Date.now()] }: ClaimsOptions): Claims {
  const holder = randomUUID()
  const taken = new Map<number, readonly [number, number]>()

  async function take(ids: readonly number[]): Promise<Claimed> {
    if (ids.length === 0) return { mine: [], others: [] }
    const asked = clocks()
    const rows = await database.query(sql<Row>`with waiting as materialized (
  select id, claimed_by, claimed_until from notification where id = any(${ids}::bigint[]) and status = 'pending' order by id for no key update),
claimed as (
  update notification n set claimed_by = ${holder}, claimed_until = clock_timestamp() + ${claimMs} * interval '1 millisecond'
  from waiting w where n.id = w.id and (w.claimed_until is null or w.claimed_until <= clock_timestamp() or w.claimed_by = ${holder})
  returning n.id, n.claimed_until)
select w.id, c.id is not null as is_mine, coalesce(c.claimed_until, w.claimed_until) as until from waiting w left join claimed c on c.id = w.id`)
    for (const { id, is_mine } of rows) if (is_mine) taken.set(id, asked)
    return {
      mine: rows.flatMap(({ id, is_mine }) => (is_mine ? id : [])),
      others: rows.filter(({ is_mine }) => !is_mine),
    }
  }

  const isFresh = (asked: readonly number[] | undefined): boolean =>
    asked !== undefined && clocks().every((now, index) => Math.abs(now - (asked[index] ?? 0)) < maxHandOverMs)

  return {
    holder,
    take,
    // Who stood still may have been taken for dead: only the database knows whose the message is by now.
    isHeld: async (id) => isFresh(taken.get(id)) || (await take([id])).mine.length > 0,
    forget(ids) {
      for (const id of ids) taken.delete(id)
    },
  }
}

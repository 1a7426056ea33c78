import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import type { StatusStart } from './service-status.ts'

export interface StoredChange {
  readonly service_id: number
  readonly id: number
  readonly status: StatusStart['status']
  readonly start: number
  readonly end: number | null
}

/** The stored statuses of a service, and the statuses that it should have. */
export interface StatusDifference {
  readonly service_id: number
  /** The stored status before the first of the others. */
  readonly before: StoredChange | undefined
  readonly later: readonly StoredChange[]
  readonly starts: readonly StatusStart[]
}

interface Writing {
  readonly gone: number[]
  readonly ended: { readonly id: number; readonly end_time: Date | null }[]
  readonly begun: Record<string, unknown>[]
}

/** Changes the stored statuses of many services to what they should be. Rows that are already right are not touched. */
export async function writeStatusDifferences(tx: Transaction, differences: readonly StatusDifference[]): Promise<void> {
  const writing: Writing = { gone: [], ended: [], begun: [] }
  for (const difference of differences) compare(difference, writing)
  const { gone, ended, begun } = writing
  if (gone.length > 0) await tx.query(sql`delete from status_change where id = any(${gone})`)
  if (ended.length > 0)
    await tx.query(sql`update status_change c set end_time = n.end_time
from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as n (id bigint, end_time timestamptz) where c.id = n.id`)
  if (begun.length > 0)
    await tx.query(sql`insert into status_change (service_id, owner_id, status, start_time, end_time, error_type_id)
select n.service_id, v.owner_id, n.status, n.start_time, n.end_time, n.error_type_id
from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as n (service_id bigint, status text, start_time timestamptz, end_time timestamptz,
  error_type_id bigint) join service v on v.id = n.service_id order by n.service_id, n.start_time`)
}

function compare({ service_id, before, later, starts }: StatusDifference, { gone, ended, begun }: Writing): void {
  const kept = new Set<number>()
  for (const [index, { status, start, error_type_id }] of starts.entries()) {
    const end = starts[index + 1]?.start ?? null
    const same = later.find((one) => one.status === status && one.start === start)
    if (same === undefined)
      begun.push({ service_id, status, start_time: new Date(start), end_time: timeOf(end), error_type_id })
    else {
      kept.add(same.id)
      if (same.end !== end) ended.push({ id: same.id, end_time: timeOf(end) })
    }
  }
  gone.push(...later.filter(({ id }) => !kept.has(id)).map(({ id }) => id))
  const first = starts[0]?.start ?? null
  if (before !== undefined && before.end !== first) ended.push({ id: before.id, end_time: timeOf(first) })
}

const timeOf = (time: number | null): Date | null => (time === null ? null : new Date(time))

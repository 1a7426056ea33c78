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
  /** The last stored status that begins before the first changed slot. */
  readonly before: StoredChange | undefined
  readonly later: readonly StoredChange[]
  readonly starts: readonly StatusStart[]
}

/** The rows of `status_change` to delete, to give another end, and to insert. */
interface Changes {
  readonly deletedIds: number[]
  readonly newEnds: { readonly id: number; readonly end_time: Date | null }[]
  readonly newRows: Record<string, unknown>[]
}

/** Changes the stored statuses of many services to what they should be. Rows that are already right are not touched. */
export async function writeStatusDifferences(tx: Transaction, differences: readonly StatusDifference[]): Promise<void> {
  const changes: Changes = { deletedIds: [], newEnds: [], newRows: [] }
  for (const difference of differences) collectChanges(difference, changes)
  const { deletedIds, newEnds, newRows } = changes
  if (deletedIds.length > 0) await tx.query(sql`delete from status_change where id = any(${deletedIds})`)
  if (newEnds.length > 0)
    await tx.query(sql`update status_change c set end_time = n.end_time
from jsonb_to_recordset(${JSON.stringify(newEnds)}::jsonb) as n (id bigint, end_time timestamptz) where c.id = n.id`)
  if (newRows.length > 0)
    await tx.query(sql`insert into status_change (service_id, owner_id, status, start_time, end_time, error_type_id)
select n.service_id, v.owner_id, n.status, n.start_time, n.end_time, n.error_type_id
from jsonb_to_recordset(${JSON.stringify(newRows)}::jsonb) as n (service_id bigint, status text, start_time timestamptz, end_time timestamptz,
  error_type_id bigint) join service v on v.id = n.service_id order by n.service_id, n.start_time`)
}

function collectChanges(
  { service_id, before, later, starts }: StatusDifference,
  { deletedIds, newEnds, newRows }: Changes,
): void {
  const keptIds = new Set<number>()
  for (const [index, { status, start, error_type_id }] of starts.entries()) {
    const end = starts[index + 1]?.start ?? null
    const stored = later.find((one) => one.status === status && one.start === start)
    if (stored === undefined)
      newRows.push({ service_id, status, start_time: new Date(start), end_time: toDate(end), error_type_id })
    else {
      keptIds.add(stored.id)
      if (stored.end !== end) newEnds.push({ id: stored.id, end_time: toDate(end) })
    }
  }
  deletedIds.push(...later.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id))
  const first = starts[0]?.start ?? null
  if (before !== undefined && before.end !== first) newEnds.push({ id: before.id, end_time: toDate(first) })
}

const toDate = (time: number | null): Date | null => (time === null ? null : new Date(time))

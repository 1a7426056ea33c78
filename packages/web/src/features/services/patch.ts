import type { ServiceStatus } from '@wachta/client'
import { type ServiceWithStatus, withStatus } from './watched.ts'

export interface PatchedList {
  readonly rows: readonly ServiceWithStatus[]
  /** Whether a status belongs to a service that is not on the list, such as a new one. */
  readonly hasUnknown: boolean
}

/**
 * Returns the list with the new statuses. Unchanged rows remain the same objects, so that they are not rendered again.
 */
export function patchList(rows: readonly ServiceWithStatus[], statuses: readonly ServiceStatus[]): PatchedList {
  const updates = new Map(statuses.map((status) => [status.service_id, status]))
  const next = rows.map((row) => {
    const status = updates.get(row.id)
    if (status === undefined) return row
    updates.delete(row.id)
    const changed = withStatus(row, status)
    return isSame(row, changed) ? row : changed
  })
  const isChanged = next.some((row, index) => row !== rows[index])
  return { rows: isChanged ? next : rows, hasUnknown: updates.size > 0 }
}

const isSame = (one: ServiceWithStatus, other: ServiceWithStatus): boolean =>
  (Object.keys(one) as (keyof ServiceWithStatus)[]).every((key) =>
    key === 'failing' ? one.failing.join() === other.failing.join() : one[key] === other[key],
  )

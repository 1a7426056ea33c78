import type { ServiceStatus } from '@wachta/client'
import { type Watched, withStatus } from './watched.ts'

export interface Patched {
  readonly rows: readonly Watched[]
  /** Something was told of that is not on the list: it is new, or is seen for the first time. */
  readonly hasUnknown: boolean
}

/** The list with what was told of it. Rows that are as they were stay the same objects, so that nobody draws them again. */
export function patched(rows: readonly Watched[], told: readonly ServiceStatus[]): Patched {
  const news = new Map(told.map((status) => [status.service_id, status]))
  const next = rows.map((row) => {
    const status = news.get(row.id)
    if (status === undefined) return row
    news.delete(row.id)
    const changed = withStatus(row, status)
    return isSame(row, changed) ? row : changed
  })
  const isChanged = next.some((row, place) => row !== rows[place])
  return { rows: isChanged ? next : rows, hasUnknown: news.size > 0 }
}

const isSame = (one: Watched, other: Watched): boolean =>
  (Object.keys(one) as (keyof Watched)[]).every((key) =>
    key === 'failing' ? one.failing.join() === other.failing.join() : one[key] === other[key],
  )

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Installation, unchangedServices } from './installation.ts'
import type { Writer } from './writer.ts'

/** The time from a failure until results led to decisions again, and until the API accepted a write. */
export interface Recovery {
  readonly decisionsMs: number
  readonly writesMs: number
}

const pollMs = 200

/** Waits until both work again; returns undefined on timeout. */
export async function measureRecovery(
  { db }: Pick<Installation, 'db'>,
  { writer, since, patienceMs }: { readonly writer: Writer; readonly since: number; readonly patienceMs: number },
): Promise<Recovery | undefined> {
  const end = since + patienceMs
  while (Date.now() < end) {
    const decided = await readDecisions(db, since).catch(() => undefined)
    const write = writer.accepted.find(({ sent }) => sent >= since)
    if (decided !== undefined && write !== undefined) return { decisionsMs: decided, writesMs: write.answered - since }
    await wait(pollMs)
  }
  return undefined
}

/**
 * Returns by how much the latest first decision of a service after the failure was overdue; it is due one interval
 * after the failure. Undefined while a service has no decision yet.
 */
async function readDecisions(db: Installation['db'], since: number): Promise<number | undefined> {
  const rows = await db.query(sql<{ service_id: number; at: number }>`select service_id, min(at) as at from journal
where kind = 'closed' and at > ${since} group by service_id`)
  const firstDecisions = new Map(rows.map(({ service_id, at }) => [service_id, at]))
  let longestMs = 0
  for (const { service_id, interval_ms } of unchangedServices) {
    const decidedAt = firstDecisions.get(service_id)
    if (decidedAt === undefined) return undefined
    longestMs = Math.max(longestMs, decidedAt - since - interval_ms)
  }
  return longestMs
}

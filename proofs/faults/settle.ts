import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Rig } from './rig.ts'
import { endChecks, maxAnalysisDelayMs, sensor_ids, services, type WatchedService } from './world.ts'

/** How far ahead the pause is planned, so that every process has recovered and knows of it. */
const leadMs = 6_000

/** Polls until the condition holds; an unavailable database counts as no. Returns the duration, or undefined. */
export async function eventually(
  timeoutMs: number,
  condition: () => Promise<boolean>,
  intervalMs = 200,
): Promise<number | undefined> {
  const began = Date.now()
  while (Date.now() - began < timeoutMs) {
    if (await condition().catch(() => false)) return Date.now() - began
    await wait(intervalMs)
  }
  return undefined
}

/** Returns whether every sensor has sent a heartbeat and was allowed to work. */
export async function areSensorsUp({ db }: Pick<Rig, 'db'>): Promise<boolean> {
  const [row] = await db.query(sql<{ count: number }>`select count(*) from sensor_state`)
  return row?.count === sensor_ids.length
}

/**
 * Returns whether every service has an analysis of a slot after the instant, with a result of every available sensor.
 */
export async function hasCompleteAnalyses(
  { db }: Pick<Rig, 'db'>,
  since: number,
  watchedServices: readonly WatchedService[] = services,
  unavailableSensors = 0,
): Promise<boolean> {
  const ids = watchedServices.map(({ service_id }) => service_id)
  const [row] = await db.query(sql<{ count: number }>`select count(distinct service_id) from analysis
where time >= ${new Date(since)} and unknown_checks_count <= ${unavailableSensors} and service_id = any(${ids}::bigint[])`)
  return row?.count === ids.length
}

/** Returns whether a planner leads, so that sensors get changes. */
async function hasLeadingPlanner(db: Rig['db']): Promise<boolean> {
  const [row] = await db.query(sql<{ leads: boolean }>`select exists (select from pg_locks where locktype = 'advisory'
  and granted and database = (select oid from pg_database where datname = current_database())) as leads`)
  return row?.leads === true
}

/** Ends all checks, and waits until everything is stored. Returns false if something is still pending. */
export async function settle(
  { db }: Pick<Rig, 'db'>,
  timeoutMs: number,
): Promise<{ readonly end: number; readonly isDrained: boolean }> {
  // A sensor that does not know of the pause rightly continues to check.
  await eventually(timeoutMs, () => hasLeadingPlanner(db))
  const end = Date.now() + leadMs
  await endChecks(db, new Date(end))
  await wait(leadMs + maxAnalysisDelayMs)
  const drained = await eventually(timeoutMs, async () => {
    const [row] = await db.query(sql<{ drained: number }>`select count(*) as drained from sensor_state
where last_seen > ${new Date(end + maxAnalysisDelayMs)} and (report->>'spooled')::int = 0`)
    return row?.drained === sensor_ids.length
  })
  return { end, isDrained: drained !== undefined }
}

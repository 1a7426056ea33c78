import {
  type CommitResult,
  createSlotAggregator,
  createStore,
  type FencedLease,
  type ForcedSlot,
  loadShard,
} from '@wachta/analyst'
import { applyDueDelays } from '@wachta/analyst/src/events/apply-due-delays.ts'
import type { CheckReport } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { CheckResult } from '@wachta/domain'
import { jobNames, type NotifyPayload } from '@wachta/queue'
import { sql } from 'kysely'
import { loadJobs } from '../jobs.ts'
import { takeLease } from './installation.ts'
import { createBatch, createCheckReport, start } from './simulated.ts'

const secondMs = 1_000
export const minute = 60 * secondMs

const streams = {
  live: { name: 'LIVE', created: new Date(start) },
  backlog: { name: 'BACKLOG', created: new Date(start) },
}

/** An analyst of one shard with simulated time, in minutes from the start; sensor 1 checks the services. */
export interface SimulatedAnalyst {
  /** Reports a result of the sensor for a slot, and waits until the analyst has stored it. */
  reportSlot(at: number, results: ReadonlyMap<number, CheckResult>): Promise<CommitResult>
  /** Reports any results at that time, and waits until the analyst has stored them. */
  reportResults(at: number, reports: readonly CheckReport[]): Promise<CommitResult>
  /** Expects a manual check. */
  expectForced(forced: ForcedSlot): void
  /** Closes all slots that can be closed by then, and stores their analyses. */
  closeUntil(at: number): Promise<CommitResult>
  /** Writes the data that may be stored after the commits. */
  flush: ReturnType<typeof createStore>['flush']
  /** Starts and ends the alerts that are due by then. */
  settle(at: number): Promise<number>
  /** Lets another analyst take over from the stored state. */
  takeOver(): Promise<void>
  readonly lease: FencedLease
}

export async function simulateAnalyst(
  database: Database,
  shard: number,
  storeDatabase = database,
): Promise<SimulatedAnalyst> {
  let sequence = 0
  let aggregator: ReturnType<typeof createSlotAggregator>
  let store: ReturnType<typeof createStore>
  let lease: FencedLease
  const takeOver = async () => {
    lease = await takeLease(database, shard)
    const loaded = await loadShard(database, shard)
    aggregator = createSlotAggregator({
      streams: ['live', 'backlog'],
      now: start,
      services: loaded.services,
      watermarks: loaded.watermarks,
    })
    for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
    store = createStore({ database: storeDatabase, ...lease, currentStates: loaded.currentStates, streams })
  }
  const closeSlots = (at: number) => {
    const now = start + at * minute
    return store.commit({ ...aggregator.close(now), now })
  }
  const takeReports = (at: number, reports: readonly CheckReport[]) => {
    for (const [, sensorReports] of Map.groupBy(reports, ({ sensor_id }) => sensor_id)) {
      sequence += 1
      aggregator.take(createBatch(sequence * 10_000, sensorReports), {
        stream: 'live',
        sequence,
        now: start + at * minute,
      })
    }
    return closeSlots(at)
  }
  await takeOver()
  return {
    closeUntil: closeSlots,
    reportResults: takeReports,
    expectForced: (forced) => aggregator.force(forced),
    takeOver,
    flush: (given) => store.flush(given),
    get lease() {
      return lease
    },
    reportSlot(at, results) {
      const slot = start + at * minute
      const reports = [...results].map(([service_id, result]) =>
        createCheckReport({ service_id, slot, sensor_id: 1, result }),
      )
      return takeReports(at + 1 / 60, reports)
    },
    settle: (at) =>
      applyDueDelays({
        ...{ database: storeDatabase, ...lease, now: start + at * minute },
        knownUntil: (id) => aggregator.getKnownUntil(id),
      }),
  }
}

/** Returns the same result for each of the services. */
export const reportFromAll = (ids: readonly number[], result: CheckResult): ReadonlyMap<number, CheckResult> =>
  new Map(ids.map((id) => [id, result]))

export interface RuleRow {
  readonly kind?: string
  readonly scope?: { readonly group_ids?: readonly number[]; readonly service_ids?: readonly number[] }
  readonly settings?: Readonly<Record<string, unknown>>
  readonly start_delay?: number
  readonly end_delay?: number
  readonly owner_id?: number
}

/** Adds a rule, which applies to all services of the account unless it has a scope. */
export async function addRule(database: Database, rule: RuleRow = {}): Promise<number> {
  const { kind = 'failure', settings = {}, start_delay = 0, end_delay = 0, owner_id = 1 } = rule
  const scope = { all_services: rule.scope === undefined, group_ids: [], service_ids: [], ...rule.scope }
  const [row] = await database.query(sql<{
    id: number
  }>`insert into event (owner_id, name, kind, settings, scope, start_delay, end_delay)
values (${owner_id}, 'Rule', ${kind}, ${JSON.stringify(settings)}, ${JSON.stringify(scope)}, ${start_delay}, ${end_delay}) returning id`)
  return row?.id ?? 0
}

interface StoredOccurrence {
  readonly service_id: number
  readonly event_id: number | null
  readonly start: number
  readonly end: number | null
  readonly reason: string | null
}

/** Returns the occurrences of an alert rule, or of legacy notifications, in minutes: `5 2..4 recovered`. */
export async function listOccurrences(
  database: Database,
  event_id: number | null,
  ids?: readonly number[],
): Promise<string[]> {
  const rows = await database.query(sql<StoredOccurrence>`select service_id, event_id, end_reason as reason,
  (extract(epoch from start_time - ${new Date(start)}) / 60)::float8 as start, (extract(epoch from end_time - ${new Date(start)}) / 60)::float8 as end
from occurrence where event_id is not distinct from ${event_id} and (${ids ?? null}::bigint[] is null or service_id = any(${ids ?? null}))
order by service_id, start_time`)
  return rows.map(({ service_id, start: from, end, reason }) =>
    reason === null ? `${service_id} ${from}..` : `${service_id} ${from}..${end} ${reason}`,
  )
}

/** Returns the occurrences in the notification jobs, in the order in which the jobs were added. */
export async function loadNotifiedOccurrences(database: Database): Promise<number[]> {
  const jobs = await loadJobs<NotifyPayload>(database, jobNames.notify)
  return jobs.flatMap(({ payload }) => payload.occurrences)
}

/** Returns everything that alert rules have stored, for comparison. */
export async function readAllEvents(database: Database): Promise<string> {
  const tables = ['event_status', 'event_status_change', 'occurrence']
  const rows = tables.map((table) => database.query(sql`select * from ${sql.table(table)} order by id`))
  return JSON.stringify([...(await Promise.all(rows)), await loadNotifiedOccurrences(database)])
}

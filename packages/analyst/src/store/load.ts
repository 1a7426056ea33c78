import { shardCount, virtualPartitions } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { ExtendedSettings, Revision, ServiceState } from '@wachta/domain'
import { type RawBuilder, sql } from 'kysely'
import type { DecidedSlot } from '../slots/early-decisions.ts'
import { computeAnalysis } from '../slots/open-slot.ts'
import type { SensorWatermark } from '../slots/receipts.ts'
import type { AggregatedService } from '../slots/slot-aggregator.ts'
import { readStoredChecks } from './read-stored-checks.ts'
import type { RecordedAnalysis } from './recorded-analysis.ts'
import { applyAnalysis, type CurrentState, createInitialCurrentState, findDecidedSlot } from './service-status.ts'

/** The stored state of a shard, with which an aggregator and a store start. */
export interface LoadedShard {
  readonly services: readonly AggregatedService[]
  readonly currentStates: Map<number, CurrentState>
  /** The services whose stored state is older than their newest analysis. */
  readonly caughtUpIds: ReadonlySet<number>
  readonly watermarks: readonly SensorWatermark[]
  readonly positions: readonly StoredPosition[]
}

export interface StoredPosition {
  readonly stream: string
  readonly stream_created: Date
  readonly sequence: number
}

/** The SQL condition that a service belongs to the shard, equivalent to `getShardOfService`. */
export const isInShard = (id: RawBuilder<unknown>, shard: number): RawBuilder<boolean> =>
  sql<boolean>`((${id} % ${virtualPartitions}::bigint) * ${shardCount}::bigint) / ${virtualPartitions}::bigint = ${shard}::bigint`

interface StoredService {
  readonly id: number
  readonly status: ServiceState['status'] | null
  readonly since: Date | null
  readonly last_time: Date | null
  readonly last_ok_time: Date | null
  readonly last_error_time: Date | null
  readonly response_time: number | null
  readonly failing_sensor_ids: number[] | null
  readonly error_type_id: number | null
  readonly paused_from: Date | null
  readonly paused_to: Date | null
  readonly first_time: Date | null
  readonly owner_id: number
  readonly tree_id: number
  readonly is_arriving: boolean
}

/** Reads everything that an analyst needs to take over a shard. */
export async function loadShard(database: Database, shard: number): Promise<LoadedShard> {
  const stored = await readServices(database, isInShard(sql`v.id`, shard))
  const revisions = await readRevisions(database, isInShard(sql`v.id`, shard))
  const currentStates = toCurrentStates(stored)
  const caughtUpIds = await catchUp(database, shard, currentStates)
  const decided = await readDecisions(database, shard)
  return {
    services: stored.map((service) => toAggregatedService(service, { revisions, currentStates, decided })),
    currentStates,
    caughtUpIds,
    watermarks: await database.query(
      sql<SensorWatermark>`select sensor_id, host, sequence from sensor_watermark where vp_group = ${shard} and updated_at > now() - interval '30 days' order by updated_at`,
    ),
    positions: await database.query(
      sql<StoredPosition>`select stream, stream_created, sequence from stream_position where vp_group = ${shard}`,
    ),
  }
}

/** Reads single services that are new or have changed. */
export async function loadServices(
  database: Database,
  ids: readonly number[],
): Promise<{ services: AggregatedService[]; currentStates: Map<number, CurrentState> }> {
  const stored = await readServices(database, sql<boolean>`v.id = any(${ids})`)
  const revisions = await readRevisions(database, sql<boolean>`v.id = any(${ids})`)
  const currentStates = toCurrentStates(stored)
  return {
    services: stored.map((service) => toAggregatedService(service, { revisions, currentStates })),
    currentStates,
  }
}

/**
 * The time from which a service is watched. `offset 0` makes PostgreSQL read the revisions of the service; without it,
 * PostgreSQL may search the revisions of all services for the minimum, which took 4 ms for each of 20,000 services.
 */
const firstTime = sql`(select min(f.effective_from) from (select r.effective_from from service_revision r where r.service_id = v.id offset 0) f)`

/** The services of this cell, and those that are on their way from another one. */
const watchedServices = sql`(select s.id, s.owner_id, a.tree_id, false as is_arriving from service s join account a on a.id = s.owner_id
  union all select service_id, owner_id, tree_id, true from arriving_service)`

const readServices = (database: Database, condition: RawBuilder<boolean>): Promise<StoredService[]> =>
  database.query(sql<StoredService>`select v.id, v.owner_id, v.tree_id, v.is_arriving, st.status, st.since, st.last_time, st.last_ok_time, st.last_error_time,
  st.response_time, st.failing_sensor_ids, st.error_type_id, p.start_time as paused_from, p.end_time as paused_to,
  ${firstTime} as first_time
from ${watchedServices} v left join service_state st on st.service_id = v.id
left join lateral (select c.start_time, c.end_time from status_change c where c.service_id = v.id and c.status = 'paused'
  order by c.start_time desc limit 1) p on true
where ${condition}`)

type StoredRevision = Omit<Revision, 'extended_settings'> & {
  readonly service_id: number
  readonly extended_settings: ExtendedSettings | null
}

async function readRevisions(database: Database, condition: RawBuilder<boolean>): Promise<Map<number, Revision[]>> {
  const rows =
    await database.query(sql<StoredRevision>`select r.service_id, r.revision, r.type_id, r.effective_from, r.effective_to,
  r.is_active, r.interval_ms, r.phase_ms, r.timeout_ms, r.spread_ms, r.error_tolerance, r.sensor_ids,
  coalesce(r.configuration ->> 'address', '') as address,
  case when r.type_id = 'heartbeat' then r.configuration -> 'extended_settings' end as extended_settings
from ${watchedServices} v join service_revision r on r.service_id = v.id left join service_state st on st.service_id = v.id
where ${condition} and (r.effective_to is null or r.effective_to > least(now() - interval '1 day', coalesce(st.last_time, r.effective_from - interval '1 second')))
order by r.service_id, r.revision`)
  const revisions = rows.map((row) => ({ ...row, extended_settings: row.extended_settings ?? {} }))
  return Map.groupBy(revisions, ({ service_id }) => service_id)
}

interface StoredDecision extends Omit<DecidedSlot, 'checks'> {
  readonly service_id: number
  readonly checks: Buffer
}

/** Reads early decisions. Needed only at a takeover: later, all decisions are made by this analyst. */
async function readDecisions(database: Database, shard: number): Promise<Map<number, StoredDecision>> {
  const rows =
    await database.query(sql<StoredDecision>`select d.service_id, (extract(epoch from d.time) * 1000)::int8 as slot, d.revision, d.checks
from early_decision d where ${isInShard(sql`d.service_id`, shard)}`)
  return new Map(rows.map((row) => [row.service_id, row]))
}

interface LoadedParts {
  readonly revisions: ReadonlyMap<number, readonly Revision[]>
  readonly currentStates: ReadonlyMap<number, CurrentState>
  readonly decided?: ReadonlyMap<number, StoredDecision>
}

function toAggregatedService(
  { id, paused_from, paused_to, owner_id, tree_id, is_arriving: isArriving }: StoredService,
  { revisions, currentStates, decided }: LoadedParts,
): AggregatedService {
  return {
    service_id: id,
    revisions: revisions.get(id) ?? [],
    frontier: currentStates.get(id)?.state.last_slot ?? undefined,
    isPaused: paused_from !== null && paused_to === null,
    pauseChangedAt: (paused_to ?? paused_from)?.getTime(),
    owner: { owner_id, tree_id },
    isArriving,
    decidedSlot: findCurrentDecision(currentStates.get(id), decided?.get(id)),
  }
}

/** Returns the decision that gave the current status. A decision for an earlier slot is already closed. */
function findCurrentDecision(
  currentState: CurrentState | undefined,
  stored: StoredDecision | undefined,
): DecidedSlot | undefined {
  if (currentState === undefined || stored === undefined || findDecidedSlot(currentState) !== stored.slot)
    return undefined
  const { slot, revision } = stored
  return { slot, revision, checks: readStoredChecks(stored) }
}

/** Returns the states of services. A service that is still arriving has no state yet. */
const toCurrentStates = (stored: readonly StoredService[]): Map<number, CurrentState> =>
  new Map(stored.filter((service) => !service.is_arriving).map((service) => [service.id, toCurrentState(service)]))

function toCurrentState(stored: StoredService): CurrentState {
  const initial = createInitialCurrentState((stored.since ?? stored.first_time ?? new Date()).getTime())
  const isPaused = stored.paused_from !== null && stored.paused_to === null
  const { status, response_time, failing_sensor_ids, error_type_id } = stored
  if (status === null) return { ...initial, isPaused }
  const state = {
    ...initial.state,
    status,
    last_slot: stored.last_time?.getTime() ?? null,
    last_ok: stored.last_ok_time?.getTime() ?? null,
    last_error: stored.last_error_time?.getTime() ?? null,
  }
  return { state, isPaused, response_time, failing_sensor_ids: failing_sensor_ids ?? [], error_type_id }
}

/**
 * Applies analyses that are newer than the stored state, because the state is flushed a moment after the analyses.
 * Analyses of the kind `c` (custom) do not affect the state. Returns the services that have newer analyses.
 */
async function catchUp(
  database: Database,
  shard: number,
  currentStates: Map<number, CurrentState>,
): Promise<ReadonlySet<number>> {
  const rows =
    await database.query(sql<RecordedAnalysis>`select a.* from service v left join service_state st on st.service_id = v.id,
-- With "offset 0", PostgreSQL computes the time first and then reads only the partitions of later days.
lateral (select coalesce(st.last_time, ${firstTime} - interval '1 second') as since offset 0) b,
lateral (select x.service_id, (extract(epoch from x.time) * 1000)::int8 as slot, x.kind, x.revision, x.error_tolerance, x.checks
  from analysis x where x.service_id = v.id and x.kind <> 'c' and x.time > b.since
  order by x.time) a
where ${isInShard(sql`v.id`, shard)}`)
  for (const row of rows) {
    const currentState = currentStates.get(row.service_id)
    if (currentState === undefined) continue
    const analysis = { slot: row.slot, ...computeAnalysis(row, row, readStoredChecks(row)) }
    const { currentState: after } = applyAnalysis(currentState, analysis)
    const { status, since } = currentState.state
    // Status and start are stored together with the analysis that changes them, so they are already up to date.
    currentStates.set(row.service_id, { ...after, state: { ...after.state, status, since, last_slot: row.slot } })
  }
  return new Set(rows.map(({ service_id }) => service_id))
}

import type { Queryable, Transaction } from '@wachta/database'
import { isQuorum, omitZeroLength, type ServiceState } from '@wachta/domain'
import { computeAnalysis } from '../slots/open-slot.ts'
import type { PauseChange } from '../slots/service-slots.ts'
import { encodeBooleans, encodeInt8s, encodeTimestamps } from './binary-array.ts'
import { readStoredChecks } from './read-stored-checks.ts'
import type { RecordedAnalysis } from './recorded-analysis.ts'
import {
  applyAnalysis,
  applyPauseChange,
  type CurrentState,
  type FoldedAnalysis,
  findDecidedSlot,
  type StatusStart,
} from './service-status.ts'
import { type StoredChange, writeStatusDifferences } from './write-status-differences.ts'

/** A service whose statuses are computed again ("refolded") from a slot on. */
export interface Refold {
  readonly service_id: number
  /** The first changed slot. */
  readonly from: number
  readonly currentState: CurrentState
}

/**
 * Computes the statuses of services again from changed slots on, and stores the differences. Rows that stay the same
 * keep their ids and descriptions. Returns the resulting states. The number of statements does not depend on the number
 * of services.
 */
export async function refoldServices(tx: Transaction, refolds: readonly Refold[]): Promise<Map<number, CurrentState>> {
  if (refolds.length === 0) return new Map()
  const changes = Map.groupBy(await readChanges(tx, refolds), ({ service_id }) => service_id)
  const analyses = Map.groupBy(await readAnalyses(tx, refolds), ({ service_id }) => service_id)
  const earlierResults = await readEarlierResults(tx, refolds)
  const folded = refolds.map((refold) => {
    const { service_id, from } = refold
    const stored = changes.get(service_id) ?? []
    const before = stored.find(({ start }) => start < from)
    const later = stored.filter(({ start }) => start >= from)
    const initial = computeStateBefore(refold, before, earlierResults.get(service_id))
    const storedAnalyses = analyses.get(service_id) ?? []
    const allAnalyses = [...storedAnalyses, ...findUnstoredDecision(refold, storedAnalyses)]
    const fold = foldAll(initial, allAnalyses, listPauseChanges(stored, from))
    return { refold, before, later, lastStoredSlot: storedAnalyses.at(-1)?.slot ?? null, ...fold }
  })
  const details = await readDetails(tx, folded)
  const findDetail = ({ service_id, currentState }: Refold, slot: number) =>
    details.get(`${service_id} ${slot}`) ?? (findDecidedSlot(currentState) === slot ? currentState : undefined)
  await writeStatusDifferences(
    tx,
    folded.map(({ refold, before, later, starts }) => ({
      ...{ service_id: refold.service_id, before, later },
      starts: starts.map((start) =>
        start.status === 'failure'
          ? { ...start, error_type_id: findDetail(refold, start.start)?.error_type_id ?? null }
          : start,
      ),
    })),
  )
  return new Map(
    folded.map(({ refold, after, last, lastStoredSlot }) => {
      const { response_time, failing_sensor_ids, error_type_id } = findDetail(refold, last ?? 0) ?? after
      const state = { ...after.state, last_slot: getLatest(lastStoredSlot, refold.currentState.state.last_slot) }
      return [refold.service_id, { ...after, state, response_time, failing_sensor_ids, error_type_id }]
    }),
  )
}

const encodeKeys = (refolds: readonly Refold[]): Buffer[] => [
  encodeInt8s(refolds, ({ service_id }) => service_id),
  encodeTimestamps(refolds, ({ from }) => from),
]

/**
 * Returns an analysis that stands for the early decision of a slot whose own analysis is not stored yet, so that
 * refolding keeps the published status. Empty if there is no such decision.
 */
function findUnstoredDecision(
  { service_id, currentState }: Refold,
  storedAnalyses: readonly CountedAnalysis[],
): CountedAnalysis[] {
  const slot = findDecidedSlot(currentState)
  if (slot === undefined || slot <= (storedAnalyses.at(-1)?.slot ?? Number.NEGATIVE_INFINITY)) return []
  const failure = currentState.state.status === 'failure'
  return [{ service_id, slot, ok: failure ? 0 : 1, error: failure ? 1 : 0, unknown: 0, failure }]
}

/** Reads, for each service, the last status change before the first changed slot and all later ones. */
const readChanges = (db: Queryable, refolds: readonly Refold[]): Promise<StoredChange[]> =>
  db.run<StoredChange>({
    name: 'read statuses to refold',
    text: `select c.* from unnest($1::int8[], $2::timestamptz[]) n (service_id, since), lateral (
  select x.service_id, x.id, x.status, (extract(epoch from x.start_time) * 1000)::int8 as start, (extract(epoch from x.end_time) * 1000)::int8 as end
  from status_change x where x.service_id = n.service_id and x.start_time >= coalesce((select max(y.start_time) from status_change y
    where y.service_id = n.service_id and y.start_time < n.since), n.since) order by x.start_time offset 0) c`,
    values: encodeKeys(refolds),
  })

interface CountedAnalysis {
  readonly service_id: number
  readonly slot: number
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly failure: boolean
}

/**
 * Reads the analyses that affect the status: all but those of the kind `c` (custom). Their checks are not read: counts
 * are enough for the status, and there may be very many analyses.
 */
const readAnalyses = (db: Queryable, refolds: readonly Refold[]): Promise<CountedAnalysis[]> =>
  db.run<CountedAnalysis>({
    name: 'read analyses to refold',
    text: `select a.* from unnest($1::int8[], $2::timestamptz[]) n (service_id, since), lateral (
  select x.service_id, (extract(epoch from x.time) * 1000)::int8 as slot, x.ok_checks_count as ok, x.error_checks_count as error,
    x.unknown_checks_count as unknown, x.failure
  from analysis x where x.service_id = n.service_id and x.time >= n.since and x.kind <> 'c' order by x.time offset 0) a`,
    values: encodeKeys(refolds),
  })

interface EarlierResult {
  readonly service_id: number
  readonly ok: number | null
  readonly error: number | null
}

/**
 * Reads the slots of the last ok and the last failed analysis before the first changed slot. Only for services whose
 * `last_ok` or `last_error` is refolded and may no longer be right.
 */
async function readEarlierResults(
  db: Queryable,
  refolds: readonly Refold[],
): Promise<ReadonlyMap<number, EarlierResult>> {
  const affected = refolds.filter((refold) => isRefolded(refold, 'last_ok') || isRefolded(refold, 'last_error'))
  if (affected.length === 0) return new Map()
  // The search goes back at most one day.
  const selectNewestTime = (condition: string) => `(select (extract(epoch from x.time) * 1000)::int8 from analysis x
  where x.service_id = n.service_id and x.time < n.since and x.time >= n.since - interval '1 day' and x.kind <> 'c' and ${condition}
  order by x.time desc limit 1)`
  const quorumCondition = `x.ok_checks_count + x.error_checks_count >= greatest(1, (x.ok_checks_count + x.error_checks_count + x.unknown_checks_count + 1) / 2)`
  const rows = await db.run<EarlierResult>({
    name: 'read what was before a refold',
    text: `select n.service_id, case when n.asks_ok then ${selectNewestTime(`not x.failure and ${quorumCondition}`)} end as ok,
  case when n.asks_error then ${selectNewestTime('x.failure')} end as error
from unnest($1::int8[], $2::timestamptz[], $3::bool[], $4::bool[]) n (service_id, since, asks_ok, asks_error)`,
    values: [
      ...encodeKeys(affected),
      encodeBooleans(affected, (refold) => isRefolded(refold, 'last_ok')),
      encodeBooleans(affected, (refold) => isRefolded(refold, 'last_error')),
    ],
  })
  return new Map(rows.map((row) => [row.service_id, row]))
}

/** Whether `last_ok` or `last_error` is one of the slots that are refolded. */
const isRefolded = ({ from, currentState: { state } }: Refold, field: 'last_ok' | 'last_error'): boolean =>
  (state[field] ?? Number.NEGATIVE_INFINITY) >= from

/** Returns the state of a service just before its first changed slot. */
function computeStateBefore(
  refold: Refold,
  before: StoredChange | undefined,
  earlier: EarlierResult | undefined,
): CurrentState {
  const { from, currentState } = refold
  const { last_ok, last_error, since } = currentState.state
  const state: ServiceState = {
    status: before === undefined || before.status === 'paused' ? 'unknown' : before.status,
    since: before?.start ?? Math.min(since, from),
    last_slot: null,
    last_ok: isRefolded(refold, 'last_ok') ? (earlier?.ok ?? null) : last_ok,
    last_error: isRefolded(refold, 'last_error') ? (earlier?.error ?? null) : last_error,
  }
  return { ...currentState, state, isPaused: before?.status === 'paused' }
}

type StoredPauseChange = Pick<PauseChange, 'at' | 'isPaused'>

/** Returns the stored pause changes, which stay as they are because they do not depend on analyses. */
function listPauseChanges(stored: readonly StoredChange[], from: number): StoredPauseChange[] {
  return stored
    .filter(({ status }) => status === 'paused')
    .flatMap(({ start, end }) => [
      ...(start >= from ? [{ at: start, isPaused: true }] : []),
      ...(end !== null && end >= from ? [{ at: end, isPaused: false }] : []),
    ])
}

interface FoldResult {
  readonly starts: StatusStart[]
  readonly after: CurrentState
  /** The slot of the last analysis that changed the state; undefined if none did. */
  readonly last: number | undefined
}

function foldAll(
  initial: CurrentState,
  analyses: readonly CountedAnalysis[],
  pauseChanges: readonly StoredPauseChange[],
): FoldResult {
  // A pause change comes before an analysis of the same time, because it decides whether the service has a slot then.
  // The stable sort keeps this order.
  const changes = [
    ...pauseChanges.map((pauseChange) => ({
      at: pauseChange.at,
      isSlot: false,
      apply: (now: CurrentState) => applyPauseChange(now, pauseChange),
    })),
    ...analyses.map((one) => ({
      at: one.slot,
      isSlot: true,
      apply: (now: CurrentState) => applyAnalysis(now, toFoldedAnalysis(one)),
    })),
  ].sort((one, other) => one.at - other.at)
  const starts: StatusStart[] = []
  let currentState = initial
  let last: number | undefined
  for (const { at, isSlot, apply } of changes) {
    const step = apply(currentState)
    if (isSlot && step.currentState !== currentState) last = at
    currentState = step.currentState
    if (step.begins !== undefined) starts.push(step.begins)
  }
  return { starts: omitZeroLength(starts), after: currentState, last }
}

/** Leaves out response time, sensors and error type: they are read later, for the few analyses that need them. */
const toFoldedAnalysis = ({ slot, ok, error, unknown, failure }: CountedAnalysis): FoldedAnalysis => ({
  ...{ slot, failure, hasQuorum: isQuorum(ok + error, ok + error + unknown) },
  ...{ response_time: null, failing_sensor_ids: [], error_type_id: null },
})

type Detail = Pick<FoldedAnalysis, 'response_time' | 'failing_sensor_ids' | 'error_type_id'>

/** Reads the details of the analyses that begin a failure, and of the last analysis of each service. */
async function readDetails(
  db: Queryable,
  folded: readonly (FoldResult & { readonly refold: Refold })[],
): Promise<ReadonlyMap<string, Detail>> {
  const analysisKeys = folded.flatMap(({ refold: { service_id }, starts, last }) => {
    const failures = starts.flatMap(({ status, start }) => (status === 'failure' ? start : []))
    return [...new Set([...failures, ...(last === undefined ? [] : [last])])].map((slot) => ({ service_id, slot }))
  })
  const rows = await db.run<RecordedAnalysis>({
    name: 'read details to refold',
    text: `select a.* from unnest($1::int8[], $2::timestamptz[]) n (service_id, time), lateral (
  select x.service_id, (extract(epoch from x.time) * 1000)::int8 as slot, x.kind, x.revision, x.error_tolerance, x.checks
  from analysis x where x.service_id = n.service_id and x.time = n.time offset 0) a`,
    values: [
      encodeInt8s(analysisKeys, ({ service_id }) => service_id),
      encodeTimestamps(analysisKeys, ({ slot }) => slot),
    ],
  })
  return new Map(
    rows.map((row) => [`${row.service_id} ${row.slot}`, computeAnalysis(row, row, readStoredChecks(row))] as const),
  )
}

const getLatest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

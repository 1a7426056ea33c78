import {
  type AggregatedService,
  applyAnalysis,
  applyPauseChange,
  type CloseResult,
  type CurrentState,
  createInitialCurrentState,
  type Positions,
  type SensorWatermark,
  type StatusStart,
} from '@wachta/analyst'
import { type AnalysisToStore, computeAnalysis } from '@wachta/analyst/src/slots/open-slot.ts'
import type { ReceivedReport } from '@wachta/bus'
import { sliceChecks } from '@wachta/domain'
import type { SimulatedService } from './services.ts'

/** An analysis as it is stored. */
export interface StoredAnalysis {
  readonly slot: number
  readonly revision: number
  readonly error_tolerance: number
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly failure: boolean
  readonly isAmended: boolean
}

export interface StoredStatus {
  readonly status: StatusStart['status']
  readonly start: number
  readonly end: number | null
}

/** What an analyst loads when it takes over a shard. */
export interface ShardStart {
  readonly services: readonly AggregatedService[]
  readonly watermarks: readonly SensorWatermark[]
  readonly positions: Positions
}

/** Stores the decisions of the centre. */
export interface TruthStore extends AsyncDisposable {
  revise(service: SimulatedService): Promise<void>
  open(shard: number): Promise<ShardStart>
  commit(shard: number, closing: CloseResult, now: number): Promise<void>
  /** Returns the analyses from one slot to another, without the latter, in their order. */
  analyses(service_id: number, from: number, to: number): Promise<StoredAnalysis[]>
  statuses(service_id: number): Promise<StoredStatus[]>
  /** Deletes analyses of earlier slots, for which no result can arrive; statuses remain. */
  forget(before: number): void
}

interface Row extends StoredAnalysis {
  readonly hasQuorum: boolean
  readonly checks: Uint8Array
  readonly analysis: Omit<AnalysisToStore, 'checks' | 'details'>
}

type Event = { readonly at: number; readonly row: Row } | { readonly at: number; readonly isPaused: boolean }

interface ServiceRecords {
  readonly service: SimulatedService
  rows: Map<number, Row>
  /** Sorted by time; an analysis is only its slot, because its verdict is looked up in `rows`. */
  events: { readonly at: number; readonly turn: boolean | undefined }[]
  /** The state before the first of the events. */
  base: CurrentState
  settled: StatusStart[]
  begun: StatusStart[]
  currentState: CurrentState
}

/** Keeps everything in memory, by the same rules as the database. */
export function createMemoryStore(): TruthStore {
  const shelves = new Map<number, ServiceRecords>()
  const marks = new Map<number, { positions: Positions; watermarks: Map<string, SensorWatermark> }>()
  const getMarks = (shard: number) => {
    const known = marks.get(shard) ?? { positions: {}, watermarks: new Map<string, SensorWatermark>() }
    marks.set(shard, known)
    return known
  }
  return {
    async revise(service) {
      if (shelves.has(service.id)) return
      const base = createInitialCurrentState(service.revisions[0]?.effective_from.getTime() ?? 0)
      shelves.set(service.id, {
        service,
        rows: new Map(),
        events: [],
        base,
        settled: [],
        begun: [],
        currentState: base,
      })
    },
    async open(shard) {
      const { positions, watermarks } = getMarks(shard)
      const shardRecords = [...shelves.values()].filter(({ service }) => service.group === shard)
      return {
        services: shardRecords.map(toAggregatedService),
        watermarks: [...watermarks.values()],
        positions: { ...positions },
      }
    },
    async commit(shard, { steps, late, positions, watermarks }) {
      for (const step of steps) {
        const shelf = shelves.get(step.service_id)
        if (shelf === undefined) continue
        if (step.kind === 'pause_change') apply(shelf, { at: step.at, isPaused: step.isPaused })
        else if (!shelf.rows.has(step.slot)) apply(shelf, { at: step.slot, row: toRow(step) })
      }
      for (const report of late) {
        const shelf = shelves.get(report.service_id)
        if (shelf !== undefined) amend(shelf, report)
      }
      const known = getMarks(shard)
      Object.assign(known.positions, positions)
      for (const mark of watermarks) known.watermarks.set(`${mark.sensor_id} ${mark.host}`, mark)
    },
    async analyses(service_id, from, to) {
      const rows = [...(shelves.get(service_id)?.rows.values() ?? [])]
      return rows.filter(({ slot }) => slot >= from && slot < to).sort((one, other) => one.slot - other.slot)
    },
    async statuses(service_id) {
      const { settled = [], begun = [] } = shelves.get(service_id) ?? {}
      const all = [...settled, ...begun]
      return all.map(({ status, start }, index) => ({ status, start, end: all[index + 1]?.start ?? null }))
    },
    forget(before) {
      for (const shelf of shelves.values()) forgetBefore(shelf, before)
    },
    async [Symbol.asyncDispose]() {},
  }
}

function toAggregatedService({ service, currentState, settled, begun }: ServiceRecords): AggregatedService {
  const all = [...settled, ...begun]
  const pause = all.findLastIndex(({ status }) => status === 'paused')
  const isPaused = pause !== -1 && pause === all.length - 1
  return {
    service_id: service.id,
    revisions: service.revisions,
    frontier: currentState.state.last_slot ?? undefined,
    isPaused,
    pauseChangedAt: (all[pause + 1] ?? all[pause])?.start,
  }
}

const toRow = ({ checks, details: _, ...analysis }: AnalysisToStore): Row => ({
  slot: analysis.slot,
  revision: analysis.revision,
  error_tolerance: analysis.error_tolerance,
  ok: analysis.ok,
  error: analysis.error,
  unknown: analysis.unknown,
  failure: analysis.failure,
  hasQuorum: analysis.hasQuorum,
  isAmended: false,
  checks,
  analysis,
})

function apply(shelf: ServiceRecords, event: Event): void {
  if ('row' in event) shelf.rows.set(event.at, event.row)
  shelf.events.push({ at: event.at, turn: 'row' in event ? undefined : event.isPaused })
  advance(shelf, event)
}

function advance(shelf: ServiceRecords, event: Event): void {
  const { currentState, begins } =
    'row' in event
      ? applyAnalysis(shelf.currentState, event.row.analysis)
      : applyPauseChange(shelf.currentState, { at: event.at, isPaused: event.isPaused })
  shelf.currentState = currentState
  if (begins !== undefined) shelf.begun.push(begins)
}

function amend(shelf: ServiceRecords, report: ReceivedReport): void {
  const row = shelf.rows.get(report.slot)
  if (row === undefined || row.revision !== report.revision) return
  const checks = sliceChecks(row.checks)
  const rank = checks.findIndex(({ sensor_id }) => sensor_id === report.sensor_id)
  if (checks[rank]?.reason !== 'no_answer') return
  checks[rank] = report
  const analysis = { ...row.analysis, ...computeAnalysis({ kind: 's' }, row, checks) }
  const amendedRow = { ...toRow({ ...analysis, details: [] }), isAmended: true }
  shelf.rows.set(row.slot, amendedRow)
  if (amendedRow.failure !== row.failure || amendedRow.hasQuorum !== row.hasQuorum) recomputeState(shelf)
}

function recomputeState(shelf: ServiceRecords): void {
  shelf.currentState = shelf.base
  shelf.begun = []
  for (const { at, turn } of shelf.events) {
    const row = turn === undefined ? shelf.rows.get(at) : undefined
    if (row !== undefined) advance(shelf, { at, row })
    else if (turn !== undefined) advance(shelf, { at, isPaused: turn })
  }
}

function forgetBefore(shelf: ServiceRecords, before: number): void {
  const firstKeptIndex = shelf.events.findIndex(({ at }) => at >= before)
  const count = firstKeptIndex === -1 ? shelf.events.length : firstKeptIndex
  if (count === 0) return
  const keptEvents = shelf.events.slice(count)
  shelf.events = shelf.events.slice(0, count)
  recomputeState(shelf)
  shelf.base = shelf.currentState
  shelf.settled.push(...shelf.begun)
  for (const { at, turn } of shelf.events) if (turn === undefined) shelf.rows.delete(at)
  shelf.events = keptEvents
  recomputeState(shelf)
}

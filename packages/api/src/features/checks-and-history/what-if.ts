import {
  computeServiceLevel,
  computeTrialVerdict,
  createReplay,
  dayMs,
  type EventRule,
  findNotifiedFailures,
  type Interval,
  isQuorum,
  type ServiceHistory,
  type ServiceStatus,
  type StatusInterval,
  type StoredAnalysis,
  subtractIntervals,
  type TrialSettings,
  toSlotOutcome,
} from '@wachta/domain'
import { loadCountedAnalyses, type RecordSource } from '@wachta/history'
import { type Call, closed, nameSchema, type Operation, type QueryParameter } from '@wachta/resource'
import { nullable, number, time } from '@wachta/resource/field'
import { Type } from 'typebox'
import {
  maxListRangeMs,
  omitFuture,
  parseRange,
  type Range,
  rangeParameters,
  splitIntoDays,
} from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import type { ServiceCall, ServiceOperationBuilder } from '../services/service-operation.ts'
import { loadServiceHistory } from './service-history.ts'
import { serviceLevelFields } from './service-level.ts'
import { loadServiceAnalyses } from './stored-analyses.ts'

/** The number of analyses before the range that are replayed too, because its first status depends on them. */
const warmUpAnalyses = 50
const maxFailures = 1000

const failure = Type.Object(
  {
    start_time: time().schema,
    end_time: nullable(time({ description: 'Null if it still lasts at the end of the range.' })).schema,
    duration_seconds: number().schema,
    told_at: nullable(time({ description: 'When its event starts; null if it ends before that.' })).schema,
  },
  closed,
)

const outcomeSchema = Type.Object(
  {
    ok_analyses_count: number().schema,
    failure_analyses_count: number().schema,
    unknown_analyses_count: number({ description: 'Too few sensors saw the service to decide.' }).schema,
    ...serviceLevelFields,
    failures_count: number().schema,
    told_failures_count: number({ description: 'Failures longer than the delay.' }).schema,
    failures: Type.Array(failure, {
      maxItems: maxFailures,
      description: 'The newest ones, in the order of their time.',
    }),
  },
  closed,
)

const whatIf = nameSchema(
  'what_if',
  Type.Object({ from: time().schema, to: time().schema, before: outcomeSchema, after: outcomeSchema }, closed),
)

const parameters: readonly QueryParameter[] = [
  ...rangeParameters,
  {
    name: 'error_tolerance',
    schema: Type.String({ pattern: '^(\\d{1,2}|100)$' }),
    description: 'In percent; default: the tolerance that applied at the time.',
  },
  {
    name: 'sensor_ids',
    schema: Type.String({ pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,99}$' }),
    description: 'Only these of the sensors that checked, separated by commas; default: all of them.',
  },
  {
    name: 'start_delay',
    schema: Type.String({ pattern: '^\\d{1,5}$' }),
    description: 'How many seconds a failure must last before its event starts; default: 0.',
  },
]

/** The threshold simulator: replays stored analyses with other settings. */
export const whatIfOperation = (buildServiceOperation: ServiceOperationBuilder): Operation =>
  buildServiceOperation(
    {
      id: 'read_what_if',
      path: '/services/{_id}/history/what_if',
      summary: 'Simulate other settings on the stored checks.',
      description: `What was decided (\`before\`), and what would have been decided with another tolerance, fewer sensors or a delay (\`after\`), by the same rules that decide for good. Nothing is changed. At most ${maxListRangeMs / dayMs} days.`,
      query: parameters,
      result: whatIf,
    },
    async (service, call) => {
      const range = omitFuture(parseRange(call, maxListRangeMs), call.now)
      const { from } = range
      const start = await findReplayStart(service, range, call)
      const history = await loadServiceHistory(service, { from: start, to: range.to }, call)
      const { before, after, statuses } = await replayAnalyses(
        { service, history, from, trial: parseTrial(call.query) },
        call.source,
      )
      const within = { ...history, from: from.getTime() }
      const rule = { startDelayMs: Number(call.query['start_delay'] ?? 0) * 1000, endDelayMs: 0 }
      return {
        value: {
          from: formatWireTime(range.from),
          to: formatWireTime(range.to),
          before: { ...before, ...computeFigures(within, { startDelayMs: 0, endDelayMs: 0 }) },
          after: { ...after, ...computeFigures({ ...within, raw: statuses }, rule) },
        },
      }
    },
  )

const parseTrial = (query: Call['query']): TrialSettings => ({
  error_tolerance: query['error_tolerance'] === undefined ? undefined : Number(query['error_tolerance']),
  sensor_ids: query['sensor_ids'] === undefined ? undefined : String(query['sensor_ids']).split(',').map(Number),
})

/** Finds the time of the first analysis that is replayed. */
async function findReplayStart(service: number, { from }: Range, { source }: ServiceCall): Promise<Date> {
  const before = await loadCountedAnalyses(source, service, { start: from.getTime() - dayMs, end: from.getTime() })
  const first = before.at(-warmUpAnalyses) ?? before[0]
  return first ? new Date(first.time) : from
}

interface Simulation {
  readonly service: number
  readonly history: ServiceHistory
  readonly from: Date
  readonly trial: TrialSettings
}

async function replayAnalyses({ service, history, from, trial }: Simulation, source: RecordSource) {
  const sortedStatuses = history.raw.toSorted((one, other) => one.start - other.start)
  const replay = createReplay(history.from, sortedStatuses)
  const [before, after] = [createVerdictCounts(), createVerdictCounts()]
  let last = history.from
  for (const part of splitIntoDays({ from: new Date(history.from), to: new Date(history.to) }))
    for (const analysis of await loadServiceAnalyses(source, service, part)) {
      const verdict = computeTrialVerdict(analysis, trial)
      replay.applyAnalysis(analysis.time, verdict)
      last = analysis.time
      if (analysis.time < from.getTime()) continue
      before[counterKeys[toSlotOutcome({ hasQuorum: hadQuorum(analysis), failure: analysis.failure })]] += 1
      after[counterKeys[toSlotOutcome(verdict)]] += 1
    }
  return {
    before,
    after,
    statuses: addUnreplayed(sortedStatuses, replay.listStatuses(history.to), { start: last, end: history.to }),
  }
}

const createVerdictCounts = () => ({ ok_analyses_count: 0, failure_analyses_count: 0, unknown_analyses_count: 0 })
const counterKeys = {
  ok: 'ok_analyses_count',
  failure: 'failure_analyses_count',
  unknown: 'unknown_analyses_count',
} as const

function hadQuorum({ ok_checks_count, error_checks_count, unknown_checks_count }: StoredAnalysis): boolean {
  const known = ok_checks_count + error_checks_count
  return isQuorum(known, known + unknown_checks_count)
}

type Statuses = readonly StatusInterval<ServiceStatus>[]

/**
 * Keeps the parts of the record that settings do not change: pauses, times without a record, and a status that began
 * after the last stored analysis, because the status of a slot may be stored before its analysis.
 */
function addUnreplayed(recorded: Statuses, replayed: Statuses, tail: Interval): StatusInterval<ServiceStatus>[] {
  const keptStatuses = recorded.filter(({ status, start }) => status === 'paused' || start > tail.start)
  const recordedFrom = recorded[0]?.start ?? tail.end
  const gaps = subtractIntervals([{ start: recordedFrom, end: tail.end }], recorded)
  const unreplayed = [...keptStatuses, ...gaps]
  const replayedParts = replayed
    .filter(({ status }) => status !== 'paused')
    .flatMap((one) => subtractIntervals([one], unreplayed).map((part) => ({ ...part, status: one.status })))
  return [...replayedParts, ...keptStatuses].sort((one, other) => one.start - other.start)
}

function computeFigures(history: ServiceHistory, rule: EventRule) {
  const { from: _from, to, ...level } = computeServiceLevel(history)
  const sortedStatuses = history.raw.toSorted((one, other) => one.start - other.start)
  const failures = findNotifiedFailures(sortedStatuses, rule).filter(({ end }) => end > history.from)
  return {
    ...level,
    failures_count: failures.length,
    told_failures_count: failures.filter(({ notified_at: told_at }) => told_at !== null).length,
    failures: failures.slice(-maxFailures).map(({ start, end, notified_at: told_at }) => ({
      start_time: formatWireTime(start),
      end_time: end >= to ? null : formatWireTime(end),
      duration_seconds: Math.round((end - start) / 1000),
      told_at: told_at === null ? null : formatWireTime(told_at),
    })),
  }
}

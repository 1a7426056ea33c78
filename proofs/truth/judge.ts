import type { ExpectedAnalysis } from './expected.ts'
import { findLevelDifferences } from './levels.ts'
import type { Oracle } from './oracle.ts'
import {
  describeAnalysis,
  findDetectableOutages,
  findMissingSensor,
  isFalseAlarm,
  maxClockOffsetMs,
  type TrueState,
} from './promises.ts'
import type { Random } from './random.ts'
import type { SimulatedService } from './services.ts'
import type { StoredAnalysis, TruthStore } from './store.ts'

export interface Findings {
  analyses: number
  amended: number
  failures: number
  false: number
  missed: number
  wrong: number
  /** The number of services whose service levels were recomputed. */
  levels: number
  /** The number of outages that had to be detected. */
  outages: number
  /** The time from the beginning of an outage until it was detected. */
  readonly delays: number[]
  /** The first findings. */
  readonly examples: string[]
}

export interface JudgeOptions extends TrueState {
  readonly oracle: Oracle
  readonly store: TruthStore
  readonly services: readonly SimulatedService[]
  readonly random: Random
  readonly start: number
}

export interface Judge {
  readonly findings: Findings
  /** An analysis reported a failure, at this time. */
  failed(service_id: number, slot: number, now: number): void
  /** Judges all analyses before a time. */
  judge(before: number): Promise<void>
  /** Judges the statuses at the end of the run. */
  conclude(): Promise<void>
}

/** How long the times of reported failures are kept: an outage may have begun before the analyses being judged. */
const alarmRetentionMs = 3_600_000
const maxExamples = 20
/** Every second of a range is examined, so the number of ranges is limited. */
const maxLevels = 100

export function createJudge(options: JudgeOptions): Judge {
  const { oracle, store, services } = options
  const findings: Findings = {
    ...{ analyses: 0, amended: 0, failures: 0, false: 0, missed: 0, wrong: 0, levels: 0, outages: 0 },
    ...{ delays: [], examples: [] },
  }
  const alarms = new Map<number, Map<number, number>>()
  const judged = new Map<number, number>()
  const promised: { service_id: number; slot: number }[] = []
  const addFinding = (kind: 'false' | 'missed' | 'wrong', example: () => string): void => {
    findings[kind] += 1
    if (findings.examples.length < maxExamples) findings.examples.push(`${kind}: ${example()}`)
  }
  const judgeService = async (service: SimulatedService, before: number): Promise<void> => {
    const { from, to, analyses } = oracle.settle(service, before)
    judged.set(service.id, to)
    const stored = new Map((await store.analyses(service.id, from, to)).map((row) => [row.slot, row]))
    const ownAlarms = alarms.get(service.id) ?? new Map<number, number>()
    for (const expected of analyses) {
      const row = stored.get(expected.slot)
      stored.delete(expected.slot)
      findings.analyses += 1
      if (row?.isAmended) findings.amended += 1
      if (row?.failure) findings.failures += 1
      const difference = describeDifference(expected, row)
      if (difference !== '') addFinding('wrong', () => `service ${service.id}, slot ${expected.slot}: ${difference}`)
      const missing = findMissingSensor(service, expected, options.troubles)
      if (missing !== undefined)
        addFinding(
          'wrong',
          () => `service ${service.id}, slot ${expected.slot}: no result of sensor ${missing} in time`,
        )
      if (row?.failure && isFalseAlarm(service, expected, options))
        addFinding('false', () => `service ${service.id}, slot ${expected.slot} ${describeAnalysis(expected)}`)
    }
    for (const slot of stored.keys()) addFinding('wrong', () => `service ${service.id}: no slot ${slot}`)
    for (const outage of findDetectableOutages(service, analyses, options)) {
      findings.outages += 1
      promised.push({ service_id: service.id, slot: outage.expected.slot })
      const detectedAt = ownAlarms.get(outage.expected.slot)
      if (detectedAt === undefined || detectedAt > outage.expected.maxCloseTime)
        addFinding(
          'missed',
          () =>
            `service ${service.id}, outage ${outage.start}: ${detectedAt ?? 'never'} ${describeAnalysis(outage.expected)}`,
        )
      const first = [...ownAlarms].filter(([slot]) => slot >= outage.start - maxClockOffsetMs).map(([, at]) => at)
      if (detectedAt !== undefined) findings.delays.push(Math.min(detectedAt, ...first) - outage.start)
    }
    for (const slot of ownAlarms.keys()) if (slot < to - alarmRetentionMs) ownAlarms.delete(slot)
  }
  return {
    findings,
    failed(service_id, slot, now) {
      const ownAlarms = alarms.get(service_id) ?? new Map<number, number>()
      alarms.set(service_id, ownAlarms)
      if (!ownAlarms.has(slot)) ownAlarms.set(slot, now)
    },
    async judge(before) {
      for (const service of services) await judgeService(service, before)
    },
    async conclude() {
      const bySlot = Map.groupBy(promised, ({ service_id }) => service_id)
      for (const { id } of services) {
        const stored = await store.statuses(id)
        const isJudged = ({ start }: { readonly start: number }) => start < (judged.get(id) ?? 0)
        const [actual, expectedStatuses] = [stored, oracle.statuses(id)].map((list) =>
          list.filter(isJudged).map(({ status, start }) => `${status} ${start}`),
        )
        if (actual?.join() !== expectedStatuses?.join())
          addFinding(
            'wrong',
            () => `statuses of service ${id}: ${describeFirstDifference(actual ?? [], expectedStatuses ?? [])}`,
          )
        if (stored.some(({ end }, index) => end !== (stored[index + 1]?.start ?? null)))
          addFinding('wrong', () => `statuses of service ${id} do not follow one another`)
        if (findings.levels < maxLevels) {
          findings.levels += 1
          const [expected, end] = [oracle.statuses(id), judged.get(id) ?? 0]
          for (const difference of findLevelDifferences({
            random: options.random,
            stored,
            expected,
            start: options.start,
            end,
          }))
            addFinding('wrong', () => `service ${id}: ${difference}`)
        }
        for (const { slot } of bySlot.get(id) ?? [])
          if (stored.findLast(({ start }) => start <= slot)?.status !== 'failure')
            addFinding('missed', () => `service ${id}, slot ${slot}: the status is not failure`)
      }
      if (oracle.tooLate > 0)
        addFinding('wrong', () => `${oracle.tooLate} results arrived after their slots were judged`)
    },
  }
}

function describeFirstDifference(actual: readonly string[], expected: readonly string[]): string {
  const index = [...expected, ''].findIndex((one, position) => actual[position] !== one)
  return `${actual[index] ?? 'nothing'} instead of ${expected[index] ?? 'nothing'}, ${index}. of ${expected.length}`
}

function describeDifference(expected: ExpectedAnalysis, row: StoredAnalysis | undefined): string {
  if (row === undefined) return 'is missing'
  const { ok, error, unknown, failure, isAmended, revision } = expected
  const expectedValues = {
    ok,
    error,
    unknown,
    failure,
    isAmended,
    revision: revision.revision,
    error_tolerance: revision.error_tolerance,
  }
  return Object.entries(expectedValues)
    .filter(([name, value]) => Reflect.get(row, name) !== value)
    .map(([name, value]) => `${name} is ${Reflect.get(row, name)}, not ${value}`)
    .join(', ')
}

import { type Correction, computeServiceLevel, type ServiceHistory, type ServiceStatus } from '@wachta/domain'
import type { ExpectedStatus } from './expected.ts'
import type { Random } from './random.ts'
import type { StoredStatus } from './store.ts'

export interface LevelComparison {
  readonly random: Random
  readonly stored: readonly StoredStatus[]
  readonly expected: readonly ExpectedStatus[]
  /** The bounds of the tested ranges. */
  readonly start: number
  readonly end: number
}

const rangeCount = 3
const minute = 60_000

/**
 * Compares the service levels of several ranges, with corrections and suspensions, with a count of their seconds, and
 * returns the differences.
 */
export function findLevelDifferences({ random, stored, expected, start, end }: LevelComparison): string[] {
  const raw = stored
    .filter((one) => one.start < end)
    .map(({ status, start: from, end: to }) => ({ status, start: from, end: Math.min(to ?? end, end) }))
  const parts = Array.from({ length: rangeCount }, () => pickRange(random, start, end))
  return [{ start, end }, ...parts].flatMap((range) => {
    const history = { ...pickConditions(random, start, end), raw, from: range.start, to: range.end }
    const level = computeServiceLevel(history)
    const counted = countSeconds(history, expected)
    const differing = Object.entries(counted).filter(([name, value]) => !isSame(Reflect.get(level, name), value))
    return differing.map(
      ([name, value]) => `${name} from ${range.start} to ${range.end} is ${Reflect.get(level, name)}, not ${value}`,
    )
  })
}

const isSame = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one - other) < 1e-9

function pickRange(random: Random, start: number, end: number): { start: number; end: number } {
  const from = random.between(start, end - 2 * minute)
  return { start: from, end: random.between(from + minute, end) }
}

type LevelConditions = Pick<ServiceHistory, 'corrections' | 'suspensions' | 'zone' | 'method'>

function pickConditions(random: Random, start: number, end: number): LevelConditions {
  const corrections: Correction<ServiceStatus>[] = Array.from({ length: random.between(0, 4) }, (_, id) => ({
    ...pickRange(random, start, Math.min(end, start + 90 * minute)),
    ...{ id, created_at: random.between(0, 2) },
    status: random.pick<ServiceStatus>(['ok', 'failure', 'paused', 'unknown']),
  }))
  const oneOff = Array.from({ length: random.between(0, 3) }, () => ({
    ...pickRange(random, start, end),
    only_notifications: random.chance(0.5),
  }))
  const method = {
    unknown: random.chance(0.5),
    paused: random.chance(0.5),
    suspended: random.chance(0.5),
    corrected: random.chance(0.7),
    business_hours: [],
  }
  return { corrections, suspensions: { oneOff, weekly: [] }, zone: 'UTC', method }
}

const toSecond = (time: number): number => Math.floor(time / 1000)

/** Counts every second: the state at its last millisecond applies to all of it. */
function countSeconds(history: Omit<ServiceHistory, 'raw'>, expected: readonly ExpectedStatus[]) {
  const { corrections, suspensions, method, from, to } = history
  const coversSecond = (second: number) => (one: { readonly start: number; readonly end: number }) =>
    toSecond(one.start) <= second && second < toSecond(one.end)
  const newest = method.corrected
    ? corrections.toSorted((one, other) => other.created_at - one.created_at || other.id - one.id)
    : []
  const seconds = { ok: 0, failure: 0, paused: 0, unknown: 0 }
  const [shown, measured] = [
    { ok: 0, not: 0 },
    { ok: 0, not: 0 },
  ]
  let statusIndex = -1
  for (let second = toSecond(from); second < toSecond(to); second += 1) {
    while (toSecond(expected[statusIndex + 1]?.start ?? Number.POSITIVE_INFINITY) <= second) statusIndex += 1
    const activeSuspensions = suspensions.oneOff.filter(coversSecond(second))
    const isPaused = activeSuspensions.some(({ only_notifications }) => !only_notifications)
    const seen: ServiceStatus = isPaused ? 'paused' : (expected[statusIndex]?.status ?? 'unknown')
    const imposed = newest.find(coversSecond(second))?.status
    seconds[imposed ?? seen] += 1
    if (!method.suspended && activeSuspensions.some(({ only_notifications }) => only_notifications)) continue
    add(measured, seen, false, method)
    add(shown, imposed ?? seen, imposed !== undefined, method)
  }
  return {
    ok_seconds: seconds.ok,
    failure_seconds: seconds.failure,
    paused_seconds: seconds.paused,
    unknown_seconds: seconds.unknown,
    service_level: toPercent(shown),
    raw_service_level: toPercent(measured),
  }
}

function add(
  sum: { ok: number; not: number },
  status: ServiceStatus,
  isImposed: boolean,
  method: ServiceHistory['method'],
): void {
  if (status === 'ok') sum.ok += 1
  else if (status === 'failure') sum.not += 1
  else if (status === 'unknown' && method.unknown) sum.not += 1
  else if (status === 'paused' && method.paused && !isImposed) sum.not += 1
}

const toPercent = ({ ok, not }: { ok: number; not: number }): number | null =>
  ok + not === 0 ? null : (100 * ok) / (ok + not)

import type { StoredCheck } from '../faults/packed-checks.ts'
import { type Answered, interval_ms, type Notified, type TimedService } from './world.ts'

/** A stored analysis, as read by the proof itself. */
export interface SeenAnalysis {
  readonly service_id: number
  readonly slot: number
  readonly checks: readonly StoredCheck[]
}

/** A stored alert, in epoch milliseconds. */
export interface SeenAlert {
  readonly service_id: number
  readonly start: number
  readonly end: number | null
}

/** Everything that the target saw, and everything that is stored in the current cells of the trees. */
export interface Observations {
  readonly services: readonly TimedService[]
  readonly answered: readonly Answered[]
  readonly notified: readonly Notified[]
  readonly analyses: readonly SeenAnalysis[]
  readonly alerts: readonly SeenAlert[]
  readonly from: number
  readonly to: number
}

export interface Findings {
  readonly slots: number
  readonly alerts: number
  readonly missing: readonly string[]
  readonly duplicate: readonly string[]
  /** Slots that a sensor skipped because the machine was overloaded. */
  readonly overloaded: number
}

/**
 * Checks that each slot was requested once and is stored with the answer of the target, and that each failure is one
 * alert with one notification of its start and one of its end.
 */
export function judge(observations: Observations): Findings {
  const missing: string[] = []
  const duplicate: string[] = []
  const answers = Map.groupBy(observations.answered, ({ service_id, at }) =>
    key(service_id, findSlot(observations.services, service_id, at)),
  )
  const stored = Map.groupBy(observations.analyses, ({ service_id, slot }) => key(service_id, slot))
  let [slots, overloaded] = [0, 0]
  const expected: SeenAlert[] = []
  const examinedFrom = new Map<number, number>()
  for (const service of observations.services) {
    let start: number | undefined
    for (let slot = findFirstSlot(service, observations.from); slot < observations.to; slot += interval_ms) {
      slots += 1
      const slotKey = key(service.service_id, slot)
      const [requests = [], analyses = []] = [answers.get(slotKey), stored.get(slotKey)]
      if (requests.length > 1)
        duplicate.push(
          `${describe(slotKey)}: requested ${requests.length} times, after ${requests.map((one) => one.at - slot)} ms`,
        )
      if (analyses.length > 1) duplicate.push(`${describe(slotKey)}: ${analyses.length} analyses`)
      const check = analyses[0]?.checks[0]
      if (requests.length === 0 && check !== undefined && !check.isUnanswered && check.result === 'unknown') {
        overloaded += 1
        continue
      }
      const [answer] = requests
      if (answer === undefined) missing.push(`${describe(slotKey)}: not requested`)
      else if (check === undefined) missing.push(`${describe(slotKey)}: no analysis`)
      else if (check.result !== (answer.isUp ? 'ok' : 'error'))
        missing.push(`${describe(slotKey)}: stored as ${check.result}, answered ${answer.isUp ? 'up' : 'down'}`)
      // A failure that began before the examined period is ignored.
      if (answer?.isUp && !examinedFrom.has(service.service_id)) examinedFrom.set(service.service_id, slot)
      if (answer?.isUp === false && examinedFrom.has(service.service_id)) start ??= slot
      else if (answer?.isUp && start !== undefined) {
        expected.push({ service_id: service.service_id, start, end: slot })
        start = undefined
      }
    }
    if (start !== undefined) expected.push({ service_id: service.service_id, start, end: null })
  }
  const examined = observations.alerts.filter(
    ({ service_id, start }) => start >= (examinedFrom.get(service_id) ?? observations.to),
  )
  const alerts = compareAlerts({ ...observations, alerts: examined }, expected)
  return {
    slots,
    overloaded,
    alerts: expected.length,
    missing: [...missing, ...alerts.missing],
    duplicate: [...duplicate, ...alerts.duplicate],
  }
}

function compareAlerts(
  { alerts, notified }: Observations,
  expected: readonly SeenAlert[],
): { missing: string[]; duplicate: string[] } {
  const [missing, duplicate]: [string[], string[]] = [[], []]
  const alertsByStart = Map.groupBy(alerts, ({ service_id, start }) => key(service_id, start))
  const messages = Map.groupBy(notified, ({ thread, kind }) => `${parseThreadKey(thread)} ${kind}`)
  for (const { service_id, start, end } of expected) {
    const slotKey = key(service_id, start)
    const matching = alertsByStart.get(slotKey) ?? []
    if (matching.length === 0) missing.push(`${describe(slotKey)}: no alert`)
    else if (matching[0]?.end !== end)
      missing.push(`${describe(slotKey)}: the alert ends at ${matching[0]?.end}, the failure at ${end}`)
    if (matching.length > 1) duplicate.push(`${describe(slotKey)}: ${matching.length} alerts`)
    for (const kind of end === null ? ['start'] : ['start', 'end'])
      if (!messages.has(`${slotKey} ${kind}`)) missing.push(`${describe(slotKey)}: no message of its ${kind}`)
  }
  const failures = new Set(expected.map(({ service_id, start }) => key(service_id, start)))
  for (const slotKey of alertsByStart.keys())
    if (!failures.has(slotKey)) duplicate.push(`${describe(slotKey)}: an alert without a failure`)
  for (const [what, all] of messages) if (all.length > 1) duplicate.push(`${what}: ${all.length} messages`)
  return { missing, duplicate }
}

const key = (service_id: number, slot: number): string => `${service_id} ${slot}`

const describe = (slotKey: string): string => {
  const [service = '', slot = ''] = slotKey.split(' ')
  return `${service} at ${new Date(Number(slot)).toISOString().slice(11, 23)}`
}

const findFirstSlot = ({ phase_ms }: TimedService, from: number): number =>
  phase_ms + Math.ceil((from - phase_ms) / interval_ms) * interval_ms

/** Returns the slot of a request: checks start within the interval of their slot. */
function findSlot(services: readonly TimedService[], service_id: number, time: number): number {
  const phase_ms = services.find((one) => one.service_id === service_id)?.phase_ms
  if (phase_ms === undefined) throw new Error(`a request for the unknown service ${service_id}`)
  return phase_ms + Math.floor((time - phase_ms) / interval_ms) * interval_ms
}

/** Parses the name of a thread, which is <cell>-s<service>-e<rule>-l<sensor>-<start>. */
function parseThreadKey(thread: string): string {
  const [, service, start] = /^(?:main|west)-s(\d+)-e\d+-l\d+-(\d+)$/.exec(thread) ?? []
  return `${service} ${start}`
}

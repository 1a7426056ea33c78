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

/** All that the target saw, and all that the cells hold that the trees are in now. */
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
  /** Slots that a sensor left out because the machine had too much to do. */
  readonly overloaded: number
}

/** Each slot is asked once and stored as it was answered; each failure is one alert, with one message for its start and one for its end. */
export function judge(seen: Observations): Findings {
  const missing: string[] = []
  const duplicate: string[] = []
  const answers = Map.groupBy(seen.answered, ({ service_id, at }) =>
    key(service_id, slotAt(seen.services, service_id, at)),
  )
  const stored = Map.groupBy(seen.analyses, ({ service_id, slot }) => key(service_id, slot))
  let [slots, overloaded] = [0, 0]
  const expected: SeenAlert[] = []
  const examinedFrom = new Map<number, number>()
  for (const service of seen.services) {
    let start: number | undefined
    for (let slot = firstSlot(service, seen.from); slot < seen.to; slot += interval_ms) {
      slots += 1
      const at = key(service.service_id, slot)
      const [asked = [], analyses = []] = [answers.get(at), stored.get(at)]
      if (asked.length > 1)
        duplicate.push(`${describe(at)}: asked ${asked.length} times, after ${asked.map((one) => one.at - slot)} ms`)
      if (analyses.length > 1) duplicate.push(`${describe(at)}: ${analyses.length} analyses`)
      const check = analyses[0]?.checks[0]
      if (asked.length === 0 && check !== undefined && !check.isUnanswered && check.result === 'unknown') {
        overloaded += 1
        continue
      }
      const [answer] = asked
      if (answer === undefined) missing.push(`${describe(at)}: not asked`)
      else if (check === undefined) missing.push(`${describe(at)}: no analysis`)
      else if (check.result !== (answer.isUp ? 'ok' : 'error'))
        missing.push(`${describe(at)}: stored as ${check.result}, answered ${answer.isUp ? 'up' : 'down'}`)
      // What had begun before is not examined.
      if (answer?.isUp && !examinedFrom.has(service.service_id)) examinedFrom.set(service.service_id, slot)
      if (answer?.isUp === false && examinedFrom.has(service.service_id)) start ??= slot
      else if (answer?.isUp && start !== undefined) {
        expected.push({ service_id: service.service_id, start, end: slot })
        start = undefined
      }
    }
    if (start !== undefined) expected.push({ service_id: service.service_id, start, end: null })
  }
  const examined = seen.alerts.filter(({ service_id, start }) => start >= (examinedFrom.get(service_id) ?? seen.to))
  const alerts = compareAlerts({ ...seen, alerts: examined }, expected)
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
  const known = Map.groupBy(alerts, ({ service_id, start }) => key(service_id, start))
  const messages = Map.groupBy(notified, ({ thread, kind }) => `${threadKey(thread)} ${kind}`)
  for (const { service_id, start, end } of expected) {
    const at = key(service_id, start)
    const found = known.get(at) ?? []
    if (found.length === 0) missing.push(`${describe(at)}: no alert`)
    else if (found[0]?.end !== end)
      missing.push(`${describe(at)}: the alert ends at ${found[0]?.end}, the failure at ${end}`)
    if (found.length > 1) duplicate.push(`${describe(at)}: ${found.length} alerts`)
    for (const kind of end === null ? ['start'] : ['start', 'end'])
      if (!messages.has(`${at} ${kind}`)) missing.push(`${describe(at)}: no message of its ${kind}`)
  }
  const failures = new Set(expected.map(({ service_id, start }) => key(service_id, start)))
  for (const at of known.keys()) if (!failures.has(at)) duplicate.push(`${describe(at)}: an alert without a failure`)
  for (const [what, all] of messages) if (all.length > 1) duplicate.push(`${what}: ${all.length} messages`)
  return { missing, duplicate }
}

const key = (service_id: number, slot: number): string => `${service_id} ${slot}`

const describe = (at: string): string => {
  const [service = '', slot = ''] = at.split(' ')
  return `${service} at ${new Date(Number(slot)).toISOString().slice(11, 23)}`
}

const firstSlot = ({ phase_ms }: TimedService, from: number): number =>
  phase_ms + Math.ceil((from - phase_ms) / interval_ms) * interval_ms

/** The slot that a request belongs to: checks start within the interval of their slot. */
function slotAt(services: readonly TimedService[], service_id: number, at: number): number {
  const phase_ms = services.find((one) => one.service_id === service_id)?.phase_ms
  if (phase_ms === undefined) throw new Error(`a request for ${service_id}, which is no service`)
  return phase_ms + Math.floor((at - phase_ms) / interval_ms) * interval_ms
}

/** A thread is named <cell>-s<service>-e<rule>-l<sensor>-<start>. */
function threadKey(thread: string): string {
  const [, service, start] = /^(?:main|west)-s(\d+)-e\d+-l\d+-(\d+)$/.exec(thread) ?? []
  return `${service} ${start}`
}

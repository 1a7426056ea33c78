import type { StoredCheck } from '../faults/packed-checks.ts'
import type { Standstill } from './standstills.ts'
import type { Arrival, TimedService } from './world.ts'

/** The action of a round, when it began, and whether it may cost each service one slot. */
export interface Round {
  readonly name: string
  readonly from: number
  readonly isCostly: boolean
}

/** A stored analysis, as read by the proof itself. */
export interface SeenAnalysis {
  readonly service_id: number
  readonly slot: number
  readonly checks: readonly StoredCheck[]
}

export interface Findings {
  /** Slots that were decided. */
  readonly slots: number
  /** Slots of services in which the target received more than one request. */
  readonly doubles: readonly string[]
  /** Slots without an answer that no round excuses: a second one of the same service, or one at another time. */
  readonly beyond: readonly string[]
  /** Slots without an answer in all. */
  readonly unanswered: number
  /** Slots that a host reported as unknown, because the machine was overloaded. */
  readonly overloaded: number
  /** Slots without an answer in whose interval the machine stood still: they show nothing about hosts. */
  readonly stoodStill: number
}

interface HostObservations {
  readonly services: readonly TimedService[]
  readonly arrivals: readonly Arrival[]
  readonly analyses: readonly SeenAnalysis[]
  readonly rounds: readonly Round[]
  readonly standstills: readonly Standstill[]
  readonly from: number
  readonly to: number
}

/** The requests in one slot of a service. */
interface Request {
  readonly plan: TimedService
  readonly slot: number
  readonly at: number[]
}

/** Compares what arrived at the target and what was stored with what should have been. */
export function judge(observed: HostObservations): Findings {
  const requests = collectRequests(observed)
  const stored = new Map(observed.analyses.map((each) => [`${each.service_id} ${each.slot}`, each.checks]))
  const { services, rounds, standstills, from, to } = observed
  const beyond: string[] = []
  const counts = { slots: 0, unanswered: 0, overloaded: 0, stoodStill: 0 }
  for (const plan of services) {
    const excused = new Set<Round>()
    for (let slot = findSlot(plan, from) + plan.interval_ms; slot < to; slot += plan.interval_ms) {
      counts.slots += 1
      const key = `${plan.service_id} ${slot}`
      const fate = readFate(stored.get(key))
      if (fate === 'answered') continue
      if (fate === 'overloaded') counts.overloaded += 1
      else if (isDuring(standstills, slot, plan)) counts.stoodStill += 1
      else {
        counts.unanswered += 1
        const cause = rounds.find(
          ({ from: roundStart }) =>
            slot > roundStart - maxCheckMs && slot <= roundStart - maxCheckMs + plan.interval_ms,
        )
        const requestState = requests.has(key) ? 'requested' : 'not requested'
        if (!cause?.isCostly || excused.has(cause))
          beyond.push(`${describe(plan, slot, rounds)}: ${fate}, ${requestState}`)
        else excused.add(cause)
      }
    }
  }
  const doubles = [...requests.values()]
    .filter(({ at }) => at.length > 1)
    .map(({ plan, slot, at }) => `${describe(plan, slot, rounds)}: requests after ${at.map((one) => one - slot)} ms`)
  return { ...counts, doubles, beyond }
}

/** The requests by service and slot. */
function collectRequests({ services, arrivals }: HostObservations): Map<string, Request> {
  const plans = new Map(services.map((service) => [service.service_id, service]))
  const requests = new Map<string, Request>()
  for (const { service_id, at } of arrivals) {
    const plan = plans.get(service_id)
    if (plan === undefined) throw new Error(`a request for the unknown service ${service_id}`)
    const slot = findSlot(plan, at)
    const request = requests.get(`${service_id} ${slot}`) ?? { plan, slot, at: [] }
    requests.set(`${service_id} ${slot}`, request)
    request.at.push(at)
  }
  return requests
}

/** Reads from the stored analysis of a slot how the slot ended. */
function readFate(checks: readonly StoredCheck[] = []): 'answered' | 'overloaded' | 'no answer' | 'no analysis' {
  if (checks.length === 0) return 'no analysis'
  if (checks.some(({ result }) => result !== 'unknown')) return 'answered'
  return checks.some(({ isUnanswered }) => !isUnanswered) ? 'overloaded' : 'no answer'
}

const isDuring = (standstills: readonly Standstill[], slot: number, { interval_ms }: TimedService): boolean =>
  standstills.some(({ from, to }) => from < slot + interval_ms && to > slot)

/** The longest time from a slot to its stored result. A result that is in transit when its host dies is too late. */
export const maxCheckMs = 2_500

/**
 * Returns the slot of a request: all hosts share the machine's clock, and start a check at most two seconds after its
 * slot, which is less than an interval.
 */
export const findSlot = ({ interval_ms, phase_ms }: TimedService, at: number): number =>
  phase_ms + Math.floor((at - phase_ms) / interval_ms) * interval_ms

function describe({ service_id }: TimedService, slot: number, rounds: readonly Round[]): string {
  const last = rounds.findLast(({ from }) => from - maxCheckMs < slot)
  return `${service_id} at ${formatTime(slot)}, ${last ? `${slot - last.from} ms after ${last.name}` : 'before all rounds'}`
}

export const formatTime = (time: number): string => new Date(time).toISOString().slice(11, 23)

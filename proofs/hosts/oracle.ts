import type { StoredCheck } from '../faults/packed-checks.ts'
import type { Arrival, TimedService } from './world.ts'

/** What was done in a round, and whether it may cost each service the slot of one interval. */
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
  /** Slots of services that the target was asked for more than once. */
  readonly doubles: readonly string[]
  /** Slots without an answer that one round does not excuse: a second one of a service, or at another time. */
  readonly beyond: readonly string[]
  /** Slots without an answer in all. */
  readonly unanswered: number
  /** Slots that a host reported as unknown, because the machine had too much to do. */
  readonly overloaded: number
}

interface HostObservations {
  readonly services: readonly TimedService[]
  readonly arrivals: readonly Arrival[]
  readonly analyses: readonly SeenAnalysis[]
  readonly rounds: readonly Round[]
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
export function judge({ services, arrivals, analyses, rounds, from, to }: HostObservations): Findings {
  const plans = new Map(services.map((service) => [service.service_id, service]))
  const requests = new Map<string, Request>()
  for (const { service_id, at } of arrivals) {
    const plan = plans.get(service_id)
    if (plan === undefined) throw new Error(`a request for ${service_id}, which is no service`)
    const slot = slotAt(plan, at)
    const request = requests.get(`${service_id} ${slot}`) ?? { plan, slot, at: [] }
    requests.set(`${service_id} ${slot}`, request)
    request.at.push(at)
  }
  const stored = new Map(analyses.map((analysis) => [`${analysis.service_id} ${analysis.slot}`, analysis.checks]))
  const beyond: string[] = []
  let [slots, unanswered, overloaded] = [0, 0, 0]
  for (const plan of services) {
    const excused = new Set<Round>()
    for (let slot = slotAt(plan, from) + plan.interval_ms; slot < to; slot += plan.interval_ms) {
      slots += 1
      const checks = stored.get(`${plan.service_id} ${slot}`) ?? []
      if (checks.some(({ result }) => result !== 'unknown')) continue
      if (checks.some(({ isUnanswered }) => !isUnanswered)) {
        overloaded += 1
        continue
      }
      unanswered += 1
      const cause = rounds.find(({ from: at }) => slot > at - checkMs && slot <= at - checkMs + plan.interval_ms)
      if (!cause?.isCostly || excused.has(cause))
        beyond.push(`${describe(plan, slot, rounds)}: ${checks.length === 0 ? 'no analysis' : 'no answer'}`)
      else excused.add(cause)
    }
  }
  const doubles = [...requests.values()]
    .filter(({ at }) => at.length > 1)
    .map(({ plan, slot, at }) => `${describe(plan, slot, rounds)}: requests after ${at.map((one) => one - slot)} ms`)
  return { slots, doubles, beyond, unanswered, overloaded }
}

/** The longest time from a slot to its stored result. What is on its way when its host dies comes too late. */
export const checkMs = 2_500

/** All hosts share the machine's clock and start at the slot, or up to two seconds later: less than an interval. */
export const slotAt = ({ interval_ms, phase_ms }: TimedService, at: number): number =>
  phase_ms + Math.floor((at - phase_ms) / interval_ms) * interval_ms

function describe({ service_id }: TimedService, slot: number, rounds: readonly Round[]): string {
  const last = rounds.findLast(({ from }) => from - checkMs < slot)
  return `${service_id} at ${new Date(slot).toISOString().slice(11, 23)}, ${last ? `${slot - last.from} ms after ${last.name}` : 'before all rounds'}`
}

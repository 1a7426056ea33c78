import type { Incident } from '@wachta/client'
import type { ServiceWithStatus } from '../services/queries.ts'
import { compareUrgency } from '../services/state.ts'

/** Creates a comparator by urgency. Among equal problems, those that are not acknowledged come first. */
export function createUrgencyComparator(incidents: ReadonlyMap<number, Incident>) {
  const getAcknowledgedRank = ({ id }: ServiceWithStatus): number =>
    Number((incidents.get(id)?.acknowledged_by ?? null) !== null)
  return (one: ServiceWithStatus, other: ServiceWithStatus): number => {
    const haveSameProblem = one.status === other.status && (one.status === 'failure' || one.status === 'unknown')
    return (haveSameProblem ? getAcknowledgedRank(one) - getAcknowledgedRank(other) : 0) || compareUrgency(one, other)
  }
}

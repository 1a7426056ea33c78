import type { Incident } from '@wachta/client'
import type { ServiceWithStatus } from '../services/queries.ts'
import { compareUrgency } from '../services/state.ts'

/** Sorts by urgency; of the services with a problem of one kind, those that are not acknowledged come first. */
export function createUrgencyComparator(incidents: ReadonlyMap<number, Incident>) {
  const isTaken = ({ id }: ServiceWithStatus): number => Number((incidents.get(id)?.acknowledged_by ?? null) !== null)
  return (one: ServiceWithStatus, other: ServiceWithStatus): number => {
    const isOneProblem = one.status === other.status && (one.status === 'failure' || one.status === 'unknown')
    return (isOneProblem ? isTaken(one) - isTaken(other) : 0) || compareUrgency(one, other)
  }
}

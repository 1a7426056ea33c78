import type { Customers } from './customers.ts'
import type { ServiceWithStatus } from './queries.ts'
import { compareUrgency, countStates, type State, states } from './state.ts'

/** Services that belong together, such as those of a customer, and their status. */
export interface ServiceSection {
  /** The id of the customer or of the group. */
  readonly id: number
  readonly name: string
  readonly services: readonly ServiceWithStatus[]
  readonly counts: Readonly<Record<State, number>>
  readonly worst: State
}

type NamedGroup = { readonly id: number; readonly name: string }

/** The services by customer, those with the most urgent state first. */
export const listByCustomer = (
  services: readonly ServiceWithStatus[],
  customers: Customers,
): readonly ServiceSection[] => listSections(services, (each) => customers.findCustomer(each) ?? { id: 0, name: '–' })

/** The services by group, those with the most urgent state first. */
export const listByGroup = (
  services: readonly ServiceWithStatus[],
  groups: ReadonlyMap<number, NamedGroup>,
): readonly ServiceSection[] => listSections(services, ({ group_id }) => groups.get(group_id) ?? { id: 0, name: '–' })

function listSections(
  services: readonly ServiceWithStatus[],
  getSection: (service: ServiceWithStatus) => NamedGroup,
): readonly ServiceSection[] {
  const names = new Map<number, string>()
  const byId = Map.groupBy(services, (each) => {
    const { id, name } = getSection(each)
    names.set(id, name)
    return id
  })
  return [...byId]
    .map(([id, sectionServices]) => {
      const counts = countStates(sectionServices)
      const worst = states.find((state) => counts[state] > 0) ?? 'ok'
      return { id, name: names.get(id) ?? '–', services: sectionServices.toSorted(compareUrgency), counts, worst }
    })
    .toSorted(compareSections)
}

/** By the worst state, then by how many services are in it, then by name; sections without problems by name only. */
function compareSections(one: ServiceSection, other: ServiceSection): number {
  if (one.worst !== other.worst) return states.indexOf(one.worst) - states.indexOf(other.worst)
  const isProblem = one.worst === 'failure' || one.worst === 'unknown' || one.worst === 'slow'
  const difference = isProblem ? other.counts[one.worst] - one.counts[one.worst] : 0
  return difference || one.name.localeCompare(other.name)
}

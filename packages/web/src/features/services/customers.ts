import type { Group } from '@wachta/client'

/** An account whose services are listed. */
export interface Customer {
  readonly id: number
  readonly name: string
}

type GroupOwner = Pick<Group, 'owner_id' | 'owner'>

export interface Customers {
  /** The customers with services, by name. */
  readonly all: readonly Customer[]
  /** Whether there are at least two; otherwise lists need no column and no filter of customers. */
  readonly areSeveral: boolean
  /** The customer of a service; undefined if its group is not known. */
  readonly findCustomer: (service: { readonly group_id: number }) => Customer | undefined
}

/** Finds the customers of services: the owners of their groups. */
export function findCustomers(
  groups: ReadonlyMap<number, GroupOwner>,
  services: readonly { readonly group_id: number }[],
): Customers {
  const customersById = new Map<number, Customer>()
  const customersByGroup = new Map<number, Customer>()
  for (const [id, { owner_id, owner }] of groups) {
    const customer = customersById.get(owner_id) ?? { id: owner_id, name: owner?.name ?? `#${owner_id}` }
    customersById.set(owner_id, customer)
    customersByGroup.set(id, customer)
  }
  const used = new Set(services.flatMap(({ group_id }) => customersByGroup.get(group_id) ?? []))
  const all = [...used].toSorted((one, other) => one.name.localeCompare(other.name))
  return { all, areSeveral: all.length > 1, findCustomer: ({ group_id }) => customersByGroup.get(group_id) }
}

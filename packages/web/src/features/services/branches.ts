import type { Group } from '@wachta/client'
import { compareNames } from '../../ui/by-name.ts'
import type { ServiceWithStatus } from './queries.ts'

export interface Leaf {
  readonly id: number
  readonly name: string
  readonly count: number
  readonly failing: number
}

export interface Branch {
  /** The name of the account that owns the groups; null for the user's own account. */
  readonly owner: string | null
  readonly leaves: readonly Leaf[]
}

type OwnedGroup = Pick<Group, 'id' | 'name' | 'owner_id' | 'owner'>

/** Returns the groups by owner: the user's own first, then shared ones by the name of their owner. */
export function listBranches(
  groups: ReadonlyMap<number, OwnedGroup>,
  services: readonly Pick<ServiceWithStatus, 'group_id' | 'status'>[],
  ownAccount: number | undefined,
): Branch[] {
  const servicesByGroup = Map.groupBy(services, ({ group_id }) => group_id)
  const byOwner = Map.groupBy(groups.values(), ({ owner_id }) => owner_id)
  const branches = [...byOwner].map(([owner_id, ownedGroups]) => ({
    owner: owner_id === ownAccount ? null : (ownedGroups[0]?.owner?.name ?? `#${owner_id}`),
    leaves: ownedGroups
      .map(({ id, name }) => {
        const all = servicesByGroup.get(id) ?? []
        return { id, name, count: all.length, failing: all.filter(({ status }) => status === 'failure').length }
      })
      .sort(compareNames),
  }))
  return branches.sort((one, other) => (one.owner ?? '').localeCompare(other.owner ?? ''))
}

import { closed, type Values } from '@wachta/resource'
import { Type } from 'typebox'
import { externalId } from '../../platform/apply/fields.ts'
import { type ConfigurationSection, type ExternalIds, type Reference, sortNames } from '../../platform/apply/kind.ts'

/** A scope in a declared configuration, which names groups and services by their external ids. */
interface DeclaredScope {
  readonly all_services?: boolean
  readonly groups?: readonly string[]
  readonly services?: readonly string[]
}

export const declaredNames = Type.Array(externalId, { maxItems: 1000 })

export const declaredScope = Type.Object(
  {
    all_services: Type.Optional(Type.Boolean()),
    groups: Type.Optional(declaredNames),
    services: Type.Optional(declaredNames),
  },
  {
    ...closed,
    description:
      'All services of the account, or those of some groups and single services; if nothing is given, no services.',
  },
)

/** The fields of a stored scope, and their names in a declared configuration. */
export const scopeFieldNames = { 'scope.group_ids': 'scope.groups', 'scope.service_ids': 'scope.services' } as const

export function listScopeReferences(scope: unknown): Reference[] {
  const { groups = [], services = [] } = (scope ?? {}) as DeclaredScope
  return [...toReferences('groups', groups, 'scope.groups'), ...toReferences('services', services, 'scope.services')]
}

export const toReferences = (
  section: ConfigurationSection,
  externalIds: readonly string[],
  path: string,
): Reference[] => externalIds.map((external_id, index) => ({ section, external_id, path: `${path}.${index}` }))

export function toScopeIds(scope: unknown, known: ExternalIds): Values {
  const { all_services = false, groups = [], services = [] } = scope as DeclaredScope
  return {
    all_services,
    group_ids: groups.map((name) => known.id('groups', name)),
    service_ids: services.map((name) => known.id('services', name)),
  }
}

export function toScopeNames(scope: unknown, known: ExternalIds): DeclaredScope {
  const { all_services, group_ids, service_ids } = scope as Values
  const toSortedNames = (section: ConfigurationSection, ids: unknown) =>
    sortNames((ids as number[]).map((id) => known.externalId(section, id)))
  return {
    all_services: all_services as boolean,
    groups: toSortedNames('groups', group_ids),
    services: toSortedNames('services', service_ids),
  }
}

/** Completes and sorts a scope, so that two scopes can be compared. */
export function normalizeScope(scope: unknown): DeclaredScope {
  const { all_services = false, groups = [], services = [] } = (scope ?? {}) as DeclaredScope
  return { all_services, groups: sortNames(groups), services: sortNames(services) }
}

import type { AnyResource, Registry } from './resource.ts'

/** The names that searches of a resource accept, for validation, the statement and the API documents. */
export interface SearchNames {
  readonly fields: readonly string[]
  readonly embeds: readonly string[]
  readonly filters: readonly string[]
  readonly sorts: readonly string[]
}

export function getSearchNames(resource: AnyResource, registry: Registry): SearchNames {
  const fields = getListedFields(resource)
  const scalars = fields.filter((name) => !['list', 'object'].includes(resource.fields[name].kind))
  const flags = getListedFlags(resource).map((flag) => `permissions.${flag}`)
  const sorts = [...scalars, ...(resource.paths ?? []), ...flags]
  const embeds = ['permissions', ...flags]
  for (const [relation, { target }] of Object.entries(resource.relations ?? {})) {
    embeds.push(relation, ...getListedFields(registry.get(target)).map((field) => `${relation}.${field}`))
  }
  return { fields, embeds, sorts, filters: sorts.filter((name) => !resource.unfiltered?.includes(name)) }
}

const getListedFields = ({ fields }: AnyResource): string[] =>
  Object.keys(fields).filter((name) => !fields[name].unlisted)

const getListedFlags = ({ permissions, unlistedPermissions = [] }: AnyResource): string[] =>
  Object.keys(permissions).filter((flag) => !unlistedPermissions.includes(flag))

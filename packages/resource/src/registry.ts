import type { AnyResource, Registry } from './resource.ts'

/** Creates the registry. Throws with all errors if resources refer to names that do not exist. */
export function createRegistry(all: readonly AnyResource[]): Registry {
  const byName = new Map(all.map((resource) => [resource.name, resource]))
  const violations = all.flatMap((resource) => findViolations(resource, byName))
  if (byName.size !== all.length) violations.push('two resources share a name')
  if (violations.length > 0) throw new Error(`resource registry:\n  ${violations.join('\n  ')}`)
  return {
    all,
    get(name) {
      const found = byName.get(name)
      if (!found) throw new Error(`no resource ${name}`)
      return found
    },
  }
}

function findViolations(resource: AnyResource, byName: ReadonlyMap<string, AnyResource>): string[] {
  const { name, fields, relations = {}, paths = [], permissions, create, update, query = [], serve } = resource
  const violations: string[] = []
  const must = (holds: boolean, violation: string) => void (holds || violations.push(`${name}: ${violation}`))
  const isField = (of: AnyResource | undefined, field: string) => of !== undefined && Object.hasOwn(of.fields, field)

  for (const [relation, { target, column, collection }] of Object.entries(relations)) {
    const found = byName.get(target)
    must(found !== undefined, `relation ${relation} points at no resource: ${target}`)
    must(isField(resource, column), `relation ${relation} has no field ${column}`)
    if (collection?.flag) must(Boolean(found?.permissions[collection.flag]), `${target} has no flag ${collection.flag}`)
  }
  for (const path of paths) {
    const [relation = '', field = ''] = path.split('.')
    must(isField(byName.get(relations[relation]?.target ?? ''), field), `no path ${path}`)
  }
  for (const field of query)
    must(fields[field]?.kind === 'text' || fields[field]?.kind === 'key', `query over ${field}`)
  if (create?.under) {
    const [relation, flag] = create.under
    const parent = byName.get(relations[relation]?.target ?? '')
    must(Boolean(parent?.permissions[flag]), `created under ${relation}, which has no flag ${flag}`)
  }
  const serves = new Set(serve?.operations)
  must(!serves.has('create') || create !== undefined, 'serves create without saying how')
  must(
    !serves.has('update') || (update !== undefined && Boolean(permissions.update)),
    'serves update without saying how',
  )
  must(!serves.has('put') || (create !== undefined && update !== undefined), 'serves put without saying how')
  must(!serves.has('delete') || Boolean(permissions.delete), 'serves delete without a flag for it')
  return violations
}

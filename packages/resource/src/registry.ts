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
      if (!found) throw new Error(`unknown resource ${name}`)
      return found
    },
  }
}

function findViolations(resource: AnyResource, byName: ReadonlyMap<string, AnyResource>): string[] {
  const { name, fields, relations = {}, paths = [], permissions, create, update, query = [], serve } = resource
  const violations: string[] = []
  const check = (holds: boolean, violation: string) => void (holds || violations.push(`${name}: ${violation}`))
  const isField = (candidate: AnyResource | undefined, field: string) =>
    candidate !== undefined && Object.hasOwn(candidate.fields, field)

  for (const [relation, { target, column, collection }] of Object.entries(relations)) {
    const targetResource = byName.get(target)
    check(targetResource !== undefined, `relation ${relation} refers to an unknown resource: ${target}`)
    check(isField(resource, column), `relation ${relation} has no field ${column}`)
    if (collection?.flag)
      check(Boolean(targetResource?.permissions[collection.flag]), `${target} has no permission ${collection.flag}`)
  }
  for (const path of paths) {
    const [relation = '', field = ''] = path.split('.')
    check(isField(byName.get(relations[relation]?.target ?? ''), field), `unknown path ${path}`)
  }
  for (const field of query)
    check(fields[field]?.kind === 'text' || fields[field]?.kind === 'key', `cannot query ${field}`)
  if (create?.under) {
    const [relation, permission] = create.under
    const parent = byName.get(relations[relation]?.target ?? '')
    check(Boolean(parent?.permissions[permission]), `created under ${relation}, which has no permission ${permission}`)
  }
  const served = new Set(serve?.operations)
  check(!served.has('create') || create !== undefined, 'serves create without defining it')
  check(
    !served.has('update') || (update !== undefined && Boolean(permissions.update)),
    'serves update without defining it',
  )
  check(
    !served.has('put') || (create !== undefined && update !== undefined),
    'serves put without defining create and update',
  )
  check(!served.has('delete') || Boolean(permissions.delete), 'serves delete without a permission for it')
  return violations
}

import { rejectAny } from './api-error.ts'
import { createRow } from './create-row.ts'
import type { Call } from './operation.ts'
import { getParent } from './parent-row.ts'
import type { AnyResource, Registry } from './registry.ts'
import type { Values } from './resource.ts'
import { demand, holds } from './row-access.ts'
import { lockRow } from './row-locks.ts'
import { updateRow } from './update-row.ts'

/** Puts a row where its key says: updates an existing row, or creates one. */
export async function putRow(
  registry: Registry,
  resource: AnyResource,
  key: readonly (string | number)[],
  data: Values,
  call: Call,
): Promise<void> {
  const { parent, permission } = getParent(registry, resource)
  // Locked, so that the second of two simultaneous requests finds the row of the first.
  await lockRow(registry, parent, key[0] ?? 0, permission, call)
  const named = Object.fromEntries(resource.keys.map((name, index) => [name, key[index]]))
  rejectAny(
    resource.keys
      .filter((name) => name in data && data[name] !== named[name])
      .map((name) => ({ symbol: 'read_only_field', field: `data.${name}` })),
  )
  if (await holds(registry, resource, key, 'read', call)) return updateRow(registry, resource, key, data, call)
  const missing = (resource.create?.required ?? []).filter((name) => !(name in named) && !(name in data))
  rejectAny(missing.map((name) => ({ symbol: 'missing_field', field: `data.${name}` })))
  for (const { kind, target, column } of Object.values(resource.relations ?? {}))
    if (kind === 'one' && column in named)
      await demand(registry, registry.get(target), named[column] ?? 0, 'read', call)
  await createRow(registry, resource, { ...data, ...named }, call)
}

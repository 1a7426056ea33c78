import { rejectAny } from './api-error.ts'
import { createRow } from './create-row.ts'
import { getParent } from './parent-row.ts'
import type { Call, Values } from './resource.ts'
import type { RowTarget } from './row.ts'
import { holdsPermission, requirePermission } from './row-access.ts'
import { lockRow } from './row-locks.ts'
import { updateRow } from './update-row.ts'

/** Updates the row with this key, or creates it. */
export async function putRow(target: RowTarget, data: Values, call: Call): Promise<void> {
  const { resource } = target
  const key = [target.key].flat()
  const { parent, permission } = getParent(resource, call)
  // Locked, so that the second of two simultaneous requests finds the row of the first.
  await lockRow({ resource: parent, key: key[0] ?? 0 }, permission, call)
  const keyValues = Object.fromEntries(resource.keys.map((name, index) => [name, key[index]]))
  rejectAny(
    resource.keys
      .filter((name) => name in data && data[name] !== keyValues[name])
      .map((name) => ({ symbol: 'read_only_field', field: `data.${name}` })),
  )
  if (await holdsPermission(target, 'read', call)) return updateRow(target, data, call)
  const missing = (resource.create?.required ?? []).filter((name) => !(name in keyValues) && !(name in data))
  rejectAny(missing.map((name) => ({ symbol: 'missing_field', field: `data.${name}` })))
  for (const { kind, target: name, column } of Object.values(resource.relations ?? {}))
    if (kind === 'one' && column in keyValues)
      await requirePermission({ resource: call.registry.get(name), key: keyValues[column] ?? 0 }, 'read', call)
  await createRow(resource, { ...data, ...keyValues }, call)
}

import { reject, rejectAny } from './api-error.ts'
import type { Call, OperationAnswer } from './operation.ts'
import { demandParent, insertRow, queueForParent } from './parent-row.ts'
import { readRecord, toWritten } from './record.ts'
import { findReferenceViolations, prepareWith } from './references.ts'
import type { AnyResource, Registry } from './registry.ts'
import type { Prepared, Values } from './resource.ts'
import type { Key } from './row.ts'

/** Creates a row, with everything that its resource defines for that, and records it in the audit. */
export async function createRow(
  registry: Registry,
  resource: AnyResource,
  data: Values,
  call: Call,
): Promise<OperationAnswer | undefined> {
  const { create } = resource
  if (!create) throw new Error(`${resource.name} is not created`)
  if (create.by && !create.by(call.caller)) reject('forbidden')
  const given = { ...(await create.defaults?.(data, call)), ...data }
  // What `prepare` finds out about the account of the parent must not reach a caller who may not see the parent.
  if (create.under && create.prepare) await demandParent(registry, resource, given, call)
  if (create.under) await queueForParent(registry, resource, given, call)
  const except = getInheritedColumns(resource)
  const violations = await findReferenceViolations(registry, resource, given, call, except)
  if (create.slow) rejectAny(violations)
  const prepare = async (): Promise<Prepared> => (create.prepare ? create.prepare(given, call) : { columns: given })
  const { columns: values, kept = {} } = await prepareWith(violations, prepare)
  return call.transaction(async (tx) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== given[name]))
    rejectAny(await findReferenceViolations(registry, resource, changed, tx, except))
    const row = await insertRow(registry, resource, values, tx)
    const key = getKey(resource, row)
    await create.created?.(Number(row[resource.key]), kept, tx)
    const after = await readRecord(registry, resource, key, tx)
    await tx.record(toWritten(resource, key, { before: null, after }))
    return { value: { id: row[resource.key] } }
  })
}

/** A row has the owner of its parent, whether or not the caller may read that account. */
function getInheritedColumns({ create, relations, owner }: AnyResource): readonly (string | null)[] {
  const parent = create?.under && relations?.[create.under[0]]?.column
  return parent === undefined ? [] : [parent, owner]
}

const getKey = ({ key, keys }: AnyResource, row: Values): Key =>
  keys.length === 1 ? (row[key] as Key) : keys.map((name) => row[name] as string)

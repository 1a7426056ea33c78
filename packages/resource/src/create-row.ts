import { reject, rejectAny } from './api-error.ts'
import type { OperationAnswer } from './outcome.ts'
import { insertRow, lockParentOwner, requireParent } from './parent-row.ts'
import { readRecord, toAuditEntry } from './record.ts'
import { findReferenceViolations, prepareWith } from './references.ts'
import type { AnyResource, Call, PreparedRow, Values } from './resource.ts'
import type { Key } from './row.ts'

/** Creates a row as its resource defines it, and records it in the audit log. */
export async function createRow(resource: AnyResource, data: Values, call: Call): Promise<OperationAnswer | undefined> {
  const { create } = resource
  if (!create) throw new Error(`${resource.name} cannot be created`)
  if (create.mayCreate && !create.mayCreate(call.caller)) reject('forbidden')
  const given = { ...(await create.defaults?.(data, call)), ...data }
  // Checked before `prepare`, whose errors would reveal data about the parent's account to a caller who may not see it.
  if (create.under && create.prepare) await requireParent(resource, given, call)
  if (create.under) await lockParentOwner(resource, given, call)
  const violations = await findReferenceViolations(resource, omitInherited(resource, given), call)
  if (create.slow) rejectAny(violations)
  const prepare = async (): Promise<PreparedRow> => (create.prepare ? create.prepare(given, call) : { columns: given })
  const { columns: values, forCreated = {} } = await prepareWith(violations, prepare)
  return call.transaction(async (tx) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== given[name]))
    rejectAny(await findReferenceViolations(resource, omitInherited(resource, changed), tx))
    const row = await insertRow(resource, values, tx)
    const target = { resource, key: getKey(resource, row) }
    await create.created?.(Number(row[resource.key]), forCreated, tx)
    const after = await readRecord(target, tx)
    await tx.record(toAuditEntry(target, { before: null, after }))
    return { value: { id: row[resource.key] } }
  })
}

/** Omits the parent and the owner: the row inherits its owner, even if the caller may not read that account. */
function omitInherited({ create, relations, owner }: AnyResource, values: Values): Values {
  const parent = create?.under && relations?.[create.under[0]]?.column
  if (parent === undefined) return values
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== parent && name !== owner))
}

const getKey = ({ key, keys }: AnyResource, row: Values): Key =>
  keys.length === 1 ? (row[key] as Key) : keys.map((name) => row[name] as string)

import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Answer, Call } from './operation.ts'
import { callerRef } from './permission.ts'
import { type Fault, refuse, refuseAny } from './refusal.ts'
import type { AnyResource, Registry } from './registry.ts'
import type { Values } from './resource.ts'
import { belongs, flag, flagValue, rowRef, type Scope, type Sql, sent, table } from './row.ts'
import { bind } from './statement.ts'

type Key = string | number

/** Inserts a row only where the caller holds the parent's flag, in one statement: nothing can change between check and act. */
export async function createRow(
  registry: Registry,
  resource: AnyResource,
  data: Values,
  call: Call,
): Promise<Answer | undefined> {
  const { create } = resource
  if (!create) throw new Error(`${resource.name} is not created`)
  if (create.by && !create.by(call.caller)) refuse('forbidden')
  const given = { ...create.defaults?.(call.caller), ...data }
  const { columns: values, kept = {} } = create.prepare ? await create.prepare(given, call) : { columns: given }
  return call.transaction(async (tx) => {
    const parent = create.under && resource.relations?.[create.under[0]]?.column
    refuseAny(await referenceFaults(registry, resource, values, tx, parent))
    const [row] = await execute(insertStatement(registry, resource, values, tx), tx)
    if (!row) return refuseParent(registry, resource, values, tx)
    await create.created?.(row.id, kept, tx)
    const after = await recordOf(registry, resource, row.id, tx)
    await tx.record({ resource: resource.name, id: row.id, accountId: ownerOf(resource, after), before: null, after })
    return { value: { id: row.id } }
  })
}

function insertStatement(
  registry: Registry,
  resource: AnyResource,
  values: Values,
  call: Call,
): RawBuilder<{ id: number }> {
  const scope = scopeOf(registry, call)
  const names = Object.keys(values)
  const columns = sql.join(names.map((name) => sql.id(name)))
  const inserted = sql.join(names.map((name) => columnValue(resource, name, values[name])))
  const returning = sql`returning ${sql.id(resource.key)} as id`
  const target = sql`insert into ${table(resource)} (${columns})`
  if (!resource.create?.under) return sql<{ id: number }>`${target} values (${inserted}) ${returning}`
  const { parent, column, permission } = parentOf(registry, resource)
  const row = rowRef(parent, 'parent', scope)
  return sql<{ id: number }>`${target} select ${inserted} from ${table(parent)} as parent
where ${row(parent.key)} = ${values[column]} and ${belongs(parent, row, permission, scope)} for share of parent ${returning}`
}

/** No row was inserted: the parent is hidden from the caller, or the caller may not create under it. */
async function refuseParent(registry: Registry, resource: AnyResource, values: Values, call: Call): Promise<never> {
  const { parent, column } = parentOf(registry, resource)
  const readable = await holds(registry, parent, values[column] as Key, 'read', call)
  return readable ? refuse('forbidden') : refuse('unknown_reference', `data.${column}`)
}

function parentOf(registry: Registry, resource: AnyResource) {
  const [relation, permission] = resource.create?.under ?? []
  const link = resource.relations?.[relation ?? '']
  if (!link || !permission) throw new Error(`${resource.name} is not created under another row`)
  return { parent: registry.get(link.target), column: link.column, permission }
}

/** Changes a row. Fields that cannot change may be repeated, as clients send back whole objects; changed, they are faults. */
export async function updateRow(
  registry: Registry,
  resource: AnyResource,
  key: Key,
  data: Values,
  call: Call,
): Promise<void> {
  const { update } = resource
  if (!update) throw new Error(`${resource.name} does not change`)
  const before = await lockRow(registry, resource, key, 'update', call)
  const given = Object.entries(data).filter(([name, value]) => !same(resource, name, value, before[name]))
  const changeable = new Set<string>(update.fields)
  refuseAny(
    given
      .filter(([name]) => !changeable.has(name))
      .map(([name]) => ({ symbol: 'read_only_field', field: `data.${name}` })),
  )
  if (given.length === 0) return
  const changes = Object.fromEntries(given)
  refuseAny(await referenceFaults(registry, resource, changes, call))
  const values = update.prepare ? await update.prepare(changes, before, call) : changes
  await write(registry, resource, key, values, call)
  await update.changed?.(Number(key), changes, before, call)
  const after = await recordOf(registry, resource, key, call)
  await call.record({ resource: resource.name, id: key, accountId: ownerOf(resource, before), before, after })
}

async function write(registry: Registry, resource: AnyResource, key: Key, values: Values, call: Call): Promise<void> {
  const scope = scopeOf(registry, call)
  const row = rowRef(resource, 't', scope)
  const assignments = Object.entries(values).map(
    ([name, value]) => sql`${sql.id(name)} = ${columnValue(resource, name, value)}`,
  )
  if (assignments.length === 0) return
  const statement = sql<{ key: Key }>`update ${table(resource)} as t set ${sql.join(assignments)}
where ${row(resource.key)} = ${key} and ${belongs(resource, row, 'update', scope)} returning ${row(resource.key)} as key`
  if ((await execute(statement, call)).length === 0) refuse('forbidden')
}

export async function deleteRow(registry: Registry, resource: AnyResource, key: Key, call: Call): Promise<void> {
  const before = await lockRow(registry, resource, key, 'delete', call)
  await resource.delete?.prepare?.(before, call)
  await call.record({ resource: resource.name, id: key, accountId: ownerOf(resource, before), before, after: null })
  const scope = scopeOf(registry, call)
  const row = rowRef(resource, 't', scope)
  const statement = sql<{ key: Key }>`delete from ${table(resource)} as t
where ${row(resource.key)} = ${key} and ${belongs(resource, row, 'delete', scope)} returning ${row(resource.key)} as key`
  if ((await execute(statement, call)).length === 0) refuse('forbidden')
}

/**
 * Locks the row and returns its record, if the caller holds the flag; else refuses: 404 where it may not even read the
 * row, 403 where it may.
 */
export async function lockRow(
  registry: Registry,
  resource: AnyResource,
  key: Key,
  permission: string,
  call: Call,
): Promise<Values> {
  const scope = scopeOf(registry, call)
  const row = rowRef(resource, 't', scope)
  const statement = sql<{ record: Values; allowed: boolean }>`select ${record(resource, scope)} as record,
  ${flagValue(resource, row, permission, scope)} as allowed
from ${table(resource)} as t where ${row(resource.key)} = ${key} and ${belongs(resource, row, 'read', scope)} for update of t`
  const [found] = await execute(statement, call)
  if (!found) return refuse('not_found')
  return found.allowed ? found.record : refuse('forbidden')
}

/** Whether the caller holds a flag of a row; a row it may not read is as good as absent. */
export async function holds(
  registry: Registry,
  resource: AnyResource,
  key: Key,
  permission: string,
  call: Call,
): Promise<boolean> {
  const scope = scopeOf(registry, call)
  const row = rowRef(resource, 't', scope)
  const statement = sql`select from ${table(resource)} as t
where ${row(resource.key)} = ${key} and ${belongs(resource, row, 'read', scope)} and ${flag(resource, row, permission, scope)}`
  return (await execute(statement, call)).length > 0
}

/** Refuses unless the caller holds the flag: 404 where it may not read the row, 403 where it may. */
export async function demand(
  registry: Registry,
  resource: AnyResource,
  key: Key,
  permission: string,
  call: Call,
): Promise<void> {
  if (await holds(registry, resource, key, permission, call)) return
  refuse((await holds(registry, resource, key, 'read', call)) ? 'forbidden' : 'not_found')
}

/** A row that is referred to must exist and be readable by the caller; both failures look alike. */
async function referenceFaults(
  registry: Registry,
  resource: AnyResource,
  values: Values,
  call: Call,
  except?: string,
): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const { kind, target, column } of Object.values(resource.relations ?? {})) {
    const value = values[column]
    if (value === undefined || value === null || column === except || column === resource.key) continue
    const keys = kind === 'one' ? [value] : (value as readonly unknown[])
    const missing = await missingKeys(registry, registry.get(target), keys, call)
    if (missing) faults.push({ symbol: 'unknown_reference', field: `data.${column}` })
  }
  return faults
}

async function missingKeys(
  registry: Registry,
  target: AnyResource,
  keys: readonly unknown[],
  call: Call,
): Promise<boolean> {
  const scope = scopeOf(registry, call)
  const row = rowRef(target, 't', scope)
  const statement = sql<{ found: number }>`select count(*)::int as found from ${table(target)} as t
where ${row(target.key)} = any(${keys}) and ${belongs(target, row, 'read', scope)}`
  const [counted] = await execute(statement, call)
  return counted?.found !== new Set(keys).size
}

/** The record as it is now, whoever asks: only for a row that the caller has just been allowed to write. */
export async function recordOf(registry: Registry, resource: AnyResource, key: Key, call: Call): Promise<Values> {
  const scope = scopeOf(registry, call)
  const row = rowRef(resource, 't', scope)
  const statement = sql<{
    record: Values
  }>`select ${record(resource, scope)} as record from ${table(resource)} as t where ${row(resource.key)} = ${key}`
  const [found] = await execute(statement, call)
  return found?.record ?? {}
}

function record(resource: AnyResource, scope: Scope): Sql {
  const row = rowRef(resource, 't', scope)
  const fields = Object.keys(resource.fields).map((name) => sent(resource, row, name, scope))
  return sql`(select row_to_json(r) from (select ${sql.join(fields)}) as r)`
}

/** JSON goes to the driver as text: given an array, it would write a PostgreSQL array. */
function columnValue(resource: AnyResource, name: string, value: unknown): unknown {
  return resource.fields[name]?.json && value !== null ? JSON.stringify(value) : value
}

function same(resource: AnyResource, name: string, given: unknown, stored: unknown): boolean {
  if (resource.fields[name]?.kind === 'time' && typeof given === 'string' && typeof stored === 'string')
    return Date.parse(given) === Date.parse(stored)
  return isDeepStrictEqual(given, stored)
}

const ownerOf = ({ owner }: AnyResource, values: Values): number | null =>
  owner === null ? null : Number(values[owner])

const scopeOf = (registry: Registry, { caller }: Call): Scope => ({ registry, caller: callerRef(caller) })

const execute = <T>(statement: RawBuilder<T>, { db, caller }: Call): Promise<T[]> =>
  db.run<T>(bind(db.compile(statement), { caller, request: {}, keys: [] }))

import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { ApiError, reject, rejectAny, type Violation } from './api-error.ts'
import type { Answer, Call } from './operation.ts'
import { callerRef } from './permission.ts'
import type { AnyResource, Registry } from './registry.ts'
import type { Prepared, Relation, Values } from './resource.ts'
import { as, belongs, flag, flagValue, isRow, type Key, rowRef, type Scope, type Sql, sent, table } from './row.ts'
import { bind } from './statement.ts'

/** Inserts a row only where the caller holds the parent's flag, asked by the very statement that inserts it. */
export async function createRow(
  registry: Registry,
  resource: AnyResource,
  data: Values,
  call: Call,
): Promise<Answer | undefined> {
  const { create } = resource
  if (!create) throw new Error(`${resource.name} is not created`)
  if (create.by && !create.by(call.caller)) reject('forbidden')
  const given = { ...(await create.defaults?.(data, call)), ...data }
  // What `prepare` finds out about the parent's account must not reach someone who may not even see it.
  if (create.under && create.prepare) await demandParent(registry, resource, given, call)
  if (create.under) await queueForParent(registry, resource, given, call)
  const parent = create.under && resource.relations?.[create.under[0]]?.column
  // What is created under a row belongs to whom the row belongs to, whether or not the caller may read that account.
  const except = parent === undefined ? [] : [parent, resource.owner]
  const violations = await referenceViolations(registry, resource, given, call, except)
  if (create.slow) rejectAny(violations)
  const prepare = async (): Promise<Prepared> => (create.prepare ? create.prepare(given, call) : { columns: given })
  const { columns: values, kept = {} } = await withViolations(violations, prepare)
  return call.transaction(async (tx) => {
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== given[name]))
    rejectAny(await referenceViolations(registry, resource, changed, tx, except))
    const [row] = await execute(insertStatement(registry, resource, values, tx), tx)
    if (!row) return rejectParent(registry, resource, values, tx)
    const key =
      resource.keys.length === 1 ? (row[resource.key] as Key) : resource.keys.map((name) => row[name] as string)
    await create.created?.(Number(row[resource.key]), kept, tx)
    const after = await recordOf(registry, resource, key, tx)
    await tx.record({
      resource: resource.name,
      id: keyText(key),
      accountId: ownerOf(resource, after),
      before: null,
      after,
    })
    return { value: { id: row[resource.key] } }
  })
}

/**
 * Runs `prepare` and tells its violations together with those known before. What is referred to and cannot be read is as
 * good as absent: whatever `prepare` has found out about it is not told.
 */
async function withViolations<T>(known: readonly Violation[], prepare: () => Promise<T>): Promise<T> {
  const isKnown = ({ field = '' }: Violation) =>
    known.some((violation) => field === violation.field || field.startsWith(`${violation.field}.`))
  const prepared = await prepare().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError([...known, ...error.violations.filter((violation) => !isKnown(violation))])
  })
  rejectAny(known)
  return prepared
}

/** Puts a row where its key says: changes the one that is there, or creates it. */
export async function putRow(
  registry: Registry,
  resource: AnyResource,
  key: readonly (string | number)[],
  data: Values,
  call: Call,
): Promise<void> {
  const { parent, permission } = parentOf(registry, resource)
  // Locked, so that of two requests at once the second finds what the first has put there.
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

function insertStatement(registry: Registry, resource: AnyResource, values: Values, call: Call): RawBuilder<Values> {
  const scope = scopeOf(registry, call)
  const names = Object.keys(values)
  const columns = sql.join(names.map((name) => sql.id(name)))
  const inserted = sql.join(names.map((name) => columnValue(resource, name, values[name])))
  const returning = sql`returning ${sql.join(resource.keys.map((name) => sql.id(name)))}`
  const target = sql`insert into ${table(resource)} (${columns})`
  if (!resource.create?.under) return sql<Values>`${target} values (${inserted}) ${returning}`
  const { parent, column, permission } = parentOf(registry, resource)
  const row = rowRef(parent, 'parent', scope)
  return sql<Values>`${target} select ${inserted} from ${table(parent)} as parent
where ${row(parent.key)} = ${values[column]} and ${belongs(parent, row, permission, scope)} for share of parent ${returning}`
}

/** No row was inserted: the parent is hidden from the caller, or the caller may not create under it. */
async function rejectParent(registry: Registry, resource: AnyResource, values: Values, call: Call): Promise<never> {
  const { parent, column } = parentOf(registry, resource)
  const readable = await holds(registry, parent, values[column] as Key, 'read', call)
  return readable ? reject('forbidden') : reject('unknown_reference', `data.${column}`)
}

async function queueForParent(registry: Registry, resource: AnyResource, values: Values, call: Call): Promise<void> {
  const { parent, column } = parentOf(registry, resource)
  const row = rowRef(parent, 't', scopeOf(registry, call))
  const chosen = sql`from ${table(parent)} as t where ${row(parent.key)} = ${values[column]}`
  await queueForOwners(registry, parent, chosen, call)
}

async function demandParent(registry: Registry, resource: AnyResource, values: Values, call: Call): Promise<void> {
  const { parent, column, permission } = parentOf(registry, resource)
  const key = values[column] as Key
  if (!(await holds(registry, parent, key, permission, call))) await rejectParent(registry, resource, values, call)
}

function parentOf(registry: Registry, resource: AnyResource) {
  const [relation, permission] = resource.create?.under ?? []
  const link = resource.relations?.[relation ?? '']
  if (!link || !permission) throw new Error(`${resource.name} is not created under another row`)
  return { parent: registry.get(link.target), column: link.column, permission }
}

/** Changes a row. Fields that cannot change may be repeated, as clients send back whole objects; changed, they are violations. */
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
  if (given.length === 0) return
  const changeable = new Set<string>(update.fields)
  const changes = Object.fromEntries(given.filter(([name]) => changeable.has(name)))
  const violations = [
    ...given
      .filter(([name]) => !changeable.has(name))
      .map(([name]) => ({ symbol: 'read_only_field', field: `data.${name}` })),
    ...(await referenceViolations(registry, resource, added(resource, changes, before), call)),
  ]
  const prepare = async () => (update.prepare ? update.prepare(changes, before, call) : changes)
  const values = await withViolations(violations, prepare)
  await write(registry, resource, key, values, call)
  await update.changed?.(Number([key].flat()[0]), changes, before, call)
  const after = await recordOf(registry, resource, key, call)
  await call.record({ resource: resource.name, id: keyText(key), accountId: ownerOf(resource, before), before, after })
}

async function write(registry: Registry, resource: AnyResource, key: Key, values: Values, call: Call): Promise<void> {
  const scope = scopeOf(registry, call)
  const row = rowRef(resource, 't', scope)
  const assignments = Object.entries(values).map(
    ([name, value]) => sql`${sql.id(name)} = ${columnValue(resource, name, value)}`,
  )
  if (assignments.length === 0) return
  const statement = sql<Values>`update ${table(resource)} as t set ${sql.join(assignments)}
where ${isRow(resource, row, key)} and ${belongs(resource, row, 'update', scope)} returning ${row(resource.key)}`
  if ((await execute(statement, call)).length === 0) reject('forbidden')
}

export async function deleteRow(registry: Registry, resource: AnyResource, key: Key, call: Call): Promise<void> {
  const before = await lockRow(registry, resource, key, 'delete', call)
  await resource.delete?.prepare?.(before, call)
  await call.record({
    resource: resource.name,
    id: keyText(key),
    accountId: ownerOf(resource, before),
    before,
    after: null,
  })
  const scope = scopeOf(registry, call)
  const row = rowRef(resource, 't', scope)
  const statement = sql<Values>`delete from ${table(resource)} as t
where ${isRow(resource, row, key)} and ${belongs(resource, row, 'delete', scope)} returning ${row(resource.key)}`
  if ((await execute(statement, call)).length === 0) reject('forbidden')
}

/**
 * Locks the row and returns its record, if the caller holds the flag; else rejects: 404 where it may not even read the
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
  const chosen = sql`from ${table(resource)} as t where ${isRow(resource, row, key)} and ${belongs(resource, row, 'read', scope)}`
  await queueForOwners(registry, resource, chosen, call)
  await execute(sql`select ${chosen} for update of t`, call)
  // Asked once the lock is there: a right that was taken away while this waited is gone.
  const statement = sql<{ record: Values; allowed: boolean }>`select ${record(resource, scope)} as record,
  ${flagValue(resource, row, permission, scope)} as allowed ${chosen}`
  const [found] = await execute(statement, call)
  if (!found) return reject('not_found')
  return found.allowed ? found.record : reject('forbidden')
}

/**
 * Whoever writes to rows of an account waits for whoever does so already, and has the account before any of its rows:
 * always in that order, nobody waits in a circle, and whoever counts what there is counts what was committed before.
 */
export async function queueForOwners(
  registry: Registry,
  { owner }: AnyResource,
  chosen: Sql,
  call: Call,
): Promise<void> {
  if (owner !== null) await queue(registry, sql`select t.${sql.id(owner)} ${chosen}`, call)
}

/** The same, for what touches many rows of one account. */
export const queueForAccount = (registry: Registry, id: number, call: Call): Promise<void> =>
  queue(registry, sql`${id}`, call)

async function queue(registry: Registry, accounts: Sql, call: Call): Promise<void> {
  const account = table(registry.get('account'))
  await execute(sql`select from ${account} as a where a.id in (${accounts}) order by a.id for no key update`, call)
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
where ${isRow(resource, row, key)} and ${belongs(resource, row, 'read', scope)} and ${flag(resource, row, permission, scope)}`
  return (await execute(statement, call)).length > 0
}

/** Rejects unless the caller holds the flag: 404 where it may not read the row, 403 where it may. */
export async function demand(
  registry: Registry,
  resource: AnyResource,
  key: Key,
  permission: string,
  call: Call,
): Promise<void> {
  if (await holds(registry, resource, key, permission, call)) return
  reject((await holds(registry, resource, key, 'read', call)) ? 'forbidden' : 'not_found')
}

/** Of lists, only what was not in them before: whoever extends one need not be able to read all of it. */
function added({ relations = {} }: AnyResource, changes: Values, before: Values): Values {
  const lists = Object.values<Relation>(relations).filter(
    ({ kind, column }) => kind === 'many' && Array.isArray(changes[column]),
  )
  const reduced = lists.map(({ column }) => {
    const former = new Set((before[column] ?? []) as readonly unknown[])
    return [column, (changes[column] as readonly unknown[]).filter((key) => !former.has(key))]
  })
  return { ...changes, ...Object.fromEntries(reduced) }
}

/** A row that is referred to must exist and be readable by the caller; both failures look alike. */
async function referenceViolations(
  registry: Registry,
  resource: AnyResource,
  values: Values,
  call: Call,
  except: readonly (string | null)[] = [],
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { kind, target, column } of Object.values(resource.relations ?? {})) {
    const value = values[column]
    if (value === undefined || value === null || except.includes(column) || column === resource.key) continue
    const keys = kind === 'one' ? [value] : (value as readonly unknown[])
    const missing = await missingKeys(registry, registry.get(target), keys, call)
    if (missing) violations.push({ symbol: 'unknown_reference', field: `data.${column}` })
  }
  return violations
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
  }>`select ${record(resource, scope)} as record from ${table(resource)} as t where ${isRow(resource, row, key)}`
  const [found] = await execute(statement, call)
  return found?.record ?? {}
}

export function record(resource: AnyResource, scope: Scope): Sql {
  const row = rowRef(resource, 't', scope)
  const fields = Object.keys(resource.fields).map((name) => sent(resource, row, name, scope))
  // Whose row it is, the audit has to know even where the record does not say it.
  const { owner } = resource
  if (owner !== null && !Object.hasOwn(resource.fields, owner)) fields.push(as(row(owner), owner))
  return sql`(select row_to_json(r) from (select ${sql.join(fields)}) as r)`
}

/** JSON goes to the driver as text: given an array, it would write a PostgreSQL array. */
export function columnValue(resource: AnyResource, name: string, value: unknown): unknown {
  const { kind, json } = resource.fields[name] ?? {}
  if (kind === 'minute') return sql`minute_of_week(${JSON.stringify(value)}::jsonb)`
  return json && value !== null ? JSON.stringify(value) : value
}

function same(resource: AnyResource, name: string, given: unknown, stored: unknown): boolean {
  if (resource.fields[name]?.kind === 'time' && typeof given === 'string' && typeof stored === 'string')
    return Date.parse(given) === Date.parse(stored)
  return isDeepStrictEqual(given, stored)
}

export const ownerOf = ({ owner }: AnyResource, values: Values): number | null =>
  owner === null ? null : Number(values[owner])

/** A key as the audit writes it. */
const keyText = (key: Key): string | number => (Array.isArray(key) ? key.join('/') : (key as string | number))

export const scopeOf = (registry: Registry, { caller }: Call): Scope => ({ registry, caller: callerRef(caller) })

export const execute = <T>(statement: RawBuilder<T>, { db, caller }: Call): Promise<T[]> =>
  db.run<T>(bind(db.compile(statement), { caller, request: {}, keys: [] }))

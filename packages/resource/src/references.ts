import { sql } from 'kysely'
import { ApiError, rejectAny, type Violation } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { AnyResource, Call, Relation, Values } from './resource.ts'
import { buildAccessCondition, rowRef, table } from './row.ts'

/** Finds references to rows that do not exist or that the caller may not read; both violations look alike. */
export async function findReferenceViolations(resource: AnyResource, values: Values, call: Call): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { kind, target, column } of Object.values(resource.relations ?? {})) {
    const value = values[column]
    if (value === undefined || value === null || column === resource.key) continue
    const keys = kind === 'one' ? [value] : (value as readonly unknown[])
    if (!(await areReadable(call.registry.get(target), keys, call)))
      violations.push({ symbol: 'unknown_reference', field: `data.${column}` })
  }
  return violations
}

async function areReadable(target: AnyResource, keys: readonly unknown[], call: Call): Promise<boolean> {
  const row = rowRef(target, 't', createScope(call))
  const statement = sql<{ found: number }>`select count(*)::int as found from ${table(target)} as t
where ${row(target.key)} = any(${keys}) and ${buildAccessCondition(row, 'read')}`
  const [result] = await execute(statement, call)
  return result?.found === new Set(keys).size
}

/**
 * Reduces changed lists of references to the added ones: a caller who extends a list need not be able to read all of
 * it.
 */
export function keepAddedReferences({ relations = {} }: AnyResource, changes: Values, before: Values): Values {
  const lists = Object.values<Relation>(relations).filter(
    ({ kind, column }) => kind === 'many' && Array.isArray(changes[column]),
  )
  const reduced = lists.map(({ column }) => {
    const formerKeys = new Set((before[column] ?? []) as readonly unknown[])
    return [column, (changes[column] as readonly unknown[]).filter((key) => !formerKeys.has(key))]
  })
  return { ...changes, ...Object.fromEntries(reduced) }
}

/**
 * Runs `prepare` and rejects its violations together with the known ones. A reference that the caller may not read
 * counts as missing, so violations that `prepare` finds in it are not reported.
 */
export async function prepareWith<T>(known: readonly Violation[], prepare: () => Promise<T>): Promise<T> {
  const isKnown = ({ field = '' }: Violation) =>
    known.some((violation) => field === violation.field || field.startsWith(`${violation.field}.`))
  const prepared = await prepare().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError([...known, ...error.violations.filter((violation) => !isKnown(violation))])
  })
  rejectAny(known)
  return prepared
}

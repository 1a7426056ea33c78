import type { RawBuilder } from 'kysely'
import { toCallerRef } from './permission.ts'
import type { Call } from './resource.ts'
import type { Scope } from './row.ts'
import { bind } from './statement.ts'

export const createScope = ({ registry, caller }: Call): Scope => ({ registry, caller: toCallerRef(caller) })

/** Runs a statement with the parameters of the caller. */
export const execute = <T>(statement: RawBuilder<T>, { db, caller }: Call): Promise<T[]> =>
  db.run<T>(bind(db.compile(statement), { caller, request: {}, keys: [] }))

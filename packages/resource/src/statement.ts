import { type RawBuilder, sql } from 'kysely'
import type { Caller } from './caller.ts'
import type { SearchRequest } from './search-types.ts'

/** The values that parameters of a statement are read from when it runs. */
export interface StatementInput {
  readonly caller: Caller
  readonly request: SearchRequest
  /** Keys in the path, e.g. the id of the row to read. */
  readonly keys: readonly (string | number)[]
}

export interface CompiledStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A connection pool or an open transaction. */
export interface StatementRunner {
  compile(statement: RawBuilder<unknown>): CompiledStatement
  query<T>(statement: RawBuilder<T>): Promise<T[]>
  run<T>(query: { text: string; values: readonly unknown[]; name?: string; isPrepared?: boolean }): Promise<T[]>
}

class Parameter {
  readonly read: (input: StatementInput) => unknown
  constructor(read: (input: StatementInput) => unknown) {
    this.read = read
  }
}

/**
 * Creates a parameter whose value is read from the call each time the statement runs. The SQL text thus depends only on
 * the shape of a request, and is built and prepared once for all values.
 */
export const parameter = (read: (input: StatementInput) => unknown): RawBuilder<unknown> => sql`${new Parameter(read)}`

/** Merges equal parameters into one, because an account's id occurs dozens of times in one statement. */
export function mergeParameters({ text, values }: CompiledStatement): CompiledStatement {
  const distinct = [...new Set(values)]
  const numbers = new Map(distinct.map((value, index) => [value, index + 1]))
  return {
    text: text.replaceAll(/\$(\d+)/g, (_, number) => `$${numbers.get(values[Number(number) - 1])}`),
    values: distinct,
  }
}

export const bind = ({ text, values }: CompiledStatement, input: StatementInput): CompiledStatement => ({
  text,
  values: values.map((value) => (value instanceof Parameter ? value.read(input) : value)),
})

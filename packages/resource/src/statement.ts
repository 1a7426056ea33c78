import { type RawBuilder, sql } from 'kysely'
import type { Caller } from './caller.ts'
import type { SearchRequest } from './search-types.ts'

/** What a statement's parameters are read from when it runs. */
export interface StatementInput {
  readonly caller: Caller
  readonly request: SearchRequest
  /** Keys that stand in the path, e.g. the id of the one row to read. */
  readonly keys: readonly (string | number)[]
}

export interface Compiled {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A database connection or an open transaction, as the mechanism sees it. */
export interface StatementRunner {
  compile(statement: RawBuilder<unknown>): Compiled
  query<T>(statement: RawBuilder<T>): Promise<T[]>
  run<T>(query: { text: string; values: readonly unknown[]; name?: string }): Promise<T[]>
}

class Parameter {
  readonly read: (input: StatementInput) => unknown
  constructor(read: (input: StatementInput) => unknown) {
    this.read = read
  }
}

/**
 * A parameter that is read from the call each time the statement runs. With these, the text of a statement depends on
 * the shape of a request alone: it is built once and prepared once, whatever the values.
 */
export const parameter = (read: (input: StatementInput) => unknown): RawBuilder<unknown> => sql`${new Parameter(read)}`

/** Numbers a parameter that stands in several places once: an account's id occurs dozens of times in one statement. */
export function compact({ text, values }: Compiled): Compiled {
  const distinct = [...new Set(values)]
  const numbers = new Map(distinct.map((value, index) => [value, index + 1]))
  return {
    text: text.replaceAll(/\$(\d+)/g, (_, number) => `$${numbers.get(values[Number(number) - 1])}`),
    values: distinct,
  }
}

export const bind = ({ text, values }: Compiled, input: StatementInput): Compiled => ({
  text,
  values: values.map((value) => (value instanceof Parameter ? value.read(input) : value)),
})

import type { Registry, Violation } from '@wachta/resource'

interface PostgresError {
  readonly code: string
  readonly constraint?: string
  readonly table?: string
}

/** Failures of the connection, and of a server that is starting, stopping or out of resources. */
const unavailable = /^(08|53|57P|57014|ECONN|EPIPE|ETIMEDOUT|25P03)/

/** What a failure of the database says about the request, if anything. */
export function databaseViolation(error: unknown, registry: Registry): Violation | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message.startsWith('timeout exceeded when trying to connect')) return { symbol: 'unavailable' }
  if (!('code' in error)) return undefined
  const { code, constraint = '' } = error as unknown as PostgresError
  // Two requests stood in each other's way more than once; the next attempt will find the way free.
  if (code === '40P01' || code === '40001' || code === '55P03') return { symbol: 'unavailable' }
  if (unavailable.test(code)) return { symbol: 'unavailable' }
  if (code === '23505') return { symbol: 'already_taken', ...clash(constraint, registry) }
  if (code === '23503') return { symbol: 'still_in_use' }
  return undefined
}

function clash(constraint: string, registry: Registry): { field: string } | undefined {
  const field = registry.all.map(({ unique = {} }) => unique[constraint]).find((name) => name !== undefined)
  return field === undefined ? undefined : { field: `data.${field}` }
}

/** PostgreSQL quotes the rows at violation in its details; those are not for the log. */
export function withoutData(error: unknown): unknown {
  if (error instanceof Error)
    for (const name of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, name)
  return error
}

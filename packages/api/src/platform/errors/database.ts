import { HistoryUnavailableError } from '@wachta/history'
import type { Registry, Violation } from '@wachta/resource'

interface PostgresError {
  readonly code: string
  readonly constraint?: string
  readonly table?: string
}

/** Failures of the connection, and of a server that is starting, stopping or out of resources. */
const unavailableCodePattern = /^(08|53|57P|57014|ECONN|EPIPE|ETIMEDOUT|25P03)/

/** Converts a database error to a violation; undefined for an unexpected error. */
export function toDatabaseViolation(error: unknown, registry: Registry): Violation | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof HistoryUnavailableError) return { symbol: 'unavailable' }
  if (error.message.startsWith('timeout exceeded when trying to connect')) return { symbol: 'unavailable' }
  if (!('code' in error)) return undefined
  const { code, constraint = '' } = error as unknown as PostgresError
  // A conflict with other transactions that our own retries did not resolve; the next request will probably succeed.
  if (code === '40P01' || code === '40001' || code === '55P03') return { symbol: 'unavailable' }
  if (unavailableCodePattern.test(code)) return { symbol: 'unavailable' }
  if (code === '23505') return { symbol: 'already_taken', ...findClash(constraint, registry) }
  if (code === '23503') return { symbol: 'still_in_use' }
  return undefined
}

function findClash(constraint: string, registry: Registry): { field: string } | undefined {
  const field = registry.all.map(({ unique = {} }) => unique[constraint]).find((name) => name !== undefined)
  return field === undefined ? undefined : { field: `data.${field}` }
}

/** Removes the parts of a PostgreSQL error that quote rows, because they must not be logged. */
export function omitData(error: unknown): unknown {
  if (error instanceof Error)
    for (const name of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, name)
  return error
}

/**
 * One thing wrong with a request: a symbol of the error catalogue, where it is, and what the message needs to say; what is
 * not the same in every language comes by language.
 */
export interface Violation {
  readonly symbol: string
  readonly field?: string
  readonly params?: Readonly<Record<string, string | number | Readonly<Record<string, string>>>>
}

/** Thrown where a request cannot be carried out; it carries every violation that was found, not the first. */
export class ApiError extends Error {
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ symbol, field }) => (field ? `${symbol} (${field})` : symbol)).join(', '))
    this.name = 'ApiError'
    this.violations = violations
  }
}

export const reject = (symbol: string, field?: string, params?: Violation['params']): never => {
  throw new ApiError([{ symbol, ...(field !== undefined && { field }), ...(params && { params }) }])
}

export const rejectAny = (violations: readonly Violation[]): void => {
  if (violations.length > 0) throw new ApiError(violations)
}

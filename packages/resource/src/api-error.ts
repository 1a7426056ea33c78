/**
 * One error of a request: a symbol of the error catalogue, the field, and the parameters of the message. A parameter
 * that differs between languages has one text per language.
 */
export interface Violation {
  readonly symbol: string
  readonly field?: string
  readonly params?: Readonly<Record<string, string | number | Readonly<Record<string, string>>>>
}

/** Rejects a request, with all violations that were found. */
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

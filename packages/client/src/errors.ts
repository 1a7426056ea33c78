import { translateMessage } from './messages.ts'
import type { Fault } from './types.ts'

/** The data of an answer with an error. */
export interface ApiErrorDetails {
  readonly status: number
  readonly errors: readonly Fault[]
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number | undefined
  /** The id of the request in the log of the service. */
  readonly requestId?: string | undefined
}

/** The API rejected the request. The message is meant for the user; `errors` contains everything. */
export class ApiError extends Error implements ApiErrorDetails {
  readonly status: number
  readonly errors: readonly Fault[]
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined

  constructor({ status, errors, retryAfter, requestId }: ApiErrorDetails, language?: string) {
    super(
      errors.map(({ message }) => message).join(' ') ||
        translateMessage('refused', language).replace('{status}', `${status}`),
    )
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.retryAfter = retryAfter
    this.requestId = requestId
  }
}

/** The API was not reached, or its answer was incomplete; `cause` is the error of `fetch`. */
export class NetworkError extends Error {
  constructor(cause: unknown, language?: string) {
    super(translateMessage('unreachable', language), { cause })
    this.name = 'NetworkError'
  }
}

/** Whether the API rejected the request with this error symbol, e.g. `session_not_verified`. */
export const hasSymbol = (error: unknown, symbol: string): error is ApiError =>
  error instanceof ApiError && error.errors.some((item) => item.error === symbol)

/**
 * The messages for each field of a form, by the name that the field has in the body: `name`, `scope.group_ids`.
 * Errors of no field are under the empty name. Anything but an `ApiError` has none.
 */
export function fieldFaults(error: unknown): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const { field = '', message } of error instanceof ApiError ? error.errors : []) {
    const name = field.replace(/^(?:data|query)(?:\.|$)/, '')
    fields.set(name, [...(fields.get(name) ?? []), message])
  }
  return fields
}

import { ApiError } from '@wachta/resource'
import { buildErrorResponse } from '../../../platform/errors/error-response.ts'

const schema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** A rejected SCIM request (RFC 7644, section 3.12). */
export class ScimError extends Error {
  override readonly name = 'ScimError'
  readonly status: number
  readonly type: string | undefined
  constructor(status: number, detail: string, type?: string) {
    super(detail)
    this.status = status
    this.type = type
  }
}

export interface ScimAnswer {
  readonly status: number
  readonly body?: unknown
  readonly retryAfter?: number | undefined
}

/** Converts an error to the response that directories expect; undefined if the client did not cause it. */
export function toScimAnswer(error: unknown): ScimAnswer | undefined {
  if (error instanceof ScimError) return describe(error.status, error.message, error.type)
  if (!(error instanceof ApiError)) return undefined
  const { status, body, retryAfter } = buildErrorResponse(error.violations, 'en')
  const [first] = body as readonly { message?: string }[]
  return { ...describe(status, first?.message ?? 'rejected', status === 400 ? 'invalidValue' : undefined), retryAfter }
}

const describe = (status: number, detail: string, scimType?: string): ScimAnswer => ({
  status,
  body: { schemas: [schema], status: String(status), detail, ...(scimType !== undefined && { scimType }) },
})

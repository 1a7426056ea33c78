import type { Language } from '@wachta/domain'
import { closed, nameSchema, type Violation } from '@wachta/resource'
import { Type } from 'typebox'
import { catalogue, type ErrorKind, isErrorSymbol } from './catalogue.ts'

/** The published shape of one error; a response is an array of these. */
export const errorSchema = nameSchema(
  'error',
  Type.Object(
    {
      code: Type.Integer({ description: 'Detailed error code.' }),
      error: Type.String({ description: 'Symbol that corresponds to the code.' }),
      message: Type.String({ description: 'Message for the end user.' }),
      description: Type.Optional(Type.String({ description: 'Description for the application developer.' })),
      field: Type.Optional(
        Type.String({ description: 'The part of the request that is wrong: `data.*` or `query.*`.' }),
      ),
    },
    closed,
  ),
)

export interface ErrorResponse {
  readonly status: number
  readonly body: readonly unknown[]
  readonly retryAfter?: number
}

/** Bounds the response, because a request can have a hundred thousand violations, with field names of any length. */
const maxViolations = 100
const maxFieldLength = 512

/** Builds the answer for violations. The first one decides the HTTP status. */
export function buildErrorResponse(violations: readonly Violation[], language: Language): ErrorResponse {
  const [first] = violations
  const seconds = first?.params?.['seconds']
  const status = findKind(first?.symbol ?? 'internal_error').status
  return {
    status,
    body: violations.slice(0, maxViolations).map((violation) => buildErrorObject(violation, language)),
    ...(status === 429 || status === 503 ? { retryAfter: Number(seconds ?? 1) } : {}),
  }
}

function buildErrorObject({ symbol, field, params }: Violation, language: Language) {
  const { code, message, description } = findKind(symbol)
  return {
    code,
    error: symbol,
    message: fillIn(message[language], params, language),
    description,
    ...(field !== undefined && { field: field.slice(0, maxFieldLength) }),
  }
}

function findKind(symbol: string): ErrorKind {
  if (!isErrorSymbol(symbol)) throw new Error(`no error ${symbol} in the catalogue`)
  return catalogue[symbol]
}

function fillIn(message: string, params: Violation['params'], language: Language): string {
  const formatParam = (name: string) => {
    const value = params?.[name] ?? '?'
    return typeof value === 'object' ? (value[language] ?? '?') : String(value)
  }
  return message.replace(/\{(\w+)\}/g, (_, name: string) => formatParam(name))
}

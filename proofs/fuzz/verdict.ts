import { catalogue } from '@wachta/api/errors'
import { errorSchema } from '@wachta/api/src/platform/errors/error-response.ts'
import { compileSchema, type Operation, type Validate } from '@wachta/resource'
import { type Expectation, isWrong } from './expectation.ts'
import type { FuzzRequest, World } from './world.ts'

/** A response. Status 0 means that the connection ended without one. */
export interface FuzzAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly milliseconds: number
  /** What the server logged about its own failure. */
  readonly cause?: string | undefined
}

export interface Fault {
  readonly kind: 'server error' | 'bad body'
  readonly what: string
}

/** The maximum duration of a request in milliseconds. */
export const maxMilliseconds = 2000
/** The maximum size of an error response: more would be unreadable, and larger than its request. */
const maxErrorCharacters = 262_144

/** Returns everything that is wrong with a response. */
export function findFaults(
  request: FuzzRequest,
  answer: FuzzAnswer,
  expected: Expectation,
  secrets: World['secrets'],
): Fault[] {
  const { status, milliseconds, cause } = answer
  const faults: Fault[] = []
  const addServerError = (what: string) => faults.push({ kind: 'server error', what })
  const addBadBody = (what: string | undefined) => what !== undefined && faults.push({ kind: 'bad body', what })
  if (milliseconds > maxMilliseconds) addServerError('no answer within 2 s')
  if (status === 0) addServerError('the connection ended without an answer')
  if (status >= 500 && !isBusy(answer)) addServerError(`status ${status}${cause ? `: ${cause}` : ''}`)
  if (status >= 400) addBadBody(findErrorFault(answer, request.method))
  else if (status > 0) addBadBody(findResultFault(request, answer))
  if (status > 0 && status < 400 && isWrong(expected)) addBadBody(`accepted, although ${expected.wrong}`)
  if (secrets.some((secret) => answer.text.includes(secret))) addBadBody('a secret in an answer')
  if (expected === 'sound' && status >= 400) addBadBody(describeMalformedRejection(answer))
  return faults
}

const isBusy = ({ status, text }: FuzzAnswer): boolean => status === 503 && text.includes('"too_busy"')

interface ErrorObject {
  readonly code: number
  readonly error: string
  readonly message: string
  readonly field?: string
}

const validateError = compileSchema(errorSchema.schema)

function findErrorFault({ status, headers, text }: FuzzAnswer, method: string): string | undefined {
  if (method === 'HEAD') return text === '' ? undefined : 'an answer to HEAD with a body'
  if (!/^application\/json\b/.test(String(headers['content-type'])))
    return `an error ${status} of type ${headers['content-type']}`
  if (text.length > maxErrorCharacters) return `an error larger than ${maxErrorCharacters} characters`
  const body = parseJson(text)
  if (!Array.isArray(body) || body.length === 0) return 'an error that is not an array of errors'
  return body
    .map((error, index) => findErrorObjectFault(error, index === 0 ? status : undefined))
    .find((what) => what !== undefined)
}

function findErrorObjectFault(error: unknown, status: number | undefined): string | undefined {
  const [fault] = validateError(error, 'error')
  if (fault) return `an error object whose ${fault.field} is wrong: ${fault.symbol}`
  const { code, error: symbol, message, field } = error as ErrorObject
  const kind = Object.entries(catalogue).find(([name]) => name === symbol)?.[1]
  if (!kind) return `an error ${symbol} that the catalogue does not have`
  if (kind.code !== code) return `${symbol} with the code ${code}`
  // The first error decides the status of the response; the others may belong to different statuses.
  if (status !== undefined && kind.status !== status) return `${symbol} with the status ${status}`
  if (field !== undefined && !/^(data|query)(\.|$)/.test(field)) return `${symbol} about a field outside data and query`
  return Object.values(kind.message).some((template) => isFilled(template, message))
    ? undefined
    : `${symbol} says: ${message.slice(0, 200)}`
}

/** Whether a message is its template with a plausible value in every placeholder. */
function isFilled(template: string, message: string): boolean {
  const pattern = template
    .split(/\{\w+\}/)
    .map(RegExp.escape)
    .join('(.*)')
  const gaps = new RegExp(`^${pattern}$`, 'su').exec(message)?.slice(1)
  return gaps?.every((gap) => !['', '?', 'undefined', 'NaN', 'null', '[object Object]'].includes(gap)) ?? false
}

const validators = new WeakMap<object, Validate>()

function findResultFault(
  { operation, method }: FuzzRequest,
  { status, headers, text }: FuzzAnswer,
): string | undefined {
  if (method !== operation.method) return `status ${status} to ${method}, which is not served`
  const isRedirect = status === 302 && typeof headers['location'] === 'string'
  if (status !== operation.status && !isRedirect) return `status ${status} instead of ${operation.status}`
  if (status === 204) return text === '' ? undefined : 'a body with status 204'
  if (!operation.result) return undefined
  if (!/^application\/json\b/.test(String(headers['content-type'])))
    return `a result of type ${headers['content-type']}`
  // A synchronous creation returns the id at once.
  if (Array.isArray(operation.result) && status === 200 && !/^\d+$/.test(String(headers['x-total-count'])))
    return 'a list without X-Total-Count'
  return findRecordFault(operation, parseJson(text))
}

function findRecordFault({ result }: Operation, body: unknown): string | undefined {
  const [resultSchema] = [result].flat() as { name: string; schema: object & { properties?: object } }[]
  if (!resultSchema || body === undefined) return resultSchema && 'a result that is not JSON'
  const validate = validators.get(resultSchema) ?? compileSchema(resultSchema.schema)
  validators.set(resultSchema, validate)
  if (Array.isArray(result) && !Array.isArray(body)) return 'a list that is not an array'
  const records: unknown[] = Array.isArray(result) ? (body as unknown[]) : [body]
  const [fault] = records.flatMap((record) => validate(record, resultSchema.name))
  return fault && `a result whose ${fault.field?.replaceAll(/\.\d+/g, '.n')} is wrong: ${fault.symbol}`
}

/** Codes for an invalid form of a request; a valid request may still be rejected for other reasons. */
const isAboutForm = ({ code }: ErrorObject): boolean => code >= 1001 && code <= 1023

function describeMalformedRejection({ text }: FuzzAnswer): string | undefined {
  const errors = parseJson(text)
  if (!Array.isArray(errors) || !errors.every(isAboutForm)) return undefined
  const [{ error, field = 'the request' } = { error: 'nothing' }] = errors as ErrorObject[]
  return `a valid request was rejected: ${error} at ${field.replaceAll(/\.\d+/g, '.n')}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { decodeText } from '../content/decode-text.ts'
import { findAtPath, formatSettingValue } from '../content/json-path.ts'
import { isFound } from '../content/regular-expression.ts'
import { CheckFailure } from '../failure.ts'
import { getHeaderValue, listHeaderLines, type WebResponse } from './web-request.ts'

/** The error types of particular statuses; all others have the error type of their class. */
const kindsByStatus: Readonly<Record<number, string>> = {
  401: 'http_authentication_required',
  403: 'http_access_denied',
  404: 'http_not_found',
  410: 'http_not_found',
  429: 'http_rate_limited',
  502: 'http_gateway_error',
  503: 'http_unavailable',
  504: 'http_gateway_error',
}

const kindsByClass: Readonly<Record<number, string>> = {
  3: 'http_status_redirect',
  4: 'http_status_client_error',
  5: 'http_status_server_error',
}

/** Throws unless the status is in the ranges, such as `200-299, 304`. */
export function expectStatus({ status }: WebResponse, ranges: string): void {
  if (!isStatusIn(status, ranges)) throw createStatusFailure(status, ranges)
}

export function createStatusFailure(status: number, ranges: string): CheckFailure {
  const kind = kindsByStatus[status] ?? kindsByClass[Math.floor(status / 100)] ?? 'http_status'
  return new CheckFailure(kind, `status ${status}, not ${ranges}`)
}

export function isStatusIn(status: number, ranges: string): boolean {
  return ranges.split(',').some((range) => {
    const [first = '', last = first] = range.split('-')
    return status >= Number(first) && status <= Number(last)
  })
}

/** Compares only the type; parameters such as the charset are ignored. */
export function expectContentType(answer: WebResponse, expected: string): void {
  const header = getHeaderValue(answer, 'content-type') ?? ''
  const [type = ''] = header.split(';')
  if (type.trim().toLowerCase() === expected.toLowerCase()) return
  const actual =
    header === '' ? 'the answer has no Content-Type' : `Content-Type is ${JSON.stringify(header.slice(0, 200))}`
  throw new CheckFailure('content_type_mismatch', `${actual}, not ${expected}`)
}

/** One of the headers, written as `Name: value`, must match. */
export async function expectHeader(answer: WebResponse, pattern: string): Promise<void> {
  for (const line of listHeaderLines(answer)) if (await isFound(pattern, line)) return
  const name = /^\^?([A-Za-z0-9-]+):/.exec(pattern)?.[1]?.toLowerCase()
  const isMissing = name !== undefined && getHeaderValue(answer, name) === undefined
  throw new CheckFailure(
    isMissing ? 'http_header_missing' : 'http_header_mismatch',
    `no header matches ${JSON.stringify(pattern)}`,
  )
}

export async function expectText(answer: WebResponse, pattern: string): Promise<void> {
  expectContent(answer)
  if (await isFound(pattern, decodeAnswer(answer))) return
  throw new CheckFailure('content_text_missing', `nothing in the content matches ${JSON.stringify(pattern)}`)
}

export async function expectNoText(answer: WebResponse, pattern: string): Promise<void> {
  if (!(await isFound(pattern, decodeAnswer(answer)))) return
  throw new CheckFailure('content_text_forbidden', `the content matches ${JSON.stringify(pattern)}`)
}

/** Requires a value at the path, and if one is given, that value. */
export function expectJson(answer: WebResponse, path: string, value: string | null): void {
  const found = readJsonValue(answer, path)
  if (found === undefined) throw new CheckFailure('content_json_path_missing', `nothing was found at ${path}`)
  const text = formatSettingValue(found)
  if (value === null || text === value) return
  throw new CheckFailure('content_json_mismatch', `${path} is ${text.slice(0, 200)}, not ${value}`)
}

/** Returns the value at a path of the JSON content; undefined if there is none. */
export function readJsonValue(answer: WebResponse, path: string): unknown {
  expectContent(answer)
  return findAtPath(parseDocument(answer), path)
}

export function expectSize({ body }: WebResponse, minimum: number | null): void {
  if (minimum === null || body.length >= minimum) return
  if (body.length === 0) throw new CheckFailure('content_empty', 'the answer has no content')
  throw new CheckFailure('content_too_small', `the content has ${body.length} bytes, less than ${minimum}`)
}

export function expectTime(milliseconds: number, maximum: number | null): void {
  if (maximum === null || milliseconds <= maximum) return
  throw new CheckFailure('timeout_total', `answered in ${Math.round(milliseconds)} ms, more than ${maximum}`)
}

export const decodeAnswer = (answer: WebResponse): string =>
  decodeText(answer.body, getHeaderValue(answer, 'content-type'))

function expectContent({ body }: WebResponse): void {
  if (body.length === 0) throw new CheckFailure('content_empty', 'the answer has no content')
}

function parseDocument(answer: WebResponse): unknown {
  try {
    return JSON.parse(decodeAnswer(answer))
  } catch (cause) {
    throw new CheckFailure('content_json_invalid', cause instanceof Error ? cause.message : String(cause))
  }
}

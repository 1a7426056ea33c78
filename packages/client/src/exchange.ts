import { ApiError, NetworkError } from './errors.ts'
import { parseEvents } from './events.ts'
import { operations } from './operations.ts'
import type { Fault, Operations, Scalar } from './types.ts'

/** The parts of a request of any operation, as in `call`. */
export interface RequestParts {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
}

export interface ExchangeSettings {
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly token: string | undefined
  readonly language: string | undefined
  readonly idempotencyKey: string | undefined
  readonly count: 'bounded' | undefined
  readonly signal: AbortSignal | undefined
}

/** A response without an error. */
export interface ApiAnswer {
  readonly value: unknown
  /** The total count, if the answer is a list. */
  readonly total: number
  /** Whether there are more than `total`; only if a bounded count was requested. */
  readonly isTotalExceeded: boolean
}

/** The method of an operation, and its path with the parts to be filled in. */
export function getOperationRoute(id: keyof Operations): { method: string; path: string } {
  const [method = '', path = ''] = operations[id].split(' ')
  return { method, path }
}

/** A request without its credentials. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  /** The JSON body, if there is one. */
  readonly body?: string
}

/** Builds the request that `call` would send, for showing it instead of sending it. */
export function buildRequest(baseUrl: string, id: keyof Operations, parts: RequestParts): OutgoingRequest {
  const { method, path } = getOperationRoute(id)
  return {
    method,
    url: `${baseUrl}${fillPath(path, parts.path ?? {})}${buildQuery(parts.query ?? {})}`,
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
  }
}

/**
 * Sends one request and returns the answer. Throws `ApiError` and `NetworkError`; after an abort, the reason of the
 * signal.
 */
export async function exchange(
  id: keyof Operations,
  parts: RequestParts,
  settings: ExchangeSettings,
): Promise<ApiAnswer> {
  const { baseUrl, language, signal } = settings
  const { method, url, body } = buildRequest(baseUrl, id, parts)
  try {
    const response = await settings.fetch(url, {
      method,
      headers: buildHeaders(settings, body !== undefined),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    if (!response.ok) throw await toApiError(response, language)
    const { headers } = response
    const total = Number(headers.get('x-total-count') ?? 0)
    return { value: await readContent(response, language), total, isTotalExceeded: headers.has('preference-applied') }
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof ApiError ? error : new NetworkError(error, language)
  }
}

function fillPath(path: string, values: object): string {
  const pathValues = new Map<string, Scalar>(Object.entries(values))
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(pathValues.get(name) ?? '')
    // An empty segment, or one of dots, would change the path to that of another operation.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`path.${name} must be given`)
    return encodeURIComponent(value)
  })
}

function buildQuery(values: object): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])))
  return entries.length > 0 ? `?${query}` : ''
}

const buildHeaders = (
  { token, language, idempotencyKey, count }: ExchangeSettings,
  hasBody: boolean,
): Record<string, string> => ({
  accept: 'application/json, */*',
  ...(hasBody && { 'content-type': 'application/json' }),
  ...(token && { authorization: `Bearer ${token}` }),
  ...(language && { 'accept-language': language }),
  ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  ...(count && { prefer: `count=${count}` }),
})

async function readContent(response: Response, language: string | undefined): Promise<unknown> {
  if (response.status === 204) return undefined
  if (isEventStream(response)) return parseEvents(readBytes(response, language))
  return isJson(response) ? response.json() : response.blob()
}

/** The API sends at least a comment every fifteen seconds; after this long without data the connection is dead. */
const maxSilenceMs = 45_000

/** Yields the chunks of a body and always releases it. Some browsers cannot iterate over a body. */
async function* readBytes({ body }: Response, language: string | undefined): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  // Measures only while waiting for data: a caller may take longer over an event, and the connection is not dead then.
  const read = async () => {
    const silenceTimer = setTimeout(() => void reader?.cancel().catch(() => undefined), maxSilenceMs)
    try {
      return await reader?.read()
    } finally {
      clearTimeout(silenceTimer)
    }
  }
  try {
    for (let next = await read(); next && !next.done; next = await read()) yield next.value
  } catch (error) {
    throw new NetworkError(error, language)
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
}

async function toApiError(response: Response, language: string | undefined): Promise<ApiError> {
  const { status, headers } = response
  // A proxy may answer in its own format.
  const answer: unknown = isJson(response) ? await response.json().catch(() => undefined) : undefined
  return new ApiError(
    {
      status,
      errors: Array.isArray(answer) ? answer.filter(isFault) : [],
      retryAfter: parseSeconds(headers.get('retry-after')),
      requestId: headers.get('x-request-id') ?? undefined,
    },
    language,
  )
}

const isEventStream = ({ headers }: Response): boolean =>
  /^text\/event-stream\b/.test(headers.get('content-type') ?? '')

const isJson = ({ headers }: Response): boolean => /^application\/json\b/.test(headers.get('content-type') ?? '')

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'error' in value && 'message' in value

const parseSeconds = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined

import type {
  Arguments,
  CallInput,
  FieldChoice,
  FieldOf,
  Item,
  ListId,
  OperationId,
  PagedId,
  Result,
  SelectedResult,
} from './calling.ts'
import { type ApiAnswer, exchange, getOperationRoute, type RequestParts } from './exchange.ts'
import { retryTemporaryErrors } from './retry.ts'

const maxPageSize = 1000

export interface ClientOptions {
  /** The URL of the API with its version: `https://wachta.example.com/v3`, or `/v3` on the same host. */
  readonly baseUrl: string
  /** Called before every request; returns the token of the session, if there is one. */
  readonly token?: () => string | undefined
  /** Called before every request; returns the language of messages, as in `Accept-Language`. */
  readonly language?: () => string | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch
  /** False switches off second attempts. */
  readonly retry?: boolean
  /** Aborts every request, in addition to the signal of the request itself. */
  readonly signal?: AbortSignal
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /**
   * A POST with the same key and body is executed once within a day, and repeated requests get the stored answer, so
   * the client can retry it after a connection error. Do not use it for operations whose answer contains a secret: the
   * API does not store that answer, and would execute a repeated request again.
   */
  readonly idempotencyKey?: string
  /** Replaces the token of the client; null sends none. */
  readonly token?: string | null
  /** False switches off second attempts of this request. */
  readonly retry?: boolean
  /** `bounded` counts at most 10,000 records, which is faster where there are many more; the default is exact. */
  readonly count?: 'bounded'
}

export interface PagesOptions extends Omit<CallOptions, 'idempotencyKey' | 'count'> {
  /** The number of records per page: 500 by default, at most 1000. */
  readonly size?: number
}

export interface ListPage<Each> {
  readonly items: Each[]
  /** The number of items of the whole list. */
  readonly total: number
  /** Whether there are more than `total`; only if `count` is `bounded`. */
  readonly isTotalExceeded: boolean
}

/**
 * Every operation of the API by its name. Error responses are thrown as `ApiError`, connection errors as
 * `NetworkError`.
 */
export interface Client {
  call<Id extends OperationId, const Field extends FieldOf<Id>>(
    id: Id,
    input: CallInput<Id> & FieldChoice<Field>,
    options?: CallOptions,
  ): Promise<SelectedResult<Result<Id>, Field>>
  call<Id extends OperationId>(id: Id, ...rest: Arguments<Id, CallOptions>): Promise<Result<Id>>

  /** Returns the result of `call` for a list, with the total count. */
  list<Id extends ListId, const Field extends FieldOf<Id>>(
    id: Id,
    input: CallInput<Id> & FieldChoice<Field>,
    options?: CallOptions,
  ): Promise<ListPage<SelectedResult<Item<Id>, Field>>>
  list<Id extends ListId>(id: Id, ...rest: Arguments<Id, CallOptions>): Promise<ListPage<Item<Id>>>

  /** Yields all records of a list page by page, from `offset` on. */
  pages<Id extends PagedId, const Field extends FieldOf<Id>>(
    id: Id,
    input: CallInput<Id> & FieldChoice<Field>,
    options?: PagesOptions,
  ): AsyncGenerator<ListPage<SelectedResult<Item<Id>, Field>>, void, undefined>
  pages<Id extends PagedId>(
    id: Id,
    ...rest: Arguments<Id, PagesOptions>
  ): AsyncGenerator<ListPage<Item<Id>>, void, undefined>
}

export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  // In a browser, fetch works only as a function of its window.
  const send = options.fetch ?? ((...request) => fetch(...request))

  async function sendRequest(
    id: OperationId,
    parts: RequestParts = {},
    callOptions: CallOptions = {},
  ): Promise<ApiAnswer> {
    const { idempotencyKey, count } = callOptions
    const signal = combineSignals(options.signal, callOptions.signal)
    const token = callOptions.token === undefined ? options.token?.() : (callOptions.token ?? undefined)
    const settings = { baseUrl, fetch: send, token, language: options.language?.(), idempotencyKey, count, signal }
    const attempt = () => exchange(id, parts, settings)
    const { method, path } = getOperationRoute(id)
    // A search is a read, although it is sent as a POST.
    const isRepeatable = method === 'GET' || path.endsWith('/search') || idempotencyKey !== undefined
    const shouldRetry = isRepeatable && (callOptions.retry ?? options.retry ?? true)
    return shouldRetry ? retryTemporaryErrors(attempt, signal) : attempt()
  }

  async function list(id: OperationId, parts?: RequestParts, callOptions?: CallOptions): Promise<ListPage<unknown>> {
    const { value, ...counted } = await sendRequest(id, parts, callOptions)
    return { items: Array.isArray(value) ? value : [], ...counted }
  }

  async function* pages(id: OperationId, parts: RequestParts = {}, { size = 500, ...callOptions }: PagesOptions = {}) {
    if (!Number.isInteger(size) || size < 1 || size > maxPageSize)
      throw new RangeError(`size must be a whole number from 1 to ${maxPageSize}`)
    // A search has `limit` and `offset` in the body, a list in the query.
    const part = getOperationRoute(id).method === 'POST' ? 'body' : 'query'
    const pageInput: Record<string, unknown> = { ...(parts[part] ?? {}) }
    for (let offset = Number(pageInput['offset'] ?? 0); ; offset += size) {
      const page = await list(id, { ...parts, [part]: { ...pageInput, limit: size, offset } }, callOptions)
      if (page.items.length > 0) yield page
      if (page.items.length < size || offset + size >= page.total) return
    }
  }

  const call = async (...request: Parameters<typeof sendRequest>) => (await sendRequest(...request)).value
  // The only place where answers are cast to the types of the OpenAPI document.
  return { call, list, pages } as Client
}

const combineSignals = (one?: AbortSignal, other?: AbortSignal): AbortSignal | undefined =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other)

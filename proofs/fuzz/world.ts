import type { Operation, Registry } from '@wachta/resource'

export type Key = string | number

export const callers = ['owner', 'administrator', 'reader', 'anonymous'] as const
export type CallerName = (typeof callers)[number]

/** The operations, and the known rows of the database, from which requests are generated. */
export interface World {
  readonly operations: readonly Operation[]
  readonly registry: Registry
  /** Keys of existing rows, by resource; if a key has several columns, only the first. */
  readonly keys: ReadonlyMap<string, readonly Key[]>
  /** Keys of the rows that belong to the owner, or to no account. */
  readonly own: ReadonlyMap<string, readonly Key[]>
  /** Complete keys of rows whose key has several columns. */
  readonly tuples: ReadonlyMap<string, readonly (readonly Key[])[]>
  /** Public sensors. */
  readonly sensors: readonly number[]
  /** Strings that no response may contain. */
  readonly secrets: readonly string[]
  /** Values with a meaning under a name, e.g. a user name that can sign in. */
  readonly known: Readonly<Record<string, readonly unknown[]>>
  /** Working links by operation, because random values would never match their tokens. */
  readonly links: Readonly<Record<string, { readonly path: string; readonly query: readonly string[] }>>
  readonly authorization: Readonly<Record<CallerName, string | undefined>>
  /** Another valid Authorization, with a password. */
  readonly basic: string
}

/** One request as data: it can be sent, judged, printed and made smaller. */
export interface FuzzRequest {
  readonly operation: Operation
  readonly method: string
  readonly caller: CallerName
  /** The path as it is sent, percent-encoded. */
  readonly path: string
  /** Pairs of the query string as they are sent. */
  readonly query: readonly string[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Buffer
  /** Sends the request over a raw socket, where no client normalises it. */
  readonly wire?: true
  /** Bytes that are sent instead of everything above, not even valid HTTP. */
  readonly bytes?: string
}

export const findHeader = ({ headers }: FuzzRequest, name: string): string | undefined =>
  headers.findLast(([headerName]) => headerName.toLowerCase() === name)?.[1]

export const buildUrl = ({ path, query }: FuzzRequest): string =>
  query.length > 0 ? `${path}?${query.join('&')}` : path

/** Node accepts at most 16 KiB before the body, and does not read a longer request. */
export const isTooLongForHttp = (request: FuzzRequest): boolean =>
  buildUrl(request).length + request.headers.flat().join('').length > 15_000

/** Returns the resource whose rows the operation's path identifies by a key of several columns, if any. */
export const findItemResource = ({ path }: Operation, { all }: Registry) =>
  all.find(({ keys, serve }) => keys.length > 1 && serve?.item !== undefined && path.startsWith(serve.item))

/** Returns the resource whose rows an operation lists or reads with the search syntax, if any. */
export function findSearchedResource({ result, query = [], body }: Operation, registry: Registry) {
  const name = (Array.isArray(result) ? result[0] : result)?.name as string | undefined
  const searches = query.some((parameter) => parameter.name === 'embed') || body?.name === `${name}_search`
  return searches ? registry.all.find((resource) => resource.name === name) : undefined
}

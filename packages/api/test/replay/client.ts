import { decode, integer, type Json, json, type Kinds, type Struct, text } from './struct.ts'

/** The part of `fetch` that the client needs, so that a test can intercept it. */
export type FetchLike = (address: string, request: SentRequest) => Promise<ReceivedResponse>

export interface SentRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ReceivedResponse {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  text(): Promise<string>
}

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** Behaves like existing clients: each kind of request has one expected status, and any other is an error. */
export interface Client {
  /** GET: 200 and an object with at least the fields of the struct. */
  read<K extends Kinds>(path: string, kinds: K): Promise<Struct<K>>
  /** GET: 200 and the complete object, including fields that the client does not know. */
  readWhole(path: string): Promise<Json>
  /** GET: 200 and any JSON value. */
  readValue(path: string): Promise<unknown>
  /** GET: 404. */
  readNothing(path: string): Promise<void>
  /** POST: 201 and only the id. */
  create(path: string, body: Json): Promise<number>
  /** PUT: 204 and no body. */
  change(path: string, body: unknown): Promise<void>
  /** POST of an action: 204 and no body. */
  act(path: string, body: Json): Promise<void>
  /** DELETE: 204 and no body. */
  remove(path: string): Promise<void>
  /** Any request that must be rejected with the given status and with errors in the published shape. */
  refused(method: string, path: string, status: number, body?: unknown): Promise<void>
}

export function createClient(base: string, { username, password }: Credentials, send: FetchLike = fetch): Client {
  const headers = {
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    // Sent with every request, whether or not it has a body.
    'content-type': 'application/json',
  }

  async function exchange(method: string, path: string, status: number, body?: unknown): Promise<string> {
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const received = await send(`${base}${path}`, sent)
    const what = `${method} ${path}`
    const content = await received.text()
    if (received.status !== status) throw new Error(`${what}: ${received.status} instead of ${status}: ${content}`)
    const fault = status === 204 ? faultOfNothing(received, content) : faultOfJson(received)
    if (fault) throw new Error(`${what}: ${fault}`)
    return content
  }

  const refused: Client['refused'] = async (method, path, status, body) => {
    const errors: unknown = JSON.parse(await exchange(method, path, status, body))
    if (!Array.isArray(errors) || errors.length === 0) throw new Error(`${method} ${path}: no errors in ${errors}`)
    for (const each of errors) decode({ code: integer, error: text, message: text }, each, path)
  }

  const readValue: Client['readValue'] = async (path) => JSON.parse(await exchange('GET', path, 200))

  return {
    refused,
    readValue,
    readWhole: async (path) => json(await readValue(path), path),
    read: async (path, kinds) => decode(kinds, await readValue(path), path),
    readNothing: (path) => refused('GET', path, 404),
    async create(path, body) {
      const created = json(JSON.parse(await exchange('POST', path, 201, body)), path)
      const id = integer(created['id'], `${path}.id`)
      if (Object.keys(created).length > 1) throw new Error(`POST ${path}: more than the id`)
      return id
    },
    change: async (path, body) => void (await exchange('PUT', path, 204, body)),
    act: async (path, body) => void (await exchange('POST', path, 204, body)),
    remove: async (path) => void (await exchange('DELETE', path, 204)),
  }
}

/** An answer without content must have no content type and no length. */
function faultOfNothing({ headers }: ReceivedResponse, content: string): string | undefined {
  if (content !== '') return `a body with 204: ${content}`
  for (const name of ['content-type', 'transfer-encoding'])
    if (headers.get(name) !== null) return `${name} with 204: ${headers.get(name)}`
  const length = headers.get('content-length')
  return length === null || length === '0' ? undefined : `content-length with 204: ${length}`
}

function faultOfJson({ headers }: ReceivedResponse): string | undefined {
  const type = headers.get('content-type') ?? ''
  return /^application\/json(;|$)/.test(type) ? undefined : `content-type: ${type}`
}

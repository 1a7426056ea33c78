import { type ClientRequest, type IncomingMessage, request as requestTo } from 'node:http'
import type { Socket } from 'node:net'
import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { getSizeLimit, type SizeLimit } from './size-limit.ts'
import type { CheckRequest, WebResponse } from './web-request.ts'

/** The maximum size of the headers, in bytes. */
const maxHeaderBytes = 65_536

/**
 * The maximum number of interim answers such as 103. Each takes time from other checks, and a server could send them
 * endlessly.
 */
const maxInterimResponses = 20

/**
 * The maximum number of chunks. A million chunks of a byte would take seconds of CPU time and a hundred bytes of memory
 * each.
 */
const maxChunks = 20_000

const emptyBody = Buffer.alloc(0)

/** A request in progress, and the part of its answer that was received so far. */
export class WebExchange {
  readonly #request: CheckRequest
  readonly #probe: Probe
  readonly #limit: SizeLimit
  #status = 0
  #rawHeaders: readonly string[] = []
  #chunks: Buffer[] = []
  #size = 0

  constructor(request: CheckRequest, probe: Probe) {
    this.#request = request
    this.#probe = probe
    this.#limit = getSizeLimit(request.maxSize)
  }

  getPartialResponse(): WebResponse {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
    const [body = emptyBody] = this.#chunks
    return { url: this.#request.url, status: this.#status, rawHeaders: this.#rawHeaders, body }
  }

  /** Sends the request and waits for the end of the answer. The connection cannot be used again. */
  send(socket: Socket): Promise<void> {
    const probe = this.#probe
    probe.enter('first_byte')
    const started = probe.now()
    // Bytes before this belong to the TLS handshake, not to the answer.
    const bytesBefore = socket.bytesRead
    probe.count('request_count', 1)
    return new Promise((resolve, reject) => {
      let isOver = false
      // Destroying the socket makes other listeners fail, which call this again.
      const end = () => {
        if (isOver) return
        isOver = true
        probe.count('transferred_size', socket.bytesRead - bytesBefore)
        socket.destroy()
      }
      const finish = () => {
        end()
        resolve()
      }
      const fail = (cause: unknown) => {
        end()
        reject(cause)
      }
      const message = createRequest(socket, this.#request)
      message.on('error', fail)
      let interim = 0
      message.on('information', () => {
        interim += 1
        if (interim > maxInterimResponses) fail(createInvalidFailure('too many interim responses'))
      })
      message.on('upgrade', (response: IncomingMessage) => {
        this.#addHead(response)
        finish()
      })
      message.on('response', (response: IncomingMessage) => {
        const headersReceived = probe.now()
        probe.setPhase('first_byte', headersReceived - started)
        probe.enter('transfer')
        this.#addHead(response)
        response.on('data', (chunk: Buffer) => {
          this.#chunks.push(chunk)
          this.#size += chunk.length
          if (this.#size > this.#limit.bytes) fail(this.#limit.createFailure())
          else if (this.#chunks.length > maxChunks) fail(createInvalidFailure('too many chunks of content'))
        })
        response.on('error', fail)
        response.on('end', () => {
          probe.measure('transfer_time', Math.round(probe.now() - headersReceived))
          finish()
        })
      })
      message.end(this.#request.body ?? undefined)
    })
  }

  #addHead({ statusCode = 0, rawHeaders }: IncomingMessage): void {
    this.#status = statusCode
    this.#probe.measure('status_code', statusCode)
    this.#rawHeaders = rawHeaders
  }
}

const createInvalidFailure = (message: string) => new CheckFailure('http_response_invalid', message)

/** Creates the request without an agent: a check needs its own connection, no proxy and no queue. */
function createRequest(socket: Socket, request: CheckRequest): ClientRequest {
  const { method, url } = request
  return requestTo({
    method,
    path: url.search === '' ? url.pathname : url.pathname + url.search,
    headers: buildRawHeaders(request),
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => socket,
  })
}

const methodsWithContent: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Returns names and values of headers alternately, with the host and the length of the body added. */
function buildRawHeaders({ method, url, headers, body }: CheckRequest): string[] {
  const lines: string[] = []
  if (!headers.some(([name]) => name.toLowerCase() === 'host')) lines.push('Host', url.host)
  for (const [name, value] of headers) lines.push(name, value)
  if (body !== null || methodsWithContent.has(method)) lines.push('Content-Length', String(body?.length ?? 0))
  lines.push('Connection', 'close')
  return lines
}

import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { createAuthenticator } from '@wachta/api/src/platform/authentication/authenticator.ts'
import { createThrottle } from '@wachta/api/src/platform/authentication/throttle.ts'
import { createWriteLimiter } from '@wachta/api/src/platform/http/limit-account-writes.ts'
import { createRequestLimit } from '@wachta/api/src/platform/http/request-limit.ts'
import { createServer } from '@wachta/api/src/platform/http/server.ts'
import type { Operation } from '@wachta/resource'
import { createSensorSettings } from '@wachta/testing/api/sensor-settings'
import { startApi } from '@wachta/testing/api/start-api'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { isEndless } from '../matrix/sandbox.ts'
import { plantedObject } from './evidence.ts'
import { createFixture } from './fixture.ts'
import type { FuzzAnswer } from './verdict.ts'
import { buildUrl, type FuzzRequest, type World } from './world.ts'

/** The API under test, with its own database and callers that can be restored. */
export interface Target extends AsyncDisposable {
  readonly world: World
  send(request: FuzzRequest): Promise<FuzzAnswer>
  /** Restores callers and rows that requests have ended, blocked, changed or deleted. */
  restore(): Promise<void>
}

/** Changes operations before they are served, to plant bugs that the proof must find. */
export type PlantBugs = (operations: readonly Operation[]) => readonly Operation[]

export async function startTarget(plant: PlantBugs = (operations) => operations): Promise<Target> {
  const billing = { url: 'https://billing.example.com/', key: randomBytes(32).toString('hex') }
  const api = await startApi({ billing, sensors: await createSensorSettings() })
  const operations = plant(api.interface.operations.filter((operation) => !isEndless(operation)))
  const { registry } = api.interface.context.searcher
  const causes = new Map<string, string>()
  const app = createServer({
    operations,
    registry,
    database: api.database,
    vault: api.interface.context.vault,
    authenticator: createAuthenticator({ database: api.database, throttle: createThrottle(api.database), registry }),
    limit: createRequestLimit(1_000_000_000),
    limitWrites: createWriteLimiter(),
    cellNumber: 0,
    log: pino({ level: 'error' }, createCauseStream(causes)),
    now: () => new Date(),
    trustedProxies: ['127.0.0.1'],
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await api.objects.put(plantedObject, Buffer.from('<html/>'))
  const { restoreAll, ...knownRows } = await createFixture(api.owner, registry, api.interface.context.vault)
  await restoreAll()
  return {
    world: { operations, registry, ...knownRows },
    restore: restoreAll,
    async send(request) {
      const started = performance.now()
      const answer = await (request.wire ? sendOverSocket(app, request) : sendInjected(app, request))
      const id = String(answer.headers['x-request-id'])
      const cause = causes.get(id)
      causes.delete(id)
      return { ...answer, milliseconds: performance.now() - started, cause }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await api[Symbol.asyncDispose]()
    },
  }
}

/** Keeps what the server logs about its own failures, by request. */
const createCauseStream = (causes: Map<string, string>) =>
  new Writable({
    write(chunk, _encoding, done) {
      const { requestId, err } = JSON.parse(String(chunk)) as {
        requestId?: string
        err?: { message?: string; stack?: string }
      }
      const location = err?.stack?.match(/packages\/[\w/.-]+:\d+/)?.[0]
      if (requestId) causes.set(requestId, `${err?.message ?? 'unknown'}${location ? ` (${location})` : ''}`)
      done()
    },
  })

type ReceivedAnswer = Omit<FuzzAnswer, 'milliseconds'>

async function sendInjected(app: FastifyInstance, request: FuzzRequest): Promise<ReceivedAnswer> {
  const reply = await app.inject({
    method: request.method as 'GET',
    url: buildUrl(request),
    headers: Object.fromEntries(request.headers),
    ...(request.body !== undefined && { payload: request.body }),
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body }
}

/** Writes the bytes of the request unchanged, and reads until the server closes the connection. */
function sendOverSocket(app: FastifyInstance, request: FuzzRequest): Promise<ReceivedAnswer> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const finish = () => {
      socket.destroy()
      resolve(readAnswer(Buffer.concat(chunks).toString('latin1')))
    }
    socket.setTimeout(3000, finish)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', finish)
    socket.on('close', finish)
    socket.write(serializeRequest(request))
  })
}

function serializeRequest(request: FuzzRequest): Buffer {
  if (request.bytes !== undefined) return Buffer.from(request.bytes, 'latin1')
  const body = request.body === undefined ? Buffer.alloc(0) : Buffer.from(request.body)
  const length: [string, string][] = request.body === undefined ? [] : [['content-length', String(body.length)]]
  const headers = [['host', 'localhost'], ['connection', 'close'], ...request.headers, ...length]
  const head = `${request.method} ${buildUrl(request)} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}

function readAnswer(received: string): ReceivedAnswer {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(received) ?? []
  const end = received.indexOf('\r\n\r\n')
  if (!status || end < 0) return { status: 0, headers: {}, text: '' }
  const lines = received.slice(0, end).split('\r\n').slice(1)
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const content = received.slice(end + 4)
  const decodedContent = headers['transfer-encoding'] === 'chunked' ? decodeChunks(content) : content
  return { status: Number(status), headers, text: Buffer.from(decodedContent, 'latin1').toString('utf8') }
}

function decodeChunks(content: string): string {
  let text = ''
  for (let offset = 0; offset < content.length; ) {
    const line = content.indexOf('\r\n', offset)
    const size = Number.parseInt(content.slice(offset, line), 16)
    if (!(size > 0)) break
    text += content.slice(line + 2, line + 2 + size)
    offset = line + 2 + size + 2
  }
  return text
}

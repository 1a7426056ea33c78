import type { SecretMasks } from '@wachta/checks'
import type { ProxyConnection } from '../guard-proxy.ts'
import type { LoggedRequest } from './request-log.ts'

/** A page in the sense of HAR, to which requests belong: a web page, or a step of a scenario. */
export interface HarPage {
  readonly id: string
  readonly title: string
  /** Wall time in milliseconds. */
  readonly startedAt: number
  /** Milliseconds after the start. */
  readonly timings: Readonly<Record<string, number | null>>
}

export interface HarContent {
  readonly pages: readonly HarPage[]
  readonly requests: readonly LoggedRequest[]
  readonly connections: readonly ProxyConnection[]
  /** Returns the id of the page to which a request belongs. */
  readonly getPageId: (request: LoggedRequest) => string
}

const maxBytes = 900_000
const creator = { name: 'Wachta', version: '1' }

/** Writes requests as HAR 1.2, without bodies and headers. If it is too large, the last requests are left out. */
export function writeHar({ pages, requests, connections, getPageId }: HarContent, masks: SecretMasks): string {
  const phases = assignConnections(requests, connections)
  const entries: string[] = []
  let size = 0
  for (const request of requests) {
    const entry = JSON.stringify(
      { pageref: getPageId(request), ...toEntry(request, phases.get(request)) },
      (_, value) => (typeof value === 'string' ? masks.maskText(value) : value),
    )
    size += entry.length
    if (size > maxBytes) break
    entries.push(entry)
  }
  const log = JSON.stringify({ version: '1.2', creator, pages: pages.map(toPage) }).slice(0, -1)
  const comment =
    entries.length < requests.length
      ? `,"comment":"${requests.length} requests, of which only the first are listed"`
      : ''
  return `{"log":${log}${comment},"entries":[${entries.join(',')}]}}`
}

const toPage = ({ id, title, startedAt, timings }: HarPage) => ({
  id,
  title,
  startedDateTime: new Date(startedAt).toISOString(),
  pageTimings: Object.fromEntries(Object.entries(timings).map(([name, value]) => [name, roundTime(value)])),
})

function toEntry(request: LoggedRequest, connection: ProxyConnection | undefined) {
  const { url, method, startedAt, endedAt, status, error } = request
  return {
    startedDateTime: new Date(request.wallTime).toISOString(),
    time: roundTime((endedAt ?? startedAt) - startedAt),
    request: {
      ...{ method, url, httpVersion: request.protocol, cookies: [], headers: [], queryString: [] },
      ...{ headersSize: -1, bodySize: -1 },
    },
    response: {
      ...{ status: status ?? 0, statusText: '', httpVersion: request.protocol, cookies: [], headers: [] },
      content: { size: -1, mimeType: request.mimeType },
      ...{ redirectURL: request.redirectedTo ?? '', headersSize: -1, bodySize: -1 },
      _transferSize: request.transferred,
      ...(error !== null && { _error: connection?.isBlocked ? 'blocked by the settings of the service' : error }),
    },
    cache: {},
    timings: toTimings(request, connection),
    serverIPAddress: request.remoteAddress,
    _resourceType: request.type.toLowerCase(),
    ...(endedAt === null && { _isPending: true }),
    ...(connection?.isBlocked && { _isBlocked: true }),
  }
}

/** The phases of HAR, in milliseconds; -1 for one that did not happen. `connect` includes `ssl`. */
function toTimings({ timing, startedAt, endedAt }: LoggedRequest, connection: ProxyConnection | undefined) {
  const noPhases = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 }
  if (timing === null) return { ...noPhases, wait: roundTime((endedAt ?? startedAt) - startedAt) }
  const { connectStart, sslStart, sslEnd, sendStart, sendEnd, receiveHeadersEnd } = timing
  const began = timing.requestTime * 1000
  const ssl = sslStart < 0 ? -1 : sslEnd - sslStart
  const tcp = connection?.connectMs ?? null
  return {
    blocked: roundTime(Math.max(0, began - startedAt + Math.max(0, connectStart < 0 ? sendStart : connectStart))),
    dns: roundTime(connection?.lookupMs ?? -1),
    connect: roundTime(tcp === null ? -1 : tcp + Math.max(0, ssl)),
    ssl: roundTime(ssl),
    send: roundTime(sendEnd - sendStart),
    wait: roundTime(receiveHeadersEnd - sendEnd),
    receive: roundTime(Math.max(0, (endedAt ?? startedAt) - began - receiveHeadersEnd)),
  }
}

/** Finds the connection that each request opened: a request that reuses none gets the next one of its host and port. */
function assignConnections(
  requests: readonly LoggedRequest[],
  connections: readonly ProxyConnection[],
): ReadonlyMap<LoggedRequest, ProxyConnection> {
  const unassigned = Map.groupBy(connections, ({ host, port }) => `${host}:${port}`)
  const assigned = new Map<LoggedRequest, ProxyConnection>()
  for (const request of requests) {
    const isNew = request.timing === null ? request.error !== null : !request.isConnectionReused
    const next = isNew ? unassigned.get(toEndpointKey(request.url))?.shift() : undefined
    if (next !== undefined) assigned.set(request, next)
  }
  return assigned
}

function toEndpointKey(address: string): string {
  const url = URL.parse(address)
  if (url === null) return ''
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return `${url.hostname.replace(/^\[|\]$/g, '')}:${port}`
}

function roundTime(value: number | null): number {
  return value === null ? -1 : Math.round(value * 10) / 10
}

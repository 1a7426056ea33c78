import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Ledger } from './ledger.ts'
import { forge, type ProtectedPage } from './protected.ts'
import type { Fixture } from './stage.ts'

export interface Findings {
  /** Requests during an outage, and those that were not answered. */
  requests: number
  failed: number
  stale: number
  leaks: number
  /** Requests for protected pages that were rejected, as they must be. */
  rejected: number
  /** Responses that showed that their data is old. */
  markedStale: number
  readonly examples: string[]
}

interface VisitorContext {
  readonly origin: string
  readonly fixture: Fixture
  readonly ledger: Ledger
  readonly findings: Findings
  /** Whether there is an outage now. */
  readonly isOutage: () => boolean
  readonly stopping: AbortSignal
}

interface WantedPage {
  readonly address: string
  /** Set if the page is protected. */
  readonly page?: ProtectedPage
}

interface Answer {
  readonly status: number
  readonly etag: string | undefined
  readonly head: string
  readonly body: string
}

const visitorCount = 4
const pauseMs = 30
const requestTimeoutMs = 5_000
/**
 * Pages show that their data is old after a minute; the rest allows for clock differences and for one check of the
 * stamp.
 */
const maxAgeMs = 63_000
/** The tolerance for the displayed time of old data, because the reporter publishes in rounds. */
const toleranceMs = 3_000

/** Reads all pages again and again, until it is stopped. */
export async function visit(context: VisitorContext): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: visitorCount })
  const { slugs, protectedPages } = context.fixture
  const wanted: readonly WantedPage[] = [
    ...slugs.flatMap((slug) => listPaths(context, slug).map((path) => ({ address: `/${slug}/${path}` }))),
    ...protectedPages.flatMap((page) =>
      listPaths(context, page.slug).map((path) => ({ address: `/${page.slug}/${path}`, page })),
    ),
  ]
  const kept: Request['kept'] = new Map()
  let turn = 0
  const runVisitor = async () => {
    while (!context.stopping.aborted) {
      const { address, page }: WantedPage = wanted[turn++ % wanted.length] ?? { address: '/' }
      const request = { address, agent, kept, encoding: ['identity', 'gzip', 'br'][turn % 3] ?? '' }
      await readPage(context, { ...request, cookie: page?.cookie ?? '' })
      if (page) await tryProtectedPage(context, { ...request, cookie: turn % 2 === 0 ? '' : forge(page.cookie) }, page)
      await wait(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: visitorCount }, runVisitor))
  agent.destroy()
}

const listPaths = ({ fixture }: VisitorContext, slug: string): string[] => [
  ...['', 'history', 'widget', 'feed.rss', 'feed.atom', 'maintenance.ics', 'badges/status.svg'],
  ...['api/v2/summary.json', 'api/v2/status.json', 'api/v2/components.json', 'api/v2/summary.json?lang=pl'],
  ...fixture.components.filter((one) => one.slug === slug).map(({ publicId }) => `badges/${publicId}/status.svg`),
]

interface Request {
  readonly address: string
  readonly agent: Agent
  /** The cached responses of visitors, with their ETags. */
  readonly kept: Map<string, { readonly etag: string; readonly body: string }>
  readonly encoding: string
  readonly cookie: string
}

async function readPage(context: VisitorContext, request: Request): Promise<void> {
  const { findings, isOutage } = context
  const sentAt = Date.now()
  const wasOutage = isOutage()
  const key = `${request.address} ${request.encoding}`
  const cached = request.kept.get(key)
  const answer = await sendRequest(context.origin, request, cached?.etag).catch((error: Error) => error)
  if (wasOutage) findings.requests += 1
  if (answer instanceof Error || (answer.status !== 200 && answer.status !== 304)) {
    if (wasOutage) findings.failed += 1
    findings.examples.push(`${request.address}: ${answer instanceof Error ? answer.message : answer.status}`)
    return
  }
  const leak = context.fixture.secrets.find((one) => answer.head.includes(one) || answer.body.includes(one))
  if (leak !== undefined) {
    findings.leaks += 1
    findings.examples.push(`${request.address} has ${leak}`)
  }
  // The visitor sees a cached response again, so it must still be right.
  const body = answer.status === 304 ? (cached?.body ?? '') : answer.body
  if (answer.etag !== undefined) request.kept.set(key, { etag: answer.etag, body })
  judgeResponse(context, { address: request.address, body, sentAt })
}

/** A visitor without a cookie signed for the page: the response must contain nothing of the page. */
async function tryProtectedPage(
  { origin, findings, isOutage, fixture }: VisitorContext,
  request: Request,
  page: ProtectedPage,
): Promise<void> {
  const wasOutage = isOutage()
  const answer = await sendRequest(origin, request, '*').catch((error: Error) => error)
  if (wasOutage) findings.requests += 1
  if (answer instanceof Error) {
    if (wasOutage) findings.failed += 1
    findings.examples.push(`${request.address}: ${answer.message}`)
    return
  }
  const names = fixture.components.filter(({ slug }) => slug === page.slug).map(({ service }) => `Component ${service}`)
  const seen = [page.title, ...names].find((one) => answer.body.includes(one) || answer.head.includes(one))
  if (seen === undefined && answer.status === 403) findings.rejected += 1
  else {
    findings.leaks += 1
    findings.examples.push(`${request.address} answers ${answer.status} to a stranger${seen ? ` and has ${seen}` : ''}`)
  }
}

interface ReceivedPage {
  readonly address: string
  readonly body: string
  readonly sentAt: number
}

function judgeResponse({ ledger, findings }: VisitorContext, { address, body, sentAt }: ReceivedPage): void {
  const saysStale = showsAge(address, body)
  if (saysStale) findings.markedStale += 1
  const wrong =
    !saysStale && ledger.wasUnavailable(sentAt, maxAgeMs)
      ? 'does not show its age'
      : findWrongStatus(ledger, { address, body, sentAt })
  if (wrong === undefined) return
  findings.stale += 1
  findings.examples.push(`${address} at ${new Date(sentAt).toISOString()}: ${wrong}`)
}

/** Returns a status that was not true in the last minute, or at the time that the response names. */
function findWrongStatus(ledger: Ledger, { address, body, sentAt }: ReceivedPage): string | undefined {
  if (!address.includes('summary.json')) return undefined
  const { page, components } = JSON.parse(body) as Summary
  const asOf = page.data_as_of === undefined ? undefined : Date.parse(page.data_as_of)
  const period = asOf === undefined ? ([sentAt - maxAgeMs, Date.now()] as const) : aroundTime(asOf)
  const wrong = components.find(
    ({ id, name, status }) => name.startsWith('Component ') && !ledger.hadStatus(id, status, period),
  )
  return wrong && `${wrong.name} is not ${wrong.status} (${page.data_as_of ?? 'now'})`
}

const aroundTime = (time: number) => [time - toleranceMs, time + toleranceMs] as const

interface Summary {
  readonly page: { readonly stale?: boolean; readonly data_as_of?: string }
  readonly components: readonly { readonly id: string; readonly name: string; readonly status: string }[]
}

/** Whether a response shows that its data is old, to a person or a program. */
function showsAge(address: string, body: string): boolean {
  if (address.includes('.json')) return (JSON.parse(body) as Summary).page.stale === true
  // A badge has room for a few words: `status: All systems operational, as of 14:32`.
  if (address.includes('.svg')) return /<title>[^<]*, as of [^<]*\d\d:\d\d<\/title>/.test(body)
  // The text that a script shows when the visitor is offline is always there, but hidden.
  return /Data as of|Dane z /.test(body.replaceAll(/<p[^>]* id="offline"[\s\S]*?<\/p>/g, ''))
}

function sendRequest(
  origin: string,
  { address, agent, encoding, cookie }: Request,
  etag: string | undefined,
): Promise<Answer> {
  const headers = {
    'accept-encoding': encoding,
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(cookie !== '' && { cookie }),
  }
  return new Promise((resolve, reject) => {
    const request = get(`${origin}${address}`, { agent, headers, timeout: requestTimeoutMs }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          etag: response.headers.etag,
          head: JSON.stringify(response.headers),
          body: decode(Buffer.concat(parts), response.headers['content-encoding']),
        }),
      )
    })
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', reject)
  })
}

function decode(body: Buffer, encoding: string | undefined): string {
  // A 304 response names the encoding of the cached one.
  if (body.length === 0) return ''
  if (encoding === 'br') return String(brotliDecompressSync(body))
  return String(encoding === 'gzip' ? gunzipSync(body) : body)
}

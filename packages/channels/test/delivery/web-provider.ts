import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { type CarrierSettings, openCarriers } from '@wachta/channels/carriers'
import { startListening } from '@wachta/testing/listening'
import { createSelfSignedCertificate } from '@wachta/testing/self-signed'
import type { Behaviour, Provider, ProviderFixture, ReceivedMessage } from './contract.ts'

/** A received request. */
export interface ProviderRequest {
  readonly method: string
  /** Path and query. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Describes an HTTP provider. */
export interface WebProviderRule {
  readonly channel: string
  readonly carries: ProviderFixture['carries']
  readonly isOurs?: boolean
  /** Whether the channel insists on TLS. */
  readonly isSecure?: boolean
  /** Returns the recipient's address; `base` is the URL of the provider. */
  readonly address: (base: string) => string
  readonly settings?: (base: string) => CarrierSettings
  readonly secrets?: readonly string[]
  /** Reads the message of a request; undefined for a query. Throws if the product would reject the request. */
  readonly read: (request: ProviderRequest) => ReceivedMessage | undefined
  /** The product's answer to an accepted request. */
  readonly reply?: (request: ProviderRequest) => { readonly status?: number; readonly body: string }
}

export const certificate: { readonly key: string; readonly cert: string } = createSelfSignedCertificate()

export function webFixture(rule: WebProviderRule): ProviderFixture {
  const { channel, carries, isOurs = false } = rule
  return { channel, carries, usesOperatorKey: isOurs, asksToWait: true, start: () => startProvider(rule) }
}

async function startProvider(rule: WebProviderRule): Promise<Provider> {
  const arrived: ReceivedMessage[] = []
  let behaviour: Behaviour = { does: 'ok' }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const incoming = await incomingOf(request)
    if (behaviour.does === 'reset') request.socket.destroy()
    else if (behaviour.does === 'status') refuse(incoming, response, behaviour)
    else if (behaviour.does === 'ok') take(incoming, response, rule, arrived)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response)
  const server = rule.isSecure ? createSecureServer(certificate, listener) : createServer(listener)
  const { port, close } = await startListening(server)
  const base = `${rule.isSecure ? 'https' : 'http'}://127.0.0.1:${port}`
  const carriers = await openCarriers({
    ...rule.settings?.(base),
    egressAllow: ['127.0.0.1/32'],
    authorities: [certificate.cert],
    webLimits: { responseTimeoutMs: 900, totalTimeoutMs: 1_800 },
  })
  return {
    carriers,
    to: { address: rule.address(base) },
    secrets: rule.secrets ?? [],
    arrived,
    behave: (next) => {
      behaviour = next
    },
    [Symbol.asyncDispose]: async () => {
      await carriers[Symbol.asyncDispose]()
      await close()
    },
  }
}

async function incomingOf(request: IncomingMessage): Promise<ProviderRequest> {
  const body = await textOf(request)
  const url = new URL(request.url ?? '/', 'http://provider.example')
  return { method: request.method ?? '', url, headers: request.headers, body }
}

function take(
  incoming: ProviderRequest,
  response: ServerResponse,
  rule: WebProviderRule,
  arrived: ReceivedMessage[],
): void {
  try {
    const message = rule.read(incoming)
    const { status = 200, body } = rule.reply?.(incoming) ?? { body: echo(incoming) }
    if (message !== undefined) arrived.push(message)
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : body)
  } catch (cause) {
    // The product would not understand the request; the contract then reports that the message did not arrive.
    response.writeHead(422).end(String(cause))
  }
}

/** Repeats the request in the body and also in the reason phrase, which HTTP leaves to the server. */
function refuse(
  incoming: ProviderRequest,
  response: ServerResponse,
  { status, headers }: Extract<Behaviour, { does: 'status' }>,
): void {
  const said = echo(incoming)
  response.writeHead(status, said.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 500), headers).end(said)
}

function echo({ url, headers, body }: ProviderRequest): string {
  return `${url.pathname}${url.search} ${Object.values(headers).join(' ')} ${body}`
}

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { openCarriers } from '@wachta/channels/carriers'
import { startListening } from '@wachta/testing/listening'
import { createSubscriber, decryptBody } from '@wachta/testing/web-push/decryption'
import { verifyAuthorization } from '@wachta/testing/web-push/vapid'
import webPush from 'web-push'
import type { Behaviour, Provider, ProviderFixture, ReceivedMessage } from './contract.ts'
import { certificate } from './web-provider.ts'

/** The push service of a browser, and the browser itself, which is the only one that can decrypt the messages. */
export const pushService: ProviderFixture = {
  channel: 'push',
  carries: ['id', 'thread', 'kind'],
  asksToWait: true,
  start: startPushService,
}

export interface PushService extends Provider {
  readonly payloads: readonly Payload[]
  readonly headers: readonly IncomingMessage['headers'][]
  /** The encrypted bodies, as the service sees them. */
  readonly bodies: readonly Buffer[]
}

interface Payload {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly thread: string
  readonly kind: 'start' | 'end'
  readonly url: string
}

export const keys = webPush.generateVAPIDKeys()

export async function startPushService(): Promise<PushService> {
  const subscriber = createSubscriber()
  const arrived: ReceivedMessage[] = []
  const payloads: Payload[] = []
  const headers: IncomingMessage['headers'][] = []
  const bodies: Buffer[] = []
  let behaviour: Behaviour = { does: 'ok' }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    if (behaviour.does === 'reset') request.socket.destroy()
    else if (behaviour.does === 'status') {
      response.writeHead(behaviour.status, behaviour.headers).end(`${request.url} ${request.headers.authorization}`)
    } else if (behaviour.does === 'ok') {
      try {
        verifyAuthorization(request.headers, origin, keys.publicKey)
        const payload: Payload = JSON.parse(decryptBody(body, subscriber))
        assert.equal(
          request.headers['topic'],
          createHash('sha256').update(payload.thread).digest('base64url').slice(0, 32),
        )
        headers.push(request.headers)
        payloads.push(payload)
        bodies.push(body)
        const { id, title, body: text, thread, kind } = payload
        arrived.push({ id, thread, kind, text, subject: title })
        response.writeHead(201).end()
      } catch (cause) {
        response.writeHead(422).end(String(cause))
      }
    }
  }
  const { port, close } = await startListening(
    createServer(certificate, (request, response) => void answer(request, response)),
  )
  const origin = `https://127.0.0.1:${port}`
  const carriers = await openCarriers({
    push: { subject: 'mailto:duty@wachta.example', ...keys },
    egressAllow: ['127.0.0.1/32'],
    authorities: [certificate.cert],
    webLimits: { responseTimeoutMs: 2_000, totalTimeoutMs: 3_000 },
  })
  const device = {
    endpoint: `${origin}/CANARY-SUBSCRIPTION`,
    p256dh: subscriber.ecdh.getPublicKey('base64url'),
    auth: subscriber.auth.toString('base64url'),
  }
  return {
    carriers,
    to: { address: 'CANARY-DEVICE-1', device },
    secrets: [keys.privateKey, 'CANARY-SUBSCRIPTION'],
    arrived,
    payloads,
    headers,
    bodies,
    behave: (next) => {
      behaviour = next
    },
    [Symbol.asyncDispose]: async () => {
      await carriers[Symbol.asyncDispose]()
      await close()
    },
  }
}

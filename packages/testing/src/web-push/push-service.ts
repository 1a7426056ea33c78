import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { startListening } from '../listening.ts'
import { createSelfSignedCertificate } from '../self-signed.ts'
import { createSubscriber, decryptBody, type Subscriber } from './decryption.ts'
import { createVapidKeys, verifyAuthorization } from './vapid.ts'

/** A message that a browser has decrypted. */
export interface ShownPush {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests read messages of every shape
  readonly message: any
  /** The size of the encrypted message. */
  readonly bytes: number
}

/** The result of `PushSubscription.toJSON` in the script of a page. */
export interface PushDevice {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** A push service (RFC 8030) with its subscribed browsers; only they can decrypt the messages. */
export interface TestPushService extends AsyncDisposable {
  readonly keys: ReturnType<typeof createVapidKeys>
  readonly subject: string
  /** The certificate authority of the service. */
  readonly authority: string
  readonly shown: readonly ShownPush[]
  /** The rejected requests, with the reason. */
  readonly rejections: readonly string[]
  subscribe(): PushDevice
  /** Ends the subscription of the browser. */
  unsubscribe(device: PushDevice): void
  /** Sets the status of further responses; undefined accepts requests. */
  setStatus(status: number | undefined): void
}

const maxMessageBytes = 4_096

export async function startTestPushService(): Promise<TestPushService> {
  const certificate = createSelfSignedCertificate()
  const keys = createVapidKeys()
  const browsers = new Map<string, Subscriber | 'gone'>()
  const shown: ShownPush[] = []
  const rejections: string[] = []
  let status: number | undefined

  const accept = (path: string, headers: IncomingHttpHeaders, body: Buffer): number => {
    const browser = browsers.get(path)
    if (browser === undefined) return 404
    if (browser === 'gone') return 410
    if (status !== undefined) return status
    if (body.length > maxMessageBytes) return 413
    if (!/^\d+$/.test(headers['ttl']?.toString() ?? '')) return 400
    if (headers['content-encoding'] !== 'aes128gcm') return 415
    verifyAuthorization(headers, origin, keys.publicKey)
    shown.push({ path, headers, message: JSON.parse(decryptBody(body, browser)), bytes: body.length })
    return 201
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    const body = await buffer(request)
    let responseStatus: number
    try {
      responseStatus = request.method === 'POST' ? accept(path, request.headers, body) : 405
    } catch (cause) {
      rejections.push(String(cause))
      responseStatus = 403
    }
    response
      .writeHead(responseStatus, responseStatus === 201 ? { location: `${origin}/message/${shown.length}` } : {})
      .end()
  }
  const { port, close } = await startListening(
    createServer(certificate, (request, response) => void serve(request, response)),
  )
  const origin = `https://127.0.0.1:${port}`
  return {
    ...{ keys, subject: 'mailto:duty@wachta.example', authority: certificate.cert, shown, rejections },
    subscribe() {
      const browser = createSubscriber()
      const path = `/wpush/${browser.auth.toString('hex')}`
      browsers.set(path, browser)
      return {
        endpoint: `${origin}${path}`,
        p256dh: browser.ecdh.getPublicKey('base64url'),
        auth: browser.auth.toString('base64url'),
      }
    },
    unsubscribe: ({ endpoint }) => void browsers.set(new URL(endpoint).pathname, 'gone'),
    setStatus: (next) => {
      status = next
    },
    [Symbol.asyncDispose]: close,
  }
}

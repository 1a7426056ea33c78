import { setTimeout as wait } from 'node:timers/promises'
import { type Element, xml } from '@xmpp/client'
import type { JabberCarrier } from '../carrier.ts'
import { DeliveryError } from '../delivery.ts'
import { type JabberAccount, type JabberLimits, type JabberSession, openJabberSession } from './jabber-session.ts'
import { shareConnection } from './shared-connection.ts'

export interface JabberSettings {
  /** xmpp://user:password@host:5222 or xmpps://…; with ?domain=… if the domain of the account differs from the host. */
  readonly url: string
  readonly limits?: Partial<JabberLimits & RejectionLimits>
}

interface RejectionLimits {
  /** How long to wait for a rejection by another server after ours accepted the message, in milliseconds. */
  readonly lateRejectionWaitMs: number
}

const defaultLimits = { connectTimeoutMs: 10_000, answerTimeoutMs: 10_000, lateRejectionWaitMs: 500 }

/** Sends messages from the account of the installation, over one connection. */
export function openJabber({ url, limits }: JabberSettings): JabberCarrier & AsyncDisposable {
  const account = readAccount(url)
  const all = { ...defaultLimits, ...limits }
  const connection = shareConnection((onLost) => openJabberSession(account, all, onLost))
  let pings = 0
  return {
    async send({ id, thread, to, text }) {
      const session = await connection.current()
      pings += 1
      const ping = xml(
        'iq',
        { id: `ping-${pings}`, type: 'get', to: account.domain },
        xml('ping', { xmlns: pingSpace }),
      )
      const message = xml(
        'message',
        { id, to, type: 'chat' },
        xml('body', {}, removeInvalidCharacters(text)),
        xml('thread', {}, thread),
      )
      await sendMessage(session, { id, message, ping }, all.lateRejectionWaitMs)
      return { answer: 'accepted by the Jabber server' }
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

const pingSpace = 'urn:xmpp:ping'

interface MessageWithPing {
  readonly id: string
  readonly message: Element
  readonly ping: Element
}

/**
 * A server processes stanzas in order (RFC 6120, 10.1), so when it answers the ping, it has processed the message. If
 * it rejects the message itself, the rejection has arrived by then; a rejection by another server may come a little
 * later.
 */
async function sendMessage(
  session: JabberSession,
  { id, message, ping }: MessageWithPing,
  lateRejectionWaitMs: number,
): Promise<void> {
  const rejection = Promise.withResolvers<never>()
  rejection.promise.catch(() => undefined)
  using _listening = session.listen(id, (stanza) => {
    if (stanza.name === 'message' && stanza.attrs['type'] === 'error') rejection.reject(toDeliveryError(stanza))
  })
  await session.send(message)
  await Promise.race([session.request(ping), rejection.promise])
  await Promise.race([wait(lateRejectionWaitMs), rejection.promise])
}

function toDeliveryError(stanza: Element): DeliveryError {
  const error = stanza.getChild('error')
  const names = error?.getChildElements().map(({ name }) => name) ?? []
  const condition = names.find((name) => conditions.has(name)) ?? 'undefined-condition'
  // A remote server that is not found may be reachable again later.
  const isPermanent = error?.attrs['type'] !== 'wait' && !condition.startsWith('remote-server-')
  return new DeliveryError({ answer: `the Jabber server rejected the message: ${condition}`, isPermanent })
}

/** RFC 6120, 8.3.3. The text beside a condition may contain the address, so it is not used. */
const conditions: ReadonlySet<string> = new Set([
  ...['bad-request', 'conflict', 'feature-not-implemented', 'forbidden', 'gone', 'internal-server-error'],
  ...['item-not-found', 'jid-malformed', 'not-acceptable', 'not-allowed', 'not-authorized', 'policy-violation'],
  ...['recipient-unavailable', 'redirect', 'registration-required', 'remote-server-not-found'],
  ...['remote-server-timeout', 'resource-constraint', 'service-unavailable', 'subscription-required'],
  ...['undefined-condition', 'unexpected-request'],
])

/** Characters that XML cannot contain; a server would close the connection. */
function removeInvalidCharacters(text: string): string {
  return text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}

function readAccount(accountUrl: string): JabberAccount {
  const url = URL.parse(accountUrl)
  if (url === null || !/^xmpps?:$/.test(url.protocol) || url.hostname === '' || url.username === '')
    throw new Error('The Jabber account has to be xmpp://user:password@host or xmpps://user:password@host.')
  return {
    service: `${url.protocol}//${url.host}`,
    domain: url.searchParams.get('domain') ?? url.hostname,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

import { once } from 'node:events'
import { type Client, client, type Element, xml } from '@xmpp/client'
import { DeliveryError } from '../delivery.ts'
import type { CarrierConnection } from './shared-connection.ts'

/** In milliseconds. */
export interface JabberLimits {
  readonly connectTimeoutMs: number
  readonly answerTimeoutMs: number
}

export interface JabberAccount {
  /** xmpp://host:port uses STARTTLS before sign-in, xmpps://host:port uses TLS from the beginning. */
  readonly service: string
  readonly domain: string
  readonly username: string
  readonly password: string
}

/** A signed-in connection to the server of our account. */
export interface JabberSession extends CarrierConnection {
  /** Sends a stanza and returns the first stanza that comes back with its id. */
  request(stanza: Element): Promise<Element>
  send(stanza: Element): Promise<void>
  /** Calls back with stanzas of this id until it is disposed of. */
  listen(id: string, onStanza: (stanza: Element) => void): Disposable
}

export async function openJabberSession(
  account: JabberAccount,
  limits: JabberLimits,
  onLost: () => void,
): Promise<JabberSession> {
  const { service, domain } = account
  const credentials = createEncryptedSignIn(account, () => xmpp.isSecure())
  const xmpp: Client = client({ service, domain, timeout: limits.connectTimeoutMs, credentials })
  // The queue resends after a lost connection, so the library must not do it as well.
  xmpp.reconnect.stop()
  // There is one listener for each pending answer.
  xmpp.setMaxListeners(0)
  xmpp.on('error', () => undefined)
  xmpp.on('disconnect', onLost)
  try {
    await Promise.race([signIn(xmpp, account), rejectAfter(limits.connectTimeoutMs)])
  } catch (cause) {
    destroy(xmpp)
    throw cause instanceof DeliveryError ? cause : createConnectionError()
  }
  return openSession(xmpp, limits, () => {
    onLost()
    destroy(xmpp)
  })
}

/** The sign-in of the library leaves a floating promise, whose rejection would end the process. */
async function signIn(xmpp: Client, { service, domain }: JabberAccount): Promise<void> {
  const signedIn = once(xmpp, 'online')
  const disconnected = once(xmpp, 'disconnect').then(() => Promise.reject(createConnectionError()))
  const outcome = Promise.race([signedIn, disconnected])
  outcome.catch(() => undefined)
  signedIn.catch(() => undefined)
  disconnected.catch(() => undefined)
  await xmpp.connect(service)
  await xmpp.open({ domain })
  await outcome
}

/**
 * Without encryption, neither the password nor a message is sent, even if an attacker hides that the server offers it.
 */
function createEncryptedSignIn(
  { username, password }: JabberAccount,
  isSecure: () => boolean,
): Parameters<typeof client>[0]['credentials'] {
  return async (authenticate, mechanisms) => {
    if (!isSecure()) throw new Error('not encrypted')
    // PLAIN is safe over verified TLS. The SCRAM of the library runs thousands of small tasks and takes seconds.
    const mechanism = mechanisms.includes('PLAIN') ? 'PLAIN' : mechanisms[0]
    await authenticate({ username, password }, mechanism, xml('user-agent', {}, xml('software', {}, 'Wachta')))
  }
}

function openSession(xmpp: Client, limits: JabberLimits, end: () => void): JabberSession {
  const listeners = new Map<string, (stanza: Element) => void>()
  xmpp.on('stanza', (stanza: Element) => listeners.get(stanza.attrs['id'] ?? '')?.(stanza))

  const listen = (id: string, onStanza: (stanza: Element) => void): Disposable => {
    listeners.set(id, onStanza)
    return {
      [Symbol.dispose]: () => {
        if (listeners.get(id) === onStanza) listeners.delete(id)
      },
    }
  }
  const send = async (stanza: Element): Promise<void> => {
    try {
      await xmpp.send(stanza)
    } catch {
      end()
      throw createConnectionError()
    }
  }
  return {
    send,
    listen,
    async request(stanza) {
      const { promise, resolve, reject } = Promise.withResolvers<Element>()
      const onDisconnect = () => reject(createConnectionError())
      using _listening = listen(stanza.attrs['id'] ?? '', resolve)
      xmpp.once('disconnect', onDisconnect)
      try {
        await send(stanza)
        return await Promise.race([promise, rejectAfter(limits.answerTimeoutMs)])
      } catch (cause) {
        // If the server does not answer, the next message uses a new connection.
        end()
        throw cause
      } finally {
        xmpp.off('disconnect', onDisconnect)
        promise.catch(() => undefined)
      }
    },
    async close() {
      await xmpp.stop().catch(() => undefined)
      end()
    },
  }
}

async function rejectAfter(timeoutMs: number): Promise<never> {
  const signal = AbortSignal.timeout(timeoutMs)
  await once(signal, 'abort')
  throw new DeliveryError({ answer: 'no answer from the Jabber server in time' })
}

function destroy({ socket }: Client): void {
  if (socket === null) return
  if ('destroy' in socket) socket.destroy()
  else socket.socket?.destroy()
}

const createConnectionError = () => new DeliveryError({ answer: 'no connection to the Jabber server' })

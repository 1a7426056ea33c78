import { once } from 'node:events'
import { type Client, client, type Element, xml } from '@xmpp/client'
import { DeliveryError } from '../delivery.ts'
import type { CarrierConnection } from './shared-connection.ts'

/** In milliseconds. */
export interface JabberLimits {
  readonly connect: number
  readonly answer: number
}

export interface JabberAccount {
  /** xmpp://host:port uses STARTTLS before sign-in, xmpps://host:port uses TLS from the beginning. */
  readonly service: string
  readonly domain: string
  readonly username: string
  readonly password: string
}

/** A connection to the server of our account, signed in. */
export interface JabberSession extends CarrierConnection {
  /** Sends a stanza and returns the first stanza that comes back with its id. */
  ask(stanza: Element): Promise<Element>
  send(stanza: Element): Promise<void>
  /** Calls back with stanzas of this id until it is disposed of. */
  listen(id: string, heard: (stanza: Element) => void): Disposable
}

export async function openJabberSession(
  account: JabberAccount,
  limits: JabberLimits,
  lost: () => void,
): Promise<JabberSession> {
  const { service, domain } = account
  const credentials = encryptedOnly(account, () => xmpp.isSecure())
  const xmpp: Client = client({ service, domain, timeout: limits.connect, credentials })
  // The queue resends after a lost connection, so the library must not do it as well.
  xmpp.reconnect.stop()
  // As many as wait for an answer.
  xmpp.setMaxListeners(0)
  xmpp.on('error', () => undefined)
  xmpp.on('disconnect', lost)
  try {
    await Promise.race([online(xmpp, account), timeout(limits.connect)])
  } catch (cause) {
    destroy(xmpp)
    throw cause instanceof DeliveryError ? cause : noConnection()
  }
  return openSession(xmpp, limits, () => {
    lost()
    destroy(xmpp)
  })
}

/** The sign-in of the library leaves a floating promise, whose rejection would end the process. */
async function online(xmpp: Client, { service, domain }: JabberAccount): Promise<void> {
  const signedIn = once(xmpp, 'online')
  const cut = once(xmpp, 'disconnect').then(() => Promise.reject(noConnection()))
  const ends = Promise.race([signedIn, cut])
  ends.catch(() => undefined)
  signedIn.catch(() => undefined)
  cut.catch(() => undefined)
  await xmpp.connect(service)
  await xmpp.open({ domain })
  await ends
}

/**
 * Without encryption, neither the password nor a message is sent, even if an attacker hides that the server offers it.
 */
function encryptedOnly(
  { username, password }: JabberAccount,
  isSecure: () => boolean,
): Parameters<typeof client>[0]['credentials'] {
  return async (authenticate, mechanisms) => {
    if (!isSecure()) throw new Error('not encrypted')
    // PLAIN is safe over verified TLS. The library's SCRAM needs thousands of small tasks, and seconds.
    const mechanism = mechanisms.includes('PLAIN') ? 'PLAIN' : mechanisms[0]
    await authenticate({ username, password }, mechanism, xml('user-agent', {}, xml('software', {}, 'Wachta')))
  }
}

function openSession(xmpp: Client, limits: JabberLimits, end: () => void): JabberSession {
  const listeners = new Map<string, (stanza: Element) => void>()
  xmpp.on('stanza', (stanza: Element) => listeners.get(stanza.attrs['id'] ?? '')?.(stanza))

  const listen = (id: string, heard: (stanza: Element) => void): Disposable => {
    listeners.set(id, heard)
    return {
      [Symbol.dispose]: () => {
        if (listeners.get(id) === heard) listeners.delete(id)
      },
    }
  }
  const send = async (stanza: Element): Promise<void> => {
    try {
      await xmpp.send(stanza)
    } catch {
      end()
      throw noConnection()
    }
  }
  return {
    send,
    listen,
    async ask(stanza) {
      const { promise, resolve, reject } = Promise.withResolvers<Element>()
      const cut = () => reject(noConnection())
      using _listening = listen(stanza.attrs['id'] ?? '', resolve)
      xmpp.once('disconnect', cut)
      try {
        await send(stanza)
        return await Promise.race([promise, timeout(limits.answer)])
      } catch (cause) {
        // If the server does not answer, the next message uses a new connection.
        end()
        throw cause
      } finally {
        xmpp.off('disconnect', cut)
        promise.catch(() => undefined)
      }
    },
    async close() {
      await xmpp.stop().catch(() => undefined)
      end()
    },
  }
}

async function timeout(limit: number): Promise<never> {
  const signal = AbortSignal.timeout(limit)
  await once(signal, 'abort')
  throw new DeliveryError({ answer: 'no answer from the Jabber server in time' })
}

function destroy({ socket }: Client): void {
  if (socket === null) return
  if ('destroy' in socket) socket.destroy()
  else socket.socket?.destroy()
}

const noConnection = () => new DeliveryError({ answer: 'no connection to the Jabber server' })

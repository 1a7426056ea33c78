import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import type { Registries } from '@wachta/checks'
import { startListening } from '@wachta/testing/listening'

/** A registry's answer over RDAP; a string body is sent unchanged. */
export interface RdapAnswer {
  readonly status?: number
  readonly location?: string
  readonly body?: object | string
  readonly delayMs?: number
}

/** Returns the answer of a server on port 43; null closes the connection, undefined means silence. */
export type WhoisHandler = (question: string) => string | Buffer | null | undefined

interface Servers {
  readonly rdap?: (path: string) => RdapAnswer | undefined
  readonly whois?: WhoisHandler
  /** The server that refers to the WHOIS servers of top-level domains; without it, `whois` is asked directly. */
  readonly root?: WhoisHandler
  /** Another server, at 127.0.0.2, to which the root may refer. */
  readonly registrar?: WhoisHandler
}

/** Starts registries on loopback with both protocols, and records the queries that they get. */
export async function startRegistries({ rdap, whois, root, registrar }: Servers) {
  const asked: string[] = []
  const web = await startListening(
    createServer((request, response) => {
      asked.push(`rdap ${request.url} ${request.headers.accept}`)
      const answer = rdap?.(request.url ?? '')
      if (answer === undefined) return
      const { status = 200, location, body = '', delayMs = 0 } = answer
      const send = () => {
        response.writeHead(status, {
          'content-type': 'application/rdap+json',
          ...(location !== undefined && { location }),
        })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      }
      if (delayMs === 0) send()
      else setTimeout(send, delayMs)
    }),
  )
  const line = await startListening(whoisServer(asked, whois))
  const { top, other } = await listenOnOnePort(whoisServer(asked, root), whoisServer(asked, registrar))
  const registries: Registries = {
    rdap: () => (rdap === undefined ? undefined : `http://127.0.0.1:${web.port}/`),
    whois: () => (whois === undefined || root !== undefined ? undefined : { host: '127.0.0.1', port: line.port }),
    root: { host: '127.0.0.1', port: top.port },
  }
  const close = async () => {
    await Promise.all([web.close(), line.close(), top.close(), other.close()])
  }
  return { registries, asked, close }
}

/** Listens on the same port of two addresses. Tries several ports, as one may be free on only one of them. */
async function listenOnOnePort(one: Server, two: Server, attempts = 20) {
  const top = await startListening(one)
  try {
    return { top, other: await startListening(two, { host: '127.0.0.2', port: top.port }) }
  } catch (error) {
    await top.close()
    if (attempts === 0) throw error
    return listenOnOnePort(one, two, attempts - 1)
  }
}

function whoisServer(asked: string[], handler: WhoisHandler | undefined) {
  return createTcpServer((socket) => {
    socket.once('data', (data) => {
      const question = data.toString()
      asked.push(`whois ${JSON.stringify(question)}`)
      const answer = handler?.(question.trimEnd())
      if (answer === null || handler === undefined) socket.destroy()
      else if (answer !== undefined) socket.end(answer)
    })
  })
}

/** A domain in the RDAP format of registries. */
export const rdapDomain = (expires: string | null, ...status: readonly string[]) => ({
  objectClassName: 'domain',
  ldhName: 'EXAMPLE.COM',
  status: ['active', ...status],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    ...(expires === null ? [] : [{ eventAction: 'expiration', eventDate: expires }]),
    { eventAction: 'last update of RDAP database', eventDate: '2026-06-01T00:00:00Z' },
  ],
})

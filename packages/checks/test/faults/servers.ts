import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { getTestAuthority } from '@wachta/testing/certificates'
import type { FaultyServer } from './fault.ts'

/** A raw TCP server: the fault decides what it does with a connection. */
export async function rawServer(serve: (socket: Socket) => void, address = ''): Promise<FaultyServer> {
  return listening(createServer(serve), (port) => `127.0.0.1:${port}${address}`)
}

/** Answers the first data with these bytes, and closes the connection. */
export const answering = (...answer: readonly (string | Buffer)[]): Promise<FaultyServer> =>
  rawServer((socket) => {
    socket.once('data', () => {
      for (const part of answer) socket.write(part)
      socket.end()
    })
  })

export async function webServer(serve: RequestListener, path = '/'): Promise<FaultyServer> {
  return listening(createHttpServer(serve), (port) => `127.0.0.1:${port}${path}`)
}

/** A web page with this content. */
export const page = (content: string | Buffer, headers: Record<string, string> = {}): Promise<FaultyServer> =>
  webServer((_, response) => response.writeHead(200, headers).end(content))

/** A TLS server with a certificate for its name, issued by the tests' own authority. */
export async function tlsServer(
  options: TlsOptions,
  serve: (socket: Socket) => void = greet,
  name = 'localhost',
): Promise<FaultyServer> {
  const server = createTlsServer({ ...getTestAuthority().localhost, ...options }, serve)
  server.on('tlsClientError', () => undefined)
  const { address, close } = await listening(server, (port) => `${name}:${port}`)
  return { address, close, checkContext: { authorities: getTestAuthority().authorities } }
}

const greet = (socket: Socket) => {
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'))
}

export function listening(server: Server, addressAt: (port: number) => string): Promise<FaultyServer> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('no port'))
      const close = () => {
        for (const socket of open) socket.destroy()
        server.close()
      }
      resolve({ address: addressAt(address.port), close })
    })
  })
}

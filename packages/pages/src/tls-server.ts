import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { FindCertificate } from './certificates.ts'
import { limitSlowVisitors, timeouts } from './timeouts.ts'

interface TlsServerOptions {
  readonly find: FindCertificate
  readonly handler: RequestListener
  /** Called for each failed handshake. */
  readonly onHandshakeFailed: () => void
}

/** Creates a TLS server that rejects handshakes for names without a certificate. */
export function createTlsServer({ find, handler, onHandshakeFailed }: TlsServerOptions): Server {
  const server = createServer(
    {
      ...{ ...timeouts, minVersion: 'TLSv1.2', handshakeTimeout: 10_000 },
      SNICallback(name, done) {
        find(name).then(
          (context) => (context ? done(null, context) : done(new Error('no certificate for this name'))),
          (error: Error) => done(error),
        )
      },
    },
    handler,
  )
  server.on('tlsClientError', onHandshakeFailed)
  return limitSlowVisitors(server)
}

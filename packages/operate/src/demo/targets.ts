import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Server } from 'node:net'
import { type Process, run, until } from '@wachta/runtime'
import { type Static, Type } from 'typebox'
import { demoBehaviour } from './behaviour.ts'

/** The environment variables of the demo servers. */
const Config = Type.Object({
  DEMO_HTTP_PORT: Type.Integer({ minimum: 1, maximum: 65_535 }),
  DEMO_TLS_PORT: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** A folder with `key.pem` and `certificate.pem`, if there is a certificate. */
  DEMO_CERTIFICATE: Type.Optional(Type.String()),
})

await run('targets', Config, serveTargets)

async function serveTargets({ config, use, ready, stopping }: Process<Static<typeof Config>>): Promise<void> {
  use(await listening(createServer(answer), config.DEMO_HTTP_PORT), 'http')
  if (config.DEMO_CERTIFICATE !== undefined) {
    const [key, cert] = await Promise.all(
      ['key.pem', 'certificate.pem'].map((name) => readFile(`${config.DEMO_CERTIFICATE}/${name}`)),
    )
    use(await listening(createSecureServer({ key, cert }, answer), config.DEMO_TLS_PORT), 'https')
  }
  ready()
  await until(stopping)
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const behaviour = demoBehaviour(request.url ?? '/', Date.now())
  if (!behaviour) return void response.writeHead(404).end()
  const { status, delay } = behaviour
  const timer = setTimeout(() => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(status === 200 ? 'All is well.\n' : 'Out of order, on purpose.\n')
  }, delay)
  response.once('close', () => clearTimeout(timer))
}

function listening(server: Server & { closeAllConnections(): void }, port: number): Promise<AsyncDisposable> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve({
        async [Symbol.asyncDispose]() {
          const closed = new Promise((done) => void server.close(done))
          server.closeAllConnections()
          await closed
        },
      }),
    )
  })
}

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Server } from 'node:net'
import { type Process, run, waitUntilAborted } from '@wachta/runtime'
import { type Static, Type } from 'typebox'
import { createDemoHandler } from './demo-handler.ts'

/** The environment variables of the demo servers. */
const Config = Type.Object({
  DEMO_HTTP_PORT: Type.Integer({ minimum: 1, maximum: 65_535 }),
  DEMO_TLS_PORT: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** A folder with `key.pem` and `certificate.pem`, if there is a certificate. */
  DEMO_CERTIFICATE: Type.Optional(Type.String()),
})

await run('targets', Config, serveTargets)

async function serveTargets({ config, use, ready, stopping }: Process<Static<typeof Config>>): Promise<void> {
  const handler = createDemoHandler(Date.now)
  use(await startListening(createServer(handler), config.DEMO_HTTP_PORT), 'http')
  if (config.DEMO_CERTIFICATE !== undefined) {
    const [key, cert] = await Promise.all(
      ['key.pem', 'certificate.pem'].map((name) => readFile(`${config.DEMO_CERTIFICATE}/${name}`)),
    )
    use(await startListening(createSecureServer({ key, cert }, handler), config.DEMO_TLS_PORT), 'https')
  }
  ready()
  await waitUntilAborted(stopping)
}

function startListening(server: Server & { closeAllConnections(): void }, port: number): Promise<AsyncDisposable> {
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

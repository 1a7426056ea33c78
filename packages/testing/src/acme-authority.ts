import { writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { TestAuthority } from './certificates.ts'
import { createTemporaryDirectory, type Daemon, startDaemon } from './daemon.ts'
import { findFreePort } from './free-port.ts'

export interface AcmeAuthority extends AsyncDisposable {
  /** The URL of its directory. */
  readonly url: string
  /** A file with the root of the certificate that it serves. */
  readonly roots: string
  /** Its name server, as `address:port`. */
  readonly dns: string
  /** The port to which it sends challenge requests. */
  readonly httpPort: number
  /** Returns the roots of the certificates that it has issued since its last start, in PEM. */
  readRoots(): Promise<string>
  setText(name: string, value: string | undefined): Promise<void>
  /** Sets the IP address that a name resolves to; by default 127.0.0.1. */
  setAddress(name: string, address: string): Promise<void>
  /** Stops it. It loses its accounts and the record of its certificates. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Removes all names, and starts it if it was stopped, for the next test. */
  reset(): Promise<void>
  /** Returns its output so far. */
  output(): string
}

interface AuthorityOptions {
  /** The port to which it sends challenge requests. */
  readonly httpPort: number
  readonly lifeSeconds?: number
}

/** Starts pebble, the ACME server for tests, with its own name server. */
export async function startAcmeAuthority({
  httpPort,
  lifeSeconds = 7_776_000,
}: AuthorityOptions): Promise<AcmeAuthority> {
  await using opened = new AsyncDisposableStack()
  const { path } = opened.use(await createTemporaryDirectory())
  const [port, management, dnsPort, dnsManagement] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const own = new TestAuthority()
  const file = (name: string) => join(path, name)
  await writeFile(file('key.pem'), own.localhost.key)
  await writeFile(file('cert.pem'), own.localhost.cert)
  await writeFile(file('roots.pem'), own.authorities.join('\n'))
  const pebble = {
    ...{ listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${management}` },
    ...{ certificate: file('cert.pem'), privateKey: file('key.pem'), ocspResponderURL: '' },
    ...{ httpPort, tlsPort: await findFreePort(), certificateValidityPeriod: lifeSeconds },
  }
  await writeFile(file('config.json'), JSON.stringify({ pebble }))
  const listeners = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-dns01', `127.0.0.1:${dnsPort}`]
  opened.use(
    await startDaemon(
      ['pebble-challtestsrv', ...listeners, '-management', `127.0.0.1:${dnsManagement}`, '-defaultIPv6', ''],
      { port: dnsManagement },
    ),
  )
  let running: Daemon | undefined
  const start = async () => {
    // By default it waits before a challenge, like real authorities.
    const variables = ['PEBBLE_VA_NOSLEEP=1', 'PEBBLE_AUTHZREUSE=0']
    const command = [
      'env',
      ...variables,
      'pebble',
      '-config',
      file('config.json'),
      '-dnsserver',
      `127.0.0.1:${dnsPort}`,
    ]
    // Creating its keys takes seconds on a busy machine.
    running = await startDaemon(command, { port, startsWithinMs: 60_000 })
  }
  const stop = async () => {
    await running?.[Symbol.asyncDispose]()
    running = undefined
  }
  opened.defer(stop)
  await start()
  const tell = async (what: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${dnsManagement}/${what}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${what}: ${answer.status}`)
  }
  const named = { txt: new Set<string>(), a: new Set<string>() }
  const clear = (kind: 'txt' | 'a', name: string) => {
    named[kind].add(name)
    return tell(`clear-${kind}`, { host: `${name}.` })
  }
  const parts = opened.move()
  return {
    ...{ url: `https://localhost:${port}/dir`, roots: file('roots.pem'), dns: `127.0.0.1:${dnsPort}`, httpPort },
    ...{ start, stop },
    readRoots: () => readManaged(`https://localhost:${management}/roots/0`, own.authorities),
    async setText(name, value) {
      await clear('txt', name)
      if (value !== undefined) await tell('set-txt', { host: `${name}.`, value })
    },
    async setAddress(name, address) {
      await clear('a', name)
      await tell('add-a', { host: `${name}.`, addresses: [address] })
    },
    async reset() {
      for (const kind of ['txt', 'a'] as const) for (const name of named[kind]) await clear(kind, name)
      if (running === undefined) await start()
    },
    output: () => running?.output() ?? '',
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

function readManaged(url: string, ca: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca: [...ca] }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve(text))
    }).on('error', reject)
  })
}

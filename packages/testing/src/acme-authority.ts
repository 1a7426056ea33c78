import { writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { TestAuthority } from './certificates.ts'
import { createTemporaryDirectory, type Daemon, startDaemon } from './daemon.ts'
import { findFreePort } from './free-port.ts'

export interface AcmeAuthority extends AsyncDisposable {
  /** The URL of its directory. */
  readonly url: string
  /** The path of a file with the root of its own TLS certificate. */
  readonly roots: string
  /** Its name server, as `address:port`. */
  readonly dns: string
  /** The port to which it sends challenge requests. */
  readonly httpPort: number
  /** Returns the roots of the certificates that it has issued since its last start, in PEM. */
  readRoots(): Promise<string>
  setTxtRecord(name: string, value: string | undefined): Promise<void>
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
  await using resources = new AsyncDisposableStack()
  const { path } = resources.use(await createTemporaryDirectory())
  const [port, management, dnsPort, dnsManagement] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const authority = new TestAuthority()
  const file = (name: string) => join(path, name)
  await writeFile(file('key.pem'), authority.localhost.key)
  await writeFile(file('cert.pem'), authority.localhost.cert)
  await writeFile(file('roots.pem'), authority.authorities.join('\n'))
  const pebble = {
    ...{ listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${management}` },
    ...{ certificate: file('cert.pem'), privateKey: file('key.pem'), ocspResponderURL: '' },
    ...{ httpPort, tlsPort: await findFreePort(), certificateValidityPeriod: lifeSeconds },
  }
  await writeFile(file('config.json'), JSON.stringify({ pebble }))
  const listeners = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-dns01', `127.0.0.1:${dnsPort}`]
  resources.use(
    await startDaemon(
      ['pebble-challtestsrv', ...listeners, '-management', `127.0.0.1:${dnsManagement}`, '-defaultIPv6', ''],
      { port: dnsManagement },
    ),
  )
  let running: Daemon | undefined
  const start = async () => {
    // Without this, pebble waits before each challenge, like real authorities.
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
    // On a busy machine, pebble needs seconds to create its keys.
    running = await startDaemon(command, { port, startTimeoutMs: 60_000 })
  }
  const stop = async () => {
    await running?.[Symbol.asyncDispose]()
    running = undefined
  }
  resources.defer(stop)
  await start()
  const postToNameServer = async (endpoint: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${dnsManagement}/${endpoint}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${endpoint}: ${response.status}`)
  }
  const usedNames = { txt: new Set<string>(), a: new Set<string>() }
  const clear = (kind: 'txt' | 'a', name: string) => {
    usedNames[kind].add(name)
    return postToNameServer(`clear-${kind}`, { host: `${name}.` })
  }
  const moved = resources.move()
  return {
    ...{ url: `https://localhost:${port}/dir`, roots: file('roots.pem'), dns: `127.0.0.1:${dnsPort}`, httpPort },
    ...{ start, stop },
    readRoots: () => fetchFromManagement(`https://localhost:${management}/roots/0`, authority.authorities),
    async setTxtRecord(name, value) {
      await clear('txt', name)
      if (value !== undefined) await postToNameServer('set-txt', { host: `${name}.`, value })
    },
    async setAddress(name, address) {
      await clear('a', name)
      await postToNameServer('add-a', { host: `${name}.`, addresses: [address] })
    },
    async reset() {
      for (const kind of ['txt', 'a'] as const) for (const name of usedNames[kind]) await clear(kind, name)
      if (running === undefined) await start()
    },
    output: () => running?.output() ?? '',
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

function fetchFromManagement(url: string, ca: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca: [...ca] }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve(text))
    }).on('error', reject)
  })
}

import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { createTemporaryDirectory, startDaemon } from '@wachta/testing/daemon'
import { findFreePort } from '@wachta/testing/free-port'
import { createSelfSignedCertificate } from '@wachta/testing/self-signed'

/** A real XMPP server on loopback, for the domain localhost. */
export interface Prosody extends AsyncDisposable {
  /** The port for connections that upgrade to TLS. */
  readonly port: number
  /** The port for connections that use TLS from the start. */
  readonly tlsPort: number
  /** The directory with its files. */
  readonly folder: string
  /** Stops it and starts it again on the same ports. */
  restart(): Promise<void>
}

interface ProsodyOptions {
  /** The file `behaviour` decides what happens to a message; accepted messages are added to the file `arrivals`. */
  readonly behaving?: boolean
  /** False simulates an attacker on the path who hides that the server offers encryption. */
  readonly encrypting?: boolean
}

export const accounts = { wachta: 'CANARY-PASSWORD-31fe', duty: 'of-duty' } as const

const { key, cert } = createSelfSignedCertificate()
// The library has no setting for trusted certificates, it uses those of the process.
setDefaultCACertificates([...getCACertificates('default'), cert])

export async function startProsody(options: ProsodyOptions = {}): Promise<Prosody> {
  const directory = await createTemporaryDirectory()
  const folder = directory.path
  const [port, tlsPort] = [await findFreePort(), await findFreePort()]
  const users = join(folder, 'localhost/accounts')
  await mkdir(users, { recursive: true })
  for (const [name, password] of Object.entries(accounts)) {
    await writeFile(join(users, `${name}.dat`), `return { ["password"] = "${password}" };\n`)
  }
  const files = { 'key.pem': key, 'cert.pem': cert, behaviour: 'ok\n', arrivals: '' }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const file = join(folder, 'prosody.cfg.lua')
  await writeFile(file, configuration({ folder, port, tlsPort, behaving: false, encrypting: true, ...options }))

  let daemon = await start(file, port)
  return {
    port,
    tlsPort,
    folder,
    restart: async () => {
      await daemon[Symbol.asyncDispose]()
      daemon = await start(file, port)
    },
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]()
      await directory[Symbol.asyncDispose]()
    },
  }
}

async function start(file: string, port: number) {
  if (spawnSync('/bin/sh', ['-c', 'command -v prosody']).status !== 0)
    throw new Error('There is no Prosody here: install the Debian package prosody, as .ci/run does.')
  return await startDaemon(['prosody', '--config', file], { port })
}

interface Layout extends Required<ProsodyOptions> {
  readonly folder: string
  readonly port: number
  readonly tlsPort: number
}

function configuration({ folder, port, tlsPort, behaving, encrypting }: Layout): string {
  const usual = ['saslauth', 'disco', 'smacks', 'ping', 'offline', 'presence', 'roster']
  const modules = [...usual, ...(encrypting ? ['tls'] : []), ...(behaving ? ['behaviour'] : [])]
  const pair = `{ key = "${folder}/key.pem", certificate = "${folder}/cert.pem" }`
  return [
    'daemonize = false',
    'run_as_root = true',
    `data_path = "${folder}"`,
    `pidfile = "${folder}/prosody.pid"`,
    'log = { { levels = { min = "info" }, to = "console" } }',
    `plugin_paths = { "${fileURLToPath(new URL('prosody', import.meta.url))}" }`,
    `modules_enabled = { ${modules.map((name) => `"${name}"`).join(', ')} }`,
    `modules_disabled = { "s2s"${encrypting ? '' : ', "tls"'} }`,
    `behaviour_file = "${folder}/behaviour"`,
    `arrivals_file = "${folder}/arrivals"`,
    'interfaces = { "127.0.0.1" }',
    `c2s_ports = { ${port} }`,
    `c2s_direct_tls_ports = { ${tlsPort} }`,
    `c2s_require_encryption = ${encrypting}`,
    'allow_unencrypted_plain_auth = true',
    `ssl = ${pair}`,
    `c2s_direct_tls_ssl = ${pair}`,
    'authentication = "internal_plain"',
    'VirtualHost "localhost"',
    '',
  ].join('\n')
}

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openBus, readCredentials } from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { sql } from 'kysely'
import { findBinaries } from '../src/engines/binaries.ts'
import { superviseEngine } from '../src/engines/engine.ts'
import { findFreePort } from '../src/engines/free-port.ts'
import { prepareOwnPostgres } from '../src/engines/own-postgres.ts'
import type { Child } from '../src/serve/child.ts'
import { createAuthority } from '../src/setup/certificate.ts'
import { writeSecrets } from '../src/setup/write-secrets.ts'

let folder: string
let ports: { readonly postgres: number; readonly nats: number; readonly monitor: number }
const secret = (...path: string[]) => join(folder, 'secrets', ...path)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-tls-'))
  await chmod(folder, 0o755)
  ports = { postgres: await findFreePort(), nats: await findFreePort(), monitor: await findFreePort() }
  await writeSecrets({
    ...{ keys: join(folder, 'keys'), directory: secret(), mountedAt: secret('nats') },
    ...{ postgres: `localhost:${ports.postgres}`, nats: `localhost:${ports.nats}` },
    ...{ database: 'postgres', store: join(folder, 'store') },
  })
  await writeFile(join(folder, 'other.crt'), createAuthority('other').certificate)
})
after(() => rm(folder, { recursive: true, force: true }))

test('only clients that trust its authority connect to the broker over TLS', {
  timeout: 60_000,
}, async () => {
  const file = secret('nats', 'nats-server.conf')
  // Another test may use the default monitoring port.
  await writeFile(file, (await readFile(file, 'utf8')).replace(':8222"', `:${ports.monitor}"`))
  const broker = spawn('nats-server', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    for (let log = ''; !log.includes('Server is ready'); ) log += String(await once(broker.stderr, 'data'))
    const credentials = await readCredentials(await readFile(secret('analyst', 'centre.creds'), 'utf8'))
    const options = { cell: 'main', name: 'test', retriesFirstConnection: false, credentials }
    const url = `tls://localhost:${ports.nats}`
    const bus = await openBus({ ...options, url, ca: secret('analyst', 'ca.crt') })
    await bus[Symbol.asyncDispose]()
    await assert.rejects(openBus({ ...options, url, ca: join(folder, 'other.crt') }))
    await assert.rejects(openBus({ ...options, url }))
  } finally {
    broker.kill()
    await once(broker, 'exit')
  }
})

test('the certificate of the database is verified before a password is sent', { timeout: 120_000 }, async (t) => {
  const binaries = findBinaries(['postgres']).get('postgres') ?? ''
  const made = await prepareOwnPostgres({ binaries, directory: folder, port: ports.postgres, password: 'ours' })
  const files = ['server.crt', 'server.key'].map((name) => join(folder, name))
  for (const [index, name] of ['server.crt', 'server.key'].entries()) {
    const file = files[index] ?? ''
    await writeFile(file, await readFile(secret('postgres', name)), { mode: 0o600 })
    if (made.owner.uid !== undefined) await chown(file, made.owner.uid, made.owner.gid ?? 0)
  }
  const tls = ['-c', 'ssl=on', '-c', `ssl_cert_file=${files[0]}`, '-c', `ssl_key_file=${files[1]}`]
  const child = await started({ ...made, args: [...made.args, ...tls] })
  t.after(async () => {
    child.kill('SIGTERM')
    await child.ended
  })
  const ask = async (host: string, ca: string) => {
    const query = `sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`
    await using database = openDatabase(`postgres://wachta:ours@${host}:${ports.postgres}/postgres?${query}`, {
      role: null,
      connections: 1,
    })
    const [row] = await database.query(sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`)
    return row?.ssl
  }
  assert.equal(await ask('localhost', secret('analyst', 'ca.crt')), true)
  await assert.rejects(ask('localhost', join(folder, 'other.crt')), /certificate/)
})

const started = (engine: Parameters<typeof superviseEngine>[0]): Promise<Child> =>
  new Promise((resolve, reject) => {
    const child = superviseEngine(engine).start(() => resolve(child))
    void child.ended.then((exit) => reject(new Error(`${engine.name} ended: ${JSON.stringify(exit)}`)))
  })

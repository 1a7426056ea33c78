import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import tls from 'node:tls'
import { parseEnv } from 'node:util'
import { renderBrokerConfiguration } from '../src/setup/broker-configuration.ts'
import { createAuthority, issueServerCertificate } from '../src/setup/certificate.ts'
import { writeSecrets } from '../src/setup/write-secrets.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-secrets-'))
})
after(() => rm(folder, { recursive: true }))

const write = (given = {}) =>
  writeSecrets({
    ...{ keys: join(folder, 'keys'), directory: join(folder, 'secrets'), mountedAt: '/secrets' },
    ...{ postgres: 'postgres:5432', nats: 'nats:4222', database: 'wachta', store: '/data/broker', given },
  })

const variables = async (name: string) =>
  parseEnv(await readFile(join(folder, 'secrets', name, 'wachta.env'), 'utf8')) as Record<string, string>

test('each process gets its own login and the keys that it needs, and none of the others', async () => {
  await write({ secret_keys: 'first:given' })
  const names = ['api', 'planner', 'analyst', 'notifier', 'reporter']
  const keysOf = async (name: string) =>
    Object.keys(await variables(name))
      .filter((key) => /KEYS|CREDENTIALS/.test(key))
      .toSorted()
  assert.deepEqual(Object.fromEntries(await Promise.all(names.map(async (name) => [name, await keysOf(name)]))), {
    api: ['INSTALLATION_KEYS', 'SECRET_KEYS'],
    planner: ['INSTALLATION_KEYS', 'NATS_CREDENTIALS', 'SECRET_KEYS'],
    analyst: ['NATS_CREDENTIALS'],
    notifier: ['SECRET_KEYS'],
    reporter: [],
  })
  const logins = await Promise.all(names.map(async (name) => new URL((await variables(name))['DATABASE_URL'] ?? '')))
  assert.equal(new Set(logins.map(({ password }) => password)).size, names.length)
  for (const [index, { username, searchParams }] of logins.entries()) {
    assert.equal(username, `wachta_login_${names[index]}`)
    assert.equal(searchParams.get('sslmode'), 'verify-full')
  }
  assert.equal((await variables('api'))['SECRET_KEYS'], 'first:given')
  const signing = ['report-signing.crt', 'report-signing.key']
  assert.deepEqual(await readdir(join(folder, 'secrets', 'reporter')), ['ca.crt', ...signing, 'wachta.env'])
  assert.ok(!(await readdir(join(folder, 'secrets', 'api'))).some((name) => signing.includes(name)))
  assert.deepEqual(await readdir(join(folder, 'secrets', 'sensor')), ['ca.crt'])
  for (const name of names) {
    const { mode } = await stat(join(folder, 'secrets', name, 'wachta.env'))
    assert.equal(mode & 0o077, 0, name)
  }
})

test('a second run changes nothing', async () => {
  const before = await readFile(join(folder, 'secrets', 'api', 'wachta.env'), 'utf8')
  await write({ secret_keys: 'second:given', postgres_password: 'other' })
  assert.equal(await readFile(join(folder, 'secrets', 'api', 'wachta.env'), 'utf8'), before)
})

test('the broker requires TLS, serves its monitoring locally only, and has a memory limit', async () => {
  const text = await readFile(join(folder, 'secrets', 'nats', 'nats-server.conf'), 'utf8')
  assert.match(text, /^tls \{ cert_file: "\/secrets\/server\.crt", key_file: "\/secrets\/server\.key" \}$/m)
  assert.match(text, /^http: "127\.0\.0\.1:8222"$/m)
  assert.match(text, /^jetstream \{ store_dir: "\/data\/broker\/jetstream", max_memory_store: 67108864 \}$/m)
  assert.match(renderBrokerConfiguration('jetstream { store_dir: "/x" }\n', '/s'), /max_memory_store/)
})

test('a server certificate is valid for its own names only, and only with its own authority', async () => {
  const authority = createAuthority('ours')
  const { certificate, key } = issueServerCertificate(authority, 'ours', ['nats', '127.0.0.1'])
  const connect = (ca: string, servername: string) =>
    new Promise<string>((resolve) => {
      const server = tls
        .createServer({ cert: certificate, key }, (socket) => socket.end())
        .listen(0, '127.0.0.1', () => {
          const { port } = server.address() as { port: number }
          const finish = (said: string) => {
            client.destroy()
            server.close()
            resolve(said)
          }
          const client = tls.connect({ host: '127.0.0.1', port, ca, servername }, () => finish('accepted'))
          client.once('error', (error: NodeJS.ErrnoException) => finish(String(error.code)))
        })
    })
  assert.equal(await connect(authority.certificate, 'nats'), 'accepted')
  assert.equal(await connect(authority.certificate, 'postgres'), 'ERR_TLS_CERT_ALTNAME_INVALID')
  assert.notEqual(await connect(createAuthority('theirs').certificate, 'nats'), 'accepted')
})

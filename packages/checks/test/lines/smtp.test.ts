import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type Authority, type CertificateFiles, startAuthority } from './support/authority.ts'
import { watch } from './support/watch.ts'

const users: Readonly<Record<string, string>> = { anna: 'p@"ss\\word', łucja: 'zażółć gęślą' }

let authority: Authority
let issued: CertificateFiles

before(async () => {
  authority = await startAuthority()
  issued = await authority.issue()
})

after(() => authority?.[Symbol.asyncDispose]())

interface RunningServer extends AsyncDisposable {
  readonly port: number
  /** The authentication attempts, and whether they were encrypted. */
  readonly seen: { method: string; isEncrypted: boolean }[]
}

async function serve(options: SMTPServerOptions = {}): Promise<RunningServer> {
  const seen: RunningServer['seen'] = []
  const server = new SMTPServer({
    key: issued.key,
    cert: issued.certificate,
    authOptional: true,
    closeTimeout: 200,
    onAuth({ username = '', password, method }, { secure }, done) {
      seen.push({ method, isEncrypted: secure })
      if (users[username] === password) done(null, { user: username })
      // Some real servers repeat the credentials.
      else done(Object.assign(new Error(`no ${username} with ${password}`), { responseCode: 535 }))
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    seen,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}

const check = (port: number, settings: object = {}) =>
  watch({
    type_id: 'smtp',
    address: `127.0.0.1:${port}`,
    settings: { ...settings },
    authorities: [authority.certificate],
  })

test('every encryption and method of login works, whatever the login is made of', async () => {
  for (const encryption of ['none', 'starttls', 'tls']) {
    for (const method of ['PLAIN', 'LOGIN']) {
      await using server = await serve({
        secure: encryption === 'tls',
        authMethods: [method],
        allowInsecureAuth: encryption === 'none',
      })
      for (const [username, password] of Object.entries(users)) {
        const outcome = await check(server.port, { encryption, username, password })
        assert.equal(outcome.kind, 'ok', `${encryption} ${method}: ${outcome.error_message}`)
        assert.equal(outcome.metrics['certificate_days_left'], encryption === 'none' ? undefined : 89)
        assert.ok(Number(outcome.metrics['login_time']) >= 0)
        assert.deepEqual(server.seen.at(-1), { method, isEncrypted: encryption !== 'none' })
      }
      assert.equal((await check(server.port, { encryption })).kind, 'ok')
    }
  }
})

test('a refused login does not show the password, not even where the server repeats it', async () => {
  for (const method of ['PLAIN', 'LOGIN']) {
    await using server = await serve({ authMethods: [method] })
    const password = 'correct-horse'
    const { kind, error_message, transcript } = await check(server.port, { username: 'anna', password })
    assert.equal(kind, 'mail_login_refused')
    assert.match(String(error_message), /^535 /)
    assert.match(transcript, /C: AUTH/)
    for (const form of [
      password,
      Buffer.from(password).toString('base64'),
      Buffer.from(`\0anna\0${password}`).toString('base64'),
    ])
      assert.ok(!`${transcript}${error_message}`.includes(form), form)
  }
})

test('what the server does not offer is told', async () => {
  const login = { username: 'anna', password: users['anna'] }
  await using withoutTls = await serve({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  assert.equal((await check(withoutTls.port, login)).kind, 'mail_starttls_missing')
  assert.deepEqual(withoutTls.seen, [])
  await using withoutLogin = await serve({ disabledCommands: ['AUTH'] })
  assert.equal((await check(withoutLogin.port, login)).kind, 'mail_login_unavailable')
  await using withOthers = await serve({ authMethods: ['XOAUTH2', 'CRAM-MD5'] })
  const { kind, error_message } = await check(withOthers.port, login)
  assert.equal(kind, 'mail_login_unavailable')
  assert.match(String(error_message), /XOAUTH2/)
})

test('the certificate is looked at after STARTTLS as well', async () => {
  await using server = await serve()
  const settings = { username: 'anna', password: users['anna'] }
  const untrusted = await watch({ type_id: 'smtp', address: `127.0.0.1:${server.port}`, settings })
  assert.match(untrusted.kind, /^tls_certificate_(?:untrusted|chain_incomplete)$/)
  assert.deepEqual(server.seen, [])
  assert.equal((await check(server.port, { certificate_expiry_days: 100 })).kind, 'tls_certificate_expiring')
  assert.equal((await check(server.port, { certificate_expiry_days: 80 })).kind, 'ok')
})

test('smtp_helo introduces itself with the name given, or with its own', async () => {
  const names: string[] = []
  await using server = await serve({
    onConnect: (_session, done) => done(),
    onMailFrom: (_address, _session, done) => done(),
    onClose: ({ clientHostname, hostNameAppearsAs }) => {
      names.push(hostNameAppearsAs || String(clientHostname))
    },
  })
  const helo = (settings: object) =>
    watch({ type_id: 'smtp_helo', address: `smtp://127.0.0.1:${server.port}/`, settings: { ...settings } })
  const outcome = await helo({ helo_name: 'watch.example.com' })
  assert.equal(outcome.kind, 'ok', String(outcome.error_message))
  assert.ok(Number(outcome.metrics['greeting_time']) >= 0)
  assert.equal((await helo({})).kind, 'ok')
  for (let tries = 0; names.length < 2 && tries < 100; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal(names[0], 'watch.example.com')
  assert.match(String(names[1]), /^\[127\.0\.0\.1\]$|\./)
})

test('a login of one half, or with an end of line in it, never reaches the wire', async () => {
  await using server = await serve({ allowInsecureAuth: true })
  for (const settings of [
    { username: 'anna' },
    { password: 'secret' },
    { username: 'anna\r\nRSET', password: 'secret' },
    { username: 'anna', password: 'secret\nRSET' },
  ]) {
    const { kind, data_size } = await check(server.port, { encryption: 'none', ...settings })
    assert.equal(kind, 'settings_invalid')
    assert.equal(data_size, null)
  }
})

test('a sender and a recipient are tried, and no message is sent', async () => {
  const commands: string[] = []
  await using server = await serve({
    authOptional: true,
    onMailFrom: ({ address }, _, done) => {
      commands.push(`from ${address}`)
      done()
    },
    onRcptTo: ({ address }, _, done) => {
      commands.push(`to ${address}`)
      done(address === 'nobody@example.com' ? new Error('unknown') : null)
    },
    onData: () => assert.fail('a message was sent'),
  })
  const envelope = { sender_address: 'a@example.com', recipient_address: 'b@example.com' }
  assert.equal((await check(server.port, envelope)).kind, 'ok')
  assert.equal((await check(server.port, { recipient_address: 'b@example.com' })).kind, 'ok')
  const { kind } = await check(server.port, { ...envelope, recipient_address: 'nobody@example.com' })
  assert.equal(kind, 'smtp_recipient_refused')
  assert.deepEqual(commands, [
    ...['from a@example.com', 'to b@example.com'],
    ...['from ', 'to b@example.com'],
    ...['from a@example.com', 'to nobody@example.com'],
  ])
})

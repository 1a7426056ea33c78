import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTemporaryDirectory, type Daemon, type Directory, startDaemon } from '@wachta/testing/daemon'
import { findFreePort } from '@wachta/testing/free-port'
import { type Authority, startAuthority } from './support/authority.ts'
import { watch } from './support/watch.ts'

// Clients connect from 127.0.0.1, because Dovecot requires no encryption from the server's own address.
const host = '127.0.0.2'
const users = { anna: 'p@"ss\\word {5}', łucja: 'zażółć gęślą', brat: 'no mailbox' }

let authority: Authority
let directory: Directory
let dovecot: Daemon
const ports = { imap: 0, imaps: 0, pop3: 0, pop3s: 0 }

before(async () => {
  authority = await startAuthority()
  directory = await createTemporaryDirectory()
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await findFreePort(host)
  const file = (name: string) => join(directory.path, name)
  const { certificateFile, keyFile } = await authority.issue({ names: `IP:${host}` })
  const mailboxes = { anna: file('home/anna'), łucja: file('home/lucja'), brat: '/dev/null/brat' }
  const lines = Object.entries(users).map(
    ([user, password]) =>
      `${user}:{PLAIN}${password}::::::userdb_mail=maildir:${mailboxes[user as keyof typeof users]}`,
  )
  await writeFile(file('users'), `${lines.join('\n')}\n`)
  await mkdir(file('run'))
  await mkdir(file('home'))
  // Dovecot reads the users and writes the mailboxes as a different system user.
  await chmod(directory.path, 0o755)
  await chmod(file('home'), 0o777)
  await writeFile(file('dovecot.conf'), configuration(directory.path, certificateFile, keyFile))
  dovecot = await startDaemon(['dovecot', '-F', '-c', file('dovecot.conf')], { host, port: ports.pop3s })
})

after(async () => {
  await dovecot?.[Symbol.asyncDispose]()
  await directory?.[Symbol.asyncDispose]()
  await authority?.[Symbol.asyncDispose]()
})

const ways = [
  { type_id: 'imap', encryption: 'tls', port: 'imaps' },
  { type_id: 'imap', encryption: 'starttls', port: 'imap' },
  { type_id: 'pop3', encryption: 'tls', port: 'pop3s' },
  { type_id: 'pop3', encryption: 'starttls', port: 'pop3' },
] as const

const check = (way: { type_id: string; encryption: string; port: keyof typeof ports }, settings: object = {}) =>
  watch({
    type_id: way.type_id,
    address: host,
    settings: { port: ports[way.port], encryption: way.encryption, ...settings },
    authorities: [authority.certificate],
  })

test('every way of logging in works, whatever the login is made of', async () => {
  for (const way of ways) {
    for (const [username, password] of [
      ['anna', users.anna],
      ['łucja', users.łucja],
    ]) {
      const { kind, error_message, metrics, timings } = await check(way, { username, password })
      assert.equal(kind, 'ok', `${way.type_id} ${way.encryption} ${username}: ${error_message}`)
      assert.equal(metrics['certificate_days_left'], 89)
      for (const time of ['greeting_time', 'login_time']) assert.ok(Number(metrics[time]) >= 0, time)
      for (const phase of ['connect', 'tls', 'first_byte'] as const) assert.ok(Number(timings[phase]) >= 0, phase)
    }
  }
})

test('a server without a login is asked what it can', async () => {
  for (const way of ways) assert.equal((await check(way)).kind, 'ok')
  for (const way of [ways[1], ways[3]]) {
    const { kind, metrics, artifacts } = await check({ ...way, encryption: 'none' })
    assert.equal(kind, 'ok')
    assert.deepEqual(artifacts, [])
    assert.equal(metrics['login_time'], undefined)
  }
})

test('a wrong password is refused, and stays out of the evidence', async () => {
  for (const way of ways) {
    const { kind, transcript, error_message } = await check(way, { username: 'anna', password: 'not"the\\one' })
    assert.equal(kind, 'mail_login_refused', `${way.type_id}: ${error_message}`)
    assert.match(String(error_message), /authentication failed/i)
    assert.match(transcript, /\*\*\*/)
    assert.doesNotMatch(transcript + error_message, /the\\*one/)
  }
})

test('no password is sent in clear to a server that does not want it so', async () => {
  for (const way of [ways[1], ways[3]]) {
    const login = { username: 'anna', password: users.anna }
    const { kind, transcript } = await check({ ...way, encryption: 'none' }, login)
    assert.equal(kind, 'mail_login_unavailable')
    assert.doesNotMatch(transcript, /LOGIN "|PASS|USER anna/)
  }
})

test('a mailbox that cannot be opened is told from a login that is wrong', async () => {
  const { kind, transcript } = await check(ways[0], { username: 'brat', password: users.brat })
  assert.equal(kind, 'mail_mailbox_unavailable', transcript)
})

test('an untrusted certificate ends the check before the login', async () => {
  for (const way of ways) {
    const settings = { port: ports[way.port], encryption: way.encryption, username: 'anna', password: users.anna }
    const { kind, transcript } = await watch({ type_id: way.type_id, address: host, settings })
    assert.match(kind, /^tls_certificate_(?:untrusted|chain_incomplete)$/, way.encryption)
    assert.doesNotMatch(transcript, /anna/)
    const unverified = { ...settings, verify_certificate: false }
    assert.equal((await watch({ type_id: way.type_id, address: host, settings: unverified })).kind, 'ok')
  }
})

test('a certificate with too few days left is an error', async () => {
  for (const way of ways) {
    assert.equal((await check(way, { certificate_expiry_days: 100 })).kind, 'tls_certificate_expiring')
    assert.equal((await check(way, { certificate_expiry_days: 80 })).kind, 'ok')
  }
})

const configuration = (directory: string, certificate: string, key: string) => `
base_dir = ${directory}/run
state_dir = ${directory}/run
log_path = /dev/stderr
protocols = imap pop3
listen = ${host}
ssl = yes
ssl_cert = <${certificate}
ssl_key = <${key}
disable_plaintext_auth = yes
auth_failure_delay = 0
auth_username_chars =
auth_mechanisms = plain
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = ${directory}/users
}
userdb {
  driver = passwd-file
  args = ${directory}/users
  default_fields = uid=nobody gid=nogroup home=${directory}/home
}
# Else every wrong password makes the next login wait.
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service pop3-login {
  inet_listener pop3 {
    port = ${ports.pop3}
  }
  inet_listener pop3s {
    port = ${ports.pop3s}
    ssl = yes
  }
}
`

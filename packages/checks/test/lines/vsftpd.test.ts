import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTemporaryDirectory, type Daemon, type Directory, startDaemon } from '@wachta/testing/daemon'
import { findFreePort } from '@wachta/testing/free-port'
import { type Authority, startAuthority } from './support/authority.ts'
import { watch } from './support/watch.ts'

const login = { username: 'anonymous', password: 'watch@example.com' }

let authority: Authority
let directory: Directory
const servers: Daemon[] = []
const ports = { starttls: 0, tls: 0 }

before(async () => {
  authority = await startAuthority()
  directory = await createTemporaryDirectory()
  const file = (name: string) => join(directory.path, name)
  const { certificateFile, keyFile } = await authority.issue()
  await chmod(directory.path, 0o755)
  await mkdir(file('empty'))
  await mkdir(file('files'))
  await writeFile(file('passwords'), `${login.password}\n`)
  for (const encryption of ['starttls', 'tls'] as const) {
    const port = await findFreePort()
    ports[encryption] = port
    const config = file(`${encryption}.conf`)
    await writeFile(config, configuration({ directory: directory.path, port, certificateFile, keyFile, encryption }))
    servers.push(await startDaemon(['vsftpd', config], { port }))
  }
})

after(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]()
  await directory?.[Symbol.asyncDispose]()
  await authority?.[Symbol.asyncDispose]()
})

const check = (encryption: 'none' | 'starttls' | 'tls', settings: object = {}) =>
  watch({
    type_id: 'ftp',
    settings: { port: ports[encryption === 'tls' ? 'tls' : 'starttls'], encryption, ...settings },
    authorities: [authority.certificate],
  })

test('every encryption works, with a login and without', async () => {
  for (const encryption of ['none', 'starttls', 'tls'] as const) {
    for (const settings of [{}, login]) {
      const { kind, error_message, metrics, transcript } = await check(encryption, settings)
      assert.equal(kind, 'ok', `${encryption}: ${error_message} ${transcript}`)
      assert.ok(Number(metrics['greeting_time']) >= 0)
      assert.equal('login_time' in metrics, settings === login)
      assert.equal(metrics['certificate_days_left'], encryption === 'none' ? undefined : 89)
    }
  }
})

test('a login that is not taken is refused, and stays out of the evidence', async () => {
  for (const encryption of ['none', 'starttls', 'tls'] as const) {
    const wrongPassword = await check(encryption, { ...login, password: 'other@example.com' })
    assert.equal(wrongPassword.kind, 'ftp_login_refused', String(wrongPassword.error_message))
    assert.match(wrongPassword.transcript, /C: PASS \*\*\*\nS: 530/)
    const nobody = await check(encryption, { username: 'anna', password: 'secret-of-anna' })
    assert.equal(nobody.kind, 'ftp_login_refused')
    assert.doesNotMatch(wrongPassword.transcript + nobody.transcript, /other@|secret-of-anna/)
  }
})

test('an untrusted certificate ends the check before the login', async () => {
  for (const encryption of ['starttls', 'tls'] as const) {
    const settings = { port: ports[encryption], encryption, ...login }
    const { kind, transcript } = await watch({ type_id: 'ftp', settings })
    assert.match(kind, /^tls_certificate_(?:untrusted|chain_incomplete)$/)
    assert.doesNotMatch(transcript, /USER/)
  }
})

interface VsftpdOptions {
  readonly directory: string
  readonly port: number
  readonly certificateFile: string
  readonly keyFile: string
  readonly encryption: 'starttls' | 'tls'
}

const configuration = ({ directory, port, certificateFile, keyFile, encryption }: VsftpdOptions) => `
background=NO
listen=YES
listen_address=127.0.0.1
listen_port=${port}
anonymous_enable=YES
local_enable=NO
anon_root=${directory}/files
secure_email_list_enable=YES
email_password_file=${directory}/passwords
secure_chroot_dir=${directory}/empty
nopriv_user=nobody
ftp_username=ftp
xferlog_enable=NO
ssl_enable=YES
implicit_ssl=${encryption === 'tls' ? 'YES' : 'NO'}
allow_anon_ssl=YES
force_local_logins_ssl=NO
force_local_data_ssl=NO
rsa_cert_file=${certificateFile}
rsa_private_key_file=${keyFile}
ssl_ciphers=HIGH
delay_failed_login=0
`

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createTemporaryDirectory, type Daemon, type Directory, startDaemon } from '@wachta/testing/daemon'
import { findFreePort } from '@wachta/testing/free-port'
import { watch } from './support/watch.ts'

let directory: Directory
let sshd: Daemon
let port = 0

before(async () => {
  directory = await createTemporaryDirectory()
  port = await findFreePort()
  const key = join(directory.path, 'host-key')
  const config = join(directory.path, 'sshd_config')
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await writeFile(
    config,
    `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${key}\nPidFile none\nUsePAM no\nLogLevel VERBOSE\n`,
  )
  // Debian's sshd does not start without it.
  await mkdir('/run/sshd', { recursive: true })
  sshd = await startDaemon(['/usr/sbin/sshd', '-D', '-e', '-f', config], { port })
})

after(async () => {
  await sshd?.[Symbol.asyncDispose]()
  await directory?.[Symbol.asyncDispose]()
})

const check = (settings: object = {}, type_id = 'ssh') => watch({ type_id, settings: { port, ...settings } })

test('OpenSSH introduces itself', async () => {
  const { kind, metrics, timings, data_size, error_message } = await check()
  assert.equal(kind, 'ok', String(error_message))
  assert.ok(Number(metrics['greeting_time']) >= 0)
  assert.ok(Number(timings.first_byte) >= 0)
  assert.ok(Number(data_size) > 20)
})

test('the banner is compared with the pattern of the settings', async () => {
  assert.equal((await check({ banner_regex: '^SSH-2\\.0-OpenSSH_' })).kind, 'ok')
  const { kind, transcript } = await check({ banner_regex: 'Dropbear' })
  assert.equal(kind, 'tcp_answer_mismatch')
  assert.match(transcript, /^S: SSH-2\.0-OpenSSH_/)
  assert.equal((await check({ banner_regex: '(?=lookahead)' })).kind, 'settings_invalid')
})

test('a port is enough for tcp, and what it says may be compared too', async () => {
  assert.equal((await check({}, 'tcp')).kind, 'ok')
  assert.equal((await check({ expected_regex: 'OpenSSH' }, 'tcp')).kind, 'ok')
  assert.equal((await check({ expected_regex: 'Dropbear' }, 'tcp')).kind, 'tcp_answer_mismatch')
  const answered = { send: 'GET / HTTP/1.0\r\n\r\n', expected_regex: 'Invalid SSH identification string' }
  assert.equal((await check(answered, 'tcp')).kind, 'ok')
})

test('a slow answer can be an error of its own', async () => {
  assert.equal((await check({ maximum_response_time: 5000 })).kind, 'ok')
  const { kind, response_time } = await check({ maximum_response_time: 0.001 })
  assert.equal(kind, 'timeout_total')
  assert.ok(Number(response_time) >= 0)
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown } from 'node:fs/promises'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createJail, type Jail } from '../src/jail/jail.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534

/** Starts a program like the sensor's systemd unit: as an ordinary user with an inherited capability. */
const withCapability = isRoot
  ? [
      'setpriv',
      `--reuid=${nobody}`,
      `--regid=${nobody}`,
      '--clear-groups',
      '--inh-caps=+net_raw',
      '--ambient-caps=+net_raw',
      '--',
    ]
  : ['unshare', '--user', '--map-current-user', '--keep-caps', '--']

/** Runs a shell in place of the browser. */
async function runInJail(jail: Jail, script: string, around: readonly string[] = []): Promise<string> {
  const [program = '', ...words] = [...around, jail.program, '-c', script]
  const child = spawn(program, words, { env: jail.environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return `${out}${errors}`.trim()
}

async function createTestJail(): Promise<Jail & AsyncDisposable> {
  const jail = await createJail('/usr/bin/sh')
  return { ...jail, [Symbol.asyncDispose]: () => jail.end() }
}

test('the jail has its processes, no network but its loopback, no file of the machine and no right', async () => {
  await using jail = await createTestJail()
  const seen = await runInJail(
    jail,
    `ls -d /proc/[0-9]* | wc -l; grep -c : /proc/net/dev; echo $(ls /); sed -n 's/^CapEff:\\s*//p; s/^NoNewPrivs:\\s*//p' /proc/self/status`,
  )
  const [processes, networks, files, ...rights] = seen.split('\n')
  // bwrap, the shell, its child processes, and the forwarder to the guard.
  assert.ok(Number(processes) <= 6, seen)
  assert.equal(networks, '1')
  assert.match(files ?? '', /^bin dev etc guard lib (?:lib64 )?proc tmp usr(?: var)?$/)
  assert.deepEqual(rights, ['0000000000000000', '1'])
})

test('a sensor with a capability for echo requests starts a jail, which does not have it', async () => {
  await using jail = await createTestJail()
  const seen = await runInJail(jail, `sed -n 's/^Cap\\(Eff\\|Amb\\|Inh\\):\\s*//p' /proc/self/status`, withCapability)
  assert.deepEqual(seen.split('\n'), Array(3).fill('0000000000000000'))
})

test('the jail reaches its guard, and cannot change what the sensor reads', async () => {
  await using jail = await createTestJail()
  const guard = createServer((socket) => socket.end('guarded\n')).listen(jail.socket)
  await once(guard, 'listening')
  if (isRoot) await chown(jail.socket, nobody, nobody)
  const seen = await runInJail(
    jail,
    'socat -u UNIX-CONNECT:/guard/guard -; for file in pid args start other; do echo 1 2>/dev/null >/guard/$file || echo kept; done',
  )
  guard.close()
  assert.deepEqual(
    seen
      .replaceAll(/^.*Read-only.*\n?/gm, '')
      .trim()
      .split('\n'),
    ['guarded', ...Array(4).fill('kept')],
  )
  assert.ok(Number(await jail.findPid()) > 1)
})

test('the jail takes only so many processes', async () => {
  await using jail = await createTestJail()
  const seen = await runInJail(jail, 'n=0; while [ $n -lt 1000 ]; do sleep 20 & n=$((n + 1)); done')
  assert.match(seen, /[Cc]annot fork|Resource temporarily unavailable/)
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createBrowserProcesses } from '@wachta/browser'
import { type CheckOutcome, errorTypes } from '@wachta/checks'
import { ProcessEnded, startCheckProcess } from '../src/process/check-process.ts'

// These tests need no browser: the process starts, and its check fails before a browser is needed.
const directory = await mkdtemp(join(tmpdir(), 'wachta-test-'))
await chmod(directory, 0o711)
process.env['TMPDIR'] = directory
after(() => rm(directory, { recursive: true }))

const kinds = new Map(errorTypes.map(({ id, kind }) => [id, kind]))
const kindOf = ({ error_type_id, reason, result }: CheckOutcome) => kinds.get(error_type_id ?? 0) ?? reason ?? result

/** An address that refuses connections. */
async function findClosedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

async function listProcesses(): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

test('a process that the system cannot start ends the check, not the sensor, and leaves no directory', async () => {
  const program = process.execPath
  process.execPath = '/nowhere/node'
  try {
    const started = performance.now()
    await assert.rejects(startCheckProcess(), (error) => error instanceof ProcessEnded && error.end === 'too slow')
    assert.ok(performance.now() - started < 5_000, 'nobody waits for what has not begun')
  } finally {
    process.execPath = program
  }
  assert.deepEqual(await readdir(directory), [])
})

test('a process that is gone while it waits for work gets no check', async () => {
  await using browsers = createBrowserProcesses({ path: '/nowhere/browser', allow: ['127.0.0.0/8'] })
  const address = await findClosedAddress()
  const open = () => browsers.run({ type_id: 'fullpage', address, settings: {}, timeout_ms: 20_000 })
  assert.equal(kindOf(await open()), 'connection_refused')
  await delay(1_000)
  const [idle, ...others] = await listProcesses()
  assert.ok(idle !== undefined && others.length === 0, 'it is kept for the next check')
  process.kill(idle, 'SIGKILL')
  await delay(500)
  assert.equal(kindOf(await open()), 'connection_refused')
})

test('a directory that cannot be removed does not end the sensor', async () => {
  const run = promisify(execFile)
  const started = await startCheckProcess()
  const [name = ''] = await readdir(directory)
  const mountPoint = join(directory, name, 'mounted')
  await mkdir(mountPoint)
  await run('mount', ['-t', 'tmpfs', 'tmpfs', mountPoint])
  try {
    await started.end()
  } finally {
    await run('umount', [mountPoint])
  }
  assert.deepEqual(await readdir(directory), [name])
})

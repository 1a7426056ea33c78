import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { TestAuthority } from '@wachta/testing/certificates'
import { run } from './main.ts'
import { formatOutcome, hasKeptUp, measurePeer, type Outcome } from './measure.ts'
import { measureStore } from './store.ts'
import { readCounts, startTargets } from './targets.ts'

async function createTemporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'peers-test-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

async function startTargetsIn(folder: string) {
  const { localhost } = new TestAuthority()
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
  await writeFile(files.key, localhost.key)
  await writeFile(files.cert, localhost.cert)
  return startTargets(files)
}

test('a process that checks two services twice a second is measured', async () => {
  await using place = await createTemporaryFolder()
  await using targets = await startTargetsIn(place.folder)
  const log = join(place.folder, 'checks', 'log')
  await mkdir(join(place.folder, 'checks'))
  const program = `const { appendFileSync } = require('node:fs')
    setInterval(() => [1, 2].forEach(async (n) => {
      await (await fetch('${targets.http}/mine/' + n)).text()
      appendFileSync('${log}', 'x'.repeat(50))
    }), 500)`
  const child = spawn(process.execPath, ['-e', program], { stdio: 'inherit' })
  try {
    while ((await readCounts(`${targets.http}/mine`)).size < 2) await new Promise((resolve) => setTimeout(resolve, 50))
    await (await fetch(`${targets.http}/other/1`)).text()
    const peer = { pids: [child.pid ?? 0], stores: [join(place.folder, 'checks')], excludedNames: [], interval_s: 0.5 }
    const outcome = await measurePeer({ ...peer, services: 2, targets: `${targets.http}/mine/` }, 3)
    // On a busy machine the three seconds are longer, for both.
    assert.ok(Math.abs(outcome.done - outcome.expected) <= 4, `${outcome.done} checks of ${outcome.expected}`)
    assert.ok(outcome.pss > 10e6 && outcome.cpu_seconds > 0)
    assert.ok(Math.abs(outcome.bytes - 50 * outcome.done) <= 100, `${outcome.bytes} bytes`)
    const missing = await measurePeer({ ...peer, services: 3, targets: `${targets.http}/mine` }, 1)
    assert.deepEqual([missing.fewest, hasKeptUp(missing)], [0, false], 'one service is never checked')
  } finally {
    child.kill('SIGKILL')
  }
})

test('a store is all of its files, also behind a link, without what does not grow', async () => {
  await using place = await createTemporaryFolder()
  const at = (...names: string[]) => join(place.folder, ...names)
  await mkdir(at('store', 'log'), { recursive: true })
  await mkdir(at('elsewhere'))
  await symlink(at('elsewhere'), at('store', 'data'))
  await writeFile(at('store', 'log', 'file'), 'x'.repeat(1_000))
  await writeFile(at('store', 'file'), 'x'.repeat(20))
  await writeFile(at('elsewhere', 'file'), 'x'.repeat(3))
  assert.equal(await measureStore([at('store')], []), 1_023)
  assert.equal(await measureStore([at('store')], ['log']), 23)
})

test('services are held if nearly all checks were made, of each service', () => {
  const parts = [{ name: 'program', cpu_seconds: 10, pss: 6e7 }]
  const counts = { done: 5_000, expected: 5_001, fewest: 4, most: 6 }
  const outcome: Outcome = { ...counts, cpu_seconds: 12, pss: 1e8, bytes: 400_000, parts }
  assert.deepEqual(formatOutcome(outcome), [
    'program: 2.00 s CPU per 1000 checks, 60 MB',
    'peers: done/expected 0.9998, 5000 checks, 4 to 6 of each service, 2.40 s CPU per 1000 checks, PSS 100 MB, 80.0 bytes/check',
  ])
  assert.equal(hasKeptUp(outcome), true)
  assert.equal(hasKeptUp({ ...outcome, done: 4_990 }), false)
  assert.equal(hasKeptUp({ ...outcome, fewest: 3 }), false)
  assert.equal(hasKeptUp({ ...outcome, done: 0, expected: 0 }), false)
})

test('wrong options are rejected', async () => {
  await assert.rejects(run([]), /--pid names the processes/)
  await assert.rejects(run(['--pid', 'x']), /--pid takes a whole number/)
  await assert.rejects(run(['--serve', '0']), /--serve takes a whole number/)
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { requirePrograms } from '../programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'wachta-programs-'))
after(() => rmSync(folder, { recursive: true }))

test('a benchmark says which programs are missing, and the packages they are in', () => {
  for (const program of ['openssl', 'bash', 'ab']) writeFileSync(join(folder, program), '')
  assert.throws(() => requirePrograms('bench probe', folder), {
    message:
      'bench probe: not installed: wrk, prometheus-blackbox-exporter. On Debian or Ubuntu: apt-get install wrk prometheus-blackbox-exporter',
  })
  writeFileSync(join(folder, 'wrk'), '')
  writeFileSync(join(folder, 'prometheus-blackbox-exporter'), '')
  requirePrograms('bench probe', ['/nowhere', folder].join(delimiter))
  requirePrograms('bench search', '')
})

test('it ends with one line and an exit code, and does not hang', { timeout: 60_000 }, () => {
  const script = join(import.meta.dirname, '..', 'bench.ts')
  const { status, stderr, signal } = spawnSync(process.execPath, [script, 'probe'], {
    env: { ...process.env, PATH: '/nowhere' },
    encoding: 'utf8',
    timeout: 50_000,
  })
  assert.deepEqual([status, signal], [1, null])
  assert.match(stderr, /^bench probe: not installed: .*prometheus-blackbox-exporter/)
  assert.equal(stderr.trim().split('\n').length, 1)
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { getTestAuthority } from '@wachta/testing/certificates'
import { startTarget } from '@wachta/testing/probe-target'

const folder = await mkdtemp(join(tmpdir(), 'wachta-memory-'))
const [key, cert, ca] = [join(folder, 'key.pem'), join(folder, 'cert.pem'), join(folder, 'ca.pem')]
const { localhost, authorities } = getTestAuthority()
await writeFile(key, localhost.key)
await writeFile(cert, localhost.cert)
await writeFile(ca, authorities.join(''))
const target = await startTarget({ key, cert })
after(() => {
  target.stop()
  return rm(folder, { recursive: true })
})

/** Measures how many bytes a process grows per check. */
async function growth(...words: string[]): Promise<number> {
  const subject = join(import.meta.dirname, 'fixtures/memory-subject.ts')
  const flags = ['--expose-gc', '--max-semi-space-size=2']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, subject, ...words])
  return Number(stdout)
}

/** A sensor runs millions of checks a day: a leak of 1 kB per check would be gigabytes. */
const most = 1_500

test('a check leaves nothing behind, over TLS with an intermediate as well', { timeout: 120_000 }, async () => {
  const grown = await growth(target.urls.https, ca)
  assert.ok(grown < most, `it grows by ${Math.round(grown)} bytes a check`)
})

test('what a check leaves behind is seen', { timeout: 120_000 }, async () => {
  const grown = await growth(target.urls.http, ca, 'leak')
  assert.ok(grown > most, `it grows by ${Math.round(grown)} bytes a check`)
})

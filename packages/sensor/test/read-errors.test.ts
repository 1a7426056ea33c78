import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createTemporaryDirectory } from '@wachta/testing/sensor'
import { createStoredUntilReader } from '../src/stored-until.ts'

const fixture = join(import.meta.dirname, 'fixtures/without-descriptors.ts')

test('a process without file descriptors loses no results, no texts, and not the whole spool', async () => {
  await using root = await createTemporaryDirectory()
  await promisify(execFile)('prlimit', ['--nofile=64:64', process.execPath, fixture, root.path])
})

test('a spool that cannot be read now does not prevent heartbeats', async () => {
  const oldest = async () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  }
  const find = createStoredUntilReader({ held: 1, memory: { held: 0 } as never, oldest }, () => 60_000)
  assert.equal(await find(), null)
})

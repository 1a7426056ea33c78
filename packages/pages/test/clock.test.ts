import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { hourMs, minuteMs } from '@wachta/domain'
import { openObjectStore } from '@wachta/objects'
import { getChallengeObjectKey } from '@wachta/runtime/page-certificate'
import { makePageView } from '@wachta/testing/page-view'
import { createChallenges } from '../src/challenges.ts'
import { RenderedFiles } from '../src/rendered-files.ts'

const host = 'status.example.com'
const start = Date.parse('2026-11-19T12:00:00Z')

test('a challenge is answered although the clock was set back since the last one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-challenges-'))
  try {
    await using objects = await openObjectStore(pathToFileURL(folder).href)
    const publish = (token: string) =>
      objects.put(getChallengeObjectKey(host), Buffer.from(JSON.stringify({ token, keyAuthorization: `${token}.key` })))
    const clock = { now: start }
    const challenges = createChallenges(objects, () => clock.now)
    await publish('first')
    assert.equal((await challenges.answer(host, 'first')).status, 200)
    await publish('second')
    assert.equal((await challenges.answer(host, 'second')).status, 404, 'remembered for a moment')
    clock.now -= hourMs
    assert.equal((await challenges.answer(host, 'second')).status, 200)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a file is rendered again after a minute, or when the clock was set back', () => {
  const clock = { now: start }
  const files = new RenderedFiles(() => clock.now)
  const page = { contentVersion: 'one', view: makePageView({ slug: 'shop' }), staleSince: null }
  const countAt = (now: number) => {
    clock.now = now
    assert.ok(files.find(page, '', 'en'))
    return files.rendered
  }
  assert.deepEqual([start, start + 1_000, start + minuteMs, start - hourMs].map(countAt), [1, 1, 2, 3])
})

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { hourMs, minuteMs } from '@wachta/domain'
import { openObjectStore } from '@wachta/objects'
import { getPageKey, stampKey } from '@wachta/status-page'
import { waitForValue } from '@wachta/testing/eventually'
import { makePageView } from '@wachta/testing/page-view'
import { watchPages } from '../src/page-source.ts'

const folder = await mkdtemp(join(tmpdir(), 'wachta-source-'))
await using objects = await openObjectStore(pathToFileURL(folder).href)
after(() => rm(folder, { recursive: true, force: true }))

const start = Date.now()
const write = (key: string, value: object) => objects.put(key, Buffer.from(JSON.stringify(value)))
const publish = (contentVersion: string, readAt: number) =>
  write(getPageKey('shop'), { version: 1, contentVersion, allowedAddresses: null, view: makePageView({ readAt }) })
const stamp = (contentVersion: string, at: number) =>
  write(stampKey, { version: 1, at, pages: { shop: { contentVersion } } })

/** Follows the store with simulated clocks; reading pages can be blocked. */
function watch() {
  const stopping = new AbortController()
  const clock = { now: start, elapsed: 0 }
  let gate = Promise.resolve()
  let release = () => {}
  const source = watchPages({
    objects: {
      ...objects,
      get: async (key) => (key === stampKey ? objects.get(key) : gate.then(() => objects.get(key))),
    },
    log: { warn: () => undefined } as never,
    stopping: stopping.signal,
    now: () => clock.now,
    elapsed: () => clock.elapsed,
  })
  return {
    ...{ source, clock },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      ;[gate, release] = [promise, resolve]
      return release
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      release()
      await source.ended
    },
  }
}

test('a page whose new version is being loaded is as old as the last stamp of the former one, not as its content', async () => {
  await publish('a', start - hourMs)
  await stamp('a', start)
  await using watched = watch()
  const { source, clock } = watched
  await waitForValue(async () => source.isLoaded() || undefined)
  assert.equal((await source.find('shop'))?.staleSince, null)
  const release = watched.hold()
  await publish('b', start + 1000)
  await stamp('b', start + 1000)
  await waitForValue(async () => source.getStampedAt() === start + 1000 || undefined)
  const meanwhile = await source.find('shop')
  assert.deepEqual([meanwhile?.contentVersion, meanwhile?.staleSince], ['a', null])
  clock.now += minuteMs + 1
  assert.equal((await source.find('shop'))?.staleSince, start, 'if it takes long')
  release()
  clock.now = start + 1000
  await waitForValue(async () => (await source.find('shop'))?.contentVersion === 'b' || undefined)
})

test('a stamp that does not change grows old although the clock was set back', async () => {
  await publish('c', start)
  await stamp('c', start)
  await using watched = watch()
  const { source, clock } = watched
  await waitForValue(async () => source.isLoaded() || undefined)
  clock.now -= hourMs
  assert.equal((await source.find('shop'))?.staleSince, null)
  clock.elapsed += minuteMs + 1
  assert.equal((await source.find('shop'))?.staleSince, start)
  await stamp('c', start - hourMs)
  await waitForValue(async () => (await source.find('shop'))?.staleSince === null || undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectPages } from '../src/index.ts'

test('a list is read to its end, in order', async () => {
  async function* pages() {
    yield { items: [1, 2], total: 3 }
    yield { items: [3], total: 3 }
  }
  assert.deepEqual(await collectPages(pages()), [1, 2, 3])
})

test('a page that cannot be read rejects the whole list', async () => {
  async function* pages() {
    yield { items: [1] }
    throw new Error('lost')
  }
  await assert.rejects(collectPages(pages()), /lost/)
})

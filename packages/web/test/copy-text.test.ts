import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyText } from '../src/ui/copy-text.ts'

test('without a clipboard, as without HTTPS, nothing is copied, and the caller can tell', async () => {
  assert.equal('clipboard' in navigator, false)
  assert.equal(await copyText('curl'), false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenReader, generatePageKeys, signPageToken } from '../src/page-token.ts'

const keys = generatePageKeys()
const read = createTokenReader(keys.publicKey)

test('a token is read with the public key alone, and fits cookies and addresses', () => {
  const text = '["link",1,null,null,"ąę"]'
  const token = signPageToken(keys, text)
  assert.equal(read(token), text)
  assert.equal(signPageToken(keys, text), token, 'the same text gives the same token')
  assert.match(token, /^[\w.-]{50,512}$/)
  assert.match(keys.publicKey, /^[\w-]{43}$/)
})

test('what another page signed, what was changed and what is no token is not read', () => {
  const token = signPageToken(keys, 'text')
  const [payload = '', signature = ''] = token.split('.')
  const other = signPageToken(generatePageKeys(), 'text')
  const forged = `${Buffer.from('other').toString('base64url')}.${signature}`
  for (const wrong of [other, forged, payload, signature, '', '.', `${token}x`, `${token}.x`, `${token}\r\nX: y`])
    assert.equal(read(wrong), undefined, wrong)
  assert.equal(read(`${payload}.${'A'.repeat(86)}`), undefined)
  assert.equal(read(signPageToken(keys, 'x'.repeat(600))), undefined, 'too long')
})

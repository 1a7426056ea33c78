import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { hashPassword, isPassword, isWeak } from '../src/platform/authentication/passwords.ts'

test('a hash is argon2id with the stated parameters, and matches its password alone', async () => {
  const hash = await hashPassword('correct horse battery')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await isPassword(hash, 'correct horse battery'), true)
  assert.equal(await isPassword(hash, 'correct horse batterz'), false)
  assert.equal(await isPassword(null, 'anything'), false)
  assert.equal(await isPassword(undefined, ''), false)
})

test('a long password counts to its last character', async () => {
  const long = 'x'.repeat(1023)
  const hash = await hashPassword(`${long}a`)
  assert.equal(await isPassword(hash, `${long}b`), false)
})

test('3,000 common passwords are refused', () => {
  const list = Object.values(dictionary).flat() as readonly string[]
  const common = list.filter((word) => typeof word === 'string' && word.length >= 6).slice(0, 3000)
  assert.equal(common.length, 3000)
  assert.deepEqual(
    common.filter((word) => !isWeak(word)),
    [],
  )
})

test('trivial ones are refused and good ones are not', () => {
  const trivial = [
    'aaaaaaaaaaaaaa',
    '123456789012345',
    'qwertyuiop[]',
    'abcabcabcabcabc',
    'Password1234!',
    'Summer2024!!',
  ]
  for (const weak of trivial) assert.ok(isWeak(weak), weak)
  assert.ok(isWeak('jan.kowalski1', { knownWords: ['jan.kowalski'] }), 'what is known of the holder')
  for (const good of ['correct horse battery', 'k7#Qz!mP-w2v', 'wędka-miska-plot', `${'x'.repeat(3)}T9$wq7Lm4`])
    assert.ok(!isWeak(good), good)
})

test('fewer than 12 characters are refused however odd they are, and so is the user name in a long password', () => {
  for (const short of ['Summer2024!', 'k7#Qz!mPv2x', '🦊🦊🦊🦊🦊']) assert.ok(isWeak(short), short)
  assert.ok(!isWeak('k7#Qz!mPv2x9', { username: 'harbour' }))
  assert.ok(isWeak('k7#Qz-Harbour-mPv2x9', { username: 'harbour' }), 'written in another case')
})

test('hashing is bounded: more at once than the machine can bear are turned away, the others are served', async () => {
  const results = await Promise.allSettled(Array.from({ length: 130 }, () => hashPassword('correct horse battery')))
  const refused = results.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 28)
  assert.match(String((refused[0] as PromiseRejectedResult).reason), /too_busy/)
  assert.match(await hashPassword('and again'), /^\$argon2id/)
})

test('words of what one signs in to make a password weaker', () => {
  for (const weak of ['wachtawachta1', 'Monitoring-Wachta', 'WachtaSensor2026', 'serviceservice!'])
    assert.ok(isWeak(weak), weak)
  assert.ok(!isWeak('wachta nad rzeką o świcie'), 'among others they do no harm')
})

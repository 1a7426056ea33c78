import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type AccessScope,
  accessScopes,
  checkScopes,
  createApiKey,
  findScopesBeyondGroups,
  getApiKeyState,
  getShownPrefix,
  includesScope,
  isWellFormedApiKey,
  shouldRecordUse,
} from '../src/index.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Reproducible random bytes. */
const seeded = (seed: number) => {
  let round = 0
  return (size: number): Uint8Array => {
    round += 1
    const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, block) =>
      createHash('sha256').update(`${seed} ${round} ${block}`).digest(),
    )
    return Buffer.concat(blocks).subarray(0, size)
  }
}
const keys = fc.nat().map((seed) => createApiKey(seeded(seed), 0))

test('a key has 40 characters in the published pattern, and is well formed', () => {
  fc.assert(
    fc.property(keys, (key) => {
      assert.match(`a ${key}.`, /\bwak_[0-9A-Za-z]{36}\b/)
      assert.equal(key.length, 40)
      assert.ok(isWellFormedApiKey(key))
      assert.equal(getShownPrefix(key), key.slice(0, 10))
    }),
  )
})

test('one character that is wrong, left out, doubled or swapped with its neighbour is noticed', () => {
  const place = fc.nat(34).map((at) => at + 4)
  fc.assert(
    fc.property(keys, place, fc.constantFrom(...digits), (key, at, digit) => {
      const wrong = [
        `${key.slice(0, at)}${digit}${key.slice(at + 1)}`,
        `${key.slice(0, at)}${key.slice(at + 1)}`,
        `${key.slice(0, at)}${digit}${key.slice(at)}`,
        `${key.slice(0, at)}${key.charAt(at + 1)}${key.charAt(at)}${key.slice(at + 2)}`,
      ]
      for (const text of wrong) assert.equal(isWellFormedApiKey(text), text === key)
    }),
    { numRuns: 2000 },
  )
})

test('a text that is no key is not accepted as one', () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey(text)))
  fc.assert(fc.property(keys, fc.string({ minLength: 1 }), (key, more) => !isWellFormedApiKey(key + more)))
})

test('every character is as likely as any other', () => {
  const counts = new Map<string, number>()
  const rounds = 4000
  for (let round = 0; round < rounds; round += 1)
    for (const digit of createApiKey(randomBytes, 0).slice(4, 34)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  const expected = (rounds * 30) / digits.length
  const chiSquared = [...digits].reduce((sum, digit) => sum + ((counts.get(digit) ?? 0) - expected) ** 2 / expected, 0)
  // 61 degrees of freedom: a fair source exceeds this once in a hundred million runs; `byte % 62` gives about 1300.
  assert.ok(chiSquared < 150, `chi-squared is ${chiSquared}`)
})

const instants = fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms))

test('a key is active until the instant it expires, and never again after it was revoked', () => {
  fc.assert(
    fc.property(fc.option(instants), fc.option(instants), instants, (expiresAt, revokedAt, now) => {
      const state = getApiKeyState({ expiresAt, revokedAt }, now)
      assert.equal(state === 'revoked', revokedAt !== null)
      if (revokedAt === null) assert.equal(state === 'expired', expiresAt !== null && expiresAt <= now)
    }),
  )
  const now = new Date(1000)
  assert.equal(getApiKeyState({ expiresAt: now, revokedAt: null }, now), 'expired')
  assert.equal(getApiKeyState({ expiresAt: new Date(1001), revokedAt: null }, now), 'active')
})

test('the last use is written at most once a minute', () => {
  const now = new Date(10_000_000)
  assert.ok(shouldRecordUse(null, now))
  assert.ok(!shouldRecordUse(new Date(now.getTime() - 59_999), now))
  assert.ok(shouldRecordUse(new Date(now.getTime() - 60_000), now))
})

const scopes = fc.subarray([...accessScopes])
const needed = scopes.filter((list) => list.length > 0)

test('an operation is allowed when no scope that it needs is missing; more scopes never take anything away', () => {
  fc.assert(
    fc.property(scopes, scopes, needed, (some, more, requirement) => {
      const verdict = checkScopes(some, requirement)
      const expected = requirement.filter((scope) => !holdsBruteForce(some, scope))
      assert.equal(verdict.allowed, expected.length === 0)
      if (!verdict.allowed) assert.deepEqual(verdict.missing, expected)
      if (verdict.allowed) assert.ok(checkScopes([...some, ...more], requirement).allowed)
    }),
  )
})

/** The same rule, implemented by splitting scopes. */
function holdsBruteForce(scopes: readonly AccessScope[], wanted: AccessScope): boolean {
  const [family = '', verb] = wanted.split(':')
  const parts: Record<string, string> = {
    incidents: 'alerts',
    diagnostics: 'sensors',
    checks: 'services',
    status_page_posts: 'status_pages',
  }
  const wholes = [family, ...(parts[family] ? [parts[family]] : [])]
  return scopes.some((scope) => {
    const [ofFamily = '', does] = scope.split(':')
    return wholes.includes(ofFamily) && (does === verb || does === 'write')
  })
}

test('operations that need a session are rejected for every key, and public ones are allowed for every key', () => {
  fc.assert(
    fc.property(scopes, (some) => {
      assert.ok(checkScopes(some, 'any').allowed)
      const verdict = checkScopes(some, 'session')
      assert.ok(!verdict.allowed && verdict.reason === 'session')
    }),
  )
})

test('reading never includes writing, and an account cannot be written', () => {
  for (const scope of accessScopes.filter((one) => one.endsWith(':write')))
    assert.ok(!includesScope([scope.replace(':write', ':read')], scope))
  assert.ok(!accessScopes.some((scope) => scope.startsWith('account:') && scope !== 'account:read'))
})

test('a key that is limited to groups cannot have scopes for the whole account', () => {
  assert.deepEqual(findScopesBeyondGroups(['services:write', 'maintenance:read', 'sensors:read']), [])
  assert.deepEqual(findScopesBeyondGroups(['services:read', 'contacts:read', 'sensors:write', 'account:read']), [
    'contacts:read',
    'sensors:write',
    'account:read',
  ])
})

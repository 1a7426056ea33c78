import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  canOwnerFix,
  type DomainClaim,
  domainProblems,
  domainStates,
  getDomainCheckDelayMs,
  getDomainRecord,
  hourMs,
  judgeClaim,
  normalizeDomain,
} from '../src/index.ts'

test('a domain has one form, and whatever is accepted stays as it is', () => {
  assert.equal(normalizeDomain('Status.Example.COM.'), 'status.example.com')
  assert.equal(normalizeDomain('status.żabka.pl'), 'status.xn--abka-99a.pl')
  for (const text of [
    '',
    'localhost',
    '127.0.0.1',
    '1.2.3',
    'a.example:1',
    'a.example/b',
    'x@a.example',
    'a..example',
    '*.a.example',
  ])
    assert.equal(normalizeDomain(text), undefined, text)
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.string(), fc.string({ unit: 'binary' })), (text) => {
      const host = normalizeDomain(text)
      if (host === undefined) return
      assert.match(host, /^[a-z0-9.-]{4,253}$/)
      assert.equal(normalizeDomain(host), host)
      assert.equal(new URL(`https://${host}/`).host, host)
    }),
  )
  assert.deepEqual(getDomainRecord('a.example', 'abc'), { name: '_wachta-page.a.example', value: 'wachta-page=abc' })
})

test('a page becomes the holder of a domain only by its record, and never beside another that still has its own', () => {
  const claim = fc.record({ isHolder: fc.boolean(), isVerified: fc.constantFrom(true, false, null) })
  fc.assert(
    fc.property(claim, fc.option(claim, { nil: undefined }), (one, other) => {
      const holder: DomainClaim | undefined = other && { ...other, isHolder: true }
      const judged = judgeClaim(one, one.isHolder ? undefined : holder)
      if (judged.isHolder && !one.isHolder) {
        assert.equal(one.isVerified, true)
        assert.ok(!holder || holder.isVerified === false, 'name servers that do not answer take nothing away')
      }
      assert.equal(judged.problem === null, judged.isHolder)
      assert.ok(judged.problem === null || domainProblems.includes(judged.problem))
    }),
  )
  assert.deepEqual(
    domainProblems.filter((problem) => !canOwnerFix(problem)),
    ['unreachable', 'limited'],
  )
  assert.deepEqual(domainStates, ['waiting', 'active', 'failed'])
})

test('records are checked often while they are being set, and at least every hour', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e10 }), fc.nat({ max: 1e6 }), (since, more) => {
      const delay = getDomainCheckDelayMs(since)
      assert.ok(delay >= 10_000 && delay <= hourMs)
      assert.ok(getDomainCheckDelayMs(since + more) >= delay)
    }),
  )
})

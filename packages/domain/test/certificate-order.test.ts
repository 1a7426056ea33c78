import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type CertificateOrder,
  computeOrderTime,
  dayMs,
  getRenewalTime,
  hourMs,
  maxOrderDurationMs,
  minuteMs,
  orderOutcomes,
} from '../src/index.ts'

const now = 1_000 * dayMs
const limits = { perHour: 20, perTreeAndHour: 5 }
const wanted = { domain: 'a.example', ownerId: 1, treeId: 1 }
const strangers = { domain: 'b.example', ownerId: 2, treeId: 2 }
const order = (minutesAgo: number, more: Partial<CertificateOrder> = {}): CertificateOrder => ({
  ...{ ...wanted, startedAt: now - minutesAgo * minuteMs, outcome: 'rejected', retryAt: null, ...more },
})
const wait = (orders: readonly CertificateOrder[]) => {
  const { at, reason } = computeOrderTime(wanted, orders, { limits, now })
  return [(at - now) / minuteMs, reason]
}

test('each way in which an order ends has its own wait', () => {
  assert.deepEqual(wait([]), [0, null])
  assert.deepEqual(wait([order(0, { outcome: null })]), [maxOrderDurationMs / minuteMs, 'under_way'])
  assert.deepEqual(wait([order(10, { outcome: null })]), [0, null], 'its process has ended')
  assert.deepEqual(wait([order(5)]), [10, 'rejected'])
  assert.deepEqual(wait([order(60), order(5)]), [25, 'rejected'])
  assert.deepEqual(wait([order(60), order(30, { outcome: 'issued' }), order(5)]), [10, 'rejected'])
  assert.deepEqual(wait([order(0, { domain: 'b.example' })]), [0, null], 'another domain')
  assert.deepEqual(
    wait([order(0, { domain: 'b.example', outcome: 'unreachable' })]),
    [1, 'unreachable'],
    'but this is for the account',
  )
  const limited = { outcome: 'limited', retryAt: now + hourMs } as const
  assert.deepEqual(wait([order(0, { domain: 'b.example', ...limited })]), [60, 'limited'])
  assert.deepEqual(wait([order(5, { outcome: 'issued' })]), [10, 'issued'], 'it was not stored')
  const issued = [1, 2, 3, 4].map((day) => order((day * dayMs) / minuteMs, { outcome: 'issued' }))
  assert.deepEqual(wait(issued), [(3 * dayMs) / minuteMs, 'limited'])
})

test('what one account is told stops no other one, until two are told so in a row', () => {
  const limited = { outcome: 'limited', retryAt: now + 20 * hourMs } as const
  const away = { outcome: 'unreachable' } as const
  const third = { domain: 'c.example', ownerId: 3, treeId: 3 }
  for (const ended of [limited, away]) {
    assert.deepEqual(wait([order(0, { ...strangers, ...ended })]), [0, null])
    assert.deepEqual(wait([order(1, { ...strangers, ...ended }), order(0, { ...strangers, ...ended })]), [0, null])
    const between = order(1, { ...third, outcome: 'rejected' })
    assert.deepEqual(wait([order(2, { ...strangers, ...ended }), between, order(0, { ...third, ...ended })]), [0, null])
  }
  assert.deepEqual(
    wait([order(1, { ...strangers, ...limited }), order(0, { ...third, ...limited })]),
    [60, 'limited'],
    'for an hour, whatever it asks for',
  )
  assert.deepEqual(wait([order(1, { ...strangers, ...away }), order(0, { ...third, ...away })]), [2, 'unreachable'])
  assert.deepEqual(wait([order(0, { domain: 'b.example', ...limited })]), [20 * 60, 'limited'], 'its own account')
})

test('sub-accounts share the part of their tree', () => {
  const others = [2, 3, 4, 5, 6].map((ownerId) =>
    order(ownerId, { domain: `${ownerId}.example`, ownerId, outcome: 'issued' }),
  )
  assert.deepEqual(wait(others), [60 - 6, 'limited'])
  assert.deepEqual(wait(others.map((one) => ({ ...one, treeId: 2 }))), [0, null])
})

test('however often it is asked, no limit is ever exceeded', () => {
  const domains = ['a.example', 'b.example', 'c.example']
  const attempt = fc.record({
    domain: fc.constantFrom(...domains),
    ownerId: fc.constantFrom(1, 2, null),
    afterMs: fc.nat({ max: 5 * minuteMs }),
    outcome: fc.constantFrom(...orderOutcomes),
  })
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 300 }), (attempts) => {
      const orders: CertificateOrder[] = []
      let time = now
      for (const { domain, ownerId, afterMs, outcome } of attempts) {
        time += afterMs
        const { at } = computeOrderTime({ domain, ownerId, treeId: ownerId }, orders, { limits, now: time })
        assert.ok(at >= time)
        if (at > time) continue
        orders.push({
          domain,
          ownerId,
          treeId: ownerId,
          startedAt: time,
          outcome,
          retryAt: outcome === 'limited' ? time + hourMs : null,
        })
        const recent = orders.filter(({ startedAt }) => startedAt > time - hourMs)
        assert.ok(recent.length <= limits.perHour)
        assert.ok(recent.filter((one) => one.ownerId === 1).length <= limits.perTreeAndHour)
        for (const name of domains)
          assert.ok(recent.filter((one) => one.domain === name && one.outcome === 'rejected').length <= 4)
      }
    }),
  )
})

test('a certificate is renewed with at least a third of its life left, and not before half of it is over', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 400 * dayMs }),
      fc.float({ min: 0, max: Math.fround(0.999), noNaN: true }),
      (life, spread) => {
        const renewAt = getRenewalTime({ issuedAt: now, expiresAt: now + life }, spread)
        assert.ok(renewAt <= now + (2 * life) / 3 + 1)
        assert.ok(renewAt >= now + life / 2 - 1)
      },
    ),
  )
})

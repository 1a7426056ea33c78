import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNetwork, normalizeAddress } from '@wachta/runtime'
import { isListed, toClientNetwork } from '../src/platform/authentication/allow-list.ts'

test('addresses and networks of both families are networks, and nothing else', () => {
  for (const good of ['192.0.2.1', '0.0.0.0/0', '10.0.0.0/8', '::1', '2001:db8::/32', '::/0', '::ffff:192.0.2.1'])
    assert.ok(isNetwork(good), good)
  for (const bad of [
    '',
    '/8',
    '192.0.2.1/33',
    '2001:db8::/129',
    '192.0.2',
    '192.0.2.1/',
    '192.0.2.1/-1',
    '192.0.2.1/8.5',
    'fe80::1%eth0',
    'localhost',
    '192.0.2.1 ',
    '0x7f.1',
  ])
    assert.ok(!isNetwork(bad), bad)
})

test('mapped addresses are the IPv4 addresses they stand for', () => {
  assert.equal(normalizeAddress('::ffff:192.0.2.1'), '192.0.2.1')
  assert.ok(isListed(['192.0.2.0/24'], '::ffff:192.0.2.200'))
  assert.ok(isListed(['::ffff:192.0.2.1'], '192.0.2.1'))
  assert.ok(!isListed(['192.0.2.0/24'], '192.0.3.1'))
  assert.ok(!isListed([], '192.0.2.1'))
  assert.ok(!isListed(['nonsense', '0.0.0.0/0'], 'nonsense'))
})

test('an IPv6 subscriber is one visitor, however the address is written', () => {
  assert.equal(toClientNetwork('2001:db8::1'), toClientNetwork('2001:db8:0:0:ffff:1:2:3'))
  assert.notEqual(toClientNetwork('2001:db8::1'), toClientNetwork('2001:db8:0:1::1'))
  assert.equal(toClientNetwork('::1'), '0:0:0:0')
  assert.equal(toClientNetwork('2001:db8:a:b::'), '2001:db8:a:b')
  assert.equal(toClientNetwork('192.0.2.1'), '192.0.2.1')
})

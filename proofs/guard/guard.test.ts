import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import { allowPublicOnly, createGuard } from '@wachta/checks'
import { describePurpose, specialRanges } from '@wachta/egress'
import { getNamespaceError } from '@wachta/testing/namespace'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { forbiddenIpv4, forbiddenIpv6, listForbiddenForms } from './forms.ts'
import { proveGuard } from './main.ts'
import { naive } from './naive.ts'
import { isForbidden, publicIpv4, publicIpv6 } from './world.ts'

const fault = getNamespaceError()
const world = fault === undefined ? {} : { skip: fault }

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const ipv4 = bytes(4).map((address) => address.join('.'))
const ipv6 = bytes(16).map((address) => ipaddr.fromByteArray([...address]).toString())
/** Random addresses almost never hit the edge of a range, where mistakes are made. */
const edges = specialRanges.flatMap(({ cidr }) => {
  const [address, length] = ipaddr.parseCIDR(cidr)
  const width = address.kind() === 'ipv4' ? 32n : 128n
  const first = BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`)
  const last = first + 2n ** (width - BigInt(length)) - 1n
  return [first - 1n, first, last, last + 1n]
    .filter((number) => number >= 0n && number < 2n ** width)
    .map((number) =>
      ipaddr.fromByteArray([...Buffer.from(number.toString(16).padStart(Number(width / 4n), '0'), 'hex')]),
    )
    .map(String)
})

test('forbids every address that the public network does not route, and no other', () => {
  for (const address of [...forbiddenIpv4, ...forbiddenIpv6]) assert.equal(allowPublicOnly(address), false, address)
  for (const address of [publicIpv4, publicIpv6, '1.1.1.1', '8.8.8.8', '2a00:1450::1', '2001:4860:4860::8888'])
    assert.equal(allowPublicOnly(address), true, address)
  for (const address of edges) assert.equal(allowPublicOnly(address), !isForbidden(address), address)
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6), (address) => allowPublicOnly(address) === !isForbidden(address)),
    { numRuns: 20_000 },
  )
})

test('accepts an address only in the notation of the system', () => {
  const addresses = new Set(listForbiddenForms().filter((form) => isIP(form) !== 0))
  assert.ok(addresses.size > 3000)
  for (const form of listForbiddenForms()) assert.equal(allowPublicOnly(form), false, form)
  for (const form of ['8.8.8.010', '0x08.8.8.8', '8.8.2056', '134744072', ' 8.8.8.8', '8.8.8.8.', '8.8.8.8/32', ''])
    assert.equal(allowPublicOnly(form), false, form)
  assert.equal(allowPublicOnly(`${publicIpv6}%eth0`), false)
})

test('forbids a public address inside another, however it is wrapped', () => {
  fc.assert(
    fc.property(
      bytes(4),
      fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'),
      (address, prefix) => {
        return !allowPublicOnly(`${prefix}${address.join('.')}`)
      },
    ),
  )
})

test('allows the configured ranges, and of special ranges only those that contain them', () => {
  const cases: [allow: string[], open: string[], closed: string[]][] = [
    [['10.0.0.0/8'], ['10.1.2.3', publicIpv4], ['192.168.1.1', '127.0.0.1', '::ffff:10.1.2.3', '2002:a01:203::1']],
    [
      ['127.0.0.0/8', '::1/128'],
      ['127.0.0.1', '127.8.8.8', '::1'],
      ['::', '0.0.0.0', '10.0.0.1', '::7f00:1'],
    ],
    [
      ['0.0.0.0/0', '::/0'],
      [publicIpv4, publicIpv6],
      ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1'],
    ],
    [['169.254.0.0/16'], ['169.254.1.1'], ['169.254.169.254', '169.254.170.2']],
    [['169.254.169.254/32'], ['169.254.169.254'], ['169.254.169.253', '169.254.1.1']],
    [['100.64.0.0/10'], ['100.64.8.9'], ['100.100.100.200']],
    [['fd00::/8'], ['fd00::1', 'fdff::1'], ['fd00:ec2::254', 'fc00::1', 'fe80::1']],
    [
      ['10.1.0.0/16', '10.2.0.0/16'],
      ['10.1.0.1', '10.2.0.1'],
      ['10.3.0.1', '10.0.0.1'],
    ],
  ]
  for (const [allow, open, closed] of cases) {
    const guard = createGuard({ allow })
    for (const address of open) assert.equal(guard(address), true, `${allow} opens ${address}`)
    for (const address of closed) assert.equal(guard(address), false, `${allow} opens no ${address}`)
  }
})

test('rejects ranges that cannot be parsed', () => {
  for (const cidr of [
    '10.0.0.0',
    '10/8',
    '10.0.0.0/33',
    '::/129',
    '010.0.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'all',
    '',
  ])
    assert.throws(() => createGuard({ allow: [cidr] }), /not a range of addresses/, cidr)
})

test('names the purpose of a forbidden address as precisely as possible', () => {
  assert.equal(describePurpose('169.254.169.254'), 'cloud metadata')
  assert.equal(describePurpose('169.254.1.1'), 'link-local')
  assert.equal(describePurpose('::1'), 'loopback')
  assert.equal(describePurpose('::ffff:10.0.0.1'), 'IPv4-mapped')
  assert.equal(describePurpose('9000::1'), 'not global unicast')
})

test('detects a guard that uses only the usual ranges', () => {
  const missed = listForbiddenForms().filter(naive)
  assert.ok(missed.length > 100, `${missed.length} missed`)
})

test(
  'keeps sensors from forbidden addresses in every form, and from names that change their minds',
  world,
  async () => {
    const { forms, redirects, rounds } = await proveGuard({ rounds: 1000 })
    assert.ok(forms.forms >= 7000)
    for (const seen of [forms, redirects, rounds]) {
      assert.deepEqual(seen.examples, [])
      assert.equal(seen.forbidden, 0)
      assert.equal(seen.unseen, 0)
    }
    assert.ok(redirects.connections >= redirects.checks, 'the pages that redirect are public, and are asked for')
    assert.ok(rounds.connections > 200, 'names that lead to public addresses are connected to')
  },
)

test('detects the connections of a naive list and of a second lookup', world, async () => {
  const [list, lookup] = await Promise.all([
    proveGuard({ rounds: 100, plant: 'naive' }),
    proveGuard({ rounds: 500, plant: 'careless' }),
  ])
  assert.ok(list.forms.forbidden > 100, `${list.forms.forbidden} forbidden connections`)
  assert.ok(list.redirects.forbidden > 5, `${list.redirects.forbidden} forbidden connections after redirects`)
  assert.ok(lookup.rounds.forbidden > 50, `${lookup.rounds.forbidden} forbidden connections`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minReferenceNetworks } from '@wachta/domain'
import { formatTargetName, parseReferenceTargets } from '../src/reference-targets.ts'
import { parseGateways, parseIpv6Gateways, parseNameServers } from '../src/system-network.ts'

const system = { gateways: ['192.168.1.1'], resolvers: ['127.0.0.53', '192.168.1.1', '10.0.0.53'], hasIPv4: true }
const nothing = { gateways: [], resolvers: [], hasIPv4: true }
const networks = (text: string, known = system) =>
  new Set(parseReferenceTargets(text, known).map(({ network }) => network))

test('by default a sensor looks at its gateway, its resolvers and three root name servers', () => {
  const targets = parseReferenceTargets('default', system)
  assert.deepEqual(
    targets.map((target) => [formatTargetName(target), target.isLocal]),
    [
      ['192.168.1.1:53', true],
      ['10.0.0.53:53', true],
      ['198.41.0.4:53', false],
      ['192.5.5.241:53', false],
      ['193.0.14.129:53', false],
    ],
  )
})

test('there are three networks beyond the gateway, whatever the machine knows of its own', () => {
  for (const known of [system, nothing, { ...nothing, hasIPv4: false }]) {
    const remote = parseReferenceTargets('default', known).filter(({ isLocal }) => !isLocal)
    assert.ok(new Set(remote.map(({ network }) => network)).size >= minReferenceNetworks)
    assert.ok(remote.every(({ host }) => host.includes(':') !== known.hasIPv4))
  }
})

test('a resolver in the public network is a target like any other', () => {
  const [resolver] = parseReferenceTargets('default', { ...nothing, resolvers: ['9.9.9.9'] })
  assert.deepEqual(resolver, { host: '9.9.9.9', port: 53, network: '9.9', isLocal: false })
})

test('targets are named as hosts and ports, added to the default ones, or switched off', () => {
  assert.deepEqual(parseReferenceTargets('a.example:53, [2001:db8::1]:443', system), [
    { host: 'a.example', port: 53, network: 'a.example', isLocal: false },
    { host: '2001:db8::1', port: 443, network: '2001:db8:0:0', isLocal: false },
  ])
  assert.equal(parseReferenceTargets('default, 10.1.1.1:22', system).length, 6)
  assert.deepEqual(parseReferenceTargets('none', system), [])
  for (const text of ['a.example', 'a.example:0', 'a.example:70000', 'a:b:53', ':53', 'none,a'])
    assert.throws(() => parseReferenceTargets(text, system), RangeError, text)
})

test('what is routed together is one network', () => {
  assert.deepEqual([...networks('8.8.8.8:53,8.8.4.4:53,1.1.1.1:53')], ['8.8', '1.1'])
  assert.deepEqual([...networks('10.1.1.1:53,10.1.1.2:53,10.1.2.1:53')], ['10.1.1', '10.1.2'])
  assert.deepEqual([...networks('[2a00:1450::1]:53,[2a00:1450:4001::1]:53')], ['2a00:1450'])
})

test('gateways and resolvers are read as Linux writes them', () => {
  const route = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
tun0\t00000000\t00000000\t0001\t0\t0\t50\t00000000\t0\t0\t0
`
  assert.deepEqual(parseGateways(route), ['192.0.2.1'])
  const zero = '0'.repeat(32)
  const route6 = `${zero} 00 ${zero} 00 20010db8000000000000000000000001 00000400 00000001 00000000 00000003     eth0
${zero} 00 ${zero} 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0
fe80000000000000 40 ${zero} 00 ${zero} 00000100 00000001 00000000 00000001     eth0
`
  assert.deepEqual(parseIpv6Gateways(route6), ['2001:0db8:0000:0000:0000:0000:0000:0001'])
  assert.deepEqual(
    parseNameServers('# nameserver 1.1.1.1\nnameserver 10.0.0.53\nsearch a\n nameserver 2001:db8::53\n'),
    ['10.0.0.53', '2001:db8::53'],
  )
})

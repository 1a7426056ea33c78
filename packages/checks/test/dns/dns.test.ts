import assert from 'node:assert/strict'
import { getServers, setServers } from 'node:dns'
import { test } from 'node:test'
import { allowAll, allowPublicOnly, type CheckOrder, type CheckSettings, runCheck } from '@wachta/checks'
import { createGuard } from '@wachta/egress'
import type { Answer } from 'dns-packet'
import { normalizeRecord } from '../../src/dns/record.ts'
import { type DnsMode, startDnsServer } from '../support/dns-server.ts'
import { kindOf } from '../support/kind-of.ts'

const name = 'www.example.com'
const ttl = 300

const zone: readonly Answer[] = [
  { type: 'A', name, ttl, data: '192.0.2.1' },
  { type: 'A', name, ttl: 60, data: '192.0.2.2' },
  { type: 'AAAA', name, ttl, data: '2001:db8::1' },
  { type: 'CAA', name, ttl, data: { flags: 0, tag: 'issue', value: 'letsencrypt.org' } },
  { type: 'MX', name, ttl, data: { preference: 10, exchange: 'Mail.Example.com' } },
  { type: 'NS', name, ttl, data: 'ns1.example.com' },
  { type: 'PTR', name: '1.2.0.192.in-addr.arpa', ttl, data: 'www.example.com' },
  { type: 'PTR', name: `1${'.0'.repeat(23)}.8.b.d.0.1.0.0.2.ip6.arpa`, ttl, data: 'www6.example.com' },
  {
    type: 'SOA',
    name,
    ttl,
    data: {
      mname: 'ns1.example.com',
      rname: 'root.example.com',
      serial: 7,
      refresh: 1,
      retry: 2,
      expire: 3,
      minimum: 4,
    },
  },
  { type: 'SRV', name, ttl, data: { priority: 1, weight: 2, port: 5060, target: 'sip.example.com' } },
  { type: 'TXT', name, ttl, data: ['v=spf1 ', '-all'] },
]

interface DnsCase {
  readonly mode?: DnsMode
  readonly records?: readonly Answer[]
  readonly settings?: CheckSettings
  readonly address?: string
}

/** Runs a check against a new server; returns its outcome and the questions that the server got. */
async function check({ mode = 'well', records = zone, settings = {}, address = name }: DnsCase) {
  const server = await startDnsServer(records, { mode })
  try {
    const order = { type_id: 'dns', address, settings: { dns_server: '127.0.0.1', port: server.port, ...settings } }
    return { outcome: await runCheck({ ...order, timeout_ms: 5000 }, { guard: allowAll }), heard: server.heard }
  } finally {
    await server.close()
  }
}

const expected: readonly (readonly [string, string, readonly string[]])[] = [
  ['A', name, ['192.0.2.1', '192.0.2.2']],
  ['AAAA', name, ['2001:DB8:0::1']],
  ['CAA', name, ['0 issue "letsencrypt.org"']],
  ['MX', name, ['10 mail.example.com.']],
  ['NS', name, ['NS1.example.com']],
  ['PTR', '192.0.2.1', ['www.example.com.']],
  ['PTR', '2001:db8::1', ['www6.example.com']],
  ['SOA', name, ['ns1.example.com. root.example.com. 7 1 2 3 4']],
  ['SRV', name, ['1 2 5060 sip.example.com.']],
  ['TXT', name, ['v=spf1 -all']],
  ['TXT', name, ['"v=spf1 " "-all"']],
]

for (const [record_type, address, expected_answers] of expected) {
  test(`${record_type} of ${address} is ${expected_answers.join(', ')}`, async () => {
    const { outcome } = await check({ address, settings: { record_type, expected_answers } })
    assert.equal(outcome.error_message, null)
    assert.equal(outcome.result, 'ok')
  })
}

test('the records are counted, their shortest life is told, and they are kept', async () => {
  const { outcome } = await check({})
  assert.deepEqual(outcome.metrics, { answer_count: 2, time_to_live: 60 })
  assert.ok((outcome.data_size ?? 0) > 40)
  const [artifact] = outcome.artifacts
  assert.equal(artifact?.artifact_id, 'dns_answer')
  assert.match(Buffer.from(artifact?.content ?? []).toString(), /^www\.example\.com\. 60 IN A 192\.0\.2\.2$/m)
})

test('what the server refused to say is kept as well', async () => {
  const { outcome } = await check({ mode: 'nxdomain' })
  assert.match(Buffer.from(outcome.artifacts[0]?.content ?? []).toString(), /status NXDOMAIN/)
})

test('aliases are followed, in a circle too', async () => {
  const alias = (from: string, to: string): Answer => ({ type: 'CNAME', name: from, ttl, data: to })
  const target: Answer = { type: 'A', name: 'b.example.com', ttl, data: '192.0.2.9' }
  const straight = await check({
    records: [alias(name, 'A.example.com'), alias('a.example.com', 'b.example.com'), target],
  })
  assert.equal(straight.outcome.result, 'ok')
  assert.equal(straight.outcome.metrics['answer_count'], 1)
  const circle = await check({ records: [alias(name, 'a.example.com'), alias('a.example.com', name)] })
  assert.equal(kindOf(circle.outcome), 'dns_no_record')
})

test('a truncated answer is fetched over TCP', async () => {
  const { outcome, heard } = await check({ mode: 'truncated' })
  assert.equal(outcome.result, 'ok')
  assert.deepEqual(
    heard.map(({ over }) => over),
    ['udp', 'tcp'],
  )
})

test('a server that knows no extensions is asked without', async () => {
  const { outcome, heard } = await check({ mode: 'no_extensions' })
  assert.equal(outcome.result, 'ok')
  assert.deepEqual(
    heard.map(({ packet }) => packet.additionals?.length),
    [1, 0],
  )
})

test('a forged answer before the true one changes nothing', async () => {
  const { outcome } = await check({ mode: 'forged_first' })
  assert.equal(outcome.result, 'ok')
})

test('a lost question is asked again', async () => {
  const { outcome, heard } = await check({ mode: 'lossy' })
  assert.equal(outcome.result, 'ok')
  assert.equal(heard.length, 2)
})

test('ids and ports cannot be foreseen', async () => {
  const questions = await Promise.all(Array.from({ length: 20 }, () => check({})))
  const heard = questions.flatMap((one) => one.heard)
  assert.ok(new Set(heard.map(({ packet }) => packet.id)).size >= 18)
  assert.ok(new Set(heard.map(({ port }) => port)).size >= 18)
})

test('a server that is given passes the guard', async () => {
  const order: CheckOrder = { type_id: 'dns', address: name, settings: { dns_server: '127.0.0.1' }, timeout_ms: 1000 }
  assert.equal(kindOf(await runCheck(order, { guard: allowPublicOnly })), 'address_forbidden')
})

/** Allows the addresses in the zone of the tests, but neither the loopback address nor private networks. */
const documentation = createGuard({ allow: ['192.0.2.0/24'] })

test('what the resolver of the machine knows of private networks is not told', async (context) => {
  const before = getServers()
  context.after(() => setServers(before))
  const data = ['10.0.0.5', '192.0.2.1']
  const server = await startDnsServer(data.map((address) => ({ type: 'A', name, ttl, data: address })))
  setServers([`127.0.0.1:${server.port}`])
  const ask = (address: string, settings: CheckSettings) =>
    runCheck({ type_id: 'dns', address, settings, timeout_ms: 1000 }, { guard: documentation })
  const both = await ask(name, { expected_answers: data })
  const reverse = await ask('10.0.0.5', { record_type: 'PTR' })
  await server.close()
  assert.match(both.error_message ?? '', /lacks 10\.0\.0\.5; it contains 192\.0\.2\.1$/)
  assert.ok(!JSON.stringify(both.artifacts.map(({ content }) => Buffer.from(content).toString())).includes('10.0.0.5'))
  assert.equal(kindOf(reverse), 'address_forbidden')
  assert.equal(server.heard.length, 1, 'no query for the reverse name')
})

test('the resolver of the machine does not: nobody but its owner chose it', async (context) => {
  const before = getServers()
  context.after(() => setServers(before))
  const server = await startDnsServer(zone, { mode: 'truncated' })
  setServers([`127.0.0.1:${server.port}`])
  const order: CheckOrder = { type_id: 'dns', address: name, settings: {}, timeout_ms: 1000 }
  const outcome = await runCheck(order, { guard: documentation })
  await server.close()
  assert.equal(outcome.error_message, null)
  assert.equal(outcome.result, 'ok')
  assert.equal(server.heard.length, 2)
})

test('a second resolver is asked where the first cannot be reached', async (context) => {
  const before = getServers()
  context.after(() => setServers(before))
  const server = await startDnsServer(zone)
  setServers(['127.0.0.1:1', `127.0.0.1:${server.port}`])
  const outcome = await runCheck(
    { type_id: 'dns', address: name, settings: {}, timeout_ms: 1000 },
    { guard: documentation },
  )
  await server.close()
  assert.equal(outcome.result, 'ok')
})

test('values are compared in their normal form, and texts to the letter', () => {
  assert.equal(normalizeRecord('NS', 'Żółw.Example.'), 'xn--w-uga1v8h.example')
  assert.equal(normalizeRecord('SRV', '0 0 0 .'), '0 0 0 .')
  assert.equal(normalizeRecord('TXT', 'Key="A" B'), 'Key="A" B')
  assert.notEqual(normalizeRecord('TXT', 'a'), normalizeRecord('TXT', 'A'))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addBootstrap,
  allowAll,
  allowPublicOnly,
  type CheckOutcome,
  type CheckSettings,
  runCheck,
  wellKnownRegistries,
} from '@wachta/checks'
import fc from 'fast-check'
import { parseRegistryDate } from '../../src/registry/registry-date.ts'
import { readWhois } from '../../src/registry/whois-answer.ts'
import { today } from '../faults/domain.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { kindOf } from '../support/kind-of.ts'
import { rdapDomain, startRegistries } from '../support/registry-servers.ts'
import { whoisSamples } from './whois-answers.ts'

const later = '2027-06-01T13:00:00Z'

interface ExpiryCase {
  readonly address?: string
  readonly settings?: CheckSettings
  readonly guard?: typeof allowAll
  readonly timeoutMs?: number
}

/** Checks a domain with these registries; returns the outcome and the queries that they got. */
async function check(servers: Parameters<typeof startRegistries>[0], how: ExpiryCase = {}) {
  const { registries, asked, close } = await startRegistries(servers)
  const { address = 'example.com', settings = {}, guard = allowAll, timeoutMs = 5000 } = how
  const order = { type_id: 'domain_expiry', address, settings, timeout_ms: timeoutMs }
  const outcome = await runCheck(order, { guard, registries, now: () => today })
  await close()
  return { outcome, asked }
}

const kept = ({ artifacts }: CheckOutcome): string =>
  artifacts.map(({ artifact_id, content }) => `${artifact_id}: ${Buffer.from(content)}`).join()

for (const { name, text, verdict, expires, status, referral } of whoisSamples) {
  test(`WHOIS ${name}`, () => {
    const answer = readWhois(text)
    assert.equal(answer.verdict, verdict)
    assert.equal(answer.expires?.toISOString(), expires)
    assert.equal(answer.statuses[0], status)
    assert.equal(answer.referral, referral ?? null)
  })
}

test('a date from RDAP, the days left, and the answer kept', async () => {
  const { outcome, asked } = await check({ rdap: () => ({ body: rdapDomain(later) }) })
  assert.equal(outcome.error_message, null)
  assert.equal(outcome.metrics['domain_days_left'], 365)
  assert.deepEqual(asked, ['rdap /domain/example.com application/rdap+json'])
  assert.match(kept(outcome), /^registry_answer: .*"ldhName":"EXAMPLE\.COM"/)
})

test('how many days must be left is a setting', async () => {
  const rdap = () => ({ body: rdapDomain(later) })
  const kindWith = async (domain_expiry_days: number) =>
    kindOf((await check({ rdap }, { settings: { domain_expiry_days } })).outcome)
  assert.equal(await kindWith(365), undefined)
  assert.equal(await kindWith(366), 'domain_expiring')
})

test('what is below a domain, and letters beyond ASCII', async () => {
  const rdap = () => ({ body: rdapDomain(later) })
  const below = await check({ rdap }, { address: 'WWW.Example.co.uk.' })
  assert.match(below.asked[0] ?? '', /^rdap \/domain\/example\.co\.uk /)
  const turtle = await check({ rdap }, { address: 'żółw.pl' })
  assert.match(turtle.asked[0] ?? '', /^rdap \/domain\/xn--w-uga1v8h\.pl /)
})

test('a registry may redirect', async () => {
  const rdap = (path: string) =>
    path.startsWith('/moved/') ? { body: rdapDomain(later) } : { status: 302, location: `/moved${path}` }
  assert.equal((await check({ rdap })).outcome.error_message, null)
})

test('WHOIS answers where RDAP does not, or does not know the date', async () => {
  const whois = () => `Domain Name: EXAMPLE.COM\r\nRegistry Expiry Date: ${later}\r\n`
  for (const answer of [{ status: 500 }, { status: 429 }, { body: '<html>' }, { body: rdapDomain(null) }]) {
    const { outcome, asked } = await check({ rdap: () => answer, whois })
    assert.equal(outcome.error_message, null)
    assert.equal(asked[1], 'whois "example.com\\r\\n"')
    assert.match(kept(outcome), /Registry Expiry Date/)
  }
})

test('WHOIS answers where RDAP is silent', async () => {
  const whois = () => `Domain Name: EXAMPLE.COM\r\nRegistry Expiry Date: ${later}\r\n`
  const { outcome } = await check({ rdap: () => undefined, whois }, { settings: { timeout: 400 } })
  assert.equal(outcome.error_message, null)
})

test('an RDAP answer after its timeout changes nothing while WHOIS is silent', async () => {
  const rdap = () => ({ body: rdapDomain(later), delayMs: 400 })
  const { outcome } = await check({ rdap, whois: () => undefined }, { settings: { timeout: 400 }, timeoutMs: 1000 })
  assert.equal(kindOf(outcome), 'timeout_command')
  assert.equal(kept(outcome), '')
  assert.equal(outcome.data_size, null)
  assert.equal(outcome.metrics['response_size'], undefined)
  assert.deepEqual(outcome.texts, {})
})

test('a name lookup for RDAP that ends after its timeout changes nothing', async () => {
  const dns = await startDnsServer([{ type: 'A', name: 'rdap.example', data: '127.0.0.1' }], { delay: 400 })
  const { registries, asked, close } = await startRegistries({ whois: () => undefined })
  const order = { type_id: 'domain_expiry', address: 'example.com', settings: { timeout: 400 }, timeout_ms: 800 }
  const outcome = await runCheck(order, {
    guard: allowAll,
    nameServers: [`127.0.0.1:${dns.port}`],
    registries: { ...registries, rdap: () => 'http://rdap.example/' },
  })
  await Promise.all([dns.close(), close()])
  assert.equal(dns.heard.length, 1)
  assert.deepEqual(asked, ['whois "example.com\\r\\n"'])
  assert.equal(kindOf(outcome), 'timeout_command')
  assert.equal(outcome.timings.lookup, undefined)
})

test('what RDAP says of the state stands when WHOIS adds the date, and both are kept', async () => {
  const whois = () => `Domain Name: EXAMPLE.COM\r\nRegistry Expiry Date: ${later}\r\n`
  const { outcome } = await check({ rdap: () => ({ body: rdapDomain(null, 'server hold') }), whois })
  assert.equal(kindOf(outcome), 'domain_on_hold')
  assert.match(kept(outcome), /^registry_answer: .*server hold.*Registry Expiry Date/s)
})

test('the RDAP answer is kept when WHOIS has no data to add', async () => {
  for (const refusal of ['Query rate limit exceeded', 'No match for "EXAMPLE.COM".']) {
    const { outcome } = await check({ rdap: () => ({ body: rdapDomain(null) }), whois: () => refusal })
    assert.equal(kindOf(outcome), 'domain_expiry_unknown')
    assert.match(kept(outcome), /^registry_answer: \{[^\n]*"ldhName":"EXAMPLE\.COM"[^\n]*\}$/)
  }
})

const root = (question: string) =>
  question === 'com'
    ? 'whois: 127.0.0.1\n'
    : 'Domain Name: EXAMPLE.COM\nDomain Status: ok\nRegistrar WHOIS Server: 127.0.0.2\n'
const registrar = () => `Domain Name: EXAMPLE.COM\nRegistrar Registration Expiration Date: ${later}\n`

test('the root knows the server of an ending, and the registry that of the registrar', async () => {
  const { outcome, asked } = await check({ root, registrar })
  assert.equal(outcome.error_message, null)
  assert.deepEqual(asked, ['whois "com\\r\\n"', 'whois "example.com\\r\\n"', 'whois "example.com\\r\\n"'])
  assert.match(kept(outcome), /Registrar WHOIS Server.*Registrar Registration Expiration Date/s)
})

test('a registrar that hangs up, or may not be asked, adds nothing', async () => {
  const silent = await check({ root, registrar: () => null })
  assert.equal(kindOf(silent.outcome), 'domain_expiry_unknown')
  const guarded = await check({ root, registrar }, { guard: (address) => address === '127.0.0.1' })
  assert.equal(kindOf(guarded.outcome), 'domain_expiry_unknown')
  assert.equal(guarded.asked.length, 2)
})

test('Latin letters in one byte, and a response above the size limit', async () => {
  const old = Buffer.from(`Domain Name: EXAMPLE.COM\nOwner: Fran\xe7ois\nExpires: ${later}\n`, 'latin1')
  const latin = await check({ whois: () => old })
  assert.match(kept(latin.outcome), /François/)
  const endless = await check({ whois: () => `Expires: ${later}\n${'x'.repeat(20_000_000)}` })
  assert.equal(endless.outcome.error_message, null)
  assert.ok(kept(endless.outcome).length < 200_000)
  assert.ok((endless.outcome.data_size ?? 0) < 1_000_000)
})

test('the guard has a word on registries', async () => {
  const { outcome, asked } = await check(
    { rdap: () => ({ body: rdapDomain(later) }), whois: () => '' },
    { guard: allowPublicOnly },
  )
  assert.equal(kindOf(outcome), 'domain_registry_unreachable')
  assert.deepEqual(asked, [])
})

test('dates that do not exist, or are none', () => {
  for (const text of [
    '',
    'never',
    '2026-13-01',
    '31-02-2026',
    '00000000',
    '2026',
    '1.2.3',
    '13-13-2026',
    '2026-01-01T99:00:00Z',
  ])
    assert.equal(parseRegistryDate(text), undefined, text)
  assert.equal(parseRegistryDate('1 January 2027')?.toISOString(), '2027-01-01T00:00:00.000Z')
  fc.assert(
    fc.property(fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10)
      for (const form of [day, day.replaceAll('-', '/'), day.replaceAll('-', ''), day.split('-').reverse().join('.')])
        assert.equal(parseRegistryDate(form)?.toISOString().slice(0, 10), day, form)
    }),
  )
})

test('whatever a server on port 43 writes, it is read, and soon', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000, unit: 'binary' }), (text) => {
      readWhois(text)
    }),
  )
  const started = performance.now()
  for (const part of ['expires: ', 'a.', ' ', '% ', 'not found', '[', 'domain ', '-'])
    readWhois(part.repeat(131_072 / part.length))
  assert.ok(performance.now() - started < 2000)
})

test('the bootstrap file of IANA goes before the table', () => {
  const services = [
    [
      ['com', 'Example'],
      ['http://old.example/', 'https://new.example/rdap'],
    ],
    [['broken'], ['no address']],
    [['empty'], []],
    'nonsense',
    [],
  ]
  const { rdap, whois } = addBootstrap({ version: '1.0', services })
  assert.equal(rdap('com'), 'https://new.example/rdap/')
  assert.equal(rdap('example'), 'https://new.example/rdap/')
  assert.equal(rdap('broken'), undefined)
  assert.equal(rdap('org'), wellKnownRegistries.rdap('org'))
  assert.equal(whois('pl')?.host, 'whois.dns.pl')
  for (const nonsense of [null, 7, {}, { services: 7 }, { services: [[7, 8]] }])
    assert.equal(addBootstrap(nonsense).rdap('com'), wellKnownRegistries.rdap('com'))
})

test('names of members that every object has are no endings', () => {
  assert.equal(wellKnownRegistries.rdap('constructor'), undefined)
  assert.equal(wellKnownRegistries.whois('toString'), undefined)
})

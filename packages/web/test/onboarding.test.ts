import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTypes } from '@wachta/checks'
import type { Sensor } from '@wachta/client'
import { countLimitedServices } from '../src/features/accounts/limited-services.ts'
import { createJob } from '../src/features/onboarding/create-job.ts'
import { createService } from '../src/features/onboarding/create-service.ts'
import { buildProposal, buildProposalForType, withFirstStep } from '../src/features/onboarding/proposal.ts'
import { chooseAcrossCountries } from '../src/features/onboarding/spread.ts'
import { createAnsweredClient } from './support/answered-client.ts'

const cases: readonly (readonly [typed: string, type: string, address: string, settings?: object])[] = [
  ['https://www.example.com/', 'https', 'https://www.example.com/'],
  ['  http://example.com/health?x=1 ', 'http', 'http://example.com/health?x=1'],
  ['example.com', 'https', 'https://example.com'],
  ['example.com/cart', 'https', 'https://example.com/cart'],
  ['wss://live.example.com/feed', 'websocket', 'wss://live.example.com/feed'],
  ['example.com:443', 'https', 'https://example.com:443'],
  ['example.com:8080/status', 'http', 'http://example.com:8080/status'],
  ['vpn.example.com:1194', 'tcp', 'vpn.example.com', { port: 1194 }],
  ['tcp://db.example.com:5432', 'tcp', 'db.example.com', { port: 5432 }],
  ['mail.example.com', 'smtp', 'mail.example.com'],
  ['mx1.example.com', 'smtp', 'mx1.example.com'],
  ['imap.example.com:993', 'imap', 'imap.example.com:993'],
  ['pop.example.com', 'pop3', 'pop.example.com'],
  ['anna@example.com', 'smtp', 'example.com'],
  ['ns1.example.com', 'dns', 'ns1.example.com'],
  ['status.example.com', 'vendor_status', 'https://status.example.com'],
  ['192.0.2.7', 'ping', '192.0.2.7'],
  ['2001:db8::1', 'ping', '2001:db8::1'],
  ['[2001:db8::1]:22', 'ssh', '[2001:db8::1]:22'],
  ['192.0.2.7:25', 'smtp', '192.0.2.7:25'],
  ['router', 'ping', 'router'],
]

test('what is pasted tells what is meant', () => {
  for (const [typed, type_id, address, extended_settings = {}] of cases) {
    const found = buildProposal(typed)
    assert.deepEqual(
      { type_id: found?.type_id, address: found?.address, extended_settings: found?.extended_settings },
      { type_id, address, extended_settings },
      typed,
    )
  }
})

test('every proposal is an address that its type takes', () => {
  for (const [typed] of cases) {
    const found = buildProposal(typed)
    const type = checkTypes.find(({ id }) => id === found?.type_id)
    assert.equal(type?.validateAddress(found?.address ?? ''), undefined, typed)
  }
  const ping = checkTypes.find(({ id }) => id === 'ping')
  assert.notEqual(ping?.validateAddress('example.com:80'), undefined, 'a wrong one is seen')
})

test('nothing is made of what says nothing', () => {
  for (const typed of ['', '   ', 'two words', 'gopher://example.com', ':443', 'a@b@c'])
    assert.equal(buildProposal(typed), null)
})

test('another type takes the same address in its own way, and the name is the host', () => {
  assert.deepEqual(buildProposalForType('ping', 'https://www.example.com:8443/a'), {
    type_id: 'ping',
    address: 'www.example.com',
    name: 'example.com',
    extended_settings: {},
  })
  assert.equal(
    buildProposalForType('tls_certificate', 'https://www.example.com:8443/a').address,
    'www.example.com:8443',
  )
})

test('sensors are spread over countries before a second one of the same is taken', () => {
  const sensors = ['PL', 'PL', 'DE', 'PL', 'US', null].map((country_code, id) => ({ id, country_code }))
  assert.deepEqual(
    chooseAcrossCountries(sensors, 3).map(({ id }) => id),
    [0, 2, 4],
  )
  assert.deepEqual(
    chooseAcrossCountries(sensors, 9).map(({ id }) => id),
    [0, 2, 4, 5, 1, 3],
  )
  assert.deepEqual(chooseAcrossCountries([], 3), [])
})

test('a scenario starts with a step that opens its address', () => {
  const steps = (type: string) =>
    withFirstStep(buildProposalForType(type, 'www.example.com/shop'), 'Start page').extended_settings
  assert.deepEqual(steps('browser_scenario'), {
    steps: [{ name: 'Start page', actions: [{ open: 'https://www.example.com/shop' }] }],
  })
  assert.deepEqual(steps('http_scenario'), { steps: [{ name: 'Start page', url: '/' }] })
  assert.deepEqual(steps('https'), {})
})

test('a service gets its own sensors, even if they are still being loaded when the form is sent', async () => {
  const { client, sent } = createAnsweredClient(() => ({ id: 7 }))
  const proposal = buildProposal('https://shop.example.com/')
  assert.ok(proposal)
  const sensors = [1, 2, 3].map((id) => ({ id, name: `s${id}`, country_code: 'PL' }) as Sensor)
  const loadSensors = () => new Promise<readonly Sensor[]>((resolve) => setTimeout(() => resolve(sensors), 5))
  const service = { proposal, firstStep: 'Start page', name: 'Shop', group: 3, maxSensors: 2 }
  const started = await createService(client, service, loadSensors)
  assert.deepEqual(started, { id: 7, name: 'Shop', group: 3, sensors: sensors.slice(0, 2) })
  const [[request, body] = []] = sent
  assert.equal(request, 'POST /services')
  assert.deepEqual((body as { sensor_ids?: unknown }).sensor_ids, [1, 2])
})

test('a job has one service, however often its URL has to be asked for', async () => {
  let isReachable = false
  const { client, sent } = createAnsweredClient((request) => {
    if (request === 'POST /services') return { id: 7 }
    if (request === 'PUT /services/7') return undefined
    if (!isReachable) throw new TypeError('the connection is lost')
    return { url: 'https://w.example.com/v3/heartbeats/abc' }
  })
  const created = {}
  const job = { type_id: 'heartbeat', group_id: 3, name: 'Backup', interval: 86_400, grace: 1_800 }
  const data = { name: 'Backup', address: 'Backup', interval: 86_400, extended_settings: { grace: 1_800 } }
  await assert.rejects(createJob(client, job, created))
  await assert.rejects(createJob(client, job, created))
  isReachable = true
  const renamed = await createJob(client, { ...job, name: 'Copy' }, created)
  assert.deepEqual(renamed, { id: 7, url: 'https://w.example.com/v3/heartbeats/abc' })
  const token = ['POST /services/7/heartbeat_token', undefined]
  assert.deepEqual(sent, [
    ['POST /services', { type_id: 'heartbeat', ...data, group_id: 3 }],
    token,
    token,
    ['PUT /services/7', { ...data, name: 'Copy', address: 'Copy' }],
    token,
  ])
})

test('archived services take no place in the package', () => {
  assert.equal(countLimitedServices({ own_services: 10, own_archived_services: 1 }), 9)
})

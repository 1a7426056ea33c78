import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tools } from '../src/index.ts'
import { callTool, type Installation, recordEvidence, startInstallation, tryTool } from './support/installation.ts'

let installation: Installation

before(async () => {
  installation = await startInstallation()
})
after(() => installation[Symbol.asyncDispose]())

const duty = ['services:read', 'incidents:write', 'maintenance:write', 'sensors:read']
const names = (listed: { tools: readonly { name: string }[] }) => listed.tools.map(({ name }) => name)

test('a model finds what is down and why, acknowledges it and plans maintenance', async () => {
  const analysis = await recordEvidence(installation, {
    message: 'connect ECONNREFUSED',
    headers: 'HTTP/1.1 502 Bad Gateway\nServer: nginx',
    body: '<h1>Bad Gateway</h1>',
    har: JSON.stringify({
      log: { entries: [{ request: { url: 'http://shop.example/cart' }, response: { status: 502 }, time: 12.4 }] },
    }),
  })
  const client = await installation.connect(await installation.key(duty), { name: 'Duty bot', version: '7' })

  const { down, open_incidents } = await callTool(client, 'list_down')
  assert.deepEqual(
    down.map(({ name, status, failing_sensors }: Record<string, unknown>) => [name, status, failing_sensors]),
    [['Shop', 'down', 1]],
  )
  assert.equal(open_incidents[0].id, installation.incident)

  const status = await callTool(client, 'get_service_status', { service: 'Shop' })
  assert.deepEqual([status.status, status.failing_sensors], ['down', ['Gdańsk']])
  const evidence = await callTool(client, 'get_check_evidence', { service: installation.shop, include_body: true })
  assert.equal(evidence.analysis_id, analysis)
  assert.deepEqual(evidence.files.map(({ artifact_id }: { artifact_id: string }) => artifact_id).toSorted(), [
    'content',
    'har',
    'screenshot',
  ])
  assert.equal(evidence.untrusted.error_message, 'connect ECONNREFUSED')
  assert.match(evidence.untrusted.response_headers, /502 Bad Gateway/)
  assert.equal(evidence.untrusted.body_start, '<h1>Bad Gateway</h1>')
  assert.deepEqual(evidence.untrusted.har.failed, [{ url: 'http://shop.example/cart', status: 502, time_ms: 12 }])

  const taken = await callTool(client, 'acknowledge_incident', { incident: installation.incident, note: 'On it' })
  assert.equal(taken.state, 'acknowledged')
  const shown = await callTool(client, 'get_incident', { incident: installation.incident })
  assert.deepEqual(shown.entries.at(-1).untrusted.text, 'On it')

  const planned = await callTool(client, 'plan_maintenance', {
    services: ['Shop', 'Blog'],
    minutes: 30,
    description: 'Repair',
  })
  assert.equal(planned.ids.length, 2)
  const { windows } = await callTool(client, 'list_maintenance', { service: 'Blog' })
  assert.deepEqual(
    windows.map(({ service, is_running }: Record<string, unknown>) => [service, is_running]),
    [['Blog', true]],
  )
  assert.equal((await callTool(client, 'end_maintenance', { window: planned.ids[1] })).was, 'running')
  assert.equal((await callTool(client, 'end_maintenance', { window: planned.ids[1] })).was, 'over')
  await client.close()
})

test('the audit log names the program and the key of every change, in both revisions of the protocol', async () => {
  const { service, incident } = installation
  const key = await installation.key(['incidents:write'])
  for (const [isModern, name] of [
    [false, 'Old bot\u202e\n1'],
    [true, 'New bot'],
  ] as const) {
    const client = await installation.connect(key, { name, version: '2.0', isModern })
    await callTool(client, 'add_incident_note', { incident, text: `noted by ${isModern}` })
    await client.close()
  }
  const path = `/accounts/${service.accountId}/logs/audit?sort=-id&limit=4`
  const { body } = await service.api.call('GET', path, { as: `Bearer ${service.token}` })
  assert.deepEqual(
    body.map(({ operation, client }: Record<string, unknown>) => [operation, client]),
    [
      ['add_incident_note', 'mcp New-bot/2.0'],
      ['call_tool', 'mcp New-bot/2.0'],
      ['add_incident_note', 'mcp Old-bot-1/2.0'],
      ['call_tool', 'mcp Old-bot-1/2.0'],
    ],
  )
  assert.ok(body[0].api_key_id > 0)
})

test('every call of a tool that only reads is in the audit log once, with the key and the program', async () => {
  const { service } = installation
  const path = `/accounts/${service.accountId}/logs/audit?sort=-id&limit=3`
  const read = async () => (await service.api.call('GET', path, { as: `Bearer ${service.token}` })).body
  const client = await installation.connect(await installation.key(['services:read']), { name: 'reader' })
  const [{ id: last }] = await read()
  await callTool(client, 'list_down')
  await tryTool(client, 'get_service_status', { service: 'no such service' })
  await client.close()
  const entries = (await read()).filter(({ id }: { id: number }) => id > last)
  assert.deepEqual(
    entries.map((each: Record<string, unknown>) => [
      each['operation'],
      each['resource'],
      each['object_id'],
      each['client'],
    ]),
    [
      ['call_tool', 'tool', 'get_service_status', 'mcp reader/1.2.3'],
      ['call_tool', 'tool', 'list_down', 'mcp reader/1.2.3'],
    ],
  )
  assert.ok(entries.every(({ api_key_id }: { api_key_id: number }) => api_key_id > 0))
})

test('with a key that only reads, no tool that changes something is listed, and none can be called by name', async () => {
  const scopes = ['services:read', 'alerts:read', 'maintenance:read', 'sensors:read', 'groups:read', 'contacts:read']
  const client = await installation.connect(await installation.key(scopes))
  const listed = names(await client.listTools())
  const reading = tools.filter(({ effect }) => effect === 'none').map(({ name }) => name)
  // Planning a configuration changes nothing, but the API requires the scopes of the possible changes.
  assert.deepEqual(
    listed,
    reading.filter((name) => name !== 'plan_configuration'),
  )
  for (const { name, effect } of tools.filter((each) => !listed.includes(each.name))) {
    const refused = await client.callTool({ name, arguments: {} }).then(
      ({ isError }) => isError === true,
      () => true,
    )
    assert.ok(refused, `${name} (${effect})`)
  }
  await client.close()
})

test('each scope opens its tools, and no other', async () => {
  const listedFor = async (...scopes: string[]) => {
    const client = await installation.connect(await installation.key(scopes))
    const listed = names(await client.listTools())
    await client.close()
    return listed
  }
  assert.deepEqual(await listedFor('contacts:read'), [])
  assert.deepEqual(await listedFor('sensors:read'), ['list_sensors', 'get_diagnostic'])
  assert.deepEqual(await listedFor('incidents:read'), ['get_incident'])
  assert.ok(!(await listedFor('services:write')).includes('acknowledge_incident'))
  assert.ok((await listedFor('services:read', 'checks:write')).includes('check_now'))
})

test('a key limited to a group sees the services of that group only', async () => {
  const scopes = ['services:read', 'maintenance:write', 'incidents:read']
  const key = await installation.key(scopes, { group_ids: [installation.shopGroup] })
  const client = await installation.connect(key)
  const listed = names(await client.listTools())
  assert.ok(listed.includes('list_incidents') && !listed.includes('list_expiring'), 'it concerns the whole account')
  assert.equal((await callTool(client, 'list_incidents', { state: 'all' })).total, 1)
  const { services } = await callTool(client, 'find_services')
  assert.deepEqual(
    services.map(({ name }: { name: string }) => name),
    ['Shop'],
  )
  for (const service of ['Blog', installation.blog]) {
    const refused = await tryTool(client, 'get_service_status', { service })
    assert.deepEqual([refused.isError, /There is no service/.test(refused.text)], [true, true], refused.text)
  }
  const refused = await tryTool(client, 'plan_maintenance', { services: ['Shop', installation.blog], minutes: 5 })
  assert.ok(refused.isError)
  await client.close()
})

test('what belongs to another customer is not found', async () => {
  const client = await installation.connect(await installation.key([...duty, 'services:write']))
  const { service, incident } = installation.foreign
  for (const [name, input] of [
    ['get_service_status', { service }],
    ['get_service_status', { service: 'Secret shop' }],
    ['list_checks', { service }],
    ['get_check_evidence', { service }],
    ['get_service_level', { service }],
    ['get_chart', { service }],
    ['check_now', { service }],
    ['plan_maintenance', { services: [service], minutes: 5 }],
    ['get_incident', { incident }],
    ['acknowledge_incident', { incident }],
    ['unacknowledge_incident', { incident }],
    ['add_incident_note', { incident, text: 'x' }],
  ] as const) {
    const refused = await tryTool(client, name, input)
    assert.ok(refused.isError, name)
    assert.match(refused.text, /There is no|not found|does not exist/i, name)
  }
  const { total } = await callTool(client, 'find_services', { query: 'secret' })
  assert.equal(total, 0)
  await client.close()
})

test('history, service level, charts and expiring certificates come as figures', async () => {
  const client = await installation.connect(await installation.key(duty))
  const service = 'Shop'
  const { checks } = await callTool(client, 'list_checks', { service, from: '2h', only_errors: true })
  assert.equal(checks[0].result, 'error')
  assert.ok(Array.isArray((await callTool(client, 'list_status_changes', { service, from: '7d' })).changes))
  assert.ok('service_level_percent' in (await callTool(client, 'get_service_level', { service, from: '7d' })))
  assert.ok((await callTool(client, 'get_chart', { service, from: '24h' })).points.length >= 1)
  assert.ok((await callTool(client, 'get_chart', { service, from: '4w', figure: 'availability' })).points.length <= 60)
  assert.equal((await callTool(client, 'list_expiring')).total, 0)
  assert.equal((await callTool(client, 'list_incidents', { state: 'all', service })).total, 1)
  assert.equal((await callTool(client, 'list_sensors')).sensors[0].name, 'Gdańsk')
  for (const from of ['yesterday', '2026-11-18 10:00', '2999-01-01T00:00:00Z', '2026-02-30T00:00:00Z'])
    assert.ok((await tryTool(client, 'get_chart', { service, from })).isError, from)
  await client.close()
})

test('a configuration is applied only with the digest of the plan that was shown', async () => {
  const { service } = installation
  const scopes = ['groups:write', 'services:write', 'contacts:write', 'alerts:write']
  const client = await installation.connect(await installation.key(scopes))
  const declared = (name: string) => ({
    configuration: { services: [{ external_id: 'api', type_id: 'ping', name, address: 'api.example' }] },
  })
  const plan = await callTool(client, 'plan_configuration', declared('API'))
  assert.deepEqual([plan.create, plan.change, plan.delete], [1, 0, 0])
  const { plan_digest } = plan
  const other = await tryTool(client, 'apply_configuration', { ...declared('Another'), plan_digest })
  assert.deepEqual([other.isError, /does not match this plan_digest/.test(other.text)], [true, true], other.text)
  assert.equal((await callTool(client, 'apply_configuration', { ...declared('API'), plan_digest })).applied, true)
  const again = await tryTool(client, 'apply_configuration', { ...declared('API'), plan_digest })
  assert.ok(again.isError, 'the plan is another one now')
  const smuggled = { configuration: { ...declared('API').configuration, dry_run: false, account_id: 1 } }
  assert.ok((await tryTool(client, 'plan_configuration', smuggled)).isError)
  const found = await service.client().list('list_services', { query: { 'filter.name': 'API' } })
  assert.equal(found.total, 1)
  await client.close()
})

test('diagnostics run from a sensor, and their results are read later', async () => {
  const { service } = installation
  const scopes = ['services:read', 'sensors:write']
  const client = await installation.connect(await installation.key(scopes))
  const asked = service.client().call('create_dns_diagnostic', {
    body: {
      sensor_id: service.sensorId,
      settings: { address: 'shop.example', record_type: 'TXT', dns_server: '9.9.9.9' },
    },
  })
  const { id } = await asked
  assert.equal((await callTool(client, 'get_diagnostic', { id, kind: 'dns' })).status, 'pending')
  assert.ok((await tryTool(client, 'run_traceroute', { target: 'Shopp' })).isError, 'a slip is not a host')
  await client.close()
})

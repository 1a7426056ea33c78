import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { allowAll, type CheckSettings, errorTypes, findCheckType, runCheck } from '@wachta/checks'
import { vendorReportedErrorIds, vendorStatusTypeId } from '@wachta/domain'
import type { FaultyServer } from '../faults/fault.ts'
import { watch } from '../lines/support/watch.ts'
import { kindOf } from '../support/kind-of.ts'
import { component, incident, statusPage, statusServer, writeSummary } from '../support/status-page-server.ts'

async function check(server: Promise<FaultyServer>, settings: CheckSettings = {}, path = '') {
  const { address, close } = await server
  try {
    return await watch({ type_id: 'vendor_status', address: `${address}${path}`, settings })
  } finally {
    close()
  }
}

const serve = (summary: Parameters<typeof writeSummary>[0]) => statusPage(writeSummary(summary))
const day = (number: number) => `2026-05-0${number}T10:00:00.000Z`

test('a page without trouble is up, and what it says is measured', async () => {
  const { kind, metrics, artifacts } = await check(serve({}))
  assert.equal(kind, 'ok')
  assert.deepEqual([metrics['vendor_indicator'], metrics['vendor_unresolved_incidents']], [0, 0])
  assert.ok(!('vendor_component_status' in metrics))
  assert.deepEqual(artifacts, [])
})

test('each indicator fails from the threshold on, and has its number', async () => {
  const indicators = ['none', 'maintenance', 'minor', 'major', 'critical']
  const failing = { minor: 3, major: 2, critical: 1 }
  for (const [indicator_threshold, count] of Object.entries(failing)) {
    for (const [place, indicator] of indicators.entries()) {
      const { kind, metrics } = await check(serve({ indicator }), { indicator_threshold })
      assert.equal(
        kind,
        place >= indicators.length - count ? 'vendor_outage' : 'ok',
        `${indicator_threshold} ${indicator}`,
      )
      assert.equal(metrics['vendor_indicator'], place)
    }
  }
})

test('each status of a component fails from the threshold on, and has its number', async () => {
  const statuses = ['operational', 'under_maintenance', 'degraded_performance', 'partial_outage', 'major_outage']
  const failing = { degraded_performance: 3, partial_outage: 2, major_outage: 1 }
  for (const [component_threshold, count] of Object.entries(failing)) {
    for (const [place, status] of statuses.entries()) {
      const components = [component('api', 'API', status), component('pay', 'Payments')]
      const { kind, metrics } = await check(serve({ components }), { components: ['API', 'pay'], component_threshold })
      const expected = place >= statuses.length - count ? 'vendor_component_outage' : 'ok'
      assert.equal(kind, expected, `${component_threshold} ${status}`)
      assert.equal(metrics['vendor_component_status'], place)
    }
  }
})

test('only the chosen components count, by id or by name in any case', async () => {
  const components = [component('api', 'API (EU)', 'major_outage'), component('pay', 'Płatności')]
  const page = { indicator: 'critical', components }
  assert.equal((await check(serve(page), { components: ['PŁATNOŚCI '] })).kind, 'ok')
  assert.equal((await check(serve(page), { components: ['pay'] })).kind, 'ok')
  assert.equal((await check(serve(page), { components: ['pay', 'api (eu)'] })).kind, 'vendor_component_outage')
  // Components that are not selected may have an unknown status.
  const newer = [...components, component('new', 'New', 'on_fire')]
  assert.equal((await check(serve({ components: newer }), { components: ['pay'] })).kind, 'ok')
})

test('of components with one name, the worst counts', async () => {
  const components = [component('eu', 'API'), component('us', 'API', 'major_outage')]
  const { kind, error_message } = await check(serve({ components }), { components: ['API'] })
  assert.equal(kind, 'vendor_component_outage')
  assert.equal(error_message, '“API”: major_outage')
  assert.equal((await check(serve({ components }), { components: ['eu'] })).kind, 'ok')
})

test('maintenance counts only if the setting says so', async () => {
  for (const [page, settings] of [
    [{ indicator: 'maintenance' }, {}],
    [{ components: [component('api', 'API', 'under_maintenance')] }, { components: ['API'] }],
  ] as const) {
    assert.equal((await check(serve(page), settings)).kind, 'ok')
    assert.equal((await check(serve(page), { ...settings, fail_during_maintenance: true })).kind, 'vendor_maintenance')
  }
})

test('maintenance counts beside a component that is worse, but below its threshold', async () => {
  const components = [component('api', 'API', 'under_maintenance'), component('pay', 'Pay', 'degraded_performance')]
  const settings = { components: ['API', 'Pay'], fail_during_maintenance: true }
  assert.equal((await check(serve({ components }), settings)).error_message, '“API”: under_maintenance')
  const lower = { ...settings, component_threshold: 'degraded_performance' }
  assert.equal((await check(serve({ components }), lower)).error_message, '“Pay”: degraded_performance and 1 more')
})

test('the message quotes the newest unresolved incident', async () => {
  const updates = [
    { body: 'Identified.', created_at: day(3) },
    { body: 'Cards are refused in Europe.', created_at: day(4) },
  ]
  const incidents = [
    incident('Old trouble', day(1)),
    incident('Payments fail', day(2), { status: 'identified', incident_updates: updates }),
    incident('Gone', day(5), { status: 'resolved' }),
    incident('Explained', day(6), { status: 'postmortem' }),
  ]
  const { error_message, metrics } = await check(
    serve({ indicator: 'major', description: 'Partial Outage', incidents }),
  )
  assert.equal(
    error_message,
    'the vendor reports major, “Partial Outage”. Newest incident: “Payments fail”: “Cards are refused in Europe.”',
  )
  assert.equal(metrics['vendor_unresolved_incidents'], 2)
})

test('the message about a component quotes no incident of another one', async () => {
  const components = [component('api', 'API', 'major_outage'), component('mail', 'Mail')]
  const of = (id: string) => ({ components: [{ id, name: 'x', status: 'major_outage' }] })
  const incidents = [incident('Mail is late', day(9), of('mail')), incident('API is down', day(1), of('api'))]
  const message = async (...chosen: object[]) =>
    (await check(serve({ components, incidents: chosen }), { components: ['API'] })).error_message
  assert.equal(
    await message(...incidents),
    '“API”: major_outage. Newest incident: “API is down”: “We look into API is down.”',
  )
  assert.equal(await message(...incidents.slice(0, 1)), '“API”: major_outage')
  assert.match((await message(incident('Unassigned', day(1)))) ?? '', /“Unassigned”/)
})

test('what the vendor writes is cleaned and bounded', async () => {
  const name = 'Fire”\u202e\u0000\r\nWachta: all is <b onclick="x()">well</b>\u2028 http://evil.example/a?b now'
  const body = `<p>${'long '.repeat(2_000)}</p>`
  const incidents = [incident(name, day(1), { incident_updates: [{ body, created_at: day(1) }] })]
  const { error_message } = await check(serve({ indicator: 'critical', description: '', incidents }))
  const shown = error_message ?? ''
  assert.ok(
    shown.startsWith(
      "the vendor reports critical. Newest incident: “Fire' Wachta: all is well [link] now”: “long long",
    ),
    shown,
  )
  assert.ok(shown.endsWith('long…”') && shown.length < 450, shown)
  assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\u2028<>]|evil/u)
})

test('the summary is kept as evidence of a failure', async () => {
  const { artifacts } = await check(serve({ indicator: 'critical' }))
  const content = artifacts.find(({ artifact_id }) => artifact_id === 'content')
  assert.match(content?.content_type ?? '', /^application\/json/)
  assert.equal(JSON.parse(Buffer.from(content?.content ?? []).toString()).status.indicator, 'critical')
  assert.ok(artifacts.some(({ artifact_id }) => artifact_id === 'headers'))
})

test('the summary is found below every form of the address', async () => {
  for (const [path, asked] of [
    ['', '/api/v2/summary.json'],
    ['/', '/api/v2/summary.json'],
    ['/?lang=pl#top', '/api/v2/summary.json'],
    ['/status/', '/status/api/v2/summary.json'],
    ['/api/v2/summary.json', '/api/v2/summary.json'],
  ] as const) {
    let accept = ''
    const server = statusServer(
      (request, response) => {
        accept = String(request.headers.accept)
        response.end(writeSummary())
      },
      [asked],
    )
    assert.equal((await check(server, {}, path)).kind, 'ok', path)
    assert.equal(accept, 'application/json')
  }
})

test('a redirect is followed, but never past the guard', async (t) => {
  const other = await statusPage(writeSummary({ indicator: 'critical' }))
  t.after(other.close)
  const location = `${other.address}/api/v2/summary.json`
  const redirecting = () => statusServer((_, response) => response.writeHead(301, { location }).end())
  assert.equal((await check(redirecting())).kind, 'vendor_outage')
  assert.equal(await guarded(t, redirecting()), 'http_redirect_forbidden')
})

/** The kind of failure if the guard allows only the first connection. */
async function guarded(t: TestContext, server: Promise<FaultyServer>): Promise<string | undefined> {
  const { address, close } = await server
  t.after(close)
  let asked = 0
  const guard = (found: string) => {
    asked += 1
    return asked < 2 && allowAll(found)
  }
  return kindOf(await runCheck({ type_id: 'vendor_status', address, settings: {}, timeout_ms: 5000 }, { guard }))
}

test('thousands of components and incidents take no time to speak of', async () => {
  const components = Array.from({ length: 8_000 }, (_, place) => component(`c${place}`, `Component ${place}`))
  const chosen = Array.from({ length: 50 }, (_, place) => `component ${place * 150}`)
  const incidents = Array.from({ length: 1_000 }, (_, place) =>
    incident(`Incident ${place}`, day(1), { components: [] }),
  )
  const started = performance.now()
  const { kind, metrics } = await check(serve({ components, incidents }), { components: chosen })
  assert.equal(kind, 'ok')
  assert.equal(metrics['vendor_unresolved_incidents'], 1_000)
  assert.ok(performance.now() - started < 2_000)
})

test('lists that a page leaves out are empty', async () => {
  const { kind, metrics } = await check(statusPage('{"status":{"indicator":"minor"}}'))
  assert.equal(kind, 'ok')
  assert.deepEqual([metrics['vendor_indicator'], metrics['vendor_unresolved_incidents']], [2, 0])
})

test('the error types with which a vendor reports trouble are known to alert rules', () => {
  assert.equal(findCheckType(vendorStatusTypeId)?.id, 'vendor_status')
  assert.deepEqual(
    errorTypes.filter(({ id }) => vendorReportedErrorIds.includes(id)).map(({ kind }) => kind),
    ['vendor_outage', 'vendor_component_outage', 'vendor_maintenance'],
  )
})

test('the settings are closed, and the metrics are described', () => {
  const type = findCheckType('vendor_status')
  assert.deepEqual(Object.keys(type?.settings ?? {}), [
    'error_tolerance',
    'sensors_failover',
    'components',
    'indicator_threshold',
    'component_threshold',
    'fail_during_maintenance',
    'timeout',
    'verify_certificate',
  ])
  assert.deepEqual(type?.settings['indicator_threshold']?.enum, ['minor', 'major', 'critical'])
  assert.deepEqual(type?.settings['component_threshold']?.enum, [
    'degraded_performance',
    'partial_outage',
    'major_outage',
  ])
  assert.deepEqual(
    type?.metrics?.map(({ id }) => id),
    ['vendor_indicator', 'vendor_component_status', 'vendor_unresolved_incidents'],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckOutcome, type CheckSettings, createGuard, runCheck } from '@wachta/checks'
import { kindOf } from '../support/kind-of.ts'
import { startShop } from '../support/shop-server.ts'

const checkContext = { guard: createGuard({ allow: ['127.0.0.0/8'] }) }

const password = `p4ss"w/rd & (it's) more`

const login = [
  {
    name: 'Open the form',
    url: '/form',
    extract: [{ variable: 'csrf', content_regex: 'name="csrf" value="([^"]+)"' }],
  },
  {
    name: 'Log in',
    method: 'POST',
    url: '/login',
    headers: ['Content-Type: application/json'],
    body: '{"user":"{{username}}","password":"{{password}}","csrf":"{{ csrf }}"}',
    assertions: [{ status_codes: '200' }, { json: { path: '$.user.id', value: '42' } }],
    extract: [
      { variable: 'bearer', json_path: '$.token' },
      { variable: 'id', json_path: '$.user.id' },
    ],
  },
]

const run = (address: string, steps: readonly object[], settings: CheckSettings = {}): Promise<CheckOutcome> => {
  const known = { username: 'jan', password, ...settings }
  return runCheck({ type_id: 'http_scenario', address, settings: { steps, ...known }, timeout_ms: 5000 }, checkContext)
}

test('carries cookies and values from step to step', async () => {
  const shop = await startShop()
  const outcome = await run(shop.address, [
    ...login,
    {
      name: 'List orders',
      url: '/orders/{{id}}',
      headers: ['Authorization: Bearer {{bearer}}'],
      assertions: [{ header: { name: 'x-page', regex: '^3' } }, { maximum_response_time: 4000 }],
      extract: [
        { variable: 'number', json_path: '$.orders[0].number' },
        { variable: 'page', header: 'X-Page' },
      ],
    },
    {
      name: 'Open the order',
      url: '/order?number={{number}}&page={{page}}',
      assertions: [{ json: { path: '$.number', value: 'A/7 & more' } }],
    },
  ])
  await shop.close()
  assert.equal(outcome.error_message, null)
  assert.equal(outcome.result, 'ok')
  assert.equal(outcome.path_step, 4)
  const { steps_completed, request_count, redirect_count } = outcome.metrics
  assert.deepEqual([steps_completed, request_count, redirect_count], [4, 4, 0])
  assert.deepEqual(
    outcome.steps?.map(({ step }) => step),
    [1, 2, 3, 4],
  )
  assert.ok(outcome.steps?.every(({ data_size, response_time }) => (data_size ?? 0) > 0 && response_time !== null))
  assert.deepEqual(JSON.parse(shop.seen[1]?.body ?? ''), { user: 'jan', password, csrf: 'c5rf-t0k3n' })
  assert.equal(shop.seen[1]?.headers.cookie, 'form=1')
  assert.equal(shop.seen[2]?.headers.cookie, 'form=1; session=s3ss10n')
  assert.equal(shop.seen[3]?.line, 'GET /order?number=A%2F7%20%26%20more&page=3%20of%209')
  assert.deepEqual(outcome.artifacts, [], 'what went well leaves nothing behind')
})

test('regular expressions are those that the API accepts, also where JavaScript has no such syntax', async () => {
  const shop = await startShop()
  const look = (content_regex: string) =>
    run(shop.address, [{ name: 'Look', url: '/form', assertions: [{ content_regex }] }])
  const [found, missing, unreadable] = [await look('(?i)NAME="CSRF"'), await look('(?i){{csrf}}'), await look('(?=x)')]
  await shop.close()
  assert.equal(found.result, 'ok', found.error_message ?? '')
  assert.equal(kindOf(missing), 'content_text_missing')
  assert.equal(kindOf(unreadable), 'settings_invalid')
})

test('follows redirects with their cookies, unless the redirect is what is asked for', async () => {
  const shop = await startShop()
  const asked = await run(shop.address, [
    {
      name: 'Move',
      url: '/moved',
      assertions: [{ status_codes: '302' }],
      extract: [{ variable: 'to', header: 'location' }],
    },
  ])
  const followed = await run(shop.address, [
    ...login,
    {
      name: 'Move',
      url: '/moved',
      headers: ['Authorization: Bearer {{bearer}}'],
      assertions: [{ content_regex: 'A/7' }],
    },
  ])
  await shop.close()
  assert.equal(asked.result, 'ok', asked.error_message ?? '')
  assert.equal(followed.result, 'ok', followed.error_message ?? '')
  assert.equal(shop.seen.at(-1)?.headers.cookie, 'form=1; session=s3ss10n; moved=1')
})

test('keeps cookies to the origin that set them', async () => {
  const [shop, other] = [await startShop(), await startShop()]
  await run(shop.address, [
    { name: 'Open', url: '/form' },
    { name: 'Elsewhere', url: `${other.address}/form` },
  ])
  await Promise.all([shop.close(), other.close()])
  assert.equal(other.seen[0]?.headers.cookie, undefined)
})

test('starts paths from the address of the service', async () => {
  const shop = await startShop()
  await run(`${shop.address}/shop/`, [{ name: 'Open', url: '/form' }])
  await shop.close()
  assert.equal(shop.seen[0]?.line, 'GET /shop/form')
})

test('writes values so that they stay values', async () => {
  const shop = await startShop()
  const steps = (body: string, type: string) => [
    { name: 'Send', method: 'POST', url: '/form', body, headers: [`Content-Type: ${type}`] },
  ]
  await run(shop.address, steps('p={{password}}&q=1', 'application/x-www-form-urlencoded'))
  await run(shop.address, steps('{"p":"{{password}}"}', 'application/vnd.api+json; charset=utf-8'))
  await run(shop.address, steps('{{password}}', 'text/plain'))
  const injected = await run(shop.address, [{ name: 'Send', url: '/form', headers: ['X-Name: {{username}}'] }], {
    username: 'jan\r\nX-Injected: 1',
  })
  await shop.close()
  assert.equal(new URLSearchParams(shop.seen[0]?.body).get('p'), password)
  assert.deepEqual(JSON.parse(shop.seen[1]?.body ?? ''), { p: password })
  assert.equal(shop.seen[2]?.body, password)
  assert.equal(kindOf(injected), 'scenario_step_failed')
  assert.equal(shop.seen.length, 3)
})

test('tells the step that failed, and leaves an archive without secrets', async () => {
  const shop = await startShop()
  const outcome = await run(shop.address, [
    ...login,
    {
      name: 'Get lost',
      method: 'POST',
      url: '/nowhere?key={{password}}',
      headers: ['Content-Type: application/x-www-form-urlencoded'],
      body: 'key={{password}}',
    },
  ])
  await shop.close()
  assert.equal(kindOf(outcome), 'http_not_found')
  assert.equal(outcome.path_step, 3)
  assert.match(outcome.error_message ?? '', /^step 3 \(Get lost\): status 404/)
  const [content, headers, har] = ['content', 'headers', 'har'].map((id) => {
    const artifact = outcome.artifacts.find(({ artifact_id }) => artifact_id === id)
    return artifact === undefined ? '' : Buffer.from(artifact.content).toString()
  })
  assert.match(content ?? '', /nothing here/)
  assert.match(headers ?? '', /^HTTP 404/)
  const { log } = JSON.parse(har ?? '')
  assert.deepEqual(
    log.entries.map(({ pageref, response }: { pageref: string; response: { status: number } }) => [
      pageref,
      response.status,
    ]),
    [
      ['step_1', 200],
      ['step_2', 200],
      ['step_3', 404],
    ],
  )
  assert.equal(log.pages[2].title, 'Get lost')
  for (const secret of ['p4ss', 's3ss10n', 'acc355-t0k3n', 'c5rf-t0k3n'])
    assert.ok(!har?.includes(secret), `${secret} is in the archive`)
  assert.ok(!JSON.stringify(outcome.texts).includes('p4ss'))
})

test('keeps the archive within its limits, and whole', async () => {
  const shop = await startShop()
  const steps = Array.from({ length: 50 }, (_, index) => ({
    name: `Send ${index}`,
    method: 'POST',
    url: index === 49 ? '/nowhere' : '/form',
    headers: Array.from({ length: 10 }, (_, number) => `X-${number}: ${'x'.repeat(900)}`),
    body: 'y'.repeat(16_000),
  }))
  const outcome = await run(shop.address, steps, { timeout: 20_000 })
  await shop.close()
  const har = outcome.artifacts.find(({ artifact_id }) => artifact_id === 'har')
  assert.equal(har?.isTruncated, false)
  const { entries } = JSON.parse(Buffer.from(har?.content ?? '').toString()).log
  assert.ok(entries.length > 10 && entries.length < 50)
  assert.equal(entries.at(-1).pageref, 'step_50')
})

test('says nothing of a service whose steps cannot be read', async () => {
  const outcome = await run('http://127.0.0.1', [{ name: 'Open', url: 'ftp://example.com', no_such: 1 }])
  assert.equal(kindOf(outcome), 'settings_invalid')
})

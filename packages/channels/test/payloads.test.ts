import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channel, type Message, sampleValues } from '@wachta/channels'
import type { Carriers, WebRequest } from '../src/carrier.ts'
import { messageTo } from './delivery/message.ts'

const facts = ['Service', 'Address', 'Status', 'Error', 'Start', 'End', 'Duration', 'Affected sensors']

test('a card has facts, and buttons to acknowledge and to look', async () => {
  const { card } = await teams({})
  assert.deepEqual(
    card.body[1].facts.map(({ title }: { title: string }) => title),
    facts,
  )
  assert.deepEqual(
    card.actions.map(({ title, url }: { title: string; url: string }) => [title, url]),
    [
      ['Acknowledge', sampleValues.en['acknowledge_link']],
      ['View analysis', sampleValues.en['analysis_link']],
      ['View service', sampleValues.en['service_link']],
    ],
  )
  const polish = await teams({ kind: 'end', language: 'pl', values: sampleValues.pl })
  assert.equal(polish.card.body[0].style, 'good')
  assert.equal(polish.card.actions[0].title, 'Zobacz analizę')
  assert.equal(polish.card.actions.length, 2)
})

test('a card without values or links has none, and a value is no markup', async () => {
  const bare = await teams({ kind: 'test', values: {} })
  assert.deepEqual([bare.card.body[1].facts, bare.card.actions], [[], undefined])
  const hostile = { service_name: '**[a](https://b)** <at>all</at>', service_link: 'javascript:alert(1)' }
  const { card } = await teams({ values: hostile })
  assert.deepEqual(card.body[1].facts, [
    { title: 'Service', value: '\\*\\*\\[a\\]\\(https://b\\)\\*\\* \\<at\\>all\\</at\\>' },
  ])
  assert.equal(card.actions, undefined)
})

test('the largest card is small enough for Teams', async () => {
  const values = Object.fromEntries(Object.keys(sampleValues.en).map((name) => [name, '漢*'.repeat(1_000)]))
  const text = '漢'.repeat(channel('ms_teams_extended')?.maxText ?? 0)
  const { body } = await teams({ text, values: { ...values, service_link: `https://example.com/${'a'.repeat(300)}` } })
  assert.ok(Buffer.byteLength(JSON.stringify(body)) < 28_000)
})

test('ntfy takes what fits into its bytes, a link to open and one to acknowledge', async () => {
  const published = await sent('ntfy', { address: 'https://ntfy.example.com/push/duty', text: '漢'.repeat(2_000) })
  assert.equal(published.url, 'https://ntfy.example.com/push/')
  assert.equal(published.body.topic, 'duty')
  assert.equal(published.body.message, '漢'.repeat(1_365))
  assert.equal(published.body.click, sampleValues.en['analysis_link'])
  assert.deepEqual(published.body.actions, [
    { action: 'view', label: 'Acknowledge', url: sampleValues.en['acknowledge_link'] },
  ])
  assert.deepEqual([published.body.priority, published.body.tags], [5, ['rotating_light']])
  const end = await sent('ntfy', { address: 'https://ntfy.example.com/duty', kind: 'end', values: {} })
  assert.deepEqual([end.body.priority, end.body.click, end.body.actions], [3, undefined, undefined])
})

test('the token of the common server of ntfy stays with it', async () => {
  const own = await sent('ntfy', { address: 'https://ntfy.example.com/duty' })
  assert.deepEqual([own.by, own.headers ?? {}], ['web', {}])
  const common = await sent('ntfy', { address: 'duty' })
  assert.deepEqual([common.by, common.headers], ['gateway', { authorization: 'Bearer secret' }])
})

test('Opsgenie gets a short message even where the subject is long or missing', async () => {
  const long = await sent('opsgenie', { subject: `${'a'.repeat(129)}😀` })
  assert.equal(long.body.message, 'a'.repeat(129))
  const none = await sent('opsgenie', { subject: '', text: 'Shop: no answer' })
  assert.equal(none.body.message, 'Shop: no answer')
  const values = Object.fromEntries(Object.keys(sampleValues.en).map((name) => [name, 'a'.repeat(5_000)]))
  assert.ok(JSON.stringify((await sent('opsgenie', { values })).body.details).length < 8_000)
  assert.equal((await sent('opsgenie', {})).url, 'https://api.opsgenie.com/v2/alerts')
})

test('PagerDuty and Alerta rank a problem above a test', async () => {
  const pagerduty = async (kind: Message['kind']) => (await sent('pagerduty', { kind })).body
  assert.equal((await pagerduty('start')).payload.severity, 'critical')
  assert.equal((await pagerduty('test')).payload.severity, 'info')
  assert.deepEqual(
    (await pagerduty('end')).links.map(({ href }: { href: string }) => href),
    [sampleValues.en['analysis_link'], sampleValues.en['service_link']],
  )
  assert.equal((await sent('pagerduty', { values: {} })).body.payload.source, 'Wachta')
  const alerta = async (kind: Message['kind']) =>
    (await sent('alerta', { kind, address: 'https://alerta.example.com/api/' })).body.severity
  assert.deepEqual(
    [await alerta('start'), await alerta('end'), await alerta('test')],
    ['major', 'normal', 'informational'],
  )
})

test('the groups of Signal are written as its bridge writes them', async () => {
  const recipients = async (address: string) => (await sent('signal', { address })).body.recipients
  const group = `${'Ab3+/'.repeat(8)}Ab3=`
  const bridged = `group.${Buffer.from(group).toString('base64')}`
  assert.deepEqual(await recipients(group), [bridged])
  assert.deepEqual(await recipients(bridged), [bridged])
  assert.equal(channel('signal')?.address.findProblem(bridged), undefined)
})

test('the JSON of json_post has everything there is to know', async () => {
  const { body } = await sent('json_post', { kind: 'end', repeat_number: 2 })
  assert.deepEqual(JSON.parse(body), {
    id: 'main-n4711',
    thread: 'main-o1234',
    kind: 'end',
    repeat_number: 2,
    time: '2026-11-15T03:12:30.000Z',
    language: 'en',
    message: 'CANARY-TEXT-7d2f: no answer',
    values: sampleValues.en,
  })
})

test('a room of Matrix without an alias is not looked up, and an answer without a room is no room', async () => {
  assert.match((await sent('matrix', { address: '!a/b:example.com' })).url, /\/rooms\/!a%2Fb%3Aexample\.com\/send\//)
  await assert.rejects(sent('matrix', { address: '#duty:example.com' }), {
    name: 'DeliveryError',
    message: 'the alias of the room was not resolved',
    isPermanent: false,
  })
})

async function teams(changed: Partial<Message>) {
  const { body } = await sent('ms_teams_extended', changed)
  return { body, card: body.attachments[0].content }
}

/** The requests that a channel passes to the carriers; the contract tests their delivery with real servers. */
async function sent(id: string, changed: Partial<Message>) {
  const requests: (WebRequest & { readonly by: string })[] = []
  const carrier = (by: string) => ({
    send: async (request: WebRequest) => {
      requests.push({ ...request, by })
      return { status: 200, text: '{"room_id": 7}' }
    },
  })
  const carriers: Carriers = {
    web: carrier('web'),
    gateway: carrier('gateway'),
    ntfy: { url: 'https://ntfy.example.org/', token: 'secret' },
    signal: { url: 'http://signal.example.org', number: '+48600100200' },
    matrix: { url: 'https://matrix.example.org', token: 'secret' },
  }
  const found = channel(id)
  assert.ok(found?.deliver)
  await found.deliver(messageTo({ address: 'https://example.com/hook' }, found, changed), carriers)
  const [request] = requests
  assert.ok(requests.length === 1 && request)
  const { url, by, headers, body } = request
  return { url, by, headers, body: typeof body === 'string' ? body : JSON.parse(JSON.stringify(body)) }
}

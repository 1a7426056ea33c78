import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { jobNames } from '@wachta/queue'
import { takeJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { loadMessageJobs, openStage, type Stage, takeMessageJobs } from './stage.ts'

interface Hit {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let stage: Stage
let hookUrl: string
const hits: Hit[] = []
/** The receiver's status by path. */
const answers = new Map<string, number>()
const receiver = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const path = request.url ?? ''
  hits.push({ path, headers: request.headers, body: Buffer.concat(parts).toString() })
  response.writeHead(answers.get(path) ?? 200).end()
})

before(async () => {
  stage = await openStage({
    verdict: ({ recipients }) => (recipients[0]?.startsWith('spam') ? { code: 554, text: 'no' } : null),
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
after(async () => {
  receiver.close()
  await stage[Symbol.asyncDispose]()
})

const makePost = (more: object = {}) =>
  stage.make('/status_page_posts', {
    ...{ status_page_id: stage.page, kind: 'incident', title: 'Payments are slow', text: 'We look into it.' },
    is_draft: false,
    ...more,
  })
/** Loopback has no certificate for HTTPS, so chats are added without validation of their address. */
const addChat = (channel: string, path: string) =>
  stage.api.database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state)
select id, owner_id, ${channel}, ${`${hookUrl}${path}`}, 'confirmed' from status_page where id = ${stage.page}`)
const stateOf = (path: string) => stage.stateOf(`${hookUrl}${path}`)
const hitsOf = (path: string) => hits.filter((hit) => hit.path === path)

test('a webhook gets signed JSON with public ids', async () => {
  const { key } = (await stage.send('POST', `/accounts/${stage.owner}/signing_keys`)).body
  await stage.make('/status_page_subscribers', {
    status_page_id: stage.page,
    channel_id: 'webhook',
    address: `${hookUrl}/hook`,
  })
  await makePost({ component_ids: [stage.shop] })
  await stage.work()
  const [hit, more] = hitsOf('/hook')
  assert.equal(more, undefined)
  assert.ok(hit)
  const body = JSON.parse(hit.body)
  assert.deepEqual(Object.keys(body), ['event', 'page', 'post', 'update'])
  assert.equal(body.event, 'status_page_post')
  assert.deepEqual(body.page, { title: 'Acme status', url: 'https://status.test/acme' })
  assert.deepEqual(
    [body.post.title, body.post.state, body.post.impact],
    ['Payments are slow', 'investigating', 'minor'],
  )
  assert.deepEqual(
    body.post.components.map(({ name }: { name: string }) => name),
    ['Shop'],
  )
  assert.equal(body.update.text, 'We look into it.')
  const signed = `${hit.headers['wachta-id']}.${hit.headers['wachta-time']}.${hit.body}`
  const expected = createHmac('sha256', key).update(signed).digest('hex')
  assert.equal(hit.headers['wachta-signature'], `v1=${expected}`)
})

test('Slack and Teams get a short message in which hostile text stays text', async () => {
  await addChat('slack', '/slack')
  await addChat('ms_teams', '/teams')
  await makePost({ title: '<!channel> *x* & [a](https://evil.example)', text: 'See <https://evil.example|us>\n# head' })
  await stage.work()
  const slack = JSON.parse(hitsOf('/slack')[0]?.body ?? '{}')
  assert.match(slack.text, /^\*Acme status\*: &lt;!channel&gt; \*x\* &amp; /)
  assert.ok(!slack.text.includes('<!channel>') && !slack.text.includes('<https://evil'))
  const teams = hitsOf('/teams')[0]?.body ?? ''
  assert.ok(teams.includes('AdaptiveCard') && !teams.includes('[a](https'), teams)
})

test('an address that is gone stops its subscription; one that is busy does not', async () => {
  for (const [path, status] of [
    ['/gone', 410],
    ['/missing', 404],
    ['/busy', 503],
    ['/forbidden', 403],
  ] as const) {
    answers.set(path, status)
    await addChat('webhook', path)
  }
  await makePost()
  await runOnce()
  assert.deepEqual(await Promise.all(['/gone', '/missing', '/busy', '/forbidden'].map(stateOf)), [
    ...['bounced', 'bounced', 'confirmed', 'confirmed'],
  ])
  const gone = (await stage.send('GET', '/status_page_subscribers?limit=100')).body.find(
    ({ address }: { address: string }) => address.endsWith('/gone'),
  )
  assert.equal(gone.reason, '410 Gone')
  const waiting = await loadMessageJobs(stage.api.database)
  assert.equal(waiting.length, 1, 'the busy one is tried again')
  assert.ok(waiting[0] && waiting[0].run_at > new Date())
  answers.set('/busy', 200)
  const before = hitsOf('/gone').length
  await stage.work()
  await makePost()
  await stage.work()
  assert.equal(hitsOf('/gone').length, before)
  const ids = hitsOf('/busy').map(({ headers }) => headers['wachta-id'])
  assert.equal(ids.length, 3)
  assert.equal(ids[0], ids[1], 'a retry has the same id')
})

test('a mailbox that does not exist stops its subscription; a mail that is rejected as such does not', async () => {
  await stage.subscribe('fay@mail.example')
  await stage.subscribe('gus@mail.example')
  await stage.api.database.query(
    sql`update status_page_subscriber set address = replace(address, 'gus', 'spam') where address like 'gus%'`,
  )
  await using other = await openStage({ refuseRecipients: true })
  await other.api.database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state)
select id, owner_id, 'email', 'nobody@mail.example', 'confirmed' from status_page where id = ${other.page}`)
  await other.make('/status_page_posts', {
    ...{ status_page_id: other.page, kind: 'incident', title: 'Down', text: 'Down', is_draft: false },
  })
  await other.work()
  assert.equal(await other.stateOf('nobody@mail.example'), 'bounced')
  const [bounced] = (await other.send('GET', '/status_page_subscribers')).body
  assert.equal(bounced.reason, '550 in answer to RCPT')
  await makePost()
  await stage.work()
  assert.equal(await stage.stateOf('spam@mail.example'), 'confirmed')
  assert.ok(stage.outcomes.includes('email permanent'))
})

test('no subscriber gets a message twice, whatever is repeated after a crash', async () => {
  const post = await makePost()
  const { database } = stage.api
  await takeJobs(database, jobNames.addBulletin)
  const before = stage.mailsTo('fay@mail.example').length
  // Two jobs at once, and one more afterwards.
  await Promise.all([stage.announce(post), stage.announce(post)])
  await stage.announce(post)
  const jobs = await takeMessageJobs(database)
  const deliveries = jobs.flatMap(({ payload }) => [...payload.deliveries])
  assert.equal(new Set(deliveries).size, deliveries.length)
  await Promise.all([stage.deliver(...deliveries), stage.deliver(...deliveries), stage.deliver(...deliveries)])
  await stage.deliver(...deliveries)
  assert.equal(stage.mailsTo('fay@mail.example').length, before + 1)
  // A message that another process was sending when it died is not touched until its claim expires, and is then sent.
  const [mine] = await database.query(sql<{ id: number }>`select d.id from status_page_delivery d
  join status_page_subscriber s on s.id = d.subscriber_id where s.address = 'fay@mail.example' order by d.id desc limit 1`)
  assert.ok(mine)
  await database.query(
    sql`update status_page_delivery set status = 'pending', claimed_until = now() + interval '30 seconds' where id = ${mine.id}`,
  )
  await takeMessageJobs(database)
  await stage.deliver(mine.id)
  assert.equal(stage.mailsTo('fay@mail.example').length, before + 1)
  const [timer] = await loadMessageJobs(database)
  assert.ok(timer && timer.run_at.getTime() > Date.now() + 20_000)
  await database.query(sql`update status_page_delivery set claimed_until = now() where id = ${mine.id}`)
  await stage.work()
  assert.equal(stage.mailsTo('fay@mail.example').length, before + 2)
})

test('a message is not sent any more if its post is deleted or the account is blocked meanwhile', async () => {
  const post = await makePost()
  const { database } = stage.api
  const [job] = await takeJobs<{ post: number }>(database, jobNames.addBulletin)
  await stage.announce(job?.payload.post ?? 0)
  const before = stage.smtp.received.length
  await stage.send('DELETE', `/status_page_posts/${post}`)
  await stage.work()
  assert.equal(stage.smtp.received.length, before)
  await makePost()
  const [next] = await takeJobs<{ post: number }>(database, jobNames.addBulletin)
  await stage.announce(next?.payload.post ?? 0)
  await stage.api.owner.query(sql`update account set is_blocked = true`)
  await stage.work()
  assert.equal(stage.smtp.received.length, before)
  await stage.api.owner.query(sql`update account set is_blocked = false`)
  assert.ok(stage.outcomes.includes('email suppressed'))
})

test('hostile text changes neither headers nor markup', async () => {
  const hostile = 'x\r\nBcc: victim@mail.example\r\n\r\n<script>alert(1)</script>"\u202Egnp'
  await stage.send('PUT', `/status_pages/${stage.page}`, { title: hostile, footer: hostile })
  await stage.send('PUT', `/status_page_components/${stage.shop}`, { name: hostile })
  await makePost({ title: hostile, text: `${hostile} [x](javascript:alert(1))`, component_ids: [stage.shop] })
  await stage.work()
  const mail = stage.mailsTo('fay@mail.example').at(-1)
  assert.deepEqual(mail?.recipients, ['fay@mail.example'])
  assert.ok(mail && !mail.email.headers.some(({ key }) => key === 'bcc'))
  assert.doesNotMatch(mail.email.html ?? '', /<script|href="javascript|\u202E/)
  assert.doesNotMatch(mail.email.subject ?? '', /[\r\n\u202E]/)
  assert.doesNotMatch(mail.email.from?.name ?? '', /[\r\n\u202E]/)
  // Anyone can have this text sent to any address, so nothing in it may become a link.
  await stage.send('PUT', `/status_pages/${stage.page}`, { title: 'Win at evil.example/now' })
  await stage.visit('POST', '/subscribe/acme', { form: 'email=hal@mail.example', from: '203.0.113.9' })
  await stage.work()
  const asked = stage.mailsTo('hal@mail.example').at(-1)
  assert.doesNotMatch(`${asked?.email.subject} ${asked?.email.text} ${asked?.email.html}`, /evil\.example/)
  for (const email of [
    'a@b.example\r\nBcc: v@mail.example',
    'a@b.example,c@d.example',
    '<a@b.example>',
    'a b@c.example',
    ' ',
    '\0@b.example',
  ]) {
    const form = new URLSearchParams({ email }).toString()
    const answer = await stage.visit('POST', '/subscribe/acme', { form, from: '203.0.113.10' })
    assert.equal(answer.status, 422, email)
    assert.match(answer.text, /role="alert"/)
  }
})

/** Runs all due jobs once; jobs that are planned for later stay. */
async function runOnce(): Promise<void> {
  const { database } = stage.api
  for (const { payload } of await takeJobs<{ post: number }>(database, jobNames.addBulletin))
    await stage.announce(payload.post)
  for (const { payload } of await takeMessageJobs(database)) await stage.deliver(...payload.deliveries)
}

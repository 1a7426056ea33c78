import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { sql } from 'kysely'
import { loadMessageJobs, openStage, type Stage, takeMessageJobs } from './stage.ts'

let stage: Stage
let hookUrl: string
let quick: number
const hits: string[] = []
/** The log of the notifier process. */
let log = ''
/** Answers that never end, one byte a second, or none at all. */
const receiver = createServer((request, response) => {
  const path = request.url ?? ''
  hits.push(path)
  request.resume()
  if (path.startsWith('/silent')) return
  if (path.startsWith('/slow')) trickle(response)
  else response.writeHead(200).end()
})
function trickle(response: ServerResponse): void {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 1_000)
  response.on('close', () => clearInterval(timer))
}

before(async () => {
  stage = await openStage()
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  quick = await stage.make('/status_pages', { title: 'Quick', slug: 'quick', is_published: true })
})
after(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await stage[Symbol.asyncDispose]()
})

const add = (page: number, channel: string, addresses: readonly string[]) =>
  stage.api.database.query(sql`insert into status_page_subscriber (status_page_id, owner_id, channel_id, address, state)
select p.id, p.owner_id, ${channel}, a.address, 'confirmed' from status_page p, unnest(${addresses}::text[]) a (address) where p.id = ${page}`)
const makePost = (page: number) =>
  stage.make('/status_page_posts', {
    ...{ status_page_id: page, kind: 'incident', title: 'Down', text: 'Down', is_draft: false },
  })
const slowUrls = (count: number) => Array.from({ length: count }, (_, index) => `${hookUrl}/slow/${index}`)
const countPending = async () =>
  (await stage.api.database.query(sql`select from status_page_delivery where status = 'pending'`)).length

test('slow endpoints of one page delay neither mail nor the endpoints of another page', {
  timeout: 60_000,
}, async () => {
  await add(stage.page, 'webhook', slowUrls(60))
  await makePost(stage.page)
  const child = fork(new URL('../../src/main.ts', import.meta.url), {
    env: {
      ...getBasicEnvironment(),
      DATABASE_URL: stage.api.test.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      METRICS_PORT: '0',
      SMTP_URL: stage.smtp.url,
      EGRESS_ALLOW: '127.0.0.0/8',
      PAGES_URL: 'https://status.test',
    },
    execArgv: [],
    silent: true,
  })
  const ended = once(child, 'exit')
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      log += chunk
    })
  try {
    await until(() => hits.length > 0)
    await add(quick, 'webhook', [`${hookUrl}/quick`])
    await add(quick, 'email', ['ann@mail.example'])
    await add(stage.page, 'email', ['bob@mail.example'])
    const started = Date.now()
    await makePost(quick)
    await makePost(stage.page)
    await stage.visit('POST', '/subscribe/acme', { form: 'email=cat@mail.example', from: '198.51.100.1' })
    await until(() => hits.includes('/quick') && stage.smtp.received.length === 3)
    assert.ok(Date.now() - started < 4_000, `it took ${Date.now() - started} ms`)
    assert.deepEqual(stage.smtp.received.flatMap(({ recipients }) => recipients).sort(), [
      ...['ann@mail.example', 'bob@mail.example', 'cat@mail.example'],
    ])
    // Slow endpoints are tried one after the other, and none for more than 5 seconds.
    assert.ok(hits.filter((path) => path.startsWith('/slow')).length <= 2)
    assert.ok((await countPending()) > 100)
    await until(() => hits.filter((path) => path.startsWith('/slow')).length === 3)
    assert.ok(Date.now() - started < 14_000, `it took ${Date.now() - started} ms`)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
})

test('after a slow attempt, the rest of the job waits for its next turn', async () => {
  const { database } = stage.api
  await takeMessageJobs(database)
  await database.query(sql`delete from status_page_subscriber`)
  await add(stage.page, 'webhook', [`${hookUrl}/fast`, ...slowUrls(2), `${hookUrl}/last`])
  await stage.announce(await makePost(stage.page))
  const [job, more] = await takeMessageJobs(database)
  assert.equal(more, undefined)
  assert.equal(job?.payload.deliveries.length, 4)
  await stage.deliver(...(job?.payload.deliveries ?? []))
  const [rest, none] = await loadMessageJobs(database)
  assert.equal(none, undefined)
  assert.deepEqual(rest?.payload.deliveries, job?.payload.deliveries.slice(2))
  assert.equal(await countPending(), 2)
})

test('a message that only waits for an endpoint that never answers is given up after a day', async () => {
  const { database } = stage.api
  await takeMessageJobs(database)
  await database.query(sql`delete from status_page_subscriber`)
  await add(
    stage.page,
    'webhook',
    [0, 1, 2, 3].map((index) => `${hookUrl}/silent/${index}`),
  )
  await stage.announce(await makePost(stage.page))
  const [job] = await takeMessageJobs(database)
  const [first = 0, second = 0, third = 0, last = 0] = job?.payload.deliveries ?? []
  for (const id of [first, second, third]) await stage.deliver(id)
  const deliverLast = async () => {
    await stage.deliver(last)
    const [row] = await database.query(
      sql<{ status: string }>`select status from status_page_delivery where id = ${last}`,
    )
    return [stage.outcomes.at(-1), row?.status]
  }
  assert.deepEqual(await deliverLast(), ['webhook deferred', 'pending'])
  stage.api.clock = new Date(Date.now() + 25 * 3_600_000)
  assert.deepEqual(await deliverLast(), ['webhook deferred', 'failed'])
  stage.api.clock = null
})

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; !isTrue(); turn += 1) {
    assert.ok(turn < 400, `not after 20 s: ${hits} ${log}`)
    await wait(50)
  }
}

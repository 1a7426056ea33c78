import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, beforeEach, test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { allowPublicOnly, createGuard } from '@wachta/egress'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { deleteSendingProgress, readSendingAge } from '../src/results/outgoing.ts'
import {
  computePauseMs,
  keepSendingResults,
  parseHeaders,
  type SendingOptions,
  sendNextBatch,
} from '../src/results/send-results.ts'
import { addServices, type PlannedAnalysis, store } from './histories.ts'

interface Payload {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly { name: string; gauge: { dataPoints: readonly Point[] } }[]
    }[]
  }[]
}
interface Point {
  readonly timeUnixNano: string
  readonly asInt?: string
  readonly asDouble?: number
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: string } }[]
}

const server = await createTestDatabase()
const owner = openDatabase(server.url, { role: null, connections: 2 })
const database = openDatabase(server.url, { connections: 3 })
const services = await addServices(owner, 3)

let [status, retryAfter] = [200, '']
const received: { payload: Payload; authorization: string | undefined }[] = []
const collector = createServer(async (request, response) => {
  received.push({ payload: (await json(request)) as Payload, authorization: request.headers.authorization })
  response.writeHead(status, retryAfter === '' ? {} : { 'retry-after': retryAfter }).end('{}')
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
after(async () => {
  collector.close()
  await database[Symbol.asyncDispose]()
  await owner[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const stopping = new AbortController()
const counted = { taken: 0, refused: 0 }
const options: SendingOptions = {
  database,
  url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/metrics`,
  headers: { Authorization: 'Bearer word' },
  guard: createGuard({ allow: ['127.0.0.0/8'] }),
  cell: 'main',
  processMetrics: {
    sent(outcome, count) {
      counted[outcome] += count
    },
  },
  log: { warn: () => undefined, info: () => undefined },
  stopping: stopping.signal,
}

const begin = Date.UTC(2026, 10, 15, 12)
const minute = 60_000

beforeEach(async () => {
  ;[status, retryAfter] = [200, '']
  received.length = 0
  await owner.query(sql`delete from result_export`)
  await owner.query(sql`delete from service_state`)
  await owner.query(sql`delete from analysis`)
  await owner.query(sql`insert into result_export values (0, ${new Date(begin)})`)
})

/** Adds analyses of a service, and updates its state like the analyst. */
async function add(service_id: number, minutes: readonly number[], kind: PlannedAnalysis['kind'] = 's'): Promise<void> {
  const check = {
    ...{ sensor_id: 1, started: 0, result: 'ok' as const, error_type_id: null, reason: null, path_step: null },
    ...{ response_time: 120, data_size: null, timings: {} },
  }
  await store(
    owner,
    minutes.map((at) => ({ service_id, time: begin + at * minute, kind, checks: [check] }) as PlannedAnalysis),
  )
  await owner.query(sql`insert into service_state (service_id, status, since, last_time)
values (${service_id}, 'ok', now(), ${new Date(begin + Math.max(...minutes) * minute)})
on conflict (service_id) do update set last_time = excluded.last_time`)
}

const pointsOf = (name: string): Point[] =>
  received
    .flatMap(({ payload }) => payload.resourceMetrics.flatMap((resource) => resource.scopeMetrics))
    .flatMap((scope) => scope.metrics.filter((metric) => metric.name === name))
    .flatMap((metric) => metric.gauge.dataPoints)
const serviceOf = ({ attributes }: Point) => attributes.find(({ key }) => key === 'wachta.service_id')?.value.intValue
const sentOf = () =>
  pointsOf('wachta.analysis.failure')
    .map((point) => `${serviceOf(point)} ${(Number(point.timeUnixNano.slice(0, -6)) - begin) / minute}`)
    .toSorted()

test('each analysis since sending was configured is sent once, in the expected format', async () => {
  const [one = 0, two = 0] = services
  await add(one, [-5, 1, 2])
  await add(two, [1], 's')
  await add(two, [3], 'c')
  while ((await sendNextBatch(options)) > 0);
  assert.deepEqual(sentOf(), [`${one} 1`, `${one} 2`, `${two} 1`].toSorted())
  const [time] = pointsOf('wachta.analysis.response_time')
  assert.equal(time?.asDouble, 120)
  assert.equal(pointsOf('wachta.analysis.checks').length, 9)
  assert.equal(received[0]?.authorization, 'Bearer word')
  await add(one, [3])
  assert.ok((await readSendingAge(database)) > 0)
  assert.equal(await sendNextBatch(options), 1)
  assert.equal(sentOf().length, 4)
})

test('rejected analyses are sent again, and none is lost', async () => {
  const [one = 0] = services
  await add(one, [10, 11])
  status = 503
  await assert.rejects(sendNextBatch(options), /503/)
  assert.equal(counted.refused, 2)
  status = 200
  await sendNextBatch(options)
  assert.deepEqual(sentOf(), [`${one} 10`, `${one} 10`, `${one} 11`, `${one} 11`], 'at least once')
  assert.equal(await sendNextBatch(options), 0)
})

test('a reporter that dies between sending and recording sends again', async () => {
  const [one = 0] = services
  await add(one, [20])
  const dying: SendingOptions['database'] = {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed before the commit')
      }),
  }
  await assert.rejects(sendNextBatch({ ...options, database: dying }), /killed/)
  assert.equal(await sendNextBatch(options), 1)
  assert.deepEqual(sentOf(), [`${one} 20`, `${one} 20`])
})

test('a large backlog is sent in batches, and two reporters do not send the same', async () => {
  const [one = 0, two = 0, three = 0] = services
  for (const id of [one, two, three]) await add(id, [30, 31, 32, 33, 34])
  const small = { ...options, limit: { services: 2, perService: 2 } }
  for (let sent = 1; sent > 0; ) {
    const [first, second] = await Promise.all([sendNextBatch(small), sendNextBatch(small)])
    assert.ok(Math.max(first, second) <= 4, 'no message holds more than it may')
    sent = first + second
  }
  assert.equal(sentOf().length, 15)
  assert.equal(new Set(sentOf()).size, 15)
})

test('the egress guard applies, and pauses grow after failures', { timeout: 20_000 }, async () => {
  await add(services[0] ?? 0, [40])
  await assert.rejects(sendNextBatch({ ...options, guard: allowPublicOnly }), /not allowed/)
  assert.equal(received.length, 0)
  assert.deepEqual(
    [1, 2, 3, 20].map((failures) => computePauseMs(failures, undefined)),
    [5_000, 10_000, 20_000, 600_000],
  )
  assert.deepEqual([computePauseMs(1, 60_000), computePauseMs(1, 10_000_000)], [60_000, 600_000])
  assert.deepEqual(parseHeaders('Authorization=Bearer%20a%2Cb, X-Scope=1'), {
    Authorization: 'Bearer a,b',
    'X-Scope': '1',
  })
  assert.throws(() => parseHeaders('secret'), /expected name=value/)
})

test('sending continues until the process is stopped', { timeout: 20_000 }, async () => {
  const stop = new AbortController()
  await add(services[0] ?? 0, [50])
  const sending = keepSendingResults({ ...options, stopping: stop.signal })
  while (sentOf().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  stop.abort()
  await sending
  assert.equal(sentOf().length, 1)
})

test('the progress of deleted services is deleted, and no other', async () => {
  const [service = 0] = services
  await owner.query(sql`insert into result_export values (${service}, now()), (987654, now())`)
  await deleteSendingProgress(database)
  const left = await owner.query(sql<{ service_id: number }>`select service_id from result_export order by 1`)
  assert.deepEqual(left, [{ service_id: 0 }, { service_id: service }])
})

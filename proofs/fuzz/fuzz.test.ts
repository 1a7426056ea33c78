import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation, OperationAnswer } from '@wachta/resource'
import { deriveExpectation, isWrong } from './expectation.ts'
import { fuzz } from './main.ts'
import { createRequestMaker } from './requests.ts'
import { canary } from './rows.ts'
import { startTarget, type Target } from './target.ts'

let target: Target
before(async () => {
  target = await startTarget()
})
after(() => target[Symbol.asyncDispose]())

test('fifteen hundred generated requests find nothing', async () => {
  const lines: string[] = []
  const report = await fuzz({ requests: 1500, seed: 20_260_301, print: (line) => lines.push(line) })
  assert.equal(report.requests, 1500)
  assert.deepEqual([report.serverErrors, report.badBodies], [0, 0], lines.join('\n'))
})

test('the same seed makes the same requests', async () => {
  const [one, other] = [createRequestMaker(target.world, 5), createRequestMaker(target.world, 5)]
  const different = createRequestMaker(target.world, 6)
  const hundred = Array.from({ length: 100 }, (_, index) => index)
  assert.deepEqual(hundred.map(one), hundred.map(other))
  assert.notDeepEqual(hundred.map(one), hundred.map(different))
})

test('the expectation of a request is known before it is sent', async () => {
  const { operations, authorization } = target.world
  const describeExpectation = (
    id: string,
    { path, query = [], body }: { path?: string; query?: string[]; body?: unknown },
  ) => {
    const operation = operations.find((each) => each.id === id)
    assert.ok(operation, id)
    const headers: [string, string][] = [['authorization', String(authorization.owner)]]
    if (body !== undefined) headers.push(['content-type', 'application/json'])
    const expected = deriveExpectation(
      {
        operation,
        method: operation.method,
        caller: 'owner',
        path: path ?? `/v3${operation.path.replaceAll(/\{\w+\}/g, '1')}`,
        query,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      target.world,
    )
    return isWrong(expected) ? 'wrong' : expected
  }
  const window = { start_time: '2026-03-01T12:00:00Z', end_time: '2026-03-01T13:00:00Z', status: 'ok' }
  const minute = (hour: number) => ({ day_of_week: 1, hour, minute: 0 })
  const service = (type_id: string, extended_settings: object) => ({
    name: 'x',
    address: 'example.com',
    type_id,
    extended_settings,
  })
  const cases: readonly [
    id: string,
    sound: Parameters<typeof describeExpectation>[1],
    wrong: Parameters<typeof describeExpectation>[1],
  ][] = [
    ['list_sensors', { query: ['filter.latitude=-52.25'] }, { query: ['filter.latitude=north'] }],
    [
      'search_sensors',
      { body: { filters: { longitude: [{ type: 'lower_than', argument: 0.5 }] } } },
      { body: { filters: { longitude: [{ type: 'lower_than', argument: '0.5' }] } } },
    ],
    [
      'create_weekly_suspension',
      { body: { service_id: 1, start_minute: minute(23), end_minute: minute(0) } },
      { body: { service_id: 1, start_minute: minute(24), end_minute: minute(0) } },
    ],
    ['bulk_create_service_corrections', { body: [window] }, { body: window }],
    [
      'create_group',
      { body: { name: 'x', assigned_sensor_ids: { anything: [1] } } },
      { body: { name: 'x', assigned_sensor_ids: { anything: [0] } } },
    ],
    [
      'read_custom_template',
      { path: '/v3/contacts/1/custom_templates/email' },
      { path: '/v3/contacts/1/custom_templates/e-mail' },
    ],
    ['read_group_share', { path: '/v3/groups/1/shares/2' }, { path: '/v3/groups/1/shares/my_account' }],
    ['create_service', { body: service('ping', { packets_to_send: 1 }) }, { body: service('ping', { port: 1 }) }],
    [
      'create_event',
      { body: { name: 'x', kind: 'domain_expiry', settings: { days: 1 } } },
      { body: { name: 'x', kind: 'failure', settings: { days: 1 } } },
    ],
    ['create_sensor', { body: { name: 'x', color: '#00ff7f' } }, { body: { name: 'x', color: 'a'.repeat(5000) } }],
  ]
  for (const [id, sound, wrong] of cases)
    assert.deepEqual([describeExpectation(id, sound), describeExpectation(id, wrong)], ['sound', 'wrong'], id)
})

test('planted bugs are found', async () => {
  const { findings, serverErrors, badBodies } = await fuzz({ requests: 600, seed: 1, plant: plantBugs })
  assert.ok(serverErrors > 0 && badBodies > 0)
  const findMatching = (what: RegExp) => findings.find((finding) => what.test(finding.what))

  const thrown = findMatching(/status 500: planted/)
  assert.equal(thrown?.kind, 'server error')
  assert.equal(thrown?.request.body, '{"limit":0}')
  assert.deepEqual(thrown?.request.query, [])

  assert.ok(findMatching(/an error that is not an array of errors/), 'an error in another shape')
  assert.ok(findMatching(/not_found with the code 7/), 'a code that is not that of the symbol')
  assert.ok(findMatching(/too_long says: .*\?/), 'a message with a gap')
  assert.ok(findMatching(/a result whose my_ip_address.ip_address is wrong: wrong_type/), 'a result in another shape')
  assert.ok(findMatching(/a list without X-Total-Count/), 'a list without its total')
  assert.ok(findMatching(/status 200 instead of 204/), 'another status than the published one')
  assert.ok(findMatching(/no answer within 2 s/), 'an answer that takes too long')
  assert.ok(findMatching(/accepted, although data\./), 'a wrong body that is taken')
  assert.ok(findMatching(/a secret in an answer/), 'a secret that is shown')
  assert.ok(findMatching(/a valid request was rejected: wrong_type at data.filters/), 'a right body that is not taken')
})

/** A few operations, each with a different bug. */
const plantBugs = (operations: readonly Operation[]): Operation[] =>
  operations.flatMap((operation) => {
    const mistake = mistakes[operation.id]
    return mistake ? [{ ...operation, ...mistake(operation) }] : []
  })

const answerAlways =
  (answer: OperationAnswer): (() => Partial<Operation>) =>
  () => ({ handle: async () => answer })

const mistakes: Readonly<Record<string, (operation: Operation) => Partial<Operation>>> = {
  search_packages: ({ handle }) => ({
    async handle(call) {
      if ((call.body as { limit?: number } | undefined)?.limit === 0) throw new Error('planted')
      return handle(call)
    },
  }),
  read_account: answerAlways({ status: 404, value: { error: 'not_found' } }),
  read_package: answerAlways({
    status: 404,
    value: [{ code: 7, error: 'not_found', message: 'This object does not exist.' }],
  }),
  read_session: answerAlways({
    status: 400,
    value: [{ code: 1016, error: 'too_long', message: 'The text is too long (maximum length: ?).' }],
  }),
  read_my_ip_address: answerAlways({ value: { ip_address: 7 } }),
  list_sessions: answerAlways({ text: '[]' }),
  delete_session: answerAlways({ status: 200, value: {} }),
  read_system_stats: ({ handle }) => ({
    async handle(call) {
      if (call.caller.readOnly && call.caller.accountId !== null)
        await new Promise((resume) => setTimeout(resume, 2100))
      return handle(call)
    },
  }),
  read_service: answerAlways({ status: 404, value: [{ code: 2, error: 'not_found', message: canary }] }),
  search_sensors: answerAlways({
    status: 400,
    value: [{ code: 1012, error: 'wrong_type', message: 'Text.', field: 'data.filters' }],
  }),
  // It publishes a closed schema for its body, but accepts everything.
  update_account: () => ({ normalize: () => ({}) }),
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Operation } from '@wachta/resource'
import { fuzz } from './prove/fuzz.ts'
import { requestMaker } from './prove/fuzz-requests.ts'
import { startTarget } from './prove/fuzz-target.ts'

test('three thousand generated requests find nothing', async () => {
  const lines: string[] = []
  const report = await fuzz({ requests: 3000, seed: 20_260_301, print: (line) => lines.push(line) })
  assert.equal(report.requests, 3000)
  assert.deepEqual([report.serverErrors, report.badBodies], [0, 0], lines.join('\n'))
})

test('the same seed makes the same requests', async () => {
  await using target = await startTarget()
  const [one, other] = [requestMaker(target.world, 5), requestMaker(target.world, 5)]
  const different = requestMaker(target.world, 6)
  const hundred = Array.from({ length: 100 }, (_, index) => index)
  assert.deepEqual(hundred.map(one), hundred.map(other))
  assert.notDeepEqual(hundred.map(one), hundred.map(different))
})

test('planted mistakes are found', async () => {
  const { findings, serverErrors, badBodies } = await fuzz({ requests: 600, seed: 1, plant: planted })
  assert.ok(serverErrors > 0 && badBodies > 0)
  const found = (what: RegExp) => findings.find((finding) => what.test(finding.what))

  const thrown = found(/status 500: planted/)
  assert.equal(thrown?.kind, 'server error')
  assert.equal(thrown?.request.body, '{"limit":0}')
  assert.deepEqual(thrown?.request.query, [])

  assert.ok(found(/an error that is no array of errors/), 'an error in another shape')
  assert.ok(found(/not_found with the code 7/), 'a code that is not that of the symbol')
  assert.ok(found(/too_long says: .*\?/), 'a message with a gap')
  assert.ok(found(/a result whose my_ip_address.ip_address is wrong: wrong_type/), 'a result in another shape')
  assert.ok(found(/a list without X-Total-Count/), 'a list without its total')
  assert.ok(found(/status 200 instead of 204/), 'another status than the published one')
  assert.ok(found(/no answer within 2 s/), 'an answer that takes too long')
  assert.ok(found(/accepted, although data\./), 'a wrong body that is taken')
})

/** A handful of operations, each with a mistake of its own. */
const planted = (operations: readonly Operation[]): Operation[] =>
  operations.flatMap((operation) => {
    const mistake = mistakes[operation.id]
    return mistake ? [{ ...operation, ...mistake(operation) }] : []
  })

const always =
  (answer: Answer): (() => Partial<Operation>) =>
  () => ({ handle: async () => answer })

const mistakes: Readonly<Record<string, (operation: Operation) => Partial<Operation>>> = {
  search_packages: ({ handle }) => ({
    async handle(call) {
      if ((call.body as { limit?: number } | undefined)?.limit === 0) throw new Error('planted')
      return handle(call)
    },
  }),
  read_account: always({ status: 404, value: { error: 'not_found' } }),
  read_package: always({ status: 404, value: [{ code: 7, error: 'not_found', message: 'There is no such object.' }] }),
  read_session: always({
    status: 400,
    value: [{ code: 1016, error: 'too_long', message: 'The text is too long (maximum length: ?).' }],
  }),
  read_my_ip_address: always({ value: { ip_address: 7 } }),
  list_sessions: always({ text: '[]' }),
  delete_session: always({ status: 200, value: {} }),
  read_system_stats: ({ handle }) => ({
    async handle(call) {
      if (call.caller.readOnly && call.caller.accountId !== null)
        await new Promise((resume) => setTimeout(resume, 2100))
      return handle(call)
    },
  }),
  // It published a closed body, and lets everything pass.
  update_account: () => ({ normalise: () => ({}) }),
}

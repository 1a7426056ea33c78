import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operations } from '@wachta/testing/api/published'
import { compare, type ListedOperation, type Rules, readList, rules, type ServedOperation } from '../conformance.ts'

let listed: ListedOperation[]
before(async () => {
  listed = await readList()
})

test('the list holds 441 operations under 35 tags, 17 of them deprecated, none twice', () => {
  assert.equal(listed.length, 441)
  assert.equal(new Set(listed.map(({ tag }) => tag)).size, 35)
  assert.equal(new Set(listed.map(({ path }) => path)).size, 361)
  assert.equal(listed.filter(({ deprecated }) => deprecated).length, 17)
  assert.equal(new Set(listed.map(({ method, path }) => `${method} ${path}`)).size, 441)
})

test('the served operations conform to the v3 API, and all required ones are served', () => {
  const report = compare(listed, operations, rules)
  assert.deepEqual(report.faults, [])
  assert.equal(report.served.size + report.missing.length, 441)
})

test('a required operation that is not served is reported', () => {
  const faults = getAddedFaults('POST /accounts/search', () => [])
  assert.deepEqual(faults, ['due but not served: POST /accounts/search'])
})

test('a wrong status is reported for every kind of response', () => {
  const wrongStatuses: [name: string, status: 200 | 201 | 204, right: number][] = [
    ['GET /accounts', 204, 200],
    ['POST /accounts/search', 201, 200],
    ['GET /accounts/{_id}', 201, 200],
    ['POST /accounts', 200, 201],
    ['POST /accounts/register', 200, 201],
    ['POST /admin/packages', 200, 201],
    ['PUT /accounts/{_id}', 200, 204],
    ['DELETE /accounts/{_id}', 200, 204],
    ['POST /accounts/{_id}/block', 200, 204],
    ['POST /accounts/{_id}/2fa/setup', 204, 200],
  ]
  for (const [name, status, right] of wrongStatuses)
    assert.deepEqual(
      getAddedFaults(name, (operation) => [{ ...operation, status }]),
      [`status: ${name} has ${status}, not ${right}`],
    )
})

test('a response of another shape is reported', () => {
  const one = { name: 'x', schema: {} as never }
  const wrongResults: [name: string, result: ServedOperation['result'], fault: string][] = [
    ['GET /accounts', one, 'has one, not list'],
    ['POST /accounts/search', one, 'has one, not list'],
    ['GET /accounts/{_id}', [one], 'has list, not one'],
    ['GET /auth_token', undefined, 'has nothing, not one or list'],
    ['PUT /accounts/{_id}', one, 'has one, not nothing'],
    ['POST /accounts/{_id}/block', one, 'has one, not nothing'],
  ]
  for (const [name, result, fault] of wrongResults) {
    const faults = getAddedFaults(name, ({ result: _, ...operation }) => [
      result ? { ...operation, result } : operation,
    ])
    assert.deepEqual(faults, [`result: ${name} ${fault}`])
  }
})

test('a creation that returns more than its id, or does not document it, is reported', () => {
  const result = { name: 'x', schema: { properties: { id: {}, name: {} }, required: [] } as never }
  assert.deepEqual(
    getAddedFaults('POST /accounts', (operation) => [{ ...operation, result }]),
    ['result: POST /accounts has {id,name}, not {id}', 'result: POST /accounts requires {}, not {id}'],
  )
  assert.deepEqual(
    getAddedFaults('POST /sessions', (operation) => [{ ...operation, result }]),
    ['result: POST /sessions has {id,name}, not {id,token}', 'result: POST /sessions requires {}, not {id,token}'],
  )
})

test('another tag, deprecation or parameter name is reported', () => {
  assert.deepEqual(
    getAddedFaults('GET /accounts', (operation) => [{ ...operation, tag: 'contacts' }]),
    ['other tag: GET /accounts has contacts, listed as accounts'],
  )
  assert.deepEqual(
    getAddedFaults('GET /accounts', (operation) => [{ ...operation, deprecated: true }]),
    ['deprecation: GET /accounts, listed as deprecated false'],
  )
  assert.deepEqual(
    getAddedFaults('GET /auth_token', ({ deprecated: _, ...operation }) => [operation]),
    ['deprecation: GET /auth_token, listed as deprecated true'],
  )
  assert.deepEqual(
    getAddedFaults('GET /accounts/{_id}', (operation) => [{ ...operation, path: '/accounts/{id}' }]),
    ['other parameter names: GET /accounts/{id}, listed as /accounts/{_id}'],
  )
})

test('an operation beyond the list is reported unless it is declared, and one that is served twice always', () => {
  const extra: ServedOperation = { tag: 'accounts', method: 'POST', path: '/accounts/{_id}/promote', status: 204 }
  assert.deepEqual(compare(listed, [...operations, extra], rules).faults, [
    'neither in the list nor a declared addition: POST /accounts/{_id}/promote',
  ])
  const declared = { ...rules, additions: { ...rules.additions, 'POST /accounts/{_id}/promote': 'a reason' } }
  assert.deepEqual(compare(listed, [...operations, extra], declared).faults, [])
  assert.deepEqual(
    getAddedFaults('GET /accounts', (operation) => [operation, operation]),
    ['served twice: GET /accounts'],
  )
})

test('a rule without any effect is reported', () => {
  const stale: Rules = {
    due: [...rules.due, { pattern: /^nowhere /, why: 'a tag that does not exist' }],
    additions: { ...rules.additions, 'POST /nowhere': 'not served', 'POST /accounts': 'in the list' },
  }
  assert.deepEqual(compare(listed, operations, stale).faults, [
    'matches nothing: /^nowhere /',
    'declared as an addition, but it is not one: POST /nowhere',
    'declared as an addition, but it is not one: POST /accounts',
  ])
})

/** Returns the faults that a change of one served operation adds. */
function getAddedFaults(name: string, change: (operation: ServedOperation) => ServedOperation[]): string[] {
  const isTarget = ({ method, path }: ServedOperation) => `${method} ${path}` === name
  assert.equal(operations.filter(isTarget).length, 1, `${name} is served`)
  const served = operations.flatMap((operation) => (isTarget(operation) ? change(operation) : [operation]))
  const known = new Set(compare(listed, operations, rules).faults)
  return compare(listed, served, rules).faults.filter((fault) => !known.has(fault))
}

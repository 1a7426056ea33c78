import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type CheckOutcome, type CheckSettings, createGuard, errorTypes, runCheck } from '@wachta/checks'
import type { Target } from './hostile/servers.ts'

const checkContext = { guard: createGuard({ allow: ['127.0.0.0/8'] }) }
const timeout_ms = 600
const graceMs = 1000
/** How often each server is checked, and how many checks run concurrently. */
const rounds = Number(process.env['HOSTILE_ROUNDS'] ?? 1)
const lanes = 12
const megabyte = 1_048_576

/** Settings with which a check reads everything that a server sends. */
const settingsOf: Readonly<Record<Target['type_id'], CheckSettings>> = {
  http: { http_method: 'POST', content: 'x'.repeat(60_000), content_regex: '(a+)+$', json_path: '$.a.b' },
  https: { verify_certificate: false, content_regex: '(a+)+$', json_path: '$.a.b' },
  tcp: { send: 'hello\r\n', expected_regex: '(a+)+never$' },
}

let servers: ChildProcess
let targets: readonly Target[] = []
const unhandled: unknown[] = []

before(async () => {
  process.on('unhandledRejection', (cause) => unhandled.push(cause))
  process.on('uncaughtExceptionMonitor', (cause) => unhandled.push(cause))
  servers = fork(join(import.meta.dirname, 'hostile', 'servers.ts'))
  ;[targets] = await once(servers, 'message')
})

after(() => void servers.kill())

interface Visit {
  readonly target: Target
  readonly outcome: CheckOutcome
  readonly took: number
}

test('ends every check of a hostile server in time and with a result', async () => {
  assert.ok(new Set(targets.map(({ name }) => name)).size >= 40)
  await visitAll()
  const start = { memory: memory(), files: openFiles() }
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round += 1) {
    visits.push(...(await visitAll()))
    memory()
  }
  await wait(200)
  const late = visits.filter(({ took }) => took > timeout_ms + graceMs)
  assert.deepEqual(late.map(told), [])
  assert.equal(servers.exitCode, null, 'the servers are alive')
  const unknown = visits.filter(({ outcome }) => outcome.result === 'unknown' || nameOf(outcome) === 'unclassified')
  assert.deepEqual(unknown.map(told), [])
  assert.deepEqual(unhandled, [])
  assert.ok(openFiles() <= start.files + 2, `${openFiles() - start.files} files stay open`)
  const grown = (memory() - start.memory) / megabyte
  assert.ok(grown < 50, `${grown.toFixed(1)} MB more`)
})

test('tells what each server does wrong', async () => {
  const chosen = targets.filter((target) => Object.hasOwn(expected, keyOf(target)))
  // Enough even for expensive answers on a busy machine.
  const visits = await visitAll(chosen, 4000)
  const kinds = Object.fromEntries(visits.map(({ target, outcome }) => [keyOf(target), nameOf(outcome)]))
  assert.deepEqual(kinds, expected)
})

const keyOf = ({ type_id, name }: Target): string => `${type_id}: ${name}`

/** The servers that allow only one verdict. */
const expected: Readonly<Record<string, string>> = {
  'http: silence': 'timeout_first_byte',
  'http: silence after the headers': 'timeout_transfer',
  'http: one byte of the body at a time': 'timeout_transfer',
  'http: endless headers': 'http_headers_too_large',
  'http: endless header line': 'http_headers_too_large',
  'http: endless body': 'http_body_too_large',
  'http: endless chunks': 'http_body_too_large',
  'http: endless chunks of a byte': 'http_response_invalid',
  'http: endless interim answers': 'http_response_invalid',
  'http: gzip bomb': 'http_body_too_large',
  'http: brotli bomb': 'http_body_too_large',
  'http: gzip of garbage': 'http_decompression_failed',
  'http: end within the body': 'http_body_incomplete',
  'http: garbage': 'http_response_invalid',
  'http: redirect ever on': 'http_too_many_redirects',
  'http: redirect to a file': 'http_redirect_forbidden',
  'http: redirect to a private network': 'http_redirect_forbidden',
  'http: redirect to nothing': 'http_redirect_invalid',
}

async function visitAll(chosen = targets, limit = timeout_ms): Promise<Visit[]> {
  const queue = [...chosen]
  const visits: Visit[] = []
  const lane = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift())
      visits.push(await visit(target, limit))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return visits
}

async function visit(target: Target, timeout_ms: number): Promise<Visit> {
  const { type_id, port } = target
  const settings = { ...settingsOf[type_id], port }
  const started = performance.now()
  const outcome = await runCheck({ type_id, address: '127.0.0.1', settings, timeout_ms }, checkContext)
  const took = performance.now() - started
  // Drop the evidence, which would distort the memory measurement.
  return { target, outcome: { ...outcome, artifacts: [], texts: {} }, took }
}

const nameOf = ({ result, error_type_id }: CheckOutcome): string =>
  errorTypes.find(({ id }) => id === error_type_id)?.kind ?? result

const told = ({ target, outcome, took }: Visit): string =>
  `${keyOf(target)}: ${nameOf(outcome)} in ${Math.round(took)} ms: ${outcome.error_message}`

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The memory of the process after garbage collection: growth means a leak. */
function memory(): number {
  collect()
  return process.memoryUsage().rss
}

const openFiles = (): number => readdirSync('/proc/self/fd').length

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { test } from 'node:test'
import { findFirstCapture, isFound } from '../src/content/regular-expression.ts'
import { allowAll, runCheck } from '../src/index.ts'
import { createMasks } from '../src/masking.ts'

test('secrets are masked in every form in which servers hand them back', () => {
  const secret = 'pa ss&w"ö/rd+'
  const masks = createMasks([secret, 'abc', null, 7])
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase().replace('%c3%b6', '%c3%b6'),
    new URLSearchParams({ a: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    ...['', 'a', 'ab', 'abc', 'user:'].map((before) => Buffer.from(`${before}${secret}`).toString('base64')),
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}after`).toString('base64url')),
  ]
  for (const form of forms) {
    assert.match(masks.maskText(`before ${form} after`), /\*\*\*/, form)
    assert.match(Buffer.from(masks.maskBytes(Buffer.from(`before ${form} after`))).toString(), /\*\*\*/, form)
  }
  // These secrets are too short to mask: they would match by chance.
  assert.equal(masks.maskText('abc 7'), 'abc 7')
  assert.equal(createMasks(['abc']).isEmpty, false, 'but it is a secret')
  assert.equal(createMasks(['', null, undefined]).isEmpty, true)
  const binary = Buffer.from([0, 255, 128, 1])
  assert.equal(masks.maskBytes(binary), binary)
})

test('a type that no sensor checks says so', async () => {
  const outcome = await runCheck(
    { type_id: 'gopher', address: 'a', settings: {}, timeout_ms: 100 },
    { guard: allowAll },
  )
  assert.deepEqual([outcome.result, outcome.reason], ['unknown', 'unsupported'])
})

test('what strangers say is told in one line of bounded length', async () => {
  const settings = { content_regex: 'x' }
  const order = { type_id: 'http', address: `http://[${'a\u0000\n'.repeat(900)}`, settings, timeout_ms: 100 }
  const { error_message } = await runCheck(order, { guard: allowAll })
  assert.ok((error_message?.length ?? 0) <= 1000)
  assert.doesNotMatch(error_message ?? '', /\p{Cc}/u)
})

test('patterns are found in small texts and in large ones', async () => {
  const large = `${'a'.repeat(900_000)} id=42;`
  assert.equal(await isFound('id=([0-9]+)', large), true)
  assert.equal(await isFound('id=[a-z]+x', large), false)
  assert.equal(await findFirstCapture('id=([0-9]+)', large), '42')
  assert.equal(await findFirstCapture('id=([0-9]+)', 'id=7'), '7')
  assert.equal(await findFirstCapture('id=[0-9]+', 'id=7'), 'id=7')
  assert.equal(await findFirstCapture('nothing', 'id=7'), undefined)
})

test('a pattern that takes too long fails alone: others go on meanwhile', async () => {
  const hard = Array.from({ length: 600_000 }, (_, at) => String.fromCharCode(97 + ((at * 7919) % 26))).join('')
  const random = hard.replace(/./g, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)))
  const slow = '(?:[a-m].{100}|[n-z].{200}|[e-s].{300}|[b-y].{350})[0-9]'
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 20)
  await assert.rejects(isFound(slow, random), { kind: 'pattern_too_slow' })
  clearInterval(timer)
  assert.ok(turns > 20, `${turns} turns`)
  assert.equal(await isFound('[0-9]', random), false)
  // The result is cached now, so no check waits for it again.
  const started = performance.now()
  await assert.rejects(isFound(slow, random), { kind: 'pattern_too_slow' })
  assert.ok(performance.now() - started < 100)
})

test('an answer that came in time is no failure where the sensor has no time to look at it', async () => {
  const large = Array.from({ length: 600_000 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
  const server = createServer((_, response) => response.end(large)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const order = { type_id: 'http', address, settings: { content_regex: 'never[0-9]' }, timeout_ms: 1500 }
  const steps = [{ name: 'one', url: '/', assertions: [{ content_regex: 'never[0-9]' }] }]
  const scenario = { ...order, type_id: 'http_scenario', settings: { steps, step_timeout: 1000 } }
  // The pattern of another check occupies the thread for two seconds.
  const slow = isFound('(?:[a-m].{100}|[n-z].{200}|[e-s].{300}|[b-y].{340})[0-9]', large).catch(({ kind }) => kind)
  const outcomes = await Promise.all([order, scenario].map((each) => runCheck(each, { guard: allowAll })))
  assert.equal(await slow, 'pattern_too_slow')
  server.close()
  assert.deepEqual(
    outcomes.map(({ result, reason }) => [result, reason]),
    [
      ['unknown', 'overloaded'],
      ['unknown', 'internal'],
    ],
  )
})

test('a line that came in time is no failure either where the sensor has no time to look at it', async () => {
  const large = Array.from({ length: 600_000 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
  const server = createTcpServer((socket) => socket.on('error', () => undefined).write('SSH-2.0-test\r\n'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Large enough to be matched in the thread, which the pattern of another check occupies for two seconds.
  const pattern = 'x{250}'
  const slow = isFound('(?:[a-m].{100}|[n-z].{200}|[e-s].{300}|[b-y].{330})[0-9]', large).catch(({ kind }) => kind)
  const outcomes = await Promise.all(
    [
      { type_id: 'tcp', settings: { port, expected_regex: pattern } },
      { type_id: 'ssh', settings: { port, banner_regex: pattern } },
    ].map((each) => runCheck({ ...each, address: '127.0.0.1', timeout_ms: 1_500 }, { guard: allowAll })),
  )
  assert.equal(await slow, 'pattern_too_slow')
  server.close()
  assert.deepEqual(
    outcomes.map(({ result, reason }) => [result, reason]),
    [
      ['unknown', 'overloaded'],
      ['unknown', 'overloaded'],
    ],
  )
})

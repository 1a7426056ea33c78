import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type Child, start } from './child.ts'

const messages = (child: Child) => child.lines().map(({ msg }) => msg)

test('one message lists all faults of the configuration, including those of common variables', async () => {
  const child = start('configured', {
    DATABASE_URL: 'hunter2hunter2',
    CONCURRENCY: 'many',
    LOG_LEVEL: 'loud',
    STOP_TIMEOUT_MS: '0',
  })
  assert.equal((await child.ended()).code, 1)
  assert.equal(
    child.errors(),
    [
      'configured: the configuration cannot be used:',
      'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, got "loud"',
      'STOP_TIMEOUT_MS: expected integer (at least 1, at most 2147483647), got "0"',
      'DATABASE_URL: expected string (of format uri), got a value that is not shown because it is secret',
      'CONCURRENCY: expected integer (at least 1, at most 1000), got "many"\n',
    ].join('\n  '),
  )
})

test('the log is JSON lines with the name of the process, without secrets', async () => {
  const child = start('configured', { DATABASE_URL: 'postgres://wachta:hunter2hunter2@db/wachta' })
  assert.deepEqual(await child.ended(), { code: 0, signal: null })
  const { time, ...line } = await child.line('configured')
  assert.deepEqual(line, { level: 'info', process: 'configured', concurrency: 50, msg: 'configured' })
  assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000)
  assert.ok(messages(child).includes('tried [Redacted]'))
  assert.ok(!messages(child).includes('details'))
  const log = JSON.stringify(child.lines())
  assert.doesNotMatch(log, /hunter2|hidden-/)
  const { contact, req } = await child.line('sensitive')
  assert.deepEqual(contact, { token: '[Redacted]', name: 'shown' })
  assert.deepEqual(req, { headers: { authorization: '[Redacted]', cookie: '[Redacted]', host: 'shown' } })
})

test('LOG_LEVEL determines how much is logged', async () => {
  const child = start('configured', { DATABASE_URL: 'nats://queue', LOG_LEVEL: 'debug' })
  await child.ended()
  assert.ok(messages(child).includes('details'))
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} lets the body finish, then closes resources, the last one first`, async () => {
    const child = start('order')
    await child.line('running')
    child.process.kill(signal)
    await child.line('stopping')
    child.process.kill(signal)
    assert.deepEqual(await child.ended(), { code: 0, signal: null })
    const after = messages(child).slice(messages(child).indexOf('running') + 1)
    assert.deepEqual(
      after.filter((message) => message !== 'stopping'),
      ['drained', 'closed queue', 'closed lock', 'closed database', 'stopped'],
    )
  })
}

for (const [hangs, stillClosing] of [
  ['body', ['body', 'server', 'queue', 'Database', 'metrics port', 'unreadable values', 'tracing', 'default metrics']],
  ['queue', ['queue', 'Database', 'metrics port', 'unreadable values', 'tracing', 'default metrics']],
  ['queue unasked', ['queue', 'Database', 'metrics port', 'unreadable values', 'tracing', 'default metrics']],
] as const) {
  test(`a shutdown that hangs in the ${hangs} ends in time and logs where`, async () => {
    const child = start('hanging', { HANGS: hangs, STOP_TIMEOUT_MS: '300' })
    const running = await child.line('running')
    if (hangs !== 'queue unasked') child.process.kill('SIGTERM')
    assert.deepEqual(await child.ended(), { code: 1, signal: null })
    const line = await child.line('not stopped within STOP_TIMEOUT_MS')
    assert.ok(Date.parse(line.time) - Date.parse(running.time) >= 290)
    assert.deepEqual([line['level'], line['stillClosing']], ['fatal', stillClosing])
  })
}

for (const [how, message, error] of [
  ['exception', 'uncaught', 'out of the blue'],
  ['rejection', 'uncaught', 'nobody waits'],
  ['body', 'failed', 'no body'],
  ['close', 'closing failed', 'will not close'],
] as const) {
  test(`a failure by ${how} is logged as fatal and ends the process with 1`, async () => {
    const child = start('failing', { HOW: how })
    assert.deepEqual(await child.ended(), { code: 1, signal: null })
    const { level, err } = await child.line(message)
    assert.equal(level, 'fatal')
    assert.equal((err as Error).message, error)
    assert.equal(messages(child).includes('closed first'), message !== 'uncaught')
  })
}

test('no line is lost or out of order when the process ends', async () => {
  const child = start('failing', { HOW: 'flood' })
  await child.ended()
  const numbers = child.lines().flatMap(({ number }) => number ?? [])
  assert.deepEqual(
    numbers,
    Array.from({ length: 2_000 }).map((_, index) => index),
  )
  assert.deepEqual(messages(child).slice(-4), ['flood', 'failed', 'closed first', 'stopped'])
})

test('an error during the shutdown is a failure too', async () => {
  const child = start('failing', { HOW: 'during stop' })
  await child.line('running')
  child.process.kill('SIGTERM')
  assert.equal((await child.ended()).code, 1)
  assert.equal(((await child.line('failed'))['err'] as Error).message, 'could not drain')
})

test('a wait that is aborted by the shutdown is no failure', async () => {
  const child = start('failing', { HOW: 'abort' })
  await child.line('running')
  child.process.kill('SIGTERM')
  assert.deepEqual(await child.ended(), { code: 0, signal: null })
})

test('the process ends when its body returns', async () => {
  assert.deepEqual(await start('failing', { HOW: 'none' }).ended(), { code: 0, signal: null })
})

test('a metrics port that is in use is a failure that names it', async () => {
  const first = start('service')
  const { port } = await first.line('serving metrics, health and readiness')
  const second = start('service', { METRICS_PORT: String(port) })
  assert.equal((await second.ended()).code, 1)
  const { err } = await second.line('failed')
  assert.match((err as Error).message, new RegExp(`METRICS_PORT ${port}`))
})

test('a client that never finishes its request does not delay the shutdown', async () => {
  const child = start('failing', { HOW: 'abort', STOP_TIMEOUT_MS: '5000' })
  const { port } = await child.line('serving metrics, health and readiness')
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\n')
  await child.get('/health')
  child.process.kill('SIGTERM')
  assert.deepEqual(await child.ended(), { code: 0, signal: null })
})

test('the metrics port serves metrics, health and readiness throughout the life of a process', async () => {
  const child = start('service')
  const tell = async (command: string) => {
    child.process.send(command)
    await child.line(`done: ${command}`)
  }
  const readiness = async () => {
    const response = await child.get('/ready')
    return [response.status, await response.json()]
  }
  await child.line('listening')

  const metrics = await child.get('/metrics')
  const text = await metrics.text()
  assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  for (const metric of [/^process_cpu_seconds_total /m, /^orders_total 3$/m, /^stray_total 4$/m])
    assert.match(text, metric)
  assert.equal((await child.get('/')).status, 404)

  assert.deepEqual(await readiness(), [503, { ready: false, failing: ['starting'] }])
  await tell('ready')
  assert.deepEqual(await readiness(), [200, { ready: true, failing: [] }])
  await tell('break queue')
  assert.deepEqual(await readiness(), [503, { ready: false, failing: ['queue'] }])
  assert.equal(((await child.line('a readiness check failed'))['err'] as Error).message, 'queue is broken')
  await tell('hang database')
  const before = Date.now()
  assert.deepEqual(await readiness(), [503, { ready: false, failing: ['database', 'queue'] }])
  assert.ok(Date.now() - before >= 1_900 && Date.now() - before < 10_000)
  assert.equal((await child.get('/health')).status, 200)
  await tell('mend database')
  await tell('mend queue')
  assert.equal((await readiness())[0], 200)

  child.process.kill('SIGTERM')
  await child.line('stopping')
  assert.deepEqual(await readiness(), [503, { ready: false, failing: ['stopping'] }])
  assert.equal((await child.get('/health')).status, 200)
  child.process.send('close')
  assert.deepEqual(await child.ended(), { code: 0, signal: null })
})

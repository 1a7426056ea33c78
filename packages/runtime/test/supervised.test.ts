import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { start } from './child.ts'

test('a process whose supervisor has ended shuts down properly', { timeout: 20_000 }, async () => {
  const child = start('order')
  await child.line('running')
  const ended = once(child.process, 'exit')
  child.process.disconnect()
  assert.deepEqual(await ended, [0, null])
  await child.line('stopped')
  const messages = child.lines().map(({ msg }) => msg)
  assert.deepEqual(messages.slice(-6), [
    'the supervisor is gone: stopping',
    'drained',
    'closed queue',
    'closed lock',
    'closed database',
    'stopped',
  ])
})

test('a process reports once to its supervisor that it is ready, with its metrics port', {
  timeout: 20_000,
}, async () => {
  const child = start('service')
  const told: unknown[] = []
  child.process.on('message', (message) => told.push(message))
  await child.line('listening')
  child.process.send('ready')
  child.process.send('ready')
  await once(child.process, 'message')
  const { port } = await child.line('serving metrics, health and readiness')
  child.process.kill('SIGTERM')
  await child.line('stopping')
  child.process.send('close')
  await child.ended()
  assert.deepEqual(told, [{ isReady: true, metricsPort: port }])
})

test('a process whose log has no reader any more still shuts down properly', async () => {
  const child = start('order')
  await child.line('running')
  child.process.stdout?.destroy()
  child.process.kill('SIGTERM')
  const [code, signal] = await once(child.process, 'exit')
  assert.deepEqual([code, signal], [0, null])
})

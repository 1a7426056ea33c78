import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Daemon, isRunning, startDaemon, stopDaemon } from '../src/engines/daemon.ts'

test('each of many programs started at once is alive as soon as its start is reported', async () => {
  const alive = await Promise.all(
    Array.from({ length: 100 }, async (_, round) => {
      const daemon = await start('/bin/sleep', `30.${round + 100}`)
      const wasAlive = await isRunning(daemon)
      await stopDaemon(daemon)
      return wasAlive
    }),
  )
  assert.deepEqual(new Set(alive), new Set([true]))
})

test('a program that has ended is not alive', async () => {
  const daemon = await start('/bin/true', 'nothing-else-has-this-argument')
  // Right after its start, the process may still be alive; only if it never ends, something is wrong.
  const deadline = Date.now() + 10_000
  while ((await isRunning(daemon)) && Date.now() < deadline) await wait(10)
  assert.equal(await isRunning(daemon), false)
})

function start(program: string, marker: string): Promise<Daemon> {
  return startDaemon({ name: program, program, args: [marker], marker, stopSignal: 'SIGTERM', log: '/dev/null' })
}

test('a started program leaves no open file behind in the one that started it', {
  skip: !existsSync('/proc'),
}, async () => {
  const countOpen = () => readdirSync('/proc/self/fd').filter((name) => isDevNull(`/proc/self/fd/${name}`)).length
  const before = countOpen()
  for (const round of [1, 2, 3]) await stopDaemon(await start('/bin/sleep', `31.${round}`))
  assert.equal(countOpen(), before)
})

function isDevNull(path: string): boolean {
  try {
    return readlinkSync(path) === '/dev/null'
  } catch {
    return false
  }
}

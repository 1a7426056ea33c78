import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Daemon, isAlive, startDaemon, stopDaemon } from '../src/engines/daemon.ts'

test('each of many programs started at once is alive as soon as its start is reported', async () => {
  const alive = await Promise.all(
    Array.from({ length: 100 }, async (_, round) => {
      const daemon = await start('/bin/sleep', `30.${round + 100}`)
      const wasAlive = await isAlive(daemon)
      await stopDaemon(daemon)
      return wasAlive
    }),
  )
  assert.deepEqual(new Set(alive), new Set([true]))
})

test('a program that ends at once is not alive', async () => {
  assert.equal(await isAlive(await start('/bin/true', 'nothing-else-has-this-argument')), false)
})

function start(program: string, marker: string): Promise<Daemon> {
  return startDaemon({ name: program, program, args: [marker], marker, stopSignal: 'SIGTERM', log: '/dev/null' })
}

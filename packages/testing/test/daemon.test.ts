import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDaemon } from '@wachta/testing/daemon'
import { findFreePort } from '@wachta/testing/free-port'

test('a server that does not listen in time is stopped, and the error has its output', async () => {
  const program = 'console.log(process.pid); setInterval(() => undefined, 1_000)'
  const start = startDaemon([process.execPath, '-e', program], { port: await findFreePort(), startTimeoutMs: 1_000 })
  const error = await start.then(
    () => assert.fail('it does not listen'),
    (cause: Error) => cause,
  )
  const [, pid] = /does not serve: (\d+)/.exec(error.message) ?? []
  assert.throws(() => process.kill(Number(pid), 0), { code: 'ESRCH' })
})

import assert from 'node:assert/strict'
import files, { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { lockSession } from '../src/session/session-file.ts'

const { signal } = new AbortController()

/** Returns an environment with a lock that another command took and never released. */
async function prepareStaleLock(t: TestContext): Promise<NodeJS.ProcessEnv> {
  const home = await mkdtemp(join(tmpdir(), 'wachta-home-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  await mkdir(join(home, 'wachta'))
  const environment = { XDG_CONFIG_HOME: home }
  await lockSession(environment, signal)
  const minuteAgo = new Date(Date.now() - 60_000)
  for (const name of await readdir(home, { recursive: true })) await utimes(join(home, name), minuteAgo, minuteAgo)
  return environment
}

/** Locks the session in several commands at once, and returns the largest number that held it together. */
async function countConcurrentHolders(environment: NodeJS.ProcessEnv, commands: number): Promise<number> {
  let [holders, most] = [0, 0]
  await Promise.all(
    Array.from({ length: commands }, async () => {
      const unlock = await lockSession(environment, signal)
      holders += 1
      most = Math.max(most, holders)
      await wait(300)
      holders -= 1
      await unlock()
    }),
  )
  return most
}

test('of many commands that find the lock of a dead one, one at a time locks the session', async (t) => {
  assert.equal(await countConcurrentHolders(await prepareStaleLock(t), 8), 1)
})

test('a command that removes a dead lock late leaves that of the next command', async (t) => {
  const environment = await prepareStaleLock(t)
  const { rm: remove } = files
  let removals = 0
  t.mock.method(files, 'rm', async (...given: Parameters<typeof remove>) => {
    removals += 1
    if (removals === 2) await wait(200)
    return remove(...given)
  })
  syncBuiltinESMExports()
  try {
    assert.equal(await countConcurrentHolders(environment, 2), 1)
  } finally {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  }
})

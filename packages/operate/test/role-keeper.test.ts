import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Log } from '@wachta/runtime'
import { waitForValue } from '@wachta/testing/eventually'
import type { Exit } from '../src/serve/child.ts'
import { RoleKeeper } from '../src/serve/role-keeper.ts'

test('a start that throws is tried again, like that of a process that ends', async () => {
  const errors: { error?: string }[] = []
  const log = { error: (details: object) => void errors.push(details) } as unknown as Log
  let starts = 0
  const ended = Promise.withResolvers<Exit>()
  const keeper = new RoleKeeper({
    role: 'postgres',
    log,
    random: () => 0,
    start(onReady) {
      starts += 1
      if (starts === 1) throw new Error('spawn ENOMEM')
      onReady({ metricsPort: null })
      return { pid: 1, ended: ended.promise, kill: () => ended.resolve({ code: 0, signal: null }) }
    },
  })
  assert.equal(await waitForValue(async () => (keeper.state.restarts > 0 ? keeper.state.state : undefined)), 'waiting')
  assert.deepEqual(
    errors.map(({ error }) => error),
    ['spawn ENOMEM'],
  )
  await waitForValue(async () => (starts === 2 ? true : undefined))
  assert.deepEqual(await keeper.stop(), { code: 0, signal: null })
})

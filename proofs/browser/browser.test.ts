import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { attacks } from './attacks/index.ts'
import { countFaults, findNeverShown, proveBrowser } from './main.ts'

/** One attack of each kind. */
const oneOfEachKind = 'fetch-post,webrtc-peer,redirect-to-metadata,broken-getters,memory-buffers,program-socks'

test('attacks have different names, and scripts that can be read', () => {
  assert.equal(new Set(attacks.map(({ name }) => name)).size, attacks.length)
  assert.ok(attacks.length > 300)
  for (const { name, script } of attacks)
    if (script !== undefined) assert.doesNotThrow(() => new Script(`{${script}\n}`), name)
})

test('hostile pages do not escape, remain, end late or use too much', async () => {
  const rounds = await proveBrowser({ rounds: 6, only: oneOfEachKind })
  assert.equal(rounds.length, 6)
  assert.deepEqual(countFaults(rounds), { escapes: 0, left: 0, late: 0, unbounded: 0 }, JSON.stringify(rounds))
  assert.deepEqual(findNeverShown(rounds), [])
})

test('detects escapes if the guard allows everything', async () => {
  const [round] = await proveBrowser({ rounds: 1, only: 'redirect-to-loopback', broken: 'guard' })
  assert.deepEqual(round?.escapes, ['connection to 127.0.0.1 port 80'], JSON.stringify(round))
})

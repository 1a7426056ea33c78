import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type VisitorClaims, writeVisitorClaims } from '@wachta/domain'
import { generatePageKeys, signPageToken } from '@wachta/runtime/page-token'
import type { VisitorAdmission } from '../src/admission.ts'
import { createGate } from '../src/gate.ts'
import { createRenewal } from '../src/renewal.ts'

const keys = generatePageKeys()
const gate = createGate({ kind: 'users', publicKey: keys.publicKey, generation: 1, signInUrl: null })
const sign = (visit: string, renewAt: number) =>
  signPageToken(
    keys,
    writeVisitorClaims({ purpose: 'users', generation: 1, expiresAt: 1e9, renewAt, visit } satisfies VisitorClaims),
  )

test('a visitor whom the api limits is not signed in by that, and others are renewed as before', async () => {
  const asked: string[] = []
  const renew = createRenewal({
    now: () => 1000,
    admit: async ({ secret, address }) => {
      asked.push(address)
      return address === 'noisy' ? 'too_many' : { token: sign(`${secret.length}`, 2000) }
    },
  })
  const visit = (id: string, address: string) => {
    const due = gate.check(sign(id, 500), 'users', 1000)
    assert.equal(due?.status, 'due')
    return renew(gate, due, { slug: 'page', address })
  }
  assert.equal(await visit('1', 'noisy'), 'too_many')
  assert.equal(await visit('1', 'noisy'), 'too_many', 'asked again, not taken for an outage')
  const other = await visit('2', 'quiet')
  assert.ok(other !== undefined && other !== 'too_many' && other.status === 'admitted')
  assert.deepEqual(asked, ['noisy', 'noisy', 'quiet'])
})

test('a clock that is set back neither keeps a visitor out nor makes an outage last until it has caught up', async () => {
  const clock = { now: 9_000_000 }
  const answers: VisitorAdmission[] = ['denied', 'unavailable']
  const renew = createRenewal({
    now: () => clock.now,
    admit: async () => answers.shift() ?? { token: sign('new', 500_000_000) },
  })
  const visit = async (id: string) => {
    const due = gate.check(sign(id, 500), 'users', clock.now)
    assert.equal(due?.status, 'due')
    const token = await renew(gate, due, { slug: 'page', address: 'somewhere' })
    return token === 'too_many' ? token : token?.status
  }
  assert.equal(await visit('1'), undefined, 'denied')
  assert.equal(await visit('2'), 'due', 'the api does not answer')
  assert.equal(await visit('2'), 'due', 'and is not asked again at once')
  clock.now -= 3_600_000
  assert.equal(await visit('2'), 'admitted')
  assert.equal(await visit('1'), 'admitted')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from './compare.ts'
import { formatLines, isClean, prove } from './main.ts'

test('no kill and no provider loses a message or sends it without need', { timeout: 400_000 }, async (context) => {
  const print = (line: string) => context.diagnostic(line)
  const outcome = await prove({ rounds: 10, alerts: 300, seed: 5, print })
  for (const line of formatLines(outcome)) print(line)
  const { expected, lost, unexpected: invented, needlessCopies: beyond, withChangedIds: renamed, inDigests } = outcome
  assert.deepEqual({ lost, invented, beyond, renamed }, { lost: [], invented: [], beyond: [], renamed: [] })
  assert.equal(expected, 2_400)
  assert.ok(inDigests > 0)
})

for (const broken of ['forget', 'repeat'] as const) {
  test(`a notifier that would ${broken} messages is found out`, { timeout: 300_000 }, async (context) => {
    const outcome = await prove({ rounds: 1, alerts: 40, seed: 3, broken })
    for (const line of formatLines(outcome).slice(-2)) context.diagnostic(line)
    assert.equal(isClean(outcome), false)
    const found = broken === 'forget' ? outcome.lost : outcome.needlessCopies
    assert.ok(found.length > 0)
  })
}

test('a copy counts as needless unless the notifier that held the message died while sending it', () => {
  const copy = (came: number, pid: number | undefined) =>
    ({ channel: 'sms', id: 'main-n1', service: 1, kind: 'start', came, at: came + 10, pid, isInDigest: false }) as const
  const needless = (deaths: readonly { pid: number; at: number }[], second = copy(20_000, 8)) =>
    compare([copy(1_000, 7), second], { services: [1], deaths }).needlessCopies.length
  assert.equal(needless([{ pid: 7, at: 1_005 }]), 0)
  assert.equal(needless([{ pid: 7, at: 5_000 }]), 0, 'it may still have waited for the database')
  assert.equal(needless([]), 1)
  assert.equal(needless([{ pid: 8, at: 1_005 }]), 1, 'another process')
  assert.equal(needless([{ pid: 7, at: 900 }]), 0, 'the provider read it after that')
  assert.equal(needless([{ pid: 7, at: 20_001 }]), 1, 'after the copy')
  assert.equal(needless([{ pid: 7, at: 60_000 }], copy(70_000, 8)), 1, 'long after it was noted')
  const ownerless = (at: number) =>
    compare([copy(9_000, undefined), copy(20_000, 8)], { services: [1], deaths: [{ pid: 7, at }] }).needlessCopies
      .length
  assert.equal(ownerless(8_000), 0, 'its owner died before the provider accepted the connection')
  assert.equal(ownerless(3_000), 1, 'too long before')
  assert.equal(ownerless(9_001), 1, 'a notifier that died after it was accepted would have been seen')
})

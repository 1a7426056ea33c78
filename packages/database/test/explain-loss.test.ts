import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSilences, explainLoss, getSilences } from '../src/explain-loss.ts'
import type { HostState, ProbedHost } from '../src/probe-host.ts'

const error = new Error('no')
const primary = (timeline: number): HostState => ({ kind: 'primary', timeline })
const silent: HostState = { kind: 'unreachable', error, isSilent: true }
const refusing: HostState = { kind: 'unreachable', error, isSilent: false }
const rejecting: HostState = { kind: 'rejecting', error }
const standby: HostState = { kind: 'read-only' }

/** Judges the first of these hosts. */
function explain(states: readonly HostState[], silences = 0): string | undefined {
  const hosts = states.map((state, place): ProbedHost => ({ host: `db${place + 1}`, port: 5432, state }))
  return explainLoss(hosts[0], { hosts, silences })
}

test('a primary is kept, unless another one was promoted after it', () => {
  assert.equal(explain([primary(3), standby, standby]), undefined)
  assert.equal(explain([primary(3), primary(3)]), undefined)
  assert.equal(explain([primary(3), primary(2)]), undefined)
  assert.equal(explain([primary(3), primary(4)]), 'was replaced by another primary')
})

test('a host that is no primary is left once there is one', () => {
  for (const own of [standby, refusing, silent]) {
    assert.equal(explain([own, primary(1)]), 'is not the primary any more')
    assert.equal(explain([own, standby]), undefined)
  }
})

test('a host that is silent twice is left in any case; one that is too busy is not', () => {
  assert.equal(explain([silent], 1), undefined)
  assert.equal(explain([silent], 2), 'does not answer')
  assert.equal(explain([rejecting, primary(1)], 2), undefined)
  assert.equal(explainLoss(undefined, { hosts: [], silences: 2 }), undefined)
})

test('the silences of each host are counted, until it answers', () => {
  const probe = (states: readonly HostState[]) =>
    states.map((state, place): ProbedHost => ({ host: `db${place + 1}`, port: 5432, state }))
  const [first, second] = [probe([primary(1), silent]), probe([silent, silent])]
  const silences = countSilences(second, countSilences(first, new Map()))
  assert.deepEqual(
    second.map((host) => getSilences(host, silences)),
    [1, 2],
  )
  assert.equal(countSilences(probe([primary(1), refusing]), silences).size, 0)
})

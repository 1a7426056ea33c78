import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestRevisions } from '@wachta/bus'
import fc from 'fast-check'
import { AssignmentTable } from '../src/assignment-table.ts'
import { planAssignments } from '../src/desired.ts'
import type { StoredRevision } from '../src/revisions.ts'

const revision = (
  service_id: number,
  number: number,
  sensor_ids: readonly number[],
  secret = false,
): StoredRevision => ({
  service_id,
  revision: number,
  owner_id: 1,
  type_id: 'http',
  effective_from: new Date(number * 1000),
  effective_to: null,
  is_active: true,
  interval_ms: 60_000,
  phase_ms: 0,
  timeout_ms: 7000,
  spread_ms: 0,
  sensor_ids,
  configuration: { address: 'a', extended_settings: {}, secrets: secret ? { password: 'sealed' } : {} },
})

const step = fc.oneof(
  fc.record({
    what: fc.constant('want' as const),
    service: fc.integer({ min: 1, max: 5 }),
    revision: fc.integer({ min: 1, max: 9 }),
    sensors: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  }),
  fc.record({ what: fc.constant('publish' as const), fails: fc.boolean() }),
  fc.record({ what: fc.constant('lose' as const) }),
)

/** Plays steps on a broker that holds the last message of each subject, and on a table that gets all its events. */
function play(steps: readonly Step[]): {
  board: AssignmentTable
  held: Map<string, number>
  wanted: Map<string, number>
} {
  const board = new AssignmentTable()
  const held = new Map<string, number>()
  const wanted = new Map<string, number>()
  const stored = new Map<number, readonly StoredRevision[]>()
  const publish = (fails: boolean) => {
    for (const service_id of board.unread)
      board.setDesired(service_id, planAssignments(service_id, stored.get(service_id) ?? []))
    for (const post of board.takeDue(3)) {
      const subject = `${post.sensor_id}.${post.service_id}`
      if (fails) board.retryPost(post)
      else {
        if (post.desired === null) held.delete(subject)
        else held.set(subject, post.desired.newest)
        board.confirmPost(post)
      }
    }
  }
  for (const each of steps) {
    if (each.what === 'publish') publish(each.fails)
    else if (each.what === 'lose') {
      held.clear()
      board.forgetPosted()
    } else {
      for (const subject of wanted.keys()) if (subject.endsWith(`.${each.service}`)) wanted.delete(subject)
      for (const sensor of each.sensors) wanted.set(`${sensor}.${each.service}`, each.revision)
      stored.set(each.service, [revision(each.service, each.revision, each.sensors)])
      board.markUnread([each.service])
    }
  }
  for (let round = 0; round < 20; round += 1) publish(false)
  return { board, held, wanted }
}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('whatever happens, sensors end up with the desired assignments', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { board, held, wanted } = play(steps)
      assert.deepEqual(new Map([...held].sort()), new Map([...wanted].sort()))
      assert.deepEqual(board.takeDue(100), [])
      for (const sensor of [1, 2, 3, 4]) {
        const own = [...wanted].filter(([subject]) => subject.startsWith(`${sensor}.`))
        assert.deepEqual(
          board.digest(sensor),
          digestRevisions(own.map(([subject, newest]) => [Number(subject.split('.')[1]), newest])),
        )
      }
    }),
  )
})

test('assignments in the stream are not published again, and those no longer desired are removed', () => {
  const board = new AssignmentTable()
  const [one] = planAssignments(7, [revision(7, 3, [1])])
  assert.ok(one)
  board.setPosted(1, 7, { identity: board.getIdentity(one), newest: 3 })
  board.setPosted(2, 7, { identity: 'older', newest: 2 })
  board.setPosted(1, 8, { identity: 'gone', newest: 1 })
  board.setDesired(7, [one])
  assert.deepEqual(
    board.takeDue(10).map(({ sensor_id, service_id, desired }) => [sensor_id, service_id, desired]),
    [
      [2, 7, null],
      [1, 8, null],
    ],
  )
})

test('a sensor with a new key gets assignments with secrets again, and no others', () => {
  const board = new AssignmentTable()
  board.setKeys(new Map([[1, 'key one']]))
  board.setDesired(7, planAssignments(7, [revision(7, 1, [1], true)]))
  board.setDesired(8, planAssignments(8, [revision(8, 1, [1])]))
  for (const post of board.takeDue(10)) board.confirmPost(post)
  board.setKeys(new Map([[1, 'key one']]))
  assert.deepEqual(board.takeDue(10), [])
  board.setKeys(new Map([[1, 'key two']]))
  assert.deepEqual(board.takeDue(10), [], 'its secrets have to be read again')
  assert.deepEqual(board.unread, [7])
  board.setDesired(7, planAssignments(7, [revision(7, 1, [1], true)]))
  assert.deepEqual(
    board.takeDue(10).map(({ service_id }) => service_id),
    [7],
  )
})

test('a sensor holds the revisions that it takes part in, those to come included', () => {
  const desired = planAssignments(7, [revision(7, 1, [1, 2]), revision(7, 2, [2, 3])])
  const held = desired.map(({ sensor_id, revisions }) => [sensor_id, revisions.map(({ revision: number }) => number)])
  assert.deepEqual(held, [
    [1, [1]],
    [2, [1, 2]],
    [3, [2]],
  ])
  assert.deepEqual(planAssignments(7, [{ ...revision(7, 1, [1]), is_active: false }]), [])
  assert.deepEqual(planAssignments(7, [{ ...revision(7, 1, [1]), configuration: null }]), [])
})

test('unpublished services are counted with their age until everything is published', () => {
  let now = 1_000
  const board = new AssignmentTable(() => now)
  assert.deepEqual(board.waiting, { services: 0, ageMs: 0 })
  board.setDesired(1, planAssignments(1, [revision(1, 1, [4, 5])]))
  now += 500
  board.setDesired(2, planAssignments(2, [revision(2, 1, [4])]))
  assert.equal(board.assignments, 3)
  now += 500
  assert.deepEqual(board.waiting, { services: 2, ageMs: 1_000 })
  const [first, second, third] = board.takeDue(10)
  assert.ok(first && second && third)
  board.confirmPost(first)
  board.retryPost(second)
  board.confirmPost(third)
  assert.equal(board.takeSettledMs(1), undefined, 'one of its sensors was not told')
  assert.equal(board.takeSettledMs(2), 500)
  now += 1_000
  assert.deepEqual(board.waiting, { services: 1, ageMs: 2_000 })
  assert.deepEqual(board.unread, [1])
  board.setDesired(1, planAssignments(1, [revision(1, 1, [4, 5])]))
  for (const post of board.takeDue(10)) board.confirmPost(post)
  assert.equal(board.takeSettledMs(1), 2_000)
  assert.deepEqual(board.waiting, { services: 0, ageMs: 0 })
  board.setDesired(2, planAssignments(2, [revision(2, 1, [4])]))
  assert.deepEqual(board.takeDue(10), [])
  assert.equal(board.waiting.services, 0, 'what is there already waits for nobody')
})

test('what was published by others is not removed before its service is read', () => {
  const board = new AssignmentTable()
  const [one] = planAssignments(7, [revision(7, 3, [1])])
  assert.ok(one)
  board.setPosted(1, 7, { identity: board.getIdentity(one), newest: 3 })
  board.setPosted(1, 8, { identity: 'gone', newest: 1 })
  board.markUnread([7])
  assert.deepEqual(
    board.takeDue(10).map(({ service_id, desired }) => [service_id, desired]),
    [[8, null]],
  )
  assert.deepEqual(board.unread, [7])
  board.setDesired(7, [one])
  assert.deepEqual(board.takeDue(10), [])
})

test('a service that is read while an earlier version of it is being published gets the later one', () => {
  const board = new AssignmentTable()
  board.setDesired(7, planAssignments(7, [revision(7, 1, [1])]))
  const posts = board.takeDue(10)
  board.setDesired(7, planAssignments(7, [revision(7, 2, [1])]))
  for (const post of posts) board.confirmPost(post)
  assert.equal(board.takeSettledMs(7), undefined)
  assert.deepEqual(
    board.takeDue(10).map(({ desired }) => desired?.newest),
    [2],
  )
})

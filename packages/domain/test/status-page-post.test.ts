import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  applyUpdates,
  type DatedState,
  findPostProblems,
  getDefaultImpact,
  getInitialPostState,
  isFinalState,
  minuteMs,
  type PostKind,
  type PostProgress,
  type PostState,
  postImpacts,
  postKinds,
  postStates,
} from '../src/index.ts'

const at = (state: PostState, minute: number): DatedState => ({ state, time: minute * minuteMs })
const incident: PostProgress = { kind: 'incident', state: 'investigating', startTime: 0, endTime: null }
const maintenance: PostProgress = { kind: 'maintenance', state: 'scheduled', startTime: 0, endTime: 60 * minuteMs }

test('an incident has the state of its newest update, and ends when it is resolved', () => {
  const updates = [at('investigating', 0), at('identified', 5), at('resolved', 9)]
  assert.deepEqual(applyUpdates(incident, updates), { ...incident, state: 'resolved', endTime: 9 * minuteMs })
})

test('a word after the end does not move the end, and reopening takes it back', () => {
  const over = applyUpdates(incident, [at('resolved', 9)])
  assert.equal(applyUpdates(over, [at('resolved', 9), at('resolved', 30)]).endTime, 9 * minuteMs)
  const open = applyUpdates(over, [at('resolved', 9), at('monitoring', 10)])
  assert.deepEqual(open, { ...incident, state: 'monitoring' })
})

test('an end that was corrected by hand is kept', () => {
  const corrected = { ...incident, state: 'resolved', endTime: 7 * minuteMs } as const
  assert.equal(applyUpdates(corrected, [at('resolved', 9), at('resolved', 12)]).endTime, 7 * minuteMs)
})

test('a maintenance keeps its planned end until it is completed', () => {
  const started = applyUpdates(maintenance, [at('in_progress', 1)])
  assert.deepEqual(started, { ...maintenance, state: 'in_progress' })
  assert.equal(applyUpdates(started, [at('in_progress', 1), at('completed', 40)]).endTime, 40 * minuteMs)
})

test('a maintenance that is called off ends when it would have started', () => {
  const planned = { ...maintenance, startTime: 30 * minuteMs }
  assert.equal(applyUpdates(planned, [at('completed', 10)]).endTime, 30 * minuteMs)
})

test('without updates a post stays as it was', () => {
  assert.deepEqual(applyUpdates(maintenance, []), maintenance)
})

test('values of the other kind and impossible ends are named', () => {
  const post = { ...incident, impact: 'minor' } as const
  assert.deepEqual(findPostProblems(post), [])
  assert.deepEqual(findPostProblems({ ...post, state: 'scheduled' }), [{ field: 'state', reason: 'other_kind' }])
  assert.deepEqual(findPostProblems({ ...post, impact: 'maintenance' }), [{ field: 'impact', reason: 'other_kind' }])
  assert.deepEqual(findPostProblems({ ...post, endTime: 1 }), [{ field: 'end_time', reason: 'not_over' }])
  assert.deepEqual(findPostProblems({ ...post, state: 'resolved' }), [{ field: 'end_time', reason: 'over' }])
  const backwards = { ...post, state: 'resolved', startTime: 2, endTime: 1 } as const
  assert.deepEqual(findPostProblems(backwards), [{ field: 'end_time', reason: 'before_start' }])
})

const steps = fc.constantFrom<PostKind>(...postKinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    startTime: fc.integer({ min: 0, max: 1000 }),
    planned: fc.option(fc.integer({ min: 0, max: 1000 })),
    updates: fc.array(
      fc.record({ state: fc.constantFrom(...postStates[kind]), time: fc.integer({ min: 0, max: 2000 }) }),
      { maxLength: 12 },
    ),
  }),
)

test('whatever is posted in whatever order, the post fits its newest update and never contradicts itself', () => {
  fc.assert(
    fc.property(steps, ({ kind, startTime, planned, updates }) => {
      let post: PostProgress = {
        kind,
        state: getInitialPostState(kind),
        startTime,
        endTime: kind === 'maintenance' && planned !== null ? startTime + planned : null,
      }
      const seen: DatedState[] = []
      for (const update of updates) {
        seen.push(update)
        seen.sort((one, other) => one.time - other.time)
        post = applyUpdates(post, seen)
        assert.equal(post.state, seen.at(-1)?.state)
        assert.deepEqual(findPostProblems({ ...post, impact: getDefaultImpact(kind) }), [])
        assert.ok(!isFinalState(post.state) || post.endTime !== null)
        assert.deepEqual(applyUpdates(post, seen), post, 'settling twice changes nothing')
      }
    }),
  )
})

test('each impact and state belongs to one kind, and first ones to their own', () => {
  assert.equal(new Set(postKinds.flatMap((kind) => postImpacts[kind])).size, 5)
  assert.equal(new Set(postKinds.flatMap((kind) => postStates[kind])).size, 8)
  for (const kind of postKinds) {
    assert.ok(postStates[kind].includes(getInitialPostState(kind)))
    assert.ok(postImpacts[kind].includes(getDefaultImpact(kind)))
  }
})

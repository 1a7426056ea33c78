import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Announcement,
  type AnnouncementScene,
  dayMs,
  minuteMs,
  type OpenPost,
  planAnnouncements,
} from '../src/index.ts'
import { type Planner, play, type Story, tickMs, type WrittenPost } from './announcement-world.ts'

const base: AnnouncementScene = {
  settings: {
    incidentPosts: 'published',
    incidentPostDelayMs: 5 * minuteMs,
    maintenancePosts: 'none',
    maintenanceNoticeMs: 0,
  },
  components: [1, 2, 3].map((id) => ({ id: id * 10, serviceIds: [id], rule: { kind: 'worst' } })),
  incidents: [],
  windows: [],
  posts: [],
  now: 100 * minuteMs,
}
const failing = (id: number, minutesAgo: number, more: object = {}) => ({
  ...{ id: id * 100, serviceId: id, startTime: base.now - minutesAgo * minuteMs, endTime: null },
  ...{ isInMaintenance: false, isAnnounced: false, ...more },
})
const post: OpenPost = {
  id: 7,
  kind: 'incident',
  state: 'investigating',
  componentIds: [10],
  startTime: base.now - 6 * minuteMs,
  endTime: null,
  isAutomatic: true,
  incidentIds: [100],
  windowIds: [],
}
const plan = (scene: Partial<AnnouncementScene>) => planAnnouncements({ ...base, ...scene })

test('incidents that start within the delay become one post that names all components', () => {
  assert.deepEqual(plan({ incidents: [failing(1, 5), failing(2, 1)] }), [
    {
      ...{ kind: 'incident', startTime: base.now - 5 * minuteMs, isDraft: false },
      ...{ incidentIds: [100, 200], componentIds: [10, 20], impact: 'critical' },
    },
  ])
  assert.deepEqual(plan({ incidents: [failing(1, 4.9), failing(2, 1)] }), [], 'not before the delay')
})

test('one service of a redundant group is a minor incident', () => {
  const components = [{ id: 10, serviceIds: [1, 2], rule: { kind: 'any_up' } }] as const
  const [made] = plan({ components, incidents: [failing(1, 6)] })
  assert.equal(made?.kind === 'incident' && made.impact, 'minor')
})

test('a late incident joins the post without a word, and the post is resolved when all are over', () => {
  const first = failing(1, 6, { isAnnounced: true })
  const late = failing(2, 5)
  assert.deepEqual(plan({ posts: [post], incidents: [first, late] }), [
    { kind: 'incident_joined', postId: 7, incidentIds: [200], componentIds: [10, 20], impact: 'critical' },
  ])
  const ended = { ...first, endTime: base.now - minuteMs }
  const both = { ...post, incidentIds: [100, 200] }
  assert.deepEqual(plan({ posts: [both], incidents: [ended, { ...late, isAnnounced: true }] }), [])
  const over = { ...late, isAnnounced: true, endTime: base.now }
  assert.deepEqual(plan({ posts: [both], incidents: [ended, over] }), [
    { kind: 'incident_resolved', postId: 7, endTime: base.now },
  ])
})

test('what people write is left to them, and what they wrote is not repeated', () => {
  const touched = { ...post, isAutomatic: false }
  assert.deepEqual(plan({ posts: [touched], incidents: [failing(1, 9, { isAnnounced: true, endTime: base.now })] }), [])
  assert.deepEqual(plan({ posts: [touched], incidents: [failing(1, 9)] }), [], 'the component has a post of people')
  assert.equal(plan({ posts: [touched], incidents: [failing(2, 9)] }).length, 1)
  assert.deepEqual(plan({ incidents: [failing(1, 9, { isAnnounced: true })] }), [], 'a deleted post does not come back')
})

test('a page that no longer announces still resolves its own posts, and drafts stay drafts', () => {
  const settings = { ...base.settings, incidentPosts: 'none' } as const
  const over = failing(1, 6, { isAnnounced: true, endTime: base.now })
  assert.equal(plan({ settings, posts: [post], incidents: [over, failing(2, 9)] }).length, 1)
  const [draft] = plan({ settings: { ...settings, incidentPosts: 'draft' }, incidents: [failing(1, 6)] })
  assert.equal(draft?.kind === 'incident' && draft.isDraft, true)
})

test('a failure in a maintenance window is no news until the delay has passed after it; an old one never is', () => {
  assert.deepEqual(plan({ incidents: [failing(1, 9, { isInMaintenance: true })] }), [])
  const maintained = failing(1, 60, { maintainedUntil: base.now - 4 * minuteMs })
  assert.deepEqual(plan({ incidents: [maintained] }), [])
  assert.equal(plan({ incidents: [maintained], now: base.now + minuteMs }).length, 1)
  const [other] = plan({ incidents: [maintained, failing(2, 61)] })
  assert.deepEqual(other?.kind === 'incident' && other.incidentIds, [200])
  assert.deepEqual(plan({ incidents: [failing(1, 6)], now: base.now + dayMs }), [])
  assert.deepEqual(plan({ incidents: [failing(9, 6)] }), [], 'not on this page')
})

const stories: fc.Arbitrary<Story> = fc.record({
  settings: fc.record({
    incidentPosts: fc.constantFrom('draft', 'published'),
    incidentPostDelayMs: fc.constantFrom(0, 2 * minuteMs, 5 * minuteMs, 10 * minuteMs),
    maintenancePosts: fc.constant('none'),
    maintenanceNoticeMs: fc.constant(0),
  }),
  components: fc.constant(base.components),
  incidents: fc.array(
    fc
      .record({
        serviceId: fc.integer({ min: 1, max: 4 }),
        startTime: fc.integer({ min: 0, max: 40 * minuteMs }),
        lasts: fc.option(fc.integer({ min: 1, max: 20 * minuteMs })),
      })
      .map(({ lasts, ...rest }) => ({ ...rest, endTime: lasts === null ? null : rest.startTime + lasts })),
    { maxLength: 8 },
  ),
  windows: fc.constant([]),
  people: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 40 * minuteMs }),
      post: fc.integer({ min: 1, max: 3 }),
      deletes: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  until: fc.constant(60 * minuteMs),
})

/** Asserts what must be true of the posts of any story, independently of the rule. */
function judge(story: Story, posts: readonly WrittenPost[]): void {
  const { incidentPostDelayMs: delay, incidentPosts } = story.settings
  const named = posts.flatMap(({ incidentIds }) => incidentIds)
  assert.equal(new Set(named).size, named.length, 'never two posts for one incident')
  for (const one of posts) judgePost(one, story)
  for (const { isDraft } of posts) assert.equal(isDraft, incidentPosts === 'draft', 'drafts stay drafts')
  const together = Math.max(delay, 5 * minuteMs)
  for (const [index, later] of posts.entries())
    for (const earlier of posts.slice(0, index)) {
      const wasOpen = earlier.touchedAt === null && (earlier.endTime === null || earlier.endTime > later.writtenAt)
      if (wasOpen) assert.ok(later.startTime > earlier.startTime + together, 'what starts together is one post')
    }
  if (story.people.length > 0) return
  for (const [id, { serviceId, startTime, endTime }] of story.incidents.entries()) {
    const lasted = (endTime ?? story.until) - startTime
    if (serviceId <= 3 && lasted >= delay + 2 * tickMs) assert.ok(named.includes(id), 'what lasts is announced')
  }
}

function judgePost({ writtenAt, incidentIds, state, touchedAt, deeds, startTime }: WrittenPost, story: Story): void {
  const about = incidentIds.flatMap((id) => story.incidents[id] ?? [])
  const { incidentPostDelayMs: delay } = story.settings
  const isOpen = ({ startTime: start, endTime: end }: (typeof about)[number], at: number) =>
    start <= at && (end === null || end > at)
  assert.ok(
    about.some((one) => isOpen(one, writtenAt) && writtenAt - one.startTime >= delay),
    'nothing before the delay, and nothing about what is over',
  )
  assert.ok(about.some((one) => one.startTime === startTime))
  for (const { at } of deeds)
    assert.ok(touchedAt === null || at < touchedAt, 'a post that people changed is left alone')
  const resolvedAt = deeds.find(({ deed }) => deed.kind === 'incident_resolved')?.at
  if (resolvedAt !== undefined) assert.ok(!about.some((one) => isOpen(one, resolvedAt)), 'not resolved too early')
  const isOver = about.every(({ endTime }) => endTime !== null && endTime <= story.until)
  if (touchedAt === null) assert.equal(state === 'resolved', isOver, 'resolved when all its incidents are')
}

const holdsFor = (planner: Planner) =>
  fc.check(
    fc.property(stories, (story) => judge(story, play(story, planner))),
    { numRuns: 300, endOnFailure: true },
  )

test('whatever fails and whatever people do, posts keep their promises', () => {
  const { failed, counterexample, errorInstance } = holdsFor(planAnnouncements)
  assert.equal(failed, false, `${errorInstance} ${JSON.stringify(counterexample)}`)
})

/** Planners that break one promise each, all of which the judge must reject. */
const broken: Readonly<Record<string, Planner>> = {
  'announces before the delay': (scene) =>
    planAnnouncements({ ...scene, settings: { ...scene.settings, incidentPostDelayMs: 0 } }),
  'forgets what was announced': (scene) =>
    planAnnouncements({ ...scene, incidents: scene.incidents.map((one) => ({ ...one, isAnnounced: false })) }).slice(
      0,
      1,
    ),
  'goes on with posts of people': (scene) =>
    planAnnouncements({ ...scene, posts: scene.posts.map((one) => ({ ...one, isAutomatic: true })) }),
  'writes one post for each service': (scene) =>
    planAnnouncements({ ...scene, posts: [] }).flatMap((one): Announcement[] =>
      one.kind === 'incident' ? one.incidentIds.map((id) => ({ ...one, incidentIds: [id] })) : [one],
    ),
  'resolves with the first incident': (scene) =>
    planAnnouncements({
      ...scene,
      posts: scene.posts.map((one) => ({ ...one, incidentIds: one.incidentIds.slice(0, 1) })),
    }),
  'never resolves': (scene) => planAnnouncements(scene).filter(({ kind }) => kind !== 'incident_resolved'),
  'never announces': () => [],
}

for (const [name, planner] of Object.entries(broken))
  test(`control: a rule that ${name} is found out`, () => assert.equal(holdsFor(planner).failed, true))

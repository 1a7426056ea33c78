import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type AnnouncementScene, minuteMs, type OpenPost, planAnnouncements } from '../src/index.ts'
import {
  type PlannedWindow,
  type Planner,
  play,
  type Story,
  tickMs,
  timesAt,
  type WrittenPost,
} from './announcement-world.ts'

const notice = 30 * minuteMs
const base: AnnouncementScene = {
  settings: {
    incidentPosts: 'none',
    incidentPostDelayMs: 0,
    maintenancePosts: 'published',
    maintenanceNoticeMs: notice,
  },
  components: [1, 2, 3].map((id) => ({ id: id * 10, serviceIds: [id], rule: { kind: 'worst' } })),
  incidents: [],
  windows: [],
  posts: [],
  now: 0,
}
const [start, end] = [20 * minuteMs, 50 * minuteMs]
const window = (serviceId: number, more: object = {}) => ({
  ...{ id: serviceId * 100, serviceId, startTime: start, endTime: end, changedAt: -10 * minuteMs, isAnnounced: false },
  ...more,
})
const known = (serviceId: number, more: object = {}) => window(serviceId, { isAnnounced: true, ...more })
const post: OpenPost = {
  id: 7,
  kind: 'maintenance',
  state: 'scheduled',
  componentIds: [10],
  startTime: start,
  endTime: end,
  isAutomatic: true,
  incidentIds: [],
  windowIds: [100],
}
const plan = (scene: Partial<AnnouncementScene>) => planAnnouncements({ ...base, ...scene })

test('windows with the same times are one maintenance, announced in time', () => {
  const windows = [window(1), window(2), window(3, { startTime: start + 1 }), window(9)]
  const [first, second, ...others] = plan({ windows })
  assert.deepEqual(first, {
    ...{ kind: 'maintenance', state: 'scheduled', startTime: start, endTime: end },
    ...{ windowIds: [100, 200], componentIds: [10, 20] },
  })
  assert.deepEqual(second?.kind === 'maintenance' && second.windowIds, [300])
  assert.deepEqual(others, [])
  assert.deepEqual(plan({ windows: [window(1)], now: start - notice - 1 }), [], 'not before the notice')
  assert.deepEqual(plan({ windows: [window(1)], now: end }), [], 'not afterwards')
  const [late] = plan({ windows: [window(1)], now: start })
  assert.equal(late?.kind === 'maintenance' && late.state, 'in_progress')
  const settings = { ...base.settings, maintenancePosts: 'none' } as const
  assert.deepEqual(plan({ settings, windows: [window(1)] }), [])
})

test('nothing is said until the windows have been left alone for a minute', () => {
  assert.deepEqual(plan({ windows: [window(1, { changedAt: -minuteMs + 1 })] }), [])
  const moved = known(1, { startTime: start + 5, changedAt: -1 })
  assert.deepEqual(plan({ windows: [moved], posts: [post] }), [])
})

test('a post follows its windows until it begins', () => {
  const moved = [known(1, { startTime: start + 5 }), known(2, { startTime: start + 5 }), known(3)]
  const both = { ...post, windowIds: [100, 200], componentIds: [10, 20] }
  assert.deepEqual(plan({ windows: moved.slice(0, 2), posts: [both] }), [
    {
      ...{ kind: 'maintenance_changed', postId: 7, isMoved: true, startTime: start + 5, endTime: end },
      ...{ windowIds: [100, 200], componentIds: [10, 20] },
    },
  ])
  const three = { ...post, windowIds: [100, 200, 300], componentIds: [10, 20, 30] }
  const [kept] = plan({ windows: moved, posts: [three] })
  assert.deepEqual(kept?.kind === 'maintenance_changed' && [kept.isMoved, kept.windowIds], [false, [300]])
  const [joined] = plan({ windows: [known(1), window(2)], posts: [post] })
  assert.deepEqual(joined?.kind === 'maintenance_changed' && [joined.isMoved, joined.windowIds], [false, [100, 200]])
  assert.deepEqual(plan({ posts: [post] }), [{ kind: 'maintenance_cancelled', postId: 7 }])
})

test('it goes on by time, also on a page that no longer announces', () => {
  const settings = { ...base.settings, maintenancePosts: 'none' } as const
  const scene = { settings, windows: [known(1)], posts: [post] }
  assert.deepEqual(plan({ ...scene, now: start - 1 }), [])
  assert.deepEqual(plan({ ...scene, now: start }), [{ kind: 'maintenance_started', postId: 7 }])
  const completed = [{ kind: 'maintenance_completed', postId: 7, endTime: end }]
  assert.deepEqual(plan({ ...scene, now: end }), completed, 'without a run in between')
  const posts = [{ ...post, state: 'in_progress' } as const]
  assert.deepEqual(plan({ ...scene, posts, now: end - 1 }), [])
  assert.deepEqual(plan({ ...scene, posts, now: end }), completed)
  const longer = plan({ ...scene, posts, windows: [known(1, { endTime: end + 5 })], now: end })
  assert.deepEqual(longer[0]?.kind === 'maintenance_changed' && [longer[0].isMoved, longer[0].endTime], [
    false,
    end + 5,
  ])
  assert.deepEqual(plan({ ...scene, posts, windows: [], now: end - 5 }), [{ ...completed[0], endTime: end - 5 }])
})

test('what people announce is left to them', () => {
  const own = { ...post, isAutomatic: false, windowIds: [] }
  assert.deepEqual(plan({ windows: [window(1)], posts: [own] }), [])
  assert.equal(plan({ windows: [window(2)], posts: [own] }).length, 1, 'another component')
  const before = { ...own, startTime: 0, endTime: start }
  assert.equal(plan({ windows: [window(1)], posts: [before] }).length, 1, 'another time')
  assert.deepEqual(plan({ windows: [known(1, { startTime: start + 5 })], posts: [own] }), [])
})

const minutes = (min: number, max: number) => fc.integer({ min, max }).map((minute) => minute * minuteMs)
const windows: fc.Arbitrary<PlannedWindow> = fc
  .record({
    serviceId: fc.integer({ min: 1, max: 4 }),
    madeAt: minutes(0, 20),
    startTime: fc.constantFrom(30 * minuteMs, 45 * minuteMs, 60 * minuteMs),
    lasts: fc.constantFrom(10 * minuteMs, 20 * minuteMs),
    moved: fc.option(fc.record({ at: minutes(21, 27), by: fc.constantFrom(5, 15).map((each) => each * minuteMs) })),
    deletedAt: fc.option(minutes(21, 100)),
  })
  .map(({ lasts, moved, deletedAt, ...rest }) => ({
    ...rest,
    endTime: rest.startTime + lasts,
    ...(moved && { moved }),
    ...(deletedAt !== null && { deletedAt }),
  }))

const stories: fc.Arbitrary<Story> = fc.record({
  settings: fc.constant(base.settings),
  components: fc.constant(base.components),
  incidents: fc.constant([]),
  windows: fc.array(windows, { maxLength: 6 }),
  people: fc.array(fc.record({ at: minutes(0, 100), post: fc.integer({ min: 1, max: 3 }), deletes: fc.boolean() }), {
    maxLength: 1,
  }),
  until: fc.constant(150 * minuteMs),
})

function judge(story: Story, posts: readonly WrittenPost[]): void {
  const named = posts.flatMap(({ windowIds }) => windowIds)
  assert.equal(new Set(named).size, named.length, 'never two posts for one window')
  for (const post of posts) judgePost(post, story)
  if (story.people.length > 0) return
  for (const [id, { serviceId, deletedAt }] of story.windows.entries())
    if (serviceId <= 3 && deletedAt === undefined) assert.ok(named.includes(id), 'every window is announced')
}

function judgePost({ writtenAt, startTime, endTime, state, touchedAt, windowIds, deeds }: WrittenPost, story: Story) {
  const about = windowIds.flatMap((id) => story.windows[id] ?? [])
  for (const { at } of deeds)
    assert.ok(touchedAt === null || at < touchedAt, 'a post that people changed is left alone')
  const [first] = deeds
  assert.ok(first?.deed.kind === 'maintenance' && writtenAt >= first.deed.startTime - notice, 'not before the notice')
  if (touchedAt !== null) return
  assert.equal(state, 'completed')
  const at = (kind: string) => deeds.find(({ deed }) => deed.kind === kind)?.at
  const left = about.filter(({ deletedAt = Number.POSITIVE_INFINITY }) => deletedAt > startTime + 2 * tickMs)
  if (at('maintenance_cancelled') !== undefined) assert.deepEqual(left, [], 'called off only if all windows are gone')
  const started = at('maintenance_started')
  if (started !== undefined) assert.ok(Math.abs(started - startTime) <= 3 * minuteMs, 'begins with its windows')
  for (const window of left) {
    const times = timesAt(window, story.until)
    assert.equal(times.startTime, startTime, 'it has the times of its windows')
    if (window.deletedAt === undefined) assert.ok((endTime ?? 0) >= times.endTime, 'it lasts as long as they do')
  }
}

const holdsFor = (planner: Planner) =>
  fc.check(
    fc.property(stories, (story) => judge(story, play(story, planner))),
    { numRuns: 300, endOnFailure: true },
  )

test('whatever is planned, moved and called off, posts follow', () => {
  const { failed, counterexample, errorInstance } = fc.check(
    fc.property(stories, (story) => judge(story, play(story, planAnnouncements))),
    { numRuns: 500 },
  )
  assert.equal(failed, false, `${errorInstance} ${JSON.stringify(counterexample)}`)
})

const without =
  (kinds: readonly string[]): Planner =>
  (scene) =>
    planAnnouncements(scene).filter(({ kind }) => !kinds.includes(kind))
/** Planners that break one promise each. */
const broken: Readonly<Record<string, Planner>> = {
  'does not follow its windows': without(['maintenance_changed']),
  'never calls off': without(['maintenance_cancelled']),
  'never begins or ends': without(['maintenance_started', 'maintenance_completed']),
  'announces at once': (scene) =>
    planAnnouncements({ ...scene, settings: { ...scene.settings, maintenanceNoticeMs: 100 * notice } }),
  'goes on with posts of people': (scene) =>
    planAnnouncements({ ...scene, posts: scene.posts.map((one) => ({ ...one, isAutomatic: true })) }),
  'never announces': () => [],
}

for (const [name, planner] of Object.entries(broken))
  test(`control: a rule that ${name} is found out`, () => assert.equal(holdsFor(planner).failed, true))

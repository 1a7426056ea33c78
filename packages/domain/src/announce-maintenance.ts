import {
  type AnnounceableWindow,
  type Announcement,
  type AnnouncementScene,
  findComponentIds,
  findComponentsForService,
  isLeftToPeople,
  type OpenPost,
} from './announcement.ts'
import { minuteMs } from './time-units.ts'

/**
 * People create and move windows of many services one after another: they are announced only after they have not
 * changed for this long.
 */
const settledAfterMs = minuteMs

/**
 * Decides what a page announces about one-off maintenance windows. Windows with the same times are one maintenance with
 * one post. A post follows its windows until it begins, and then changes with time. Posts of people are not changed.
 */
export function announceMaintenance(scene: AnnouncementScene): Announcement[] {
  const own = scene.posts.filter(({ kind, isAutomatic }) => kind === 'maintenance' && isAutomatic)
  const followed = own.flatMap((post) => follow(post, scene))
  if (scene.settings.maintenancePosts === 'none') return followed
  const taken = new Set(followed.flatMap((one) => ('windowIds' in one ? one.windowIds : [])))
  const due = scene.windows.filter((window) => !taken.has(window.id) && isNews(window, scene) && isDue(window, scene))
  // A maintenance that has a post already is joined, even if its windows were changed a moment ago.
  const others = groupByTimes(due).filter((group) => !own.some((post) => hasSameTimes(post, group[0])))
  return [...followed, ...others.map((group) => announce(group, scene))]
}

function announce(windows: readonly AnnounceableWindow[], scene: AnnouncementScene): Announcement {
  const scope = describe(windows, scene)
  return { kind: 'maintenance', state: scope.startTime <= scene.now ? 'in_progress' : 'scheduled', ...scope }
}

function follow(post: OpenPost, scene: AnnouncementScene): Announcement[] {
  const about = scene.windows.filter(({ id }) => post.windowIds.includes(id))
  return post.state === 'scheduled' ? followPlanned(post, about, scene) : followStarted(post, about, scene)
}

function followPlanned(post: OpenPost, about: readonly AnnounceableWindow[], scene: AnnouncementScene): Announcement[] {
  const { now } = scene
  if (about.length === 0) return [{ kind: 'maintenance_cancelled', postId: post.id }]
  if (about.some((window) => !isSettled(window, now))) return []
  const kept = keepLargest(post, about)
  const scope = describe([...kept, ...findJoining(kept[0], scene)], scene)
  const isMoved = !hasSameTimes(post, kept[0])
  if (isMoved || differs(post, scope)) return [{ kind: 'maintenance_changed', postId: post.id, isMoved, ...scope }]
  if (scope.endTime <= now) return [{ kind: 'maintenance_completed', postId: post.id, endTime: scope.endTime }]
  return scope.startTime <= now ? [{ kind: 'maintenance_started', postId: post.id }] : []
}

/** Once it has begun, only its end can change: it ends with the last of its windows. */
function followStarted(post: OpenPost, about: readonly AnnounceableWindow[], scene: AnnouncementScene): Announcement[] {
  const { now } = scene
  const endTime = Math.max(...about.map((window) => window.endTime))
  if (endTime <= now) {
    const ended = about.length === 0 ? now : endTime
    return [{ kind: 'maintenance_completed', postId: post.id, endTime: Math.max(post.startTime, ended) }]
  }
  const scope = {
    ...describe([...about, ...findJoining(post, scene)], scene),
    ...{ startTime: post.startTime, endTime },
  }
  const isSame = post.endTime === endTime && !differs(post, scope)
  return isSame ? [] : [{ kind: 'maintenance_changed', postId: post.id, isMoved: false, ...scope }]
}

interface MaintenanceTimes {
  readonly startTime: number
  readonly endTime: number | null
}

const hasSameTimes = (one: MaintenanceTimes, other: MaintenanceTimes | undefined): boolean =>
  one.startTime === other?.startTime && one.endTime === other.endTime

/**
 * If the times of the windows differ by now, the post keeps the windows with its own times, or else the largest set
 * with equal times. The others get a separate post.
 */
function keepLargest(post: OpenPost, about: readonly AnnounceableWindow[]): readonly AnnounceableWindow[] {
  const groups = groupByTimes(about)
  const same = groups.find(([first]) => hasSameTimes(post, first))
  const [largest = []] = groups.toSorted((one, other) => other.length - one.length)
  return same ?? largest
}

const findJoining = (times: MaintenanceTimes | undefined, scene: AnnouncementScene): AnnounceableWindow[] =>
  scene.settings.maintenancePosts === 'none'
    ? []
    : scene.windows.filter((window) => hasSameTimes(window, times) && isNews(window, scene))

function differs(post: OpenPost, { windowIds, componentIds }: ReturnType<typeof describe>): boolean {
  return !isSameSet(post.windowIds, windowIds) || !isSameSet(post.componentIds, componentIds)
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

function isNews(window: AnnounceableWindow, { components, posts, now }: AnnouncementScene): boolean {
  const { serviceId, startTime, endTime, isAnnounced } = window
  if (isAnnounced || endTime <= now) return false
  const componentIds = findComponentsForService(components, serviceId)
  const meanwhile = posts.filter(
    (post) =>
      post.kind === 'maintenance' && post.startTime < endTime && (post.endTime ?? Number.POSITIVE_INFINITY) > startTime,
  )
  return componentIds.length > 0 && !isLeftToPeople(meanwhile, componentIds)
}

const isDue = (window: AnnounceableWindow, { settings, now }: AnnouncementScene): boolean =>
  isSettled(window, now) && window.startTime - settings.maintenanceNoticeMs <= now

const isSettled = ({ changedAt }: AnnounceableWindow, now: number): boolean => changedAt <= now - settledAfterMs

const groupByTimes = (windows: readonly AnnounceableWindow[]): AnnounceableWindow[][] => [
  ...Map.groupBy(windows, ({ startTime, endTime }) => `${startTime} ${endTime}`).values(),
]

function describe(windows: readonly AnnounceableWindow[], { components }: AnnouncementScene) {
  return {
    windowIds: windows.map(({ id }) => id),
    componentIds: findComponentIds(components, new Set(windows.map(({ serviceId }) => serviceId))),
    startTime: Math.min(...windows.map(({ startTime }) => startTime)),
    endTime: Math.max(...windows.map(({ endTime }) => endTime)),
  }
}

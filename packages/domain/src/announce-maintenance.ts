import {
  type AnnounceableWindow,
  type Announcement,
  type AnnouncementScene,
  findComponentIds,
  findComponentsForService,
  hasManualPost,
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
 * one post. The post follows its windows; it can be moved or cancelled only before the maintenance begins. Posts of
 * people are not changed.
 */
export function announceMaintenance(scene: AnnouncementScene): Announcement[] {
  const automaticPosts = scene.posts.filter(({ kind, isAutomatic }) => kind === 'maintenance' && isAutomatic)
  const followUps = automaticPosts.flatMap((post) => followPost(post, scene))
  if (scene.settings.maintenancePosts === 'none') return followUps
  const handledWindowIds = new Set(followUps.flatMap((one) => ('windowIds' in one ? one.windowIds : [])))
  const due = scene.windows.filter(
    (window) => !handledWindowIds.has(window.id) && isUnannounced(window, scene) && isDue(window, scene),
  )
  // Windows with the times of an automatic post get no post of their own: they join it once its windows are settled.
  const newGroups = groupByTimes(due).filter((group) => !automaticPosts.some((post) => hasSameTimes(post, group[0])))
  return [...followUps, ...newGroups.map((group) => announce(group, scene))]
}

function announce(windows: readonly AnnounceableWindow[], scene: AnnouncementScene): Announcement {
  const scope = buildScope(windows, scene)
  return { kind: 'maintenance', state: scope.startTime <= scene.now ? 'in_progress' : 'scheduled', ...scope }
}

function followPost(post: OpenPost, scene: AnnouncementScene): Announcement[] {
  const postWindows = scene.windows.filter(({ id }) => post.windowIds.includes(id))
  return post.state === 'scheduled' ? followPlanned(post, postWindows, scene) : followStarted(post, postWindows, scene)
}

function followPlanned(
  post: OpenPost,
  postWindows: readonly AnnounceableWindow[],
  scene: AnnouncementScene,
): Announcement[] {
  const { now } = scene
  if (postWindows.length === 0) return [{ kind: 'maintenance_cancelled', postId: post.id }]
  if (postWindows.some((window) => !isSettled(window, now))) return []
  const keptWindows = chooseKeptWindows(post, postWindows)
  const scope = buildScope([...keptWindows, ...findJoiningWindows(keptWindows[0], scene)], scene)
  const isMoved = !hasSameTimes(post, keptWindows[0])
  if (isMoved || hasDifferentScope(post, scope))
    return [{ kind: 'maintenance_changed', postId: post.id, isMoved, ...scope }]
  if (scope.endTime <= now) return [{ kind: 'maintenance_completed', postId: post.id, endTime: scope.endTime }]
  return scope.startTime <= now ? [{ kind: 'maintenance_started', postId: post.id }] : []
}

/** Once the maintenance has begun, its start stays. Its end is that of its last window; more windows can join it. */
function followStarted(
  post: OpenPost,
  postWindows: readonly AnnounceableWindow[],
  scene: AnnouncementScene,
): Announcement[] {
  const { now } = scene
  const endTime = Math.max(...postWindows.map((window) => window.endTime))
  if (endTime <= now) {
    const ended = postWindows.length === 0 ? now : endTime
    return [{ kind: 'maintenance_completed', postId: post.id, endTime: Math.max(post.startTime, ended) }]
  }
  const scope = {
    ...buildScope([...postWindows, ...findJoiningWindows(post, scene)], scene),
    ...{ startTime: post.startTime, endTime },
  }
  const isSame = post.endTime === endTime && !hasDifferentScope(post, scope)
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
 * with equal times. The other windows get posts of their own.
 */
function chooseKeptWindows(post: OpenPost, postWindows: readonly AnnounceableWindow[]): readonly AnnounceableWindow[] {
  const groups = groupByTimes(postWindows)
  const same = groups.find(([first]) => hasSameTimes(post, first))
  const [largest = []] = groups.toSorted((one, other) => other.length - one.length)
  return same ?? largest
}

const findJoiningWindows = (times: MaintenanceTimes | undefined, scene: AnnouncementScene): AnnounceableWindow[] =>
  scene.settings.maintenancePosts === 'none'
    ? []
    : scene.windows.filter((window) => hasSameTimes(window, times) && isUnannounced(window, scene))

function hasDifferentScope(post: OpenPost, { windowIds, componentIds }: ReturnType<typeof buildScope>): boolean {
  return !isSameSet(post.windowIds, windowIds) || !isSameSet(post.componentIds, componentIds)
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

function isUnannounced(window: AnnounceableWindow, { components, posts, now }: AnnouncementScene): boolean {
  const { serviceId, startTime, endTime, isAnnounced } = window
  if (isAnnounced || endTime <= now) return false
  const componentIds = findComponentsForService(components, serviceId)
  const overlappingPosts = posts.filter(
    (post) =>
      post.kind === 'maintenance' && post.startTime < endTime && (post.endTime ?? Number.POSITIVE_INFINITY) > startTime,
  )
  return componentIds.length > 0 && !hasManualPost(overlappingPosts, componentIds)
}

const isDue = (window: AnnounceableWindow, { settings, now }: AnnouncementScene): boolean =>
  isSettled(window, now) && window.startTime - settings.maintenanceNoticeMs <= now

const isSettled = ({ changedAt }: AnnounceableWindow, now: number): boolean => changedAt <= now - settledAfterMs

const groupByTimes = (windows: readonly AnnounceableWindow[]): AnnounceableWindow[][] => [
  ...Map.groupBy(windows, ({ startTime, endTime }) => `${startTime} ${endTime}`).values(),
]

function buildScope(windows: readonly AnnounceableWindow[], { components }: AnnouncementScene) {
  return {
    windowIds: windows.map(({ id }) => id),
    componentIds: findComponentIds(components, new Set(windows.map(({ serviceId }) => serviceId))),
    startTime: Math.min(...windows.map(({ startTime }) => startTime)),
    endTime: Math.max(...windows.map(({ endTime }) => endTime)),
  }
}

import {
  type AnnounceableIncident,
  type AnnounceableWindow,
  type Announcement,
  type AnnouncementScene,
  type AnnouncementSettings,
  type AnnouncingComponent,
  isFinalState,
  type OpenPost,
} from '../src/index.ts'

export type Planner = (scene: AnnouncementScene) => Announcement[]

/** The events of a page: incidents, planned windows, and what people do. Times are in milliseconds. */
export interface Story {
  readonly settings: AnnouncementSettings
  readonly components: readonly AnnouncingComponent[]
  readonly incidents: readonly {
    readonly serviceId: number
    readonly startTime: number
    readonly endTime: number | null
  }[]
  readonly windows: readonly PlannedWindow[]
  /** People change or delete the post with this number, if it exists by then. */
  readonly people: readonly { readonly at: number; readonly post: number; readonly deletes: boolean }[]
  readonly until: number
}

export interface PlannedWindow {
  readonly serviceId: number
  readonly madeAt: number
  readonly startTime: number
  readonly endTime: number
  readonly moved?: { readonly at: number; readonly by: number }
  readonly deletedAt?: number
}

export interface WrittenPost extends OpenPost {
  readonly writtenAt: number
  readonly isDraft: boolean
  readonly touchedAt: number | null
  readonly isDeleted: boolean
  /** All announcements of this post, in order. */
  readonly deeds: readonly { readonly at: number; readonly deed: Announcement }[]
}

export const tickMs = 30_000

/** Plays a story with a planner, and returns all posts that were ever written, by number. */
export function play(story: Story, planner: Planner): WrittenPost[] {
  const posts: WrittenPost[] = []
  const announced = { incidents: new Set<number>(), windows: new Set<number>() }
  for (let now = 0; now <= story.until; now += tickMs) {
    for (const { at, post, deletes } of story.people) {
      const found = posts[post - 1]
      if (found && at > now - tickMs && at <= now)
        posts[post - 1] = { ...found, isAutomatic: false, touchedAt: found.touchedAt ?? now, isDeleted: deletes }
    }
    // Like the reporter: one announcement at a time, each after reading the state again.
    for (let step = 0; ; step++) {
      if (step === 50) throw new Error('the planner does not come to rest')
      const [deed] = planner(look(story, { posts, announced, now }))
      if (!deed) break
      write(deed, { posts, announced, now })
    }
  }
  return posts
}

interface WorldState {
  readonly posts: WrittenPost[]
  readonly announced: { readonly incidents: Set<number>; readonly windows: Set<number> }
  readonly now: number
}

function look({ settings, components, incidents, windows }: Story, { posts, announced, now }: WorldState) {
  const open = posts.filter(({ state, isDeleted }) => !isDeleted && !isFinalState(state))
  const seen = incidents.flatMap(({ serviceId, startTime, endTime }, index): AnnounceableIncident[] => {
    const isOver = endTime !== null && endTime <= now
    if (startTime > now || (isOver && !open.some(({ incidentIds }) => incidentIds.includes(index)))) return []
    const isAnnounced = announced.incidents.has(index)
    return [{ id: index, serviceId, startTime, endTime: isOver ? endTime : null, isInMaintenance: false, isAnnounced }]
  })
  const planned = windows.flatMap((window, index): AnnounceableWindow[] => {
    if (window.madeAt > now || (window.deletedAt ?? Number.POSITIVE_INFINITY) <= now) return []
    const isAnnounced = announced.windows.has(index)
    return [{ id: index, serviceId: window.serviceId, ...timesAt(window, now), isAnnounced }]
  })
  return { settings, components, incidents: seen, windows: planned, posts: open, now }
}

export function timesAt({ startTime, endTime, madeAt, moved }: PlannedWindow, now: number) {
  if (!moved || moved.at > now) return { startTime, endTime, changedAt: madeAt }
  return { startTime: startTime + moved.by, endTime: endTime + moved.by, changedAt: moved.at }
}

function write(deed: Announcement, { posts, announced, now }: WorldState): void {
  if (deed.kind === 'incident' || deed.kind === 'maintenance') {
    const isIncident = deed.kind === 'incident'
    posts.push({
      ...{ id: posts.length + 1, kind: deed.kind, state: isIncident ? 'investigating' : deed.state },
      ...{ componentIds: deed.componentIds, startTime: deed.startTime, endTime: isIncident ? null : deed.endTime },
      ...{
        isAutomatic: true,
        incidentIds: isIncident ? deed.incidentIds : [],
        windowIds: isIncident ? [] : deed.windowIds,
      },
      ...{ writtenAt: now, isDraft: isIncident && deed.isDraft, touchedAt: null, isDeleted: false },
      deeds: [{ at: now, deed }],
    })
  } else {
    const post = posts[deed.postId - 1]
    if (!post) throw new Error(`no post ${deed.postId}`)
    posts[deed.postId - 1] = { ...post, ...change(post, deed), deeds: [...post.deeds, { at: now, deed }] }
  }
  const [post] = 'postId' in deed ? [posts[deed.postId - 1]] : [posts.at(-1)]
  for (const id of post?.incidentIds ?? []) announced.incidents.add(id)
  if (deed.kind === 'maintenance_changed' || deed.kind === 'maintenance') {
    announced.windows.clear()
    for (const { windowIds } of posts) for (const id of windowIds) announced.windows.add(id)
  }
}

function change(post: WrittenPost, deed: Announcement): Partial<WrittenPost> {
  switch (deed.kind) {
    case 'incident_joined':
      return { incidentIds: [...post.incidentIds, ...deed.incidentIds], componentIds: deed.componentIds }
    case 'incident_resolved':
      return { state: 'resolved', endTime: deed.endTime }
    case 'maintenance_changed': {
      const { windowIds, componentIds, startTime, endTime } = deed
      return { windowIds, componentIds, startTime, endTime }
    }
    case 'maintenance_started':
      return { state: 'in_progress' }
    case 'maintenance_completed':
      return { state: 'completed', endTime: deed.endTime }
    case 'maintenance_cancelled':
      return { state: 'completed', endTime: post.startTime }
    default:
      return {}
  }
}

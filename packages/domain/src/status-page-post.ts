import { incidentStates, maintenanceStates, type PostImpact, type PostState } from './status-page.ts'

export const postKinds = ['incident', 'maintenance'] as const
export type PostKind = (typeof postKinds)[number]

/** The states of a post, in the order in which most posts go through them. */
export const postStates: Readonly<Record<PostKind, readonly PostState[]>> = {
  incident: incidentStates,
  maintenance: maintenanceStates,
}

export const postImpacts: Readonly<Record<PostKind, readonly PostImpact[]>> = {
  incident: ['none', 'minor', 'major', 'critical'],
  maintenance: ['maintenance'],
}

/** The state of a new post that names none. */
export const getFirstState = (kind: PostKind): PostState => (kind === 'incident' ? 'investigating' : 'scheduled')
/** The impact of a new post that names none. */
export const getUsualImpact = (kind: PostKind): PostImpact => (kind === 'incident' ? 'minor' : 'maintenance')

/** Whether the incident or maintenance of the post is over. */
export const isFinalState = (state: PostState): boolean => state === 'resolved' || state === 'completed'

/** The values of a post that follow from its updates; times in milliseconds since 1970. */
export interface PostProgress {
  readonly kind: PostKind
  readonly state: PostState
  readonly startTime: number
  /** Of a maintenance that is not over: when it is planned to end. */
  readonly endTime: number | null
}

export interface DatedState {
  readonly state: PostState
  readonly time: number
}

/**
 * Returns the post after one of its updates was added, changed or deleted; the updates are in order, the newest last. The
 * post has the state of the newest one, ends when it first reached its final state, and an end that was set before is
 * kept. Reopening it removes the end. Without updates, the post stays as it was.
 */
export function applyUpdates(post: PostProgress, updates: readonly DatedState[]): PostProgress {
  const state = updates.at(-1)?.state
  if (state === undefined) return post
  return { ...post, state, endTime: findEndTime(post, state, updates) }
}

function findEndTime(post: PostProgress, state: PostState, updates: readonly DatedState[]): number | null {
  const wasOver = isFinalState(post.state)
  if (!isFinalState(state)) return post.kind === 'maintenance' && !wasOver ? post.endTime : null
  if (wasOver && post.endTime !== null) return post.endTime
  const lastOpen = updates.findLastIndex((update) => !isFinalState(update.state))
  // A maintenance that is called off ends when it would have started.
  return Math.max(post.startTime, updates[lastOpen + 1]?.time ?? post.startTime)
}

export type PostFault =
  | { readonly field: 'state'; readonly reason: 'other_kind' }
  | { readonly field: 'impact'; readonly reason: 'other_kind' }
  | { readonly field: 'end_time'; readonly reason: 'before_start' | 'not_over' | 'over' }

/** Finds what contradicts itself in a post: values of the other kind, and an end that the state does not allow or lacks. */
export function findPostFaults({ kind, state, impact, startTime, endTime }: Post): PostFault[] {
  const faults: PostFault[] = []
  if (!postStates[kind].includes(state)) faults.push({ field: 'state', reason: 'other_kind' })
  if (!postImpacts[kind].includes(impact)) faults.push({ field: 'impact', reason: 'other_kind' })
  if (endTime === null) {
    if (isFinalState(state)) faults.push({ field: 'end_time', reason: 'over' })
  } else if (kind === 'incident' && !isFinalState(state)) faults.push({ field: 'end_time', reason: 'not_over' })
  else if (endTime < startTime) faults.push({ field: 'end_time', reason: 'before_start' })
  return faults
}

interface Post extends PostProgress {
  readonly impact: PostImpact
}

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

/** The state of a new post, unless one is given. */
export const getInitialPostState = (kind: PostKind): PostState => (kind === 'incident' ? 'investigating' : 'scheduled')
/** The impact of a new post, unless one is given. */
export const getDefaultImpact = (kind: PostKind): PostImpact => (kind === 'incident' ? 'minor' : 'maintenance')

/** Whether the incident or maintenance of the post is over. */
export const isFinalState = (state: PostState): boolean => state === 'resolved' || state === 'completed'

/** The values of a post that follow from its updates; times in milliseconds since 1970. */
export interface PostProgress {
  readonly kind: PostKind
  readonly state: PostState
  readonly startTime: number
  /** For a maintenance that is not over: its planned end. */
  readonly endTime: number | null
}

export interface DatedState {
  readonly state: PostState
  readonly time: number
}

/**
 * Returns the post after one of its updates was added, changed or deleted; `updates` are in order, the newest last. The
 * post takes the state of the newest one. It ends when it first reached its final state, unless its end was set before;
 * reopening removes the end. Without updates, the post stays as it was.
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

export type PostProblem =
  | { readonly field: 'state'; readonly reason: 'other_kind' }
  | { readonly field: 'impact'; readonly reason: 'other_kind' }
  | { readonly field: 'end_time'; readonly reason: 'before_start' | 'not_over' | 'over' }

/**
 * Finds contradictions in a post: a state or impact of the other kind, and an end that is missing, too early, or not
 * allowed in its state.
 */
export function findPostProblems({ kind, state, impact, startTime, endTime }: Post): PostProblem[] {
  const problems: PostProblem[] = []
  if (!postStates[kind].includes(state)) problems.push({ field: 'state', reason: 'other_kind' })
  if (!postImpacts[kind].includes(impact)) problems.push({ field: 'impact', reason: 'other_kind' })
  if (endTime === null) {
    if (isFinalState(state)) problems.push({ field: 'end_time', reason: 'over' })
  } else if (kind === 'incident' && !isFinalState(state)) problems.push({ field: 'end_time', reason: 'not_over' })
  else if (endTime < startTime) problems.push({ field: 'end_time', reason: 'before_start' })
  return problems
}

interface Post extends PostProgress {
  readonly impact: PostImpact
}

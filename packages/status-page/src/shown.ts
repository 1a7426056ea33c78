import {
  type componentStatuses,
  findWorstStatus,
  type PageIndicator,
  type PostState,
  summarizeStatuses,
} from '@wachta/domain/status-page'
import { dayMs } from '@wachta/domain/time-units'
import type { PageTexts } from './page-texts.ts'
import type { ComponentView, PageView, PostView, SectionView } from './view.ts'

/** Sections with the components that are visible now: some are hidden, in every format, while they work. */
export function listShownSections({ sections }: PageView): SectionView[] {
  return sections
    .map(({ name, components }) => ({ name, components: components.filter(isShown) }))
    .filter(({ components }) => components.length > 0)
}

export const listShownComponents = (view: PageView): ComponentView[] =>
  listShownSections(view).flatMap(({ components }) => components)

const isShown = ({ onlyShowIfDegraded, status }: ComponentView): boolean =>
  !onlyShowIfDegraded || status !== 'operational'

/** The affected components of a post that visitors see. */
export const listAffected = (view: PageView, { componentPublicIds }: PostView): ComponentView[] =>
  listShownComponents(view).filter(({ publicId }) => componentPublicIds.includes(publicId))

export const findWorstShownStatus = ({ components }: SectionView): (typeof componentStatuses)[number] =>
  findWorstStatus(components.map(({ status }) => status))

const indicators: readonly PageIndicator[] = ['none', 'maintenance', 'minor', 'major', 'critical']

/**
 * The overall indicator of a page, from its components and its posts. A page must not claim that everything works above
 * an incident that contradicts it.
 */
export function getPageIndicator({ sections, posts }: MeasuredPage): PageIndicator {
  const measured = summarizeStatuses(sections.flatMap(({ components }) => components.map(({ status }) => status)))
  const reported = posts.filter(isOngoing).map(({ kind, impact }) => (kind === 'maintenance' ? kind : impact))
  return indicators.findLast((each) => each === measured || reported.includes(each)) ?? 'none'
}

/** What determines the overall indicator of a page. */
export interface MeasuredPage {
  readonly sections: readonly { readonly components: readonly Pick<ComponentView, 'status'>[] }[]
  readonly posts: readonly Pick<PostView, 'kind' | 'impact' | 'state'>[]
}

const isClosed = ({ state }: Pick<PostView, 'state'>): boolean => state === 'resolved' || state === 'completed'
/** Planned for later, so it does not affect the indicator. */
const isPlanned = ({ state }: Pick<PostView, 'state'>): boolean => state === 'scheduled'
const isOngoing = (post: Pick<PostView, 'state'>): boolean => !isClosed(post) && !isPlanned(post)

/** Maintenance that is cancelled before its start ends when it would have started. */
export const isCancelled = ({
  state,
  startTime,
  endTime,
}: Pick<PostView, 'state' | 'startTime' | 'endTime'>): boolean =>
  state === 'completed' && endTime !== null && endTime <= startTime

/** The label of a state of a post, which is by default the current one. */
export const getStateLabel = (
  post: Pick<PostView, 'state' | 'startTime' | 'endTime'>,
  texts: PageTexts,
  state: PostState = post.state,
): string => (state === 'completed' && isCancelled(post) ? texts.cancelled : texts.postState[state])

export interface GroupedPosts {
  readonly incidents: readonly PostView[]
  /** In progress. */
  readonly maintenance: readonly PostView[]
  /** The earliest first. */
  readonly planned: readonly PostView[]
  readonly closed: readonly PostView[]
}

export function groupPosts({ posts }: PageView): GroupedPosts {
  return {
    incidents: posts.filter((post) => post.kind === 'incident' && isOngoing(post)),
    maintenance: posts.filter((post) => post.kind === 'maintenance' && isOngoing(post)),
    planned: posts.filter(isPlanned).toSorted((one, other) => one.startTime - other.startTime),
    closed: posts.filter(isClosed),
  }
}

/** Returns the posts that ended within the last 14 days, or began then if the end is unknown. */
export const listRecentlyClosed = (view: PageView, now: number): PostView[] =>
  groupPosts(view).closed.filter(({ endTime, startTime }) => (endTime ?? startTime) >= now - 14 * dayMs)

/** Returns when a post was last changed. */
export const getLastChange = ({ updates, publishedAt }: PostView): number =>
  Math.max(publishedAt, ...updates.map(({ time }) => time))

import type { PageIndicator } from '@wachta/domain'
import type { PageContext } from './context.ts'
import { getPageUrl, getPostUrl } from './links.ts'
import { stripMarkdown } from './markdown.ts'
import { joinLines, stripControls } from './markup.ts'
import {
  findWorstShownStatus,
  getLastChange,
  getPageIndicator,
  groupPosts,
  listAffected,
  listShownSections,
} from './shown.ts'
import { toIso } from './times.ts'
import type { ComponentView, PostView, SectionView } from './view.ts'

/** The descriptions of the overall status, as Statuspage words them, because bots show them. */
const descriptions: Readonly<Record<PageIndicator, string>> = {
  none: 'All Systems Operational',
  maintenance: 'Service Under Maintenance',
  minor: 'Partially Degraded Service',
  major: 'Partial System Outage',
  critical: 'Major Service Outage',
}

const maxPosts = 50

/**
 * The documents of the API v2 of Statuspage by their paths, each a function, so that only the requested one is made.
 */
export const jsonFiles: Readonly<Record<string, (context: PageContext) => object>> = {
  'api/v2/summary.json': (context) => ({
    page: toPage(context),
    components: listComponents(context),
    incidents: toPosts(groupPosts(context.view).incidents, context),
    scheduled_maintenances: toPosts(
      [...groupPosts(context.view).maintenance, ...groupPosts(context.view).planned],
      context,
    ),
    status: toStatus(context),
  }),
  'api/v2/status.json': (context) => ({ page: toPage(context), status: toStatus(context) }),
  'api/v2/components.json': (context) => ({ page: toPage(context), components: listComponents(context) }),
  'api/v2/incidents.json': (context) => withIncidents(listPostsOfKind('incident', context), context),
  'api/v2/incidents/unresolved.json': (context) => withIncidents(groupPosts(context.view).incidents, context),
  'api/v2/scheduled-maintenances.json': (context) => withMaintenances(listPostsOfKind('maintenance', context), context),
  'api/v2/scheduled-maintenances/upcoming.json': (context) =>
    withMaintenances(groupPosts(context.view).planned, context),
  'api/v2/scheduled-maintenances/active.json': (context) =>
    withMaintenances(groupPosts(context.view).maintenance, context),
}

/**
 * Formats JSON with the characters of HTML markup escaped, because programs insert such texts into their own pages.
 */
export const writeJson = (document: object): string =>
  JSON.stringify(document).replaceAll(
    /[<>&]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const withIncidents = (posts: readonly PostView[], context: PageContext) => ({
  page: toPage(context),
  incidents: toPosts(posts, context),
})

const withMaintenances = (posts: readonly PostView[], context: PageContext) => ({
  page: toPage(context),
  scheduled_maintenances: toPosts(posts, context),
})

const listPostsOfKind = (kind: PostView['kind'], { view }: PageContext): PostView[] =>
  view.posts.filter((post) => post.kind === kind).slice(0, maxPosts)

/** `stale` and `data_as_of` are our additions; clients that do not know them ignore them. */
function toPage({ view, times, staleSince }: PageContext) {
  return {
    id: view.slug,
    name: joinLines(view.title),
    url: getPageUrl(view),
    time_zone: times.timeZone,
    updated_at: toIso(staleSince ?? view.readAt),
    ...(staleSince === null ? {} : { stale: true, data_as_of: toIso(staleSince) }),
  }
}

function toStatus({ view }: PageContext) {
  const indicator = getPageIndicator(view)
  return { indicator, description: descriptions[indicator] }
}

/** Lists the components. A named section is listed as a component too, which Statuspage calls a group. */
function listComponents(context: PageContext) {
  let position = 0
  return listShownSections(context.view).flatMap((section, index) => {
    const groupId = section.name === '' ? null : `section-${index + 1}`
    const group = groupId === null ? [] : [toGroup(section, { id: groupId, position: ++position, context })]
    const members = section.components.map((component) =>
      toComponent(component, { groupId, position: ++position, context }),
    )
    return [...group, ...members]
  })
}

function toGroup(
  section: SectionView,
  { id, position, context }: { readonly id: string; readonly position: number; readonly context: PageContext },
) {
  const { view } = context
  return {
    id,
    name: joinLines(section.name),
    status: findWorstShownStatus(section),
    created_at: toIso(Math.min(...section.components.map(({ since }) => since))),
    updated_at: toIso(view.readAt),
    position,
    description: null,
    showcase: false,
    start_date: null,
    group_id: null,
    page_id: view.slug,
    group: true,
    only_show_if_degraded: false,
    components: section.components.map(({ publicId }) => publicId),
  }
}

interface ComponentPosition {
  readonly groupId: string | null
  readonly position: number
  readonly context: PageContext
}

function toComponent(component: ComponentView, { groupId, position, context }: ComponentPosition) {
  const { view, times } = context
  return {
    id: component.publicId,
    name: joinLines(component.name),
    status: component.status,
    created_at: toIso(component.since),
    updated_at: toIso(view.readAt),
    position,
    description: component.description === '' ? null : stripControls(component.description),
    showcase: component.days !== null,
    start_date: times.dayKey(component.since),
    group_id: groupId,
    page_id: view.slug,
    group: false,
    only_show_if_degraded: component.onlyShowIfDegraded,
  }
}

const toPosts = (posts: readonly PostView[], context: PageContext) =>
  posts.map((post) => {
    const { view } = context
    const findStateTime = (state: PostView['state']) => post.updates.findLast((update) => update.state === state)?.time
    const resolvedAt =
      post.state === 'resolved' || post.state === 'completed' ? (post.endTime ?? getLastChange(post)) : null
    const monitoring = findStateTime('monitoring')
    return {
      id: post.publicId,
      name: joinLines(post.title),
      status: post.state,
      created_at: toIso(post.publishedAt),
      updated_at: toIso(getLastChange(post)),
      monitoring_at: monitoring === undefined ? null : toIso(monitoring),
      resolved_at: resolvedAt === null ? null : toIso(resolvedAt),
      impact: post.kind === 'maintenance' ? 'maintenance' : post.impact,
      shortlink: getPostUrl(view, post),
      started_at: toIso(post.startTime),
      page_id: view.slug,
      incident_updates: toUpdates(post),
      components: listAffectedComponents(post, context),
      ...(post.kind === 'maintenance' && {
        scheduled_for: toIso(post.startTime),
        scheduled_until: toIso(post.endTime ?? post.startTime),
      }),
    }
  })

function listAffectedComponents(post: PostView, context: PageContext) {
  const ids = new Set(listAffected(context.view, post).map(({ publicId }) => publicId))
  return listComponents(context).filter(({ id, group }) => !group && ids.has(id))
}

const toUpdates = (post: PostView) =>
  post.updates.map(({ publicId, state, text, time }) => ({
    id: publicId,
    status: state,
    body: stripMarkdown(text),
    incident_id: post.publicId,
    created_at: toIso(time),
    updated_at: toIso(time),
    display_at: toIso(time),
    affected_components: null,
    deliver_notifications: true,
    custom_tweet: null,
    tweet_id: null,
  }))

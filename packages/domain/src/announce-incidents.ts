import {
  type AnnounceableIncident,
  type Announcement,
  type AnnouncementScene,
  findComponentIds,
  findComponentsForService,
  isLeftToPeople,
  type OpenPost,
} from './announcement.ts'
import { getGroupComponentStatus, type PostImpact, summarizeStatuses } from './status-page.ts'
import { dayMs, minuteMs } from './time-units.ts'

/** Incidents that start within this time are one outage, also on a page that announces without delay. */
const minTogetherMs = 5 * minuteMs
/**
 * An incident that has been open for longer is not announced: it began before the page was set to announce anything.
 */
const maxAgeMs = dayMs

/**
 * Decides what a page says about incidents. Each incident belongs to at most one post; those that start together become one
 * post, because each post is mailed and a mass failure must not mail once for each service. Posts of people are not touched.
 */
export function announceIncidents(scene: AnnouncementScene): Announcement[] {
  const { settings, incidents, posts } = scene
  const own = posts.filter(({ kind, isAutomatic }) => kind === 'incident' && isAutomatic)
  const resolved = own.flatMap((post) => resolve(post, incidents))
  if (settings.incidentPosts === 'none') return resolved
  let news = incidents.filter((incident) => isNews(incident, scene))
  const joined = own
    .filter((post) => !resolved.some(({ postId }) => postId === post.id))
    .flatMap((post): Announcement[] => {
      const joining = news.filter((incident) => isDue(incident, scene) && startTogether(post, incident, scene))
      if (joining.length === 0) return []
      news = news.filter((incident) => !joining.includes(incident))
      const before = incidents.filter(({ id, endTime }) => endTime === null && post.incidentIds.includes(id))
      const scope = { ...describe([...before, ...joining], scene), incidentIds: joining.map(({ id }) => id) }
      // Components that the post already names stay in it, even if they work again.
      const componentIds = [...new Set([...post.componentIds, ...scope.componentIds])]
      return [{ kind: 'incident_joined', postId: post.id, ...scope, componentIds }]
    })
  return [...resolved, ...joined, ...open(news, scene)]
}

type ResolvedAnnouncement = Extract<Announcement, { readonly kind: 'incident_resolved' }>

function resolve(
  { id, startTime, incidentIds }: OpenPost,
  incidents: readonly AnnounceableIncident[],
): ResolvedAnnouncement[] {
  const about = incidents.filter((incident) => incidentIds.includes(incident.id))
  if (about.some(({ endTime }) => endTime === null)) return []
  // Incidents of a deleted service are deleted with it.
  const endTime = Math.max(startTime, ...about.map((incident) => incident.endTime ?? startTime))
  return [{ kind: 'incident_resolved', postId: id, endTime }]
}

/** One post about everything that is due, and about what started together with it. */
function open(news: readonly AnnounceableIncident[], scene: AnnouncementScene): Announcement[] {
  const due = news.filter((incident) => isDue(incident, scene))
  if (due.length === 0) return []
  const startTime = Math.min(...due.map((incident) => incident.startTime))
  const together = news.filter(
    (incident) =>
      due.includes(incident) ||
      (incident.startTime === getFirstTime(incident) && startTogether({ startTime }, incident, scene)),
  )
  const isDraft = scene.settings.incidentPosts === 'draft'
  return [{ kind: 'incident', startTime, isDraft, ...describe(together, scene) }]
}

function isNews(incident: AnnounceableIncident, { settings, components, posts, now }: AnnouncementScene): boolean {
  const { serviceId, endTime, isInMaintenance, isAnnounced } = incident
  if (isAnnounced || endTime !== null || isInMaintenance) return false
  if (getFirstTime(incident) < now - settings.incidentPostDelayMs - maxAgeMs) return false
  const componentIds = findComponentsForService(components, serviceId)
  const ofPeople = posts.filter(({ kind }) => kind === 'incident')
  return componentIds.length > 0 && !isLeftToPeople(ofPeople, componentIds)
}

const isDue = (incident: AnnounceableIncident, { settings, now }: AnnouncementScene): boolean =>
  now - getFirstTime(incident) >= settings.incidentPostDelayMs

/** When a failure became unexpected: one that begins in a maintenance window gets the whole delay after it. */
const getFirstTime = ({ startTime, maintainedUntil = startTime }: AnnounceableIncident): number =>
  Math.max(startTime, maintainedUntil)

const startTogether = (
  first: Pick<OpenPost, 'startTime'>,
  { startTime }: AnnounceableIncident,
  { settings }: AnnouncementScene,
): boolean => startTime <= first.startTime + Math.max(settings.incidentPostDelayMs, minTogetherMs)

function describe(incidents: readonly AnnounceableIncident[], { components }: AnnouncementScene) {
  const services = new Set(incidents.map(({ serviceId }) => serviceId))
  return {
    incidentIds: incidents.map(({ id }) => id),
    componentIds: findComponentIds(components, services),
    impact: findImpact(components, services),
  }
}

/** The impact is what the indicator of the page would be if only these services failed. */
function findImpact(components: AnnouncementScene['components'], failed: ReadonlySet<number>): PostImpact {
  const statuses = components.map(({ serviceIds, rule }) =>
    getGroupComponentStatus(
      serviceIds.map((id) => ({
        status: failed.has(id) ? 'failure' : 'ok',
        isInMaintenance: false,
        isFailing: failed.has(id),
        isDegraded: false,
      })),
      rule,
    ),
  )
  return summarizeStatuses(statuses)
}

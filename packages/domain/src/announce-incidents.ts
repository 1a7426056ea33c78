import {
  type AnnounceableIncident,
  type Announcement,
  type AnnouncementScene,
  findComponentIds,
  findComponentsForService,
  hasManualPost,
  type OpenPost,
} from './announcement.ts'
import { getGroupComponentStatus, type PostImpact, summarizeStatuses } from './status-page.ts'
import { dayMs, minuteMs } from './time-units.ts'

/** Incidents that start within this time are one outage, also on a page that announces without delay. */
const minJoinWindowMs = 5 * minuteMs
/**
 * An incident that has been due for longer is not announced: it probably began before the page was set to announce any.
 */
const maxAgeMs = dayMs

/**
 * Decides how a page announces incidents. Each incident belongs to at most one post; those that start together become
 * one post, because each post is mailed and a mass failure must not mail once for each service. People's posts are not
 * changed.
 */
export function announceIncidents(scene: AnnouncementScene): Announcement[] {
  const { settings, incidents, posts } = scene
  const automaticPosts = posts.filter(({ kind, isAutomatic }) => kind === 'incident' && isAutomatic)
  const resolved = automaticPosts.flatMap((post) => resolvePost(post, incidents))
  if (settings.incidentPosts === 'none') return resolved
  let unannounced = incidents.filter((incident) => isUnannounced(incident, scene))
  const joined = automaticPosts
    .filter((post) => !resolved.some(({ postId }) => postId === post.id))
    .flatMap((post): Announcement[] => {
      const newMembers = unannounced.filter((incident) => isDue(incident, scene) && isSameOutage(post, incident, scene))
      if (newMembers.length === 0) return []
      unannounced = unannounced.filter((incident) => !newMembers.includes(incident))
      const currentMembers = incidents.filter(({ id, endTime }) => endTime === null && post.incidentIds.includes(id))
      const scope = {
        ...buildScope([...currentMembers, ...newMembers], scene),
        incidentIds: newMembers.map(({ id }) => id),
      }
      // Components that the post already names stay in it, even if they work again.
      const componentIds = [...new Set([...post.componentIds, ...scope.componentIds])]
      return [{ kind: 'incident_joined', postId: post.id, ...scope, componentIds }]
    })
  return [...resolved, ...joined, ...createPost(unannounced, scene)]
}

type ResolvedAnnouncement = Extract<Announcement, { readonly kind: 'incident_resolved' }>

function resolvePost(
  { id, startTime, incidentIds }: OpenPost,
  incidents: readonly AnnounceableIncident[],
): ResolvedAnnouncement[] {
  const postIncidents = incidents.filter((incident) => incidentIds.includes(incident.id))
  if (postIncidents.some(({ endTime }) => endTime === null)) return []
  // No incident may be left: those of a deleted service are deleted with it.
  const endTime = Math.max(startTime, ...postIncidents.map((incident) => incident.endTime ?? startTime))
  return [{ kind: 'incident_resolved', postId: id, endTime }]
}

/** Creates one post, if any incident is due, for all that are due and those that started together with them. */
function createPost(unannounced: readonly AnnounceableIncident[], scene: AnnouncementScene): Announcement[] {
  const due = unannounced.filter((incident) => isDue(incident, scene))
  if (due.length === 0) return []
  const startTime = Math.min(...due.map((incident) => incident.startTime))
  const groupedIncidents = unannounced.filter(
    (incident) =>
      due.includes(incident) ||
      (incident.startTime === getUnexpectedTime(incident) && isSameOutage({ startTime }, incident, scene)),
  )
  const isDraft = scene.settings.incidentPosts === 'draft'
  return [{ kind: 'incident', startTime, isDraft, ...buildScope(groupedIncidents, scene) }]
}

function isUnannounced(
  incident: AnnounceableIncident,
  { settings, components, posts, now }: AnnouncementScene,
): boolean {
  const { serviceId, endTime, isInMaintenance, isAnnounced } = incident
  if (isAnnounced || endTime !== null || isInMaintenance) return false
  if (getUnexpectedTime(incident) < now - settings.incidentPostDelayMs - maxAgeMs) return false
  const componentIds = findComponentsForService(components, serviceId)
  const incidentPosts = posts.filter(({ kind }) => kind === 'incident')
  return componentIds.length > 0 && !hasManualPost(incidentPosts, componentIds)
}

const isDue = (incident: AnnounceableIncident, { settings, now }: AnnouncementScene): boolean =>
  now - getUnexpectedTime(incident) >= settings.incidentPostDelayMs

/** When a failure became unexpected: when it began, or at the end of the maintenance window in which it began. */
const getUnexpectedTime = ({ startTime, maintainedUntil = startTime }: AnnounceableIncident): number =>
  Math.max(startTime, maintainedUntil)

const isSameOutage = (
  first: Pick<OpenPost, 'startTime'>,
  { startTime }: AnnounceableIncident,
  { settings }: AnnouncementScene,
): boolean => startTime <= first.startTime + Math.max(settings.incidentPostDelayMs, minJoinWindowMs)

function buildScope(incidents: readonly AnnounceableIncident[], { components }: AnnouncementScene) {
  const services = new Set(incidents.map(({ serviceId }) => serviceId))
  return {
    incidentIds: incidents.map(({ id }) => id),
    componentIds: findComponentIds(components, services),
    impact: findImpact(components, services),
  }
}

/** The impact is the indicator that the page would have if only these services failed. */
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

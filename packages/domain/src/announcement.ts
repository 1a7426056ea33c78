import type { GroupRule, PostImpact, PostState } from './status-page.ts'
import type { PostKind } from './status-page-post.ts'
import { dayMs, secondMs } from './time-units.ts'

/** How a page announces an incident of one of its components. */
export const incidentPostModes = ['none', 'draft', 'published'] as const
export type IncidentPosts = (typeof incidentPostModes)[number]

/** How a page announces a maintenance window of one of its components. */
export const maintenancePostModes = ['none', 'published'] as const
export type MaintenancePosts = (typeof maintenancePostModes)[number]

/** In seconds, as in the API. */
export const defaultIncidentPostDelaySeconds = 300
export const maxIncidentPostDelaySeconds = dayMs / secondMs
export const defaultMaintenanceNoticeSeconds = (3 * dayMs) / secondMs
export const maxMaintenanceNoticeSeconds = (30 * dayMs) / secondMs

/** Everything that decides what a page announces at one moment. All times are in milliseconds since 1970. */
export interface AnnouncementScene {
  readonly settings: AnnouncementSettings
  readonly components: readonly AnnouncingComponent[]
  /** Open incidents of the page's services, and all incidents of its open automatic posts. */
  readonly incidents: readonly AnnounceableIncident[]
  /** Current and planned windows of the page's services, and all windows of its open automatic posts. */
  readonly windows: readonly AnnounceableWindow[]
  /** Posts that are not resolved or completed. */
  readonly posts: readonly OpenPost[]
  readonly now: number
}

export interface AnnouncementSettings {
  readonly incidentPosts: IncidentPosts
  readonly incidentPostDelayMs: number
  readonly maintenancePosts: MaintenancePosts
  readonly maintenanceNoticeMs: number
}

export interface AnnouncingComponent {
  readonly id: number
  readonly serviceIds: readonly number[]
  readonly rule: GroupRule
}

/** A failure of a service. */
export interface AnnounceableIncident {
  readonly id: number
  readonly serviceId: number
  readonly startTime: number
  readonly endTime: number | null
  readonly isInMaintenance: boolean
  /** When the last maintenance window of the service ended; undefined if that is long ago. */
  readonly maintainedUntil?: number
  /** Whether it has or had a post on the page, automatic or not. */
  readonly isAnnounced: boolean
}

/** A one-off maintenance window of a service. */
export interface AnnounceableWindow {
  readonly id: number
  readonly serviceId: number
  readonly startTime: number
  readonly endTime: number
  /** When it was created or last moved. */
  readonly changedAt: number
  /** Whether it has or had a post on the page. */
  readonly isAnnounced: boolean
}

export interface OpenPost {
  readonly id: number
  readonly kind: PostKind
  readonly state: PostState
  readonly componentIds: readonly number[]
  readonly startTime: number
  readonly endTime: number | null
  /** Written by the installation, and not changed by a person since. */
  readonly isAutomatic: boolean
  /** The incidents or windows that an automatic post is about. */
  readonly incidentIds: readonly number[]
  readonly windowIds: readonly number[]
}

/** A post or an update to write, or a change of a post. */
export type Announcement =
  | ({ readonly kind: 'incident' } & IncidentScope & { readonly startTime: number; readonly isDraft: boolean })
  /** More incidents belong to a post. No update mentions them, because every update is mailed. */
  | ({ readonly kind: 'incident_joined'; readonly postId: number } & IncidentScope)
  | { readonly kind: 'incident_resolved'; readonly postId: number; readonly endTime: number }
  | ({ readonly kind: 'maintenance'; readonly state: 'scheduled' | 'in_progress' } & MaintenanceScope)
  /** The windows of a post have changed; an update says so only if they were moved before the maintenance began. */
  | ({ readonly kind: 'maintenance_changed'; readonly postId: number; readonly isMoved: boolean } & MaintenanceScope)
  | { readonly kind: 'maintenance_started'; readonly postId: number }
  | { readonly kind: 'maintenance_completed'; readonly postId: number; readonly endTime: number }
  | { readonly kind: 'maintenance_cancelled'; readonly postId: number }

interface IncidentScope {
  readonly incidentIds: readonly number[]
  readonly componentIds: readonly number[]
  readonly impact: PostImpact
}

interface MaintenanceScope {
  readonly windowIds: readonly number[]
  readonly componentIds: readonly number[]
  readonly startTime: number
  readonly endTime: number
}

/** Returns the components that have one of the services, in the order of the page. */
export function findComponentIds(components: readonly AnnouncingComponent[], services: ReadonlySet<number>): number[] {
  return components.filter(({ serviceIds }) => serviceIds.some((id) => services.has(id))).map(({ id }) => id)
}

/**
 * Returns the components that have a service. They are indexed once, because a page may have thousands of services and
 * as many incidents.
 */
export function findComponentsForService(
  components: readonly AnnouncingComponent[],
  serviceId: number,
): readonly number[] {
  const index = indexes.get(components) ?? indexByService(components)
  indexes.set(components, index)
  return index.get(serviceId) ?? []
}

const indexes = new WeakMap<readonly AnnouncingComponent[], ReadonlyMap<number, readonly number[]>>()

function indexByService(components: readonly AnnouncingComponent[]): ReadonlyMap<number, readonly number[]> {
  const entries = components.flatMap(({ id, serviceIds }) => serviceIds.map((service) => ({ id, service })))
  const grouped = Map.groupBy(entries, ({ service }) => service)
  return new Map([...grouped].map(([service, members]) => [service, members.map(({ id }) => id)]))
}

/** Whether a post by a person covers one of the components: then no automatic post is written. */
export const hasManualPost = (posts: readonly OpenPost[], componentIds: readonly number[]): boolean =>
  posts.some(
    ({ isAutomatic, componentIds: postComponentIds }) =>
      !isAutomatic && postComponentIds.some((id) => componentIds.includes(id)),
  )

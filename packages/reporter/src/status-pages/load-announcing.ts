import { type Queryable, toEpochMilliseconds } from '@wachta/database'
import {
  type AnnounceableIncident,
  type AnnounceableWindow,
  type AnnouncementScene,
  type AnnouncementTemplates,
  type AnnouncingComponent,
  type IncidentPosts,
  type MaintenancePosts,
  type OpenPost,
  secondMs,
} from '@wachta/domain'
import type { PageLanguage } from '@wachta/status-page'
import { sql } from 'kysely'
import { getPageZone } from './build-page.ts'
import { isStillShared } from './load-page.ts'
import { loadMaintainedUntil } from './maintained-until.ts'

/** A page with all data that its announcements and their texts depend on. */
export interface AnnouncingPage {
  readonly id: number
  readonly title: string
  readonly languages: readonly PageLanguage[]
  readonly timeZone: string
  readonly templates: AnnouncementTemplates
  readonly componentNames: ReadonlyMap<number, string>
  readonly scene: AnnouncementScene
}

const isUnannounced = (column: 'incident_id' | 'suspension_id', id: string) =>
  sql`not exists (select from status_page_announcement k where k.status_page_id = p.id and k.${sql.id(column)} = ${sql.ref(id)})`
const closedStates = sql`('resolved', 'completed')`
const isOpenFailure = sql`i.end_time is null and i.sensor_id is null and i.kind = 'failure'`

/**
 * Finds the published pages that may have something to announce, so that the others, which are most of them, need not
 * be loaded.
 */
export async function findAnnouncingPages(db: Queryable, now: number): Promise<number[]> {
  const at = new Date(now)
  const incidents = sql`p.incident_posts in ('draft', 'published') and ${isOpenFailure} and ${isUnannounced('incident_id', 'i.id')}`
  const windows = sql`p.maintenance_posts = 'published' and s.end_time > ${at}
    and s.start_time <= ${at}::timestamptz + make_interval(secs => p.maintenance_notice) and ${isUnannounced('suspension_id', 's.id')}`
  const rows = await db.query(sql<{ id: number }>`select p.id from status_page p join account a on a.id = p.owner_id
where p.is_published and not a.is_blocked and a.closed_at is null and p.id in (
  select o.status_page_id from status_page_post o where o.is_automatic and o.state not in ${closedStates}
  union all select p.id from status_page p join status_page_component c on c.status_page_id = p.id
    join incident i on i.service_id = c.service_id where ${incidents}
  union all select p.id from status_page p join status_page_component c on c.status_page_id = p.id
    join service v on v.group_id = c.group_id join incident i on i.service_id = v.id where ${incidents}
  union all select p.id from status_page p join status_page_component c on c.status_page_id = p.id
    join suspension s on s.service_id = c.service_id where ${windows}
  union all select p.id from status_page p join status_page_component c on c.status_page_id = p.id
    join service v on v.group_id = c.group_id join suspension s on s.service_id = v.id where ${windows})
order by p.id`)
  return rows.map(({ id }) => id)
}

interface StoredSettings {
  readonly title: string
  readonly languages: readonly PageLanguage[]
  readonly time_zone: string
  readonly templates: AnnouncementTemplates
  readonly incidentPosts: IncidentPosts
  readonly incident_post_delay: number
  readonly maintenancePosts: MaintenancePosts
  readonly maintenance_notice: number
}

/** Loads a page; undefined if it was deleted meanwhile. */
export async function loadAnnouncingPage(db: Queryable, id: number, now: number): Promise<AnnouncingPage | undefined> {
  const [page] =
    await db.query(sql<StoredSettings>`select title, languages, time_zone, announcement_templates as templates,
  incident_posts as "incidentPosts", incident_post_delay, maintenance_posts as "maintenancePosts", maintenance_notice
from status_page where id = ${id}`)
  if (!page) return undefined
  const components = await loadComponents(db, id)
  const services = [...new Set(components.flatMap(({ serviceIds }) => serviceIds))]
  const settings = {
    incidentPosts: page.incidentPosts,
    incidentPostDelayMs: page.incident_post_delay * secondMs,
    maintenancePosts: page.maintenancePosts,
    maintenanceNoticeMs: page.maintenance_notice * secondMs,
  }
  const lookBack = { start: now - settings.incidentPostDelayMs, end: now }
  const incidents = await loadIncidents(db, id, services)
  const maintenanceEnds = await loadMaintainedUntil(db, incidents, lookBack)
  return {
    ...{ id, title: page.title, languages: page.languages, templates: page.templates, timeZone: getPageZone(page) },
    componentNames: new Map(components.map(({ id: component, name }) => [component, name])),
    scene: {
      ...{ settings, components, now },
      incidents: incidents.map((incident) => ({ ...incident, ...maintenanceEnds.get(incident.serviceId) })),
      windows: await loadWindows(db, { id, services, now, until: now + settings.maintenanceNoticeMs }),
      posts: await loadOpenPosts(db, id),
    },
  }
}

interface StoredComponent {
  readonly id: number
  readonly name: string
  readonly kind: 'worst' | 'any_up' | 'share'
  readonly percent: number
  readonly serviceIds: readonly number[]
}

async function loadComponents(db: Queryable, page: number): Promise<(AnnouncingComponent & { name: string })[]> {
  const rows = await db.query(sql<StoredComponent>`select c.id, c.name, c.group_rule as kind, c.group_share as percent,
  array(select v.id from service v where v.id = c.service_id
    union all select v.id from service v where v.group_id = c.group_id and not v.is_archived) as "serviceIds"
from status_page_component c where c.status_page_id = ${page} and ${isStillShared} order by c.position, c.id`)
  return rows.map(({ id, name, kind, percent, serviceIds }) => ({ id, name, serviceIds, rule: { kind, percent } }))
}

/** Selects the incidents or maintenance windows of the open automatic posts of a page. */
const selectAnnounced = (page: number, column: 'incident_id' | 'suspension_id') =>
  sql`select k.${sql.id(column)} from status_page_announcement k join status_page_post o on o.id = k.post_id
where k.status_page_id = ${page} and o.is_automatic and o.state not in ${closedStates}`

const loadIncidents = (db: Queryable, page: number, services: readonly number[]): Promise<AnnounceableIncident[]> =>
  db.query(sql<AnnounceableIncident>`select i.id, i.service_id as "serviceId", ${toEpochMilliseconds('i.start_time')} as "startTime",
  ${toEpochMilliseconds('i.end_time')} as "endTime", v.is_suspended or v.is_silenced as "isInMaintenance",
  exists (select from status_page_announcement k where k.status_page_id = ${page} and k.incident_id = i.id)
    or exists (select from status_page_post o where o.status_page_id = ${page} and o.incident_id = i.id) as "isAnnounced"
from incident i join service v on v.id = i.service_id
where i.id in (select i.id from incident i where i.service_id = any(${services}::bigint[]) and ${isOpenFailure}
  union all ${selectAnnounced(page, 'incident_id')})
order by i.start_time, i.id`)

interface WindowQuery {
  readonly id: number
  readonly services: readonly number[]
  readonly now: number
  readonly until: number
}

/** Loads maintenance windows. The time of the last change is 0 for a window that is older than the versions. */
const loadWindows = (db: Queryable, { id, services, now, until }: WindowQuery): Promise<AnnounceableWindow[]> =>
  db.query(sql<AnnounceableWindow>`select s.id, s.service_id as "serviceId", ${toEpochMilliseconds('s.start_time')} as "startTime",
  ${toEpochMilliseconds('s.end_time')} as "endTime",
  coalesce((select ${toEpochMilliseconds('v.valid_from')} from suspension_version v
    where v.suspension_id = s.id and v.valid_to = 'infinity' and v.valid_from > '-infinity'), 0) as "changedAt",
  exists (select from status_page_announcement k where k.status_page_id = ${id} and k.suspension_id = s.id) as "isAnnounced"
from suspension s where s.id in (select s.id from suspension s
    where s.service_id = any(${services}::bigint[]) and s.end_time > ${new Date(now)} and s.start_time <= ${new Date(until)}
  union all ${selectAnnounced(id, 'suspension_id')})
order by s.start_time, s.id`)

/** Loads open posts. Drafts by people are left out: visitors do not see them, so they do not prevent announcements. */
const loadOpenPosts = (db: Queryable, page: number): Promise<OpenPost[]> =>
  db.query(sql<OpenPost>`select o.id, o.kind, o.state, o.component_ids as "componentIds", o.is_automatic as "isAutomatic",
  ${toEpochMilliseconds('o.start_time')} as "startTime", ${toEpochMilliseconds('o.end_time')} as "endTime",
  array(select k.incident_id from status_page_announcement k where k.post_id = o.id and k.incident_id is not null) as "incidentIds",
  array(select k.suspension_id from status_page_announcement k where k.post_id = o.id and k.suspension_id is not null) as "windowIds"
from status_page_post o
where o.status_page_id = ${page} and o.state not in ${closedStates} and (o.is_automatic or o.published_at is not null) order by o.id`)

import { type Queryable, toEpochMilliseconds } from '@wachta/database'
import type { ComponentStatus, PageVisibility, PostImpact, PostState } from '@wachta/domain'
import type { BrandingSnapshot } from '@wachta/report'
import type { PageLanguage, PageTheme, Picture, UpdateView } from '@wachta/status-page'
import { sql } from 'kysely'
import { isActiveDomain } from './load-hosts.ts'

/** A stored page with all data that people entered for it; times in epoch milliseconds. */
export interface StoredPage {
  readonly id: number
  /** Changes with the row, and with the domain at which the page is served. */
  readonly row_version: string
  /** The custom domain at which the page is served; null if there is none. */
  readonly domain: string | null
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly languages: readonly PageLanguage[]
  readonly time_zone: string
  readonly appearance: PageTheme['appearance']
  readonly accent_colour: string | null
  readonly logo: StoredPicture | null
  readonly favicon: StoredPicture | null
  readonly home_url: string | null
  readonly footer: string
  readonly availability: 'raw' | 'corrected'
  readonly visibility: PageVisibility
  readonly allowed_addresses: readonly string[]
  readonly allows_subscribers: boolean
  readonly visitor_public_key: string | null
  readonly visitor_generation: number
  readonly created_at: number
  readonly branding: BrandingSnapshot
  readonly components: readonly StoredComponent[]
  readonly posts: readonly StoredPost[]
}

interface StoredPicture {
  readonly media_type: Picture['mediaType']
  readonly content: string
}

export interface StoredComponent {
  readonly id: number
  readonly public_id: string
  readonly section: string
  readonly name: string
  readonly description: string
  readonly service_id: number | null
  readonly group_id: number | null
  readonly manual_status: ComponentStatus | null
  readonly group_rule: 'worst' | 'any_up' | 'share'
  readonly group_share: number
  readonly shows_history: boolean
  readonly shows_availability: boolean
  readonly shows_response_time: boolean
  readonly only_show_if_degraded: boolean
}

export interface StoredPost {
  readonly public_id: string
  readonly kind: 'incident' | 'maintenance'
  readonly title: string
  readonly state: PostState
  readonly impact: PostImpact
  readonly component_ids: readonly number[]
  readonly start_time: number
  readonly end_time: number | null
  readonly published_at: number
  readonly post_mortem: string
  readonly updates: readonly UpdateView[]
}

/** The domain at which the page is served; null if it is served only under its slug. */
const activeDomain = sql`(select d.domain from status_page_domain d left join page_certificate c on c.domain = d.domain
    where d.status_page_id = p.id and d.domain = p.domain and ${isActiveDomain})`
const rowVersion = sql`p.xmin::text || coalesce(${activeDomain}, '')`

/** A published page. */
export interface ListedPage {
  readonly id: number
  readonly slug: string
  /** Changes with the row, and with the domain at which the page is served. */
  readonly version: string
}

/**
 * Lists the pages to serve. The row of a page is written with each change of a component, a post or an update, so its
 * version covers all of them. Pages of blocked or closed accounts are not served.
 */
export const listPages = (db: Queryable): Promise<ListedPage[]> =>
  db.query(sql<ListedPage>`select p.id, p.slug, ${rowVersion} as version
from status_page p join account a on a.id = p.owner_id
where p.is_published and not a.is_blocked and a.closed_at is null
order by p.id`)

/** The number of past days that a page shows. */
export const pageDays = 90
/** More posts would not be read. The posts with the latest start are kept. */
const maxPosts = 500
/**
 * The maximum number of bytes of updates, and of post-mortems, on a page. All pages share processes, so no page may
 * become so large that it delays the others.
 */
const maxTextBytes = 500_000

/** Whether the service or group of a component still belongs to the owner of the page, or is shared with it. */
export const isStillShared = sql`(c.manual_status is not null or exists (
    select from service_group g where g.id = coalesce(c.group_id, (select v.group_id from service v where v.id = c.service_id))
      and (g.owner_id = c.owner_id or exists (select from group_share h where h.group_id = g.id and h.account_id = c.owner_id))))`

/** Loads a page; undefined if it was deleted meanwhile. */
export async function loadPage(db: Queryable, id: number): Promise<StoredPage | undefined> {
  const shown = sql`select o.* from status_page_post o where o.status_page_id = ${id} and o.published_at is not null
      and (o.state not in ('resolved', 'completed') or coalesce(o.end_time, o.start_time) > now() - make_interval(days => ${pageDays}))
    order by o.start_time desc, o.id desc limit ${maxPosts}`
  // The newest update of every post ranks before the second newest of any post.
  const ranked = sql`select u.id, u.post_id, octet_length(u.text) as bytes, o.start_time,
      row_number() over (partition by u.post_id order by u.time desc, u.id desc) as rank
    from status_page_update u join shown o on o.id = u.post_id`
  const kept = sql`select id, post_id, sum(bytes) over (order by rank, start_time desc, post_id desc) as bytes from ranked`
  const updates = sql`select u.public_id as "publicId", u.state, u.text, ${toEpochMilliseconds('u.time')} as time
    from kept k join status_page_update u on u.id = k.id where k.post_id = o.id and k.bytes <= ${maxTextBytes} order by u.time desc, u.id desc`
  const posts = sql`select o.public_id, o.kind, o.title, o.state, o.impact, o.component_ids, ${toEpochMilliseconds('o.start_time')} as start_time,
      ${toEpochMilliseconds('o.end_time')} as end_time, ${toEpochMilliseconds('o.published_at')} as published_at,
      case when sum(octet_length(o.post_mortem)) over (order by o.start_time desc, o.id desc) <= ${maxTextBytes} then o.post_mortem else '' end as post_mortem,
      (select coalesce(json_agg(u), '[]') from (${updates}) u) as updates
    from shown o order by o.start_time desc, o.id desc`
  const components = sql`select c.id, c.public_id, c.section, c.name, c.description, c.service_id, c.group_id, c.manual_status, c.group_rule,
      c.group_share, c.shows_history, c.shows_availability, c.shows_response_time, c.only_show_if_degraded
    from status_page_component c where c.status_page_id = p.id and ${isStillShared} order by c.position, c.id`
  const [page] =
    await db.query(sql<StoredPage>`with shown as (${shown}), ranked as (${ranked}), kept as materialized (${kept})
select p.id, ${rowVersion} as row_version, ${activeDomain} as domain, p.slug, p.title, p.description, p.languages, p.time_zone, p.appearance,
  p.accent_colour, p.logo, p.favicon, p.home_url, p.footer, p.availability, p.visibility, p.allowed_addresses, p.allows_subscribers, p.visitor_public_key, p.visitor_generation, ${toEpochMilliseconds('p.created_at')} as created_at,
  effective_branding(p.owner_id) as branding,
  (select coalesce(json_agg(c), '[]') from (${components}) c) as components,
  (select coalesce(json_agg(o), '[]') from (${posts}) o) as posts
from status_page p where p.id = ${id}`)
  return page
}

import { type Database, toEpochMilliseconds } from '@wachta/database'
import type { SubscriberChannel, SubscriberState } from '@wachta/domain'
import type { SubscriberDelivery } from '@wachta/queue'
import type { Bulletin } from '@wachta/status-page'
import { sql } from 'kysely'

/**
 * How long a message belongs to the process that sends it: longer than the longest attempt, so that another process
 * does not send it as well.
 */
const claimMs = 45_000

/** A message to a subscriber, with everything that is needed to render it. */
export interface PendingDelivery {
  readonly id: number
  readonly created_at: Date
  readonly failures: number
  readonly subscriber_id: number
  readonly channel_id: SubscriberChannel
  readonly address: string
  /** The encrypted device of a browser; null for other channels. */
  readonly sealed_device: string | null
  readonly language: Bulletin['language']
  readonly state: SubscriberState
  readonly owner_id: number
  readonly page_id: number
  readonly slug: string
  /** The custom domain at which the page is served; null without one. */
  readonly domain: string | null
  readonly title: string
  readonly time_zone: string
  readonly accent_colour: string | null
  readonly brand_name: string
  readonly footer: string
  /** Whether the page is served, and whether it is unrestricted. */
  readonly is_served: boolean
  readonly is_open: boolean
  /** False for the mail that asks for confirmation. */
  readonly is_bulletin: boolean
  /** Null if the post was deleted. */
  readonly post: Bulletin['post'] | null
  /** Null if the post has no update, or the update was deleted. */
  readonly update: Bulletin['update']
  readonly is_update_gone: boolean
  readonly components: Bulletin['components']
  readonly sealed_keys: readonly string[]
}

/** A claimed message, or the end of another process's claim; undefined if there is nothing to send. */
export type Claim =
  | { readonly delivery: PendingDelivery }
  | { readonly held: SubscriberDelivery; readonly until: Date }
  | undefined

/** Claims a message for this process, and loads it. */
export async function claimDelivery(database: Pick<Database, 'query'>, id: number): Promise<Claim> {
  const [claimed] = await database.query(sql<{ id: number }>`update status_page_delivery
set claimed_until = clock_timestamp() + ${claimMs} * interval '1 millisecond'
where id = ${id} and status = 'pending' and (claimed_until is null or claimed_until <= clock_timestamp()) returning id`)
  if (claimed) return loadDelivery(database, id)
  const [held] = await database.query(sql<
    SubscriberDelivery & { until: Date | null }
  >`select d.id, d.claimed_until as until, s.channel_id, s.status_page_id as page_id, d.bulletin_id is not null as is_bulletin
from status_page_delivery d join status_page_subscriber s on s.id = d.subscriber_id where d.id = ${id} and d.status = 'pending'`)
  return held && { held, until: held.until ?? new Date() }
}

async function loadDelivery(database: Pick<Database, 'query'>, id: number): Promise<Claim> {
  const post = sql`select json_build_object('publicId', o.public_id, 'kind', o.kind, 'title', o.title, 'state', o.state, 'impact', o.impact,
    'startTime', ${toEpochMilliseconds('o.start_time')}, 'endTime', ${toEpochMilliseconds('o.end_time')})`
  const update = sql`select json_build_object('publicId', u.public_id, 'state', u.state, 'text', u.text, 'time', ${toEpochMilliseconds('u.time')})
    from status_page_update u where u.id = n.update_id`
  const components = sql`select coalesce(json_agg(json_build_object('publicId', c.public_id, 'name', c.name) order by c.position, c.id), '[]')
    from status_page_component c where c.id = any(o.component_ids)`
  const keys = sql`array(select k.sealed_key from signing_key k where k.account_id = p.owner_id order by k.id desc limit 2)`
  const [delivery] =
    await database.query(sql<PendingDelivery>`select d.id, d.created_at, d.failures, s.id as subscriber_id, s.channel_id, s.address,
  s.sealed_device, s.language, s.state, p.owner_id, p.id as page_id, p.slug, own.domain, p.title, p.time_zone, coalesce(p.accent_colour, b.branding ->> 'accent_colour') as accent_colour,
  coalesce(b.branding ->> 'name', '') as brand_name, p.footer,
  p.is_published and not a.is_blocked and a.closed_at is null as is_served,
  p.visibility in ('public', 'unlisted') and p.is_published as is_open,
  n.id is not null as is_bulletin, (${post} where o.published_at is not null) as post, (${update}) as update,
  n.update_id > 0 and not exists (select from status_page_update u where u.id = n.update_id) as is_update_gone,
  (${components}) as components, ${keys} as sealed_keys
from status_page_delivery d join status_page_subscriber s on s.id = d.subscriber_id join status_page p on p.id = s.status_page_id
  join account a on a.id = p.owner_id
  left join (status_page_domain own left join page_certificate pc on pc.domain = own.domain) on own.status_page_id = p.id
    and own.domain = p.domain and own.verified_at is not null and (pc.domain is null or pc.expires_at > now())
  cross join lateral (select effective_branding(p.owner_id) as branding) b
  left join status_page_bulletin n on n.id = d.bulletin_id left join status_page_post o on o.id = n.post_id
where d.id = ${id}`)
  return delivery && { delivery }
}

import { type Database, type Transaction, toEpochMilliseconds } from '@wachta/database'
import { shouldNotifySubscribers, visitorSubscriberChannels } from '@wachta/domain'
import { addJobs, type BulletinPayload, makeSubscriberJobs, type SubscriberDelivery } from '@wachta/queue'
import { sql } from 'kysely'

export interface BulletinOptions {
  readonly database: Pick<Database, 'transaction'>
  readonly now: () => Date
}

/**
 * Creates the task that decides which messages the subscribers of a page get. The bulletins that it has processed are
 * written in the same transaction as the messages, so a job that is repeated, or runs twice at once, adds nothing.
 */
export function createBulletinTask({ database, now }: BulletinOptions) {
  return async ({ post: postId }: BulletinPayload): Promise<void> => {
    await database.transaction(async (tx) => {
      const post = await loadPost(tx, postId)
      if (!post) return
      const added = await addBulletins(tx, post, now())
      // When a post is published, one message covers all updates that it has already.
      const announced = post.isKnown ? added : added.slice(-1)
      for (const { id, updateTime } of announced) {
        if (!shouldNotifySubscribers({ updateTime, endTime: post.endTime }, now().getTime())) continue
        await addJobs(tx, makeSubscriberJobs(await addDeliveries(tx, { ...post, bulletinId: id }, now())))
      }
    })
  }
}

interface Post {
  readonly id: number
  readonly pageId: number
  readonly endTime: number | null
  /** Whether subscribers may have been notified of it before. */
  readonly isKnown: boolean
}

/** Loads a post that visitors see; undefined for others. */
async function loadPost(tx: Transaction, id: number): Promise<Post | undefined> {
  const [post] =
    await tx.query(sql<Post>`select o.id, o.status_page_id as "pageId", ${toEpochMilliseconds('o.end_time')} as "endTime",
  exists (select from status_page_bulletin n where n.post_id = o.id) as "isKnown"
from status_page_post o join status_page p on p.id = o.status_page_id join account a on a.id = p.owner_id
where o.id = ${id} and o.published_at is not null and p.is_published and not a.is_blocked and a.closed_at is null`)
  return post
}

interface AddedBulletin {
  readonly id: number
  /** Null for a post that has no update. */
  readonly updateTime: number | null
}

/**
 * Adds bulletins that were not processed yet, the newest last. If another job is adding the same row, this one waits
 * and skips it.
 */
const addBulletins = (tx: Transaction, { id, isKnown }: Post, now: Date): Promise<AddedBulletin[]> =>
  tx.query(sql<AddedBulletin>`with added as (
  insert into status_page_bulletin (post_id, update_id, created_at)
  select u.post_id, u.id, ${now}::timestamptz from status_page_update u where u.post_id = ${id}
  union all select ${id}::bigint, 0, ${now}::timestamptz where not ${isKnown}::boolean and not exists (select from status_page_update u where u.post_id = ${id})
  order by 2 on conflict (post_id, update_id) do nothing returning id, update_id)
select d.id, ${toEpochMilliseconds('u.time')} as "updateTime" from added d left join status_page_update u on u.id = d.update_id
order by u.time nulls first, u.id`)

/** Adds a message for each subscriber whom the post concerns. Visitors get no messages of a restricted page. */
async function addDeliveries(
  tx: Transaction,
  { id, bulletinId }: Post & { readonly bulletinId: number },
  now: Date,
): Promise<SubscriberDelivery[]> {
  return tx.query(sql<SubscriberDelivery>`with added as (insert into status_page_delivery (subscriber_id, bulletin_id, created_at)
select s.id, ${bulletinId}::bigint, ${now}::timestamptz from status_page_post o join status_page p on p.id = o.status_page_id
  join status_page_subscriber s on s.status_page_id = p.id
where o.id = ${id} and s.state = 'confirmed' and (s.channel_id <> all(${visitorSubscriberChannels}::text[]) or p.visibility in ('public', 'unlisted'))
  and (s.component_ids = '{}' or o.component_ids = '{}' or s.component_ids && o.component_ids)
order by s.id on conflict do nothing returning id, subscriber_id)
select d.id, s.channel_id, s.status_page_id as page_id, true as is_bulletin from added d
  join status_page_subscriber s on s.id = d.subscriber_id order by d.id`)
}

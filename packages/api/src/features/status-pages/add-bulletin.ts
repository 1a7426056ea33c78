import { addJobs, makeBulletinJob } from '@wachta/queue'
import type { Call } from '@wachta/resource'
import { sql } from 'kysely'

/**
 * Queues the notification of subscribers about a post, in the transaction that publishes the post or an update of it.
 * Drafts are skipped. The job determines what is new, so a job without news does nothing.
 */
export async function addBulletin(postId: number, { db }: Pick<Call, 'db'>): Promise<void> {
  const published = await db.query(sql`select from status_page_post where id = ${postId} and published_at is not null`)
  if (published.length > 0) await addJobs(db, [makeBulletinJob(postId)])
}

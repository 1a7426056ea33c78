import type { Transaction } from '@wachta/database'
import type { Announcement, announcementTexts, announcementTitles, OpenPost, PostState } from '@wachta/domain'
import { addJobs, makeBulletinJob } from '@wachta/queue'
import { type AnnouncementFacts, renderAnnouncementText, renderAnnouncementTitle } from '@wachta/status-page'
import { sql } from 'kysely'
import type { AnnouncingPage } from './load-announcing.ts'

/**
 * Writes one announcement with its entries in the audit log. Returns false if a person or another reporter was faster:
 * then nothing is written, and the page has to be loaded again.
 */
export async function writeAnnouncement(
  tx: Transaction,
  page: AnnouncingPage,
  announcement: Announcement,
): Promise<boolean> {
  if (announcement.kind === 'incident' || announcement.kind === 'maintenance') return addPost(tx, page, announcement)
  const post = page.scene.posts.find(({ id }) => id === announcement.postId)
  const before = post && (await lockPost(tx, post))
  if (!before) return false
  const { changes, text } = toChanges(page, post, announcement)
  if ('windowIds' in announcement) await unlinkOtherWindows(tx, post, announcement.windowIds)
  if ('incidentIds' in announcement)
    await linkToPost(tx, { page, postId: post.id, incidentIds: announcement.incidentIds })
  if ('windowIds' in announcement)
    await linkToPost(tx, {
      page,
      postId: post.id,
      windowIds: announcement.windowIds.filter((id) => !post.windowIds.includes(id)),
    })
  if (text !== undefined) await addUpdate(tx, { postId: post.id, state: changes.state ?? post.state, text, page })
  await changePost(tx, { post, changes, before })
  return true
}

type NewPost = Extract<Announcement, { readonly kind: 'incident' | 'maintenance' }>

async function addPost(tx: Transaction, page: AnnouncingPage, announcement: NewPost): Promise<boolean> {
  const isIncident = announcement.kind === 'incident'
  const facts = toFacts(page, { ...announcement, endTime: isIncident ? null : announcement.endTime })
  const state = isIncident ? 'investigating' : announcement.state
  const { title, text } = isIncident ? renderIncident(facts) : renderMaintenance(facts)
  const now = new Date(page.scene.now)
  const [post] = await tx.query(sql<{ id: number }>`insert into status_page_post
  (status_page_id, kind, title, state, impact, component_ids, start_time, end_time, published_at, incident_id, is_automatic)
values (${page.id}, ${announcement.kind}, ${title}, ${state},
  ${isIncident ? announcement.impact : 'maintenance'}, ${announcement.componentIds}::bigint[], ${toTimestamp(announcement.startTime)}, ${toTimestamp(facts.endTime)},
  ${isIncident && announcement.isDraft ? null : now}, ${isIncident ? (announcement.incidentIds[0] ?? null) : null}, true)
on conflict do nothing returning id`)
  // A post about this incident has just been written by a person or another reporter.
  if (!post) return false
  await linkToPost(tx, { page, postId: post.id, ...announcement })
  await tx.query(sql`select audit_announcement(${post.id}, null, null)`)
  await addUpdate(tx, { postId: post.id, state, text, page })
  return true
}

const renderIncident = (facts: AnnouncementFacts) => ({
  title: renderAnnouncementTitle(facts, 'incident_title'),
  text: renderAnnouncementText(facts, 'incident_text'),
})

const renderMaintenance = (facts: AnnouncementFacts) => ({
  title: renderAnnouncementTitle(facts, 'maintenance_title'),
  text: renderAnnouncementText(facts, 'maintenance_text'),
})

interface Links {
  readonly page: AnnouncingPage
  readonly postId: number
  readonly incidentIds?: readonly number[]
  readonly windowIds?: readonly number[]
}

/**
 * Links incidents and windows to a post. If an incident or window is linked already, this violates the unique
 * constraint, and the whole transaction is rolled back.
 */
async function linkToPost(tx: Transaction, { page, postId, incidentIds = [], windowIds = [] }: Links): Promise<void> {
  await tx.query(sql`insert into status_page_announcement (status_page_id, post_id, incident_id, suspension_id)
select ${page.id}::bigint, ${postId}::bigint, i, null from unnest(${incidentIds}::bigint[]) i
union all select ${page.id}::bigint, ${postId}::bigint, null, s from unnest(${windowIds}::bigint[]) s`)
}

const unlinkOtherWindows = (tx: Transaction, { id }: OpenPost, keptIds: readonly number[]) =>
  tx.query(
    sql`delete from status_page_announcement where post_id = ${id} and suspension_id <> all(${keptIds}::bigint[])`,
  )

/** Locks a post if it is unchanged since the decision was made, and returns its record. */
async function lockPost(tx: Transaction, { id, state }: OpenPost): Promise<object | undefined> {
  const [found] = await tx.query(sql<{
    record: object
  }>`select status_page_post_record(p) as record from status_page_post p
where p.id = ${id} and p.is_automatic and p.state = ${state} for no key update`)
  return found?.record
}

interface PostChanges {
  readonly state?: PostState
  readonly title?: string
  readonly impact?: string
  readonly componentIds?: readonly number[]
  readonly startTime?: number
  readonly endTime?: number
}

type ExistingPostAnnouncement = Exclude<Announcement, NewPost>

/** Returns the changes of a post, and the text of the update about them, if any. */
function toChanges(
  page: AnnouncingPage,
  post: OpenPost,
  announcement: ExistingPostAnnouncement,
): { changes: PostChanges; text?: string } {
  const renderText = (name: (typeof announcementTexts)[number], changed: Partial<AnnouncementContent> = {}) =>
    renderAnnouncementText(toFacts(page, { ...post, ...changed }), name)
  const renderTitle = (name: (typeof announcementTitles)[number]) =>
    renderAnnouncementTitle(toFacts(page, { ...post, ...announcement }), name)
  switch (announcement.kind) {
    case 'incident_joined': {
      const { componentIds, impact } = announcement
      return { changes: { componentIds, impact, title: renderTitle('incident_title') } }
    }
    case 'incident_resolved':
      return {
        changes: { state: 'resolved', endTime: announcement.endTime },
        text: renderText('resolved_text', announcement),
      }
    case 'maintenance_changed': {
      const { componentIds, startTime, endTime, isMoved } = announcement
      const changes = { componentIds, startTime, endTime, title: renderTitle('maintenance_title') }
      return { changes, ...(isMoved && { text: renderText('rescheduled_text', announcement) }) }
    }
    case 'maintenance_started':
      return { changes: { state: 'in_progress' }, text: renderText('started_text') }
    case 'maintenance_completed':
      return {
        changes: { state: 'completed', endTime: announcement.endTime },
        text: renderText('completed_text', announcement),
      }
    case 'maintenance_cancelled': {
      // As with posts by people, a maintenance that is cancelled before its start ends when it would have started.
      const endTime = Math.max(post.startTime, page.scene.now)
      return { changes: { state: 'completed', endTime }, text: renderText('cancelled_text') }
    }
  }
}

interface ChangedPost {
  readonly post: OpenPost
  readonly changes: PostChanges
  readonly before: object
}

async function changePost(tx: Transaction, { post, changes, before }: ChangedPost): Promise<void> {
  const { state = post.state, title = null, impact = null } = changes
  const { componentIds = post.componentIds, startTime = post.startTime, endTime = post.endTime } = changes
  await tx.query(sql`update status_page_post set state = ${state}, title = coalesce(${title}, title), impact = coalesce(${impact}, impact),
  component_ids = ${componentIds}::bigint[], start_time = ${toTimestamp(startTime)}, end_time = ${toTimestamp(endTime)}
where id = ${post.id}`)
  await tx.query(sql`select audit_announcement(${post.id}, null, ${JSON.stringify(before)}::jsonb)`)
}

interface NewUpdate {
  readonly postId: number
  readonly state: PostState
  readonly text: string
  readonly page: AnnouncingPage
}

async function addUpdate(tx: Transaction, { postId, state, text, page }: NewUpdate): Promise<void> {
  const [update] = await tx.query(sql<{ id: number }>`insert into status_page_update (post_id, state, text, time)
values (${postId}, ${state}, ${text}, ${new Date(page.scene.now)}) returning id`)
  await tx.query(sql`select audit_announcement(${postId}, ${update?.id ?? null}, null)`)
  // The job does nothing for a draft.
  await addJobs(tx, [makeBulletinJob(postId)])
}

interface AnnouncementContent {
  readonly componentIds: readonly number[]
  readonly startTime: number
  readonly endTime: number | null
}

const toFacts = (
  page: AnnouncingPage,
  { componentIds, startTime, endTime }: AnnouncementContent,
): AnnouncementFacts => ({
  ...{ languages: page.languages, templates: page.templates, timeZone: page.timeZone, pageTitle: page.title },
  componentNames: componentIds.flatMap((id) => page.componentNames.get(id) ?? []),
  ...{ startTime, endTime },
})

/** Converts epoch milliseconds back to a timestamp. Values from the database are precise to the microsecond. */
const toTimestamp = (milliseconds: number | null) => sql`to_timestamp(${milliseconds}::float8 / 1000)`

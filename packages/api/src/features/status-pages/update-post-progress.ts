import { toEpochMilliseconds } from '@wachta/database'
import { applyUpdates, type DatedState, type PostKind, type PostProgress, postStates } from '@wachta/domain'
import {
  type Call,
  type PreparedRow,
  readRecord,
  reject,
  rejectAny,
  type Values,
  type Violation,
} from '@wachta/resource'
import { sql } from 'kysely'
import { statusPagePost } from './post.ts'

const maxUpdates = 500

/** Validates a new update, and keeps the id of its post for the hook that updates the post. */
export async function prepareUpdate(data: Values, call: Call): Promise<PreparedRow> {
  const { kind, updateCount } = await findPost(Number(data['post_id']), call)
  if (updateCount >= maxUpdates) reject('too_many_objects', undefined, { limit: maxUpdates })
  rejectAny(findUpdateViolations(data, kind, call))
  return { columns: { time: call.now, ...data }, forCreated: { post_id: data['post_id'] } }
}

export async function prepareUpdateChange(changes: Values, before: Values, call: Call): Promise<Values> {
  const { kind } = await findPost(Number(before['post_id']), call)
  rejectAny(findUpdateViolations({ state: before['state'], ...changes }, kind, call))
  return changes
}

/**
 * Updates state and end of a post to match its updates; `excludedUpdateId` is the id of an update that is about to be
 * deleted. Writers of an account wait for each other, so the newest update is known. A person who writes, changes or
 * deletes an update ends the automatic updates of the post.
 */
export async function updatePostProgress(postId: number, call: Call, excludedUpdateId = 0): Promise<void> {
  const { db } = call
  const [post] = await db.query(sql<
    PostProgress & { owner: number; isAutomatic: boolean }
  >`select kind, state, owner_id as owner, is_automatic as "isAutomatic",
  ${toEpochMilliseconds('start_time')} as "startTime", ${toEpochMilliseconds('end_time')} as "endTime"
from status_page_post where id = ${postId} for update`)
  if (!post) return
  const updates = await db.query(sql<DatedState>`select state, ${toEpochMilliseconds('time')} as time
from status_page_update where post_id = ${postId} and id <> ${excludedUpdateId} order by status_page_update.time, id`)
  const { state, endTime } = applyUpdates(post, updates)
  if (state === post.state && endTime === post.endTime && !post.isAutomatic) return
  const target = { resource: statusPagePost, key: postId }
  const before = await readRecord(target, call)
  // Rounded up, so that the end is not before the start, which the database stores more precisely.
  const end = endTime === null ? null : new Date(Math.ceil(endTime))
  await db.query(
    sql`update status_page_post set state = ${state}, end_time = ${end}, is_automatic = false where id = ${postId}`,
  )
  const after = await readRecord(target, call)
  await call.record({ resource: statusPagePost.name, id: postId, accountId: post.owner, before, after })
}

async function findPost(id: number, { db }: Call): Promise<{ kind: PostKind; updateCount: number }> {
  const [found] = await db.query(sql<{ kind: PostKind; updateCount: number }>`select p.kind,
  (select count(*)::int from status_page_update u where u.post_id = p.id) as "updateCount" from status_page_post p where p.id = ${id}`)
  return found ?? reject('unknown_reference', 'data.post_id')
}

function findUpdateViolations({ state, time }: Values, kind: PostKind, { now }: Call): Violation[] {
  const allowed: readonly unknown[] = postStates[kind]
  const isFuture = time !== undefined && Date.parse(String(time)) > now.getTime()
  return [
    ...(allowed.includes(state)
      ? []
      : [{ symbol: 'value_of_other_kind', field: 'data.state', params: { allowed: allowed.join(', ') } }]),
    ...(isFuture ? [{ symbol: 'time_in_the_future', field: 'data.time' }] : []),
  ]
}

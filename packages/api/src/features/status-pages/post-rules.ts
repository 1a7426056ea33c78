import {
  findPostProblems,
  getDefaultImpact,
  getInitialPostState,
  isFinalState,
  type PostImpact,
  type PostKind,
  type PostProblem,
  type PostState,
  postImpacts,
  postStates,
} from '@wachta/domain'
import {
  type Call,
  createRow,
  type PreparedRow,
  reject,
  rejectAny,
  type Values,
  type Violation,
} from '@wachta/resource'
import { sql } from 'kysely'
import { createForeignRowViolations } from '../../platform/belonging.ts'

/** Validates a new post, and completes it by its kind. `addFirstUpdate` gets `forCreated`. */
export async function preparePost({ text, is_draft, ...data }: Values, call: Call): Promise<PreparedRow> {
  const post = completePost(truncateTimes(data), call.now)
  rejectAny([
    ...findPostViolations(post),
    ...(await findComponentViolations(post, Number(data['status_page_id']), call)),
    ...(await findIncidentViolations(data, call)),
  ])
  const published_at = is_draft === false ? call.now : null
  return { columns: { ...post, published_at }, forCreated: { text, state: post['state'] } }
}

/** Adds the text that came with a new post as its first update. */
export async function addFirstUpdate(post_id: number, { text, state }: Values, call: Call): Promise<void> {
  if (text !== undefined) await createRow(call.registry.get('status_page_update'), { post_id, state, text }, call)
}

export async function preparePostChange({ is_draft, ...given }: Values, before: Values, call: Call): Promise<Values> {
  if (is_draft === true) reject('post_already_published', 'data.is_draft')
  const changes = truncateTimes(given)
  rejectAny([
    ...findPostViolations({ ...before, ...changes }),
    ...(await findComponentViolations(changes, Number(before['status_page_id']), call)),
  ])
  // A change by a person ends automatic updates of the post.
  return { ...changes, is_automatic: false, ...(is_draft === false && { published_at: call.now }) }
}

/** Truncates times to milliseconds, because only those are compared; the database would also compare microseconds. */
const truncateTimes = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isTime = (name === 'start_time' || name === 'end_time') && typeof value === 'string'
      return [name, isTime ? new Date(value).toISOString() : value]
    }),
  )

function completePost(data: Values, now: Date): Values {
  const kind = data['kind'] as PostKind
  const { state = getInitialPostState(kind), impact = getDefaultImpact(kind), start_time = now.toISOString() } = data
  const isOver = isFinalState(state as PostState)
  const defaultEndTime = new Date(Math.max(now.getTime(), Date.parse(String(start_time)))).toISOString()
  return { ...data, state, impact, start_time, end_time: data['end_time'] ?? (isOver ? defaultEndTime : null) }
}

function findPostViolations(post: Values): Violation[] {
  const kind = post['kind'] as PostKind
  const end = post['end_time'] as string | null
  const problems = findPostProblems({
    kind,
    state: post['state'] as PostState,
    impact: post['impact'] as PostImpact,
    startTime: Date.parse(String(post['start_time'])),
    endTime: end === null ? null : Date.parse(end),
  })
  return problems.map((problem) => toViolation(problem, kind))
}

function toViolation({ field, reason }: PostProblem, kind: PostKind): Violation {
  const target = { field: `data.${field}` }
  if (reason === 'before_start') return { ...target, symbol: 'wrong_window' }
  if (reason !== 'other_kind') return { ...target, symbol: 'end_follows_state' }
  const allowed = field === 'state' ? postStates[kind] : postImpacts[kind]
  return { ...target, symbol: 'value_of_other_kind', params: { allowed: allowed.join(', ') } }
}

/**
 * Rejects components of other pages. Components of this page are locked until the transaction ends, so that none of
 * them can be deleted meanwhile and stay in the list.
 */
export async function findComponentViolations(
  { component_ids: ids }: Values,
  pageId: number,
  call: Call,
): Promise<Violation[]> {
  if (!Array.isArray(ids) || ids.length === 0) return []
  const found = await call.db.query(sql<{ id: number }>`select id from status_page_component
where id = any(${ids}) and status_page_id = ${pageId} order by id for key share`)
  const isOwn = found.length === new Set(ids).size
  return isOwn ? [] : [{ symbol: 'component_of_another_page', field: 'data.component_ids' }]
}

/** The incident must be of a service of the page's owner, or of one shared with it. */
async function findIncidentViolations({ incident_id, status_page_id }: Values, call: Call): Promise<Violation[]> {
  if (typeof incident_id !== 'number') return []
  const found = await call.db.query(sql`select from incident i join status_page p on p.id = ${status_page_id}
where i.id = ${incident_id} and (i.owner_id = p.owner_id or exists (select from service v
  join group_share s on s.group_id = v.group_id where v.id = i.service_id and s.account_id = p.owner_id))`)
  if (found.length > 0) return []
  return createForeignRowViolations({ resource: 'incident', ids: [incident_id], field: 'data.incident_id' }, call)
}

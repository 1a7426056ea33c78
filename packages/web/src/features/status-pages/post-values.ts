import type { StatusPagePost, StatusPagePostCreateData, StatusPagePostUpdateData } from '@wachta/client'
import { toWireTime } from '../../app/client/wire-time.ts'
import { parseLooseFieldTime, toFieldText } from '../../app/i18n/wall-time.ts'
import { isFinalPostState, type ShownPostImpact, type ShownPostKind, type ShownPostState } from './post-states.ts'

/** The values of the form of a post. Times are the texts of their fields, empty if no time is given. */
export interface PostValues {
  readonly kind: ShownPostKind
  readonly title: string
  readonly state: ShownPostState
  readonly impact: ShownPostImpact
  readonly components: ReadonlySet<string>
  readonly start: string
  readonly end: string
  /** The first update of a new post. */
  readonly text: string
  readonly postMortem: string
}

/** The initial values of a new post. */
export const makePostValues = (kind: ShownPostKind): PostValues => ({
  kind,
  title: '',
  state: kind === 'incident' ? 'investigating' : 'scheduled',
  impact: kind === 'incident' ? 'minor' : 'maintenance',
  components: new Set(),
  start: '',
  end: '',
  text: '',
  postMortem: '',
})

/** Converts a post for the form. */
export const toPostValues = (post: StatusPagePost, zone: string): PostValues => ({
  kind: post.kind,
  title: post.title,
  state: post.state,
  impact: post.impact,
  components: new Set(post.component_ids.map(String)),
  start: toText(zone, post.start_time),
  end: toText(zone, post.end_time),
  text: '',
  postMortem: post.post_mortem,
})

/** An incident has an end once it is over; maintenance is planned to end. */
export const hasEnd = ({ kind, state }: Pick<PostValues, 'kind' | 'state'>): boolean =>
  kind === 'maintenance' || isFinalPostState(state)

/** Thrown if the time of a field cannot be read; shown at the field. */
export class UnreadablePostTime extends Error {
  override readonly name = 'UnreadablePostTime'
  readonly field: 'start_time' | 'end_time'
  constructor(field: 'start_time' | 'end_time') {
    super(field)
    this.field = field
  }
}

/** The times of a stored post; `start_time` is null if the post was created without one, and so starts then. */
export interface PostTimes {
  readonly start_time: string | null
  readonly end_time: string | null
}

/** Converts the form of a new post for the API. Throws UnreadablePostTime. */
export function toPostCreateData(values: PostValues, zone: string): Omit<StatusPagePostCreateData, 'status_page_id'> {
  const text = values.text.trim()
  return { ...toCommonData(values, zone), kind: values.kind, state: values.state, ...(text !== '' && { text }) }
}

/**
 * Converts the form of an existing post for the API. A time that was not edited is not sent, so that it keeps its exact
 * instant; an end that was removed is reset. Throws UnreadablePostTime, also if the start was removed: an empty start
 * means “now” for a new post only.
 */
export function toPostChangeData(values: PostValues, zone: string, former?: PostTimes): StatusPagePostUpdateData {
  if (values.start.trim() === '' && former?.start_time !== null) throw new UnreadablePostTime('start_time')
  const isKept = (edge: 'start' | 'end') => toText(zone, former?.[`${edge}_time`]) === values[edge]
  const { start_time, end_time = null, ...data } = toCommonData(values, zone)
  return {
    ...data,
    ...(start_time !== undefined && !isKept('start') && { start_time }),
    ...(hasEnd(values) && !isKept('end') && { end_time }),
    post_mortem: values.postMortem.trim(),
  }
}

/** Formats a time of a post for its field; empty without one. */
const toText = (zone: string, time: string | null = null): string =>
  time === null ? '' : toFieldText(zone, Date.parse(time))

function toCommonData(values: PostValues, zone: string) {
  const start = readTime(values.start, 'start_time', zone)
  const end = hasEnd(values) ? readTime(values.end, 'end_time', zone) : undefined
  return {
    title: values.title.trim(),
    impact: values.impact,
    component_ids: [...values.components].map(Number),
    ...(start !== undefined && { start_time: start }),
    ...(end !== undefined && { end_time: end }),
  }
}

function readTime(text: string, field: 'start_time' | 'end_time', zone: string): string | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseLooseFieldTime(zone, text, field === 'start_time' ? 'start' : 'end')
  if (!parsed) throw new UnreadablePostTime(field)
  return toWireTime(parsed.instant)
}

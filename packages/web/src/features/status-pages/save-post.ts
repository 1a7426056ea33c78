import type { Client, StatusPagePost, StatusPagePostUpdateData } from '@wachta/client'
import { type PostTimes, type PostValues, toPostChangeData, toPostCreateData } from './post-values.ts'

/** A post as its form has stored it last: newer than the post with which the form was opened. */
export interface SavedPost extends PostTimes {
  readonly id: number
  readonly isDraft: boolean
  /** The text of the first update, if this form has created it. */
  readonly text: string
}

export const toSavedPost = ({ id, is_draft, start_time, end_time }: StatusPagePost): SavedPost => ({
  ...{ id, isDraft: is_draft, start_time, end_time },
  text: '',
})

interface PostChange {
  readonly pageId: number
  /** Undefined as long as the post does not exist. */
  readonly stored: SavedPost | undefined
  /** The time zone of the times in the form. */
  readonly zone: string
  readonly values: PostValues
}

/** Creates the post, or changes it if it exists. Throws UnreadablePostTime. */
export async function savePost(
  client: Client,
  { pageId, stored, zone, values }: PostChange,
  action: 'publish' | 'save',
): Promise<SavedPost> {
  const publication = action === 'publish' ? { is_draft: false } : {}
  const text = values.text.trim()
  if (!stored) {
    const data = toPostCreateData(values, zone)
    const body = { status_page_id: pageId, ...data, ...publication }
    const { id } = await client.call('create_status_page_post', { body })
    const { start_time = null, end_time = null } = data
    return { id, isDraft: action === 'save', start_time, end_time, text }
  }
  const data = toPostChangeData(values, zone, stored)
  // Before the post, so that it is published with this text.
  if (text !== stored.text) await saveFirstUpdate(client, stored.id, { state: values.state, text })
  await client.call('update_status_page_post', { path: { _id: stored.id }, body: { ...data, ...publication } })
  return { ...stored, ...pickTimes(data), text, isDraft: stored.isDraft && action === 'save' }
}

/** Saves a first update that was entered or changed after its post was created. */
async function saveFirstUpdate(
  client: Client,
  post_id: number,
  body: Pick<PostValues, 'state' | 'text'>,
): Promise<void> {
  const [first] = await client.call('list_status_page_post_status_page_updates', {
    path: { _id: post_id },
    query: { sort: ['time', 'id'], limit: 1 },
  })
  if (first) await client.call('update_status_page_update', { path: { _id: first.id }, body })
  else await client.call('create_status_page_update', { body: { post_id, ...body } })
}

const pickTimes = ({ start_time, end_time }: StatusPagePostUpdateData): Partial<PostTimes> => ({
  ...(start_time !== undefined && { start_time }),
  ...(end_time !== undefined && { end_time }),
})

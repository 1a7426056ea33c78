import type { StatusPagePost } from '@wachta/client'
import { getNextState, type ShownPostState } from './post-states.ts'

/** An update that is being written. */
export interface UpdateDraft {
  readonly state: ShownPostState
  readonly text: string
}

export const makeUpdateDraft = (post: StatusPagePost | undefined): UpdateDraft => ({
  state: post ? getNextState(post.kind, post.state) : 'investigating',
  text: '',
})

/** Returns what is left to send after an update was sent: what was typed meanwhile is kept. */
export const omitSentText = (current: UpdateDraft, sent: UpdateDraft): UpdateDraft =>
  current.text === sent.text ? { ...current, text: '' } : current

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

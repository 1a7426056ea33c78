import type { PostView, UpdateView } from '@wachta/status-page'
import { parseFieldTime } from '../../app/i18n/wall-time.ts'
import type { LoadedPost } from './post-part.ts'
import { hasEnd, type PostValues } from './post-values.ts'
import type { UpdateDraft } from './update-draft.ts'

interface PostDraft {
  readonly values: PostValues
  /** The update that is being written. */
  readonly draft: UpdateDraft
  readonly loaded: LoadedPost | undefined
  readonly zone: string
}

/** Converts the forms of a post and of its next update to what visitors will see. */
export function toPostView({ values, draft, loaded, zone }: PostDraft, now: number): PostView {
  const newUpdate = loaded ? draft : { state: values.state, text: values.text }
  const newUpdates: UpdateView[] = newUpdate.text.trim() === '' ? [] : [{ publicId: 'draft', ...newUpdate, time: now }]
  const start = parseFieldTime(zone, values.start, 'start')?.instant ?? now
  const end = hasEnd(values) ? (parseFieldTime(zone, values.end, 'end')?.instant ?? null) : null
  return {
    publicId: 'preview',
    kind: values.kind,
    title: values.title,
    state: newUpdates[0]?.state ?? values.state,
    impact: values.impact,
    componentPublicIds: [...values.components],
    startTime: start,
    endTime: end,
    publishedAt: now,
    postMortem: values.postMortem,
    updates: [
      ...newUpdates,
      ...(loaded?.updates ?? []).map(({ public_id, state, text, time }) => ({
        publicId: public_id,
        state,
        text,
        time: Date.parse(time),
      })),
    ],
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSending } from '../../app/forms/sending.ts'
import { hasUnsaved, useUnsaved } from '../../app/forms/unsaved.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import type { LoadedPost, PostPage } from './post-part.ts'
import { postTexts } from './post-texts.ts'
import type { PostValues } from './post-values.ts'
import { statusPageKeys } from './queries.ts'
import { type SavedPost, savePost, toSavedPost } from './save-post.ts'

interface PostToSave {
  readonly page: PostPage
  readonly loaded: LoadedPost | undefined
  /** The time zone of the times in the form. */
  readonly zone: string
  readonly values: PostValues
}

/** Saves a post; a new one then gets its own URL. */
export function useSavePost({ page, loaded, zone, values }: PostToSave) {
  const texts = useTexts(postTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const markSaved = useUnsaved(values)
  // `loaded` stays the older post while the form has unsaved changes.
  const [stored, setStored] = useState(() => loaded && toSavedPost(loaded.post))
  const saving = useSending<SavedPost, 'publish' | 'save'>({
    send: (client, action) => savePost(client, { pageId: page.id, stored, zone, values }, action),
    onSuccess: async (saved, action) => {
      markSaved()
      setStored(saved)
      showToast(texts(action === 'publish' ? 'published' : 'saved'))
      await queries.invalidateQueries({ queryKey: statusPageKeys.all })
      // While the form has changes made during the request, it stays open and saves them to the created post.
      if (!loaded && !hasUnsaved())
        await navigate({
          to: '/status-pages/$id/posts/$post',
          params: { id: String(page.id), post: String(saved.id) },
          replace: true,
        })
    },
  })
  return {
    ...saving,
    isDraft: stored?.isDraft ?? true,
    /** Whether only a new update can change the state of the post: from the request that creates the post on. */
    isStateFixed: saving.isPending || stored !== undefined,
  }
}

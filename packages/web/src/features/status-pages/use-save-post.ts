import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { StatusPagePost, StatusPagePostUpdateData } from '@wachta/client'
import { useState } from 'react'
import { useSending } from '../../app/forms/sending.ts'
import { useUnsaved } from '../../app/forms/unsaved.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import type { LoadedPost, PostPage } from './post-part.ts'
import { postTexts } from './post-texts.ts'
import { type PostValues, toPostChangeData, toPostCreateData } from './post-values.ts'
import { statusPageKeys } from './queries.ts'

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
  // The times that were last saved from here: while people type on, the form keeps the post that it was filled from.
  const [storedTimes, setStoredTimes] = useState<Pick<StatusPagePost, 'start_time' | 'end_time'> | undefined>(
    loaded?.post,
  )
  return useSending<{ id: number } | undefined, 'publish' | 'save'>({
    send: async (client, action) => {
      const publication = action === 'publish' ? { is_draft: false } : {}
      if (loaded)
        return client.call('update_status_page_post', {
          path: { _id: loaded.id },
          body: { ...toPostChangeData(values, zone, storedTimes), ...publication },
        })
      return client.call('create_status_page_post', {
        body: { status_page_id: page.id, ...toPostCreateData(values, zone), ...publication },
      })
    },
    onSuccess: async (created, action) => {
      markSaved()
      if (storedTimes) setStoredTimes({ ...storedTimes, ...pickTimes(toPostChangeData(values, zone, storedTimes)) })
      showToast(texts(action === 'publish' ? 'published' : 'saved'))
      await queries.invalidateQueries({ queryKey: statusPageKeys.all })
      if (!loaded && created)
        await navigate({
          to: '/status-pages/$id/posts/$post',
          params: { id: String(page.id), post: String(created.id) },
          replace: true,
          ignoreBlocker: true,
        })
    },
  })
}

const pickTimes = ({ start_time, end_time }: StatusPagePostUpdateData) => ({
  ...(start_time !== undefined && { start_time }),
  ...(end_time !== undefined && { end_time }),
})

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { client } from '../../app/client/client.ts'
import { useSending } from '../../app/forms/sending.ts'
import { hasUnsaved, useUnsaved, useUnsavedMark } from '../../app/forms/unsaved.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { checkPassword } from './page-password.ts'
import type { StatusPageValues, StoredStatusPage } from './page-values.ts'
import { statusPageKeys } from './queries.ts'
import { copySaveProgress, makeSaveProgress, saveStatusPage } from './save-page.ts'
import { statusPageTexts } from './texts.ts'

interface PageChange {
  readonly stored: StoredStatusPage
  readonly before: StatusPageValues
  readonly after: StatusPageValues
}

/** Saves the page and its new password, if one is entered; a new page then gets its own URL. */
export function useSavePage({ stored, before, after }: PageChange) {
  const texts = useTexts(statusPageTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const latestPassword = useRef('')
  const changePassword = (next: string) => {
    latestPassword.current = next
    setPassword(next)
  }
  const markSaved = useUnsaved(after)
  const markPasswordSaved = useUnsavedMark(password !== '' && after.visibility === 'password')
  const progress = useRef(makeSaveProgress(stored.page))
  const refresh = () => queries.invalidateQueries({ queryKey: statusPageKeys.all })
  const saving = useSending<number>({
    send: async (requestClient) => {
      const change = { before, after, password }
      // Any other client only collects the requests for a command to copy, so nothing is saved.
      if (requestClient !== client) return saveStatusPage(requestClient, change, copySaveProgress(progress.current))
      checkPassword(change, progress.current)
      return saveStatusPage(requestClient, change, progress.current)
    },
    onSuccess: async (id) => {
      markSaved()
      if (latestPassword.current === password) {
        markPasswordSaved()
        changePassword('')
      }
      showToast(texts('saved'))
      await refresh()
      // While the form has changes made during the request, it stays open and saves them to the created page.
      if (!stored.page && !hasUnsaved())
        await navigate({ to: '/status-pages/$id', params: { id: String(id) }, search: { tab: 'page' }, replace: true })
    },
    // A part of the page may have been saved.
    onError: refresh,
  })
  return { ...saving, password, setPassword: changePassword }
}

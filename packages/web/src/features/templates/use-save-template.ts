import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSending } from '../../app/forms/sending.ts'
import { hasUnsaved, useUnsaved } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { showToast } from '../../ui/toast.tsx'
import { peopleKey } from '../contacts/queries.ts'
import type { TemplateValues } from './template-fields.tsx'

/** Saves a template; a new one, without an id, then gets its own URL. */
export function useSaveNotificationTemplate(id: number | undefined, values: TemplateValues) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const markSaved = useUnsaved(values)
  const [createdId, setCreatedId] = useState<number>()
  const savedId = id ?? createdId
  return useSending<{ id: number } | undefined>({
    send: (client) =>
      savedId === undefined
        ? client.call('create_template', { body: values })
        : client.call('update_template', { path: { _id: savedId }, body: values }),
    onSuccess: async (created) => {
      markSaved()
      showToast(t('template.saved'))
      if (created) setCreatedId(created.id)
      await queries.invalidateQueries({ queryKey: peopleKey })
      const newId = created?.id ?? createdId
      // While the form has changes made during the request, it stays open and saves them to the created template.
      if (newId !== undefined && !hasUnsaved())
        await navigate({ to: '/templates/$id', params: { id: String(newId) }, replace: true })
    },
  })
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReportTemplate } from '@wachta/client'
import { useState } from 'react'
import { useSending } from '../../app/forms/sending.ts'
import { hasUnsaved } from '../../app/forms/unsaved.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { reportEditorTexts } from './editor-texts.ts'
import { reportKeys } from './queries.ts'
import { type ReportTemplateValues, toReportTemplateData } from './template-values.ts'

/** Saves a template; a new one then gets its own URL. */
export function useSaveTemplate(
  { id }: Pick<Partial<ReportTemplate>, 'id'>,
  values: ReportTemplateValues,
  markSaved: () => void,
) {
  const texts = useTexts(reportEditorTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [createdId, setCreatedId] = useState<number>()
  const savedId = id ?? createdId
  return useSending<{ id: number } | undefined>({
    send: async (client) => {
      const body = toReportTemplateData(values)
      return savedId === undefined
        ? client.call('create_report_template', { body })
        : client.call('update_report_template', { path: { _id: savedId }, body })
    },
    onSuccess: async (created) => {
      markSaved()
      showToast(texts('reportTemplate.saved'))
      if (created) setCreatedId(created.id)
      await queries.invalidateQueries({ queryKey: reportKeys.templates })
      const newId = created?.id ?? createdId
      // While the form has changes made during the request, it stays open and saves them to the created template.
      if (newId !== undefined && !hasUnsaved())
        await navigate({ to: '/reports/templates/$id', params: { id: String(newId) }, replace: true })
    },
  })
}

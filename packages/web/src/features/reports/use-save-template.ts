import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReportTemplate } from '@wachta/client'
import { useSending } from '../../app/forms/sending.ts'
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
  return useSending<{ id: number } | undefined>({
    send: async (via) => {
      const body = toReportTemplateData(values)
      return id === undefined
        ? via.call('create_report_template', { body })
        : via.call('update_report_template', { path: { _id: id }, body })
    },
    onSuccess: async (created) => {
      markSaved()
      showToast(texts('reportTemplate.saved'))
      await queries.invalidateQueries({ queryKey: reportKeys.templates })
      if (created) await navigate({ to: '/reports/templates/$id', params: { id: String(created.id) }, replace: true })
    },
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReportTemplate } from '@wachta/client'
import { Suspense, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import type { SendMutation } from '../../app/forms/sending.ts'
import { useHasUnsaved } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { reportEditorTexts } from './editor-texts.ts'
import { reportKeys } from './queries.ts'

const OrderReport = lazyPart(async () => (await import('./order-report.tsx')).OrderReport)

interface TemplateActionsProps {
  readonly template: Partial<ReportTemplate>
  readonly saving: Pick<SendMutation<unknown, void>, 'isPending' | 'requests'>
  readonly failure: string | null
}

/** Save, try and delete: below the form, always visible. */
export function TemplateActions({ template, saving, failure }: TemplateActionsProps) {
  const { t } = useI18n()
  const texts = useTexts(reportEditorTexts)
  const { id } = template
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-paper py-3">
      <Button type="submit" kind="primary" busy={saving.isPending}>
        {id === undefined ? texts('reportTemplate.create') : t('settings.save')}
      </Button>
      {id !== undefined && <TryActions template={{ ...template, id } as ReportTemplate} />}
      <CopyAsCurl requests={() => saving.requests()} />
      {id !== undefined && template.permissions?.delete && (
        <div className="ml-auto">
          <DeleteTemplate id={id} name={template.name ?? ''} />
        </div>
      )}
      <p role="status" className="w-full text-failure empty:hidden">
        {failure}
      </p>
    </div>
  )
}

/** Sends a test report to the user's account, or creates a report. Both use the saved template. */
function TryActions({ template }: { readonly template: ReportTemplate }) {
  const texts = useTexts(reportEditorTexts)
  const queries = useQueryClient()
  const isUnsaved = useHasUnsaved()
  const [isOrdering, setOrdering] = useState(false)
  const test = useMutation({
    mutationFn: () => client.call('create_report', { body: { template_id: template.id, is_test: true } }),
    onSuccess: () => {
      showToast(texts('report.testOrdered'))
      return queries.invalidateQueries({ queryKey: reportKeys.all })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  if (!template.permissions?.create_reports) return null
  const disabledReason = isUnsaved ? texts('reportTemplate.saveFirst') : undefined
  return (
    <>
      <Button busy={test.isPending} disabled={isUnsaved} title={disabledReason} onClick={() => test.mutate()}>
        {texts('report.sendTest')}
      </Button>
      <Button disabled={isUnsaved} title={disabledReason} onClick={() => setOrdering(true)}>
        {texts('report.orderDialog')}
      </Button>
      {isOrdering && (
        <Suspense>
          <OrderReport template={template} onClose={() => setOrdering(false)} />
        </Suspense>
      )}
    </>
  )
}

function DeleteTemplate({ id, name }: { readonly id: number; readonly name: string }) {
  const texts = useTexts(reportEditorTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <DeleteButton
      size="normal"
      title={texts('reportTemplate.deleteAsk', { name })}
      consequences={texts('reportTemplate.deleteMeans')}
      doneMessage={texts('reportTemplate.deleted')}
      deleteRecord={() => client.call('delete_report_template', { path: { _id: id } })}
      onDone={async () => {
        await navigate({ to: '/reports', search: { tab: 'templates' }, ignoreBlocker: true })
        await queries.invalidateQueries({ queryKey: reportKeys.all })
        return queries.invalidateQueries({ queryKey: reportKeys.templates })
      }}
    />
  )
}

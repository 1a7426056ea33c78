import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DefaultTemplate, Template } from '@wachta/client'
import { type SubmitEvent, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useMay } from '../../app/client/me.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { peopleKey } from '../contacts/queries.ts'
import { TemplateFields, type TemplateValues, templateFormFields } from './template-fields.tsx'
import { PreviewPanel } from './template-preview.tsx'
import { usePreview } from './use-preview.ts'
import { useSaveNotificationTemplate } from './use-save-template.ts'

interface TemplateEditorProps {
  /** A template without an id is new. */
  readonly template: Partial<Template>
  readonly defaultTemplates: readonly DefaultTemplate[]
}

export function TemplateEditor({ template, defaultTemplates }: TemplateEditorProps) {
  const { t, language } = useI18n()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, permissions } = template
  const mayCreate = useMay('create_templates')
  const isReadOnly = id === undefined ? mayCreate === false : permissions?.update !== true
  const [values, setValues] = useState<TemplateValues>({
    name: template.name ?? '',
    channel_id: template.channel_id ?? 'email',
    language_id: template.language_id ?? language,
    start_subject: template.start_subject ?? '',
    start_template: template.start_template ?? '',
    end_subject: template.end_subject ?? '',
    end_template: template.end_template ?? '',
    artifact_type_ids: template.artifact_type_ids ?? [],
  })
  const [alert, setAlert] = useState<number | null>(null)
  const preview = usePreview(values, alert)
  const mutation = useSaveNotificationTemplate(id, values)
  // Errors of the preview are shown too, so that mistakes are seen while typing.
  const fieldErrors = new Map([...useFieldErrors(mutation.error), ...useFieldErrors(preview.error)])
  const hasOnlyOtherErrors = [...fieldErrors.keys()].every((field) => !templateFormFields.includes(field))
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
      <form onSubmit={save} noValidate className="grid min-w-0 gap-4">
        {isReadOnly && <p className="text-muted">{t('template.readOnly')}</p>}
        <TemplateFields {...{ values, defaultTemplates, fieldErrors, isReadOnly }} onChange={setValues} />
        {!isReadOnly && (
          <div className="sticky bottom-(--bottom-bar) flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
            <Button type="submit" kind="primary" busy={mutation.isPending}>
              {t('settings.save')}
            </Button>
            <CopyAsCurl requests={() => mutation.requests()} />
            {id !== undefined && permissions?.delete && (
              <DeleteButton
                size="normal"
                title={t('template.deleteAsk', { name: template.name ?? '' })}
                consequences={t('template.deleteMeans')}
                doneMessage={t('template.deleted')}
                deleteRecord={() => client.call('delete_template', { path: { _id: id } })}
                onDone={async () => {
                  await navigate({ to: '/contacts', search: { tab: 'templates' }, ignoreBlocker: true })
                  return queries.invalidateQueries({ queryKey: peopleKey })
                }}
              />
            )}
            {mutation.error && (
              <p role="status" className="text-failure">
                {hasOnlyOtherErrors ? errorText(mutation.error) : t('settings.fieldErrors')}
              </p>
            )}
          </div>
        )}
      </form>
      <PreviewPanel preview={preview.shown} isBehind={preview.error !== null} alert={alert} onAlert={setAlert} />
    </div>
  )
}

import type { ReportTemplate } from '@wachta/client'
import { type SubmitEvent, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { useUnsaved } from '../../app/forms/unsaved.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { UnreadableTarget } from '../groups/target.ts'
import { UnreadableHours } from './business-hours.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { reportEditorTexts } from './editor-texts.ts'
import { MethodFields } from './method-fields.tsx'
import { SectionList } from './section-list.tsx'
import { TemplateActions } from './template-actions.tsx'
import { TemplateBasics } from './template-basics.tsx'
import type { TemplatePart } from './template-part.ts'
import { TemplateScope } from './template-scope.tsx'
import { ReportTexts } from './template-texts.tsx'
import { toReportTemplateValues } from './template-values.ts'
import { useReportPreview } from './use-report-preview.ts'
import { useSaveTemplate } from './use-save-template.ts'

interface TemplateEditorProps {
  /** A template without an id is new. */
  readonly template: Partial<ReportTemplate>
  readonly isReadOnly: boolean
}

export function ReportTemplateEditor({ template, isReadOnly }: TemplateEditorProps) {
  const { t } = useI18n()
  const texts = useTexts(reportEditorTexts)
  const [values, setValues] = useState(() => toReportTemplateValues(template, { language: 'en', zone: 'utc' }))
  const markSaved = useUnsaved(values)
  const saving = useSaveTemplate(template, values, markSaved)
  const preview = useReportPreview(values, { isOff: isReadOnly, owner: template.owner_id })
  const fieldErrors = new Map([...useFieldErrors(preview.error), ...useFieldErrors(saving.error)])
  const errors = [saving.error, preview.error]
  if (errors.some((error) => error instanceof UnreadableTarget))
    fieldErrors.set('service_level_target', [t('target.unreadable')])
  if (errors.some((error) => error instanceof UnreadableHours)) fieldErrors.set('hours', [t('maintenance.noTime')])
  const part: TemplatePart = {
    values,
    fieldErrors,
    isReadOnly,
    onChange: (change) => setValues((before) => ({ ...before, ...change })),
  }
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.mutate()
  }
  const failure = saving.error && (fieldErrors.size > 0 ? t('settings.fieldErrors') : errorText(saving.error))
  return (
    <div className="grid items-start gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <form onSubmit={save} noValidate className="grid min-w-0 gap-8">
        {isReadOnly && <p className="text-muted">{t('settings.readOnly')}</p>}
        <TemplateBasics {...part} />
        <fieldset className="grid gap-3">
          <legend className="mb-1 text-lg font-semibold">{texts('reportTemplate.sections')}</legend>
          <p className="text-sm text-muted">{texts('reportTemplate.sectionsText')}</p>
          <SectionList
            chosen={values.sections}
            onChange={(sections) => part.onChange({ sections })}
            fieldErrors={fieldErrors.get('section_ids') ?? []}
            isReadOnly={isReadOnly}
          />
        </fieldset>
        <TemplateScope {...part} />
        <MethodFields {...part} />
        <ReportTexts {...part} />
        <DeliveryFields {...part} />
        {!isReadOnly && <TemplateActions template={template} saving={saving} failure={failure} />}
      </form>
      <DocumentPreview preview={preview} isOff={isReadOnly} />
    </div>
  )
}

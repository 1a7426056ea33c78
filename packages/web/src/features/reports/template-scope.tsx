import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { findFieldErrors } from '../alert-rules/rule-values.ts'
import { ScopeFields } from '../alert-rules/scope-fields.tsx'
import { TagInput } from '../services/tag-input.tsx'
import { reportEditorTexts } from './editor-texts.ts'
import type { TemplatePart } from './template-part.ts'

/** The services of a report: all, or groups, single services and tags. */
export function TemplateScope({ values, onChange, fieldErrors, isReadOnly }: TemplatePart) {
  const { t } = useI18n()
  const texts = useTexts(reportEditorTexts)
  const isEmpty = values.groups.length + values.services.length === 0 && values.tags.trim() === ''
  return (
    <fieldset disabled={isReadOnly} className="grid gap-4">
      <legend className="mb-3 text-lg font-semibold">{texts('reportTemplate.services')}</legend>
      <div>
        <SegmentedControl
          label={texts('reportTemplate.services')}
          value={values.isForAll ? 'all' : 'some'}
          choices={[
            { value: 'all', label: texts('reportTemplate.allServices') },
            { value: 'some', label: texts('reportTemplate.someServices') },
          ]}
          onChoose={(choice) => onChange({ isForAll: choice === 'all' })}
        />
      </div>
      {!values.isForAll && (
        <>
          <ScopeFields values={values} fieldErrors={fieldErrors} isReadOnly={isReadOnly} onChange={onChange} />
          <FormField
            label={t('tags.label')}
            hint={texts('reportTemplate.tagsHint')}
            fieldErrors={findFieldErrors(fieldErrors, 'tags')}
          >
            {(fieldIds) => (
              <TagInput
                fieldIds={fieldIds}
                disabled={isReadOnly}
                value={values.tags}
                onChange={(tags) => onChange({ tags })}
              />
            )}
          </FormField>
          {isEmpty && <p className="text-sm text-unknown">{texts('reportTemplate.noScope')}</p>}
        </>
      )}
    </fieldset>
  )
}

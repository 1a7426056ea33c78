import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { faultsAt } from '../alert-rules/rule-values.ts'
import { ScopeFields } from '../alert-rules/scope-fields.tsx'
import { TagInput } from '../services/tag-input.tsx'
import type { TemplatePart } from './template-part.ts'

/** The services of a report: all, or groups, single services and tags. */
export function TemplateScope({ values, onChange, faults, isReadOnly }: TemplatePart) {
  const { t } = useI18n()
  const isEmpty = values.groups.length + values.services.length === 0 && values.tags.trim() === ''
  return (
    <fieldset disabled={isReadOnly} className="grid gap-4">
      <legend className="mb-3 text-lg font-semibold">{t('reportTemplate.services')}</legend>
      <div>
        <SegmentedControl
          label={t('reportTemplate.services')}
          value={values.isForAll ? 'all' : 'some'}
          choices={[
            { value: 'all', label: t('reportTemplate.allServices') },
            { value: 'some', label: t('reportTemplate.someServices') },
          ]}
          onChoose={(choice) => onChange({ isForAll: choice === 'all' })}
        />
      </div>
      {!values.isForAll && (
        <>
          <ScopeFields values={values} faults={faults} isReadOnly={isReadOnly} onChange={onChange} />
          <FormField label={t('tags.label')} hint={t('reportTemplate.tagsHint')} faults={faultsAt(faults, 'tags')}>
            {(described) => (
              <TagInput
                described={described}
                disabled={isReadOnly}
                value={values.tags}
                onChange={(tags) => onChange({ tags })}
              />
            )}
          </FormField>
          {isEmpty && <p className="text-sm text-unknown">{t('rule.noScope')}</p>}
        </>
      )}
    </fieldset>
  )
}

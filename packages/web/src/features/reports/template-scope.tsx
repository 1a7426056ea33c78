import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { faultsAt } from '../alert-rules/rule-values.ts'
import { useGroups } from '../groups/queries.ts'
import { statusesQuery } from '../services/queries.ts'
import { TagInput } from '../services/tag-input.tsx'
import type { TemplatePart } from './template-part.ts'

/** The services of a report: all, or groups, single services and tags. */
export function TemplateScope({ values, onChange, faults, isReadOnly }: TemplatePart) {
  const { t } = useI18n()
  const groups = useGroups()
  const { data: services = [] } = useQuery(statusesQuery)
  const many = {
    nothing: t('filters.nothing'),
    placeholder: t('rule.typeName'),
    removeLabel: (name: string) => t('rule.remove', { name }),
    disabled: isReadOnly,
  }
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
          <FormField label={t('rule.groups')} faults={faultsAt(faults, 'scope.group_ids')}>
            {(described) => (
              <ChipCombobox
                {...many}
                described={described}
                choices={[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
                values={values.groups}
                onChange={(next) => onChange({ groups: next })}
              />
            )}
          </FormField>
          <FormField label={t('rule.services')} faults={faultsAt(faults, 'scope.service_ids')}>
            {(described) => (
              <ChipCombobox
                {...many}
                described={described}
                choices={services.map(({ id, name }) => ({ value: String(id), label: name }))}
                values={values.services}
                onChange={(next) => onChange({ services: next })}
              />
            )}
          </FormField>
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

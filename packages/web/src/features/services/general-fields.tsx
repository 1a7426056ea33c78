import { useI18n } from '../../app/i18n/language.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useGroups } from '../groups/queries.ts'
import { generalFields, type ServiceValues } from './service-draft.ts'
import { TagInput } from './tag-input.tsx'
import { TargetField } from './target-field.tsx'

interface GeneralFieldsProps {
  readonly values: ServiceValues
  readonly onChange: (change: Partial<ServiceValues>) => void
  readonly faults: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
}

/** The fields that services of all check types have. */
export function GeneralFields({ values, onChange, faults, isReadOnly }: GeneralFieldsProps) {
  const { t } = useI18n()
  const groups = useGroups()
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{t('settings.general')}</legend>
      {generalFields.slice(0, 3).map((name) => (
        <FormField
          key={name}
          label={t(`settings.${name as 'name' | 'address' | 'interval'}`)}
          faults={faults.get(name)}
          hint={name === 'interval' ? t('settings.intervalHint') : undefined}
        >
          {(described) => (
            <TextInput
              {...described}
              disabled={isReadOnly}
              value={values[name]}
              inputMode={name === 'interval' ? 'numeric' : 'text'}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          )}
        </FormField>
      ))}
      <FormField label={t('column.group')} faults={faults.get('group_id')}>
        {(described) => (
          <Combobox
            described={described}
            disabled={isReadOnly}
            choices={[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.group}
            onChoose={(group) => onChange({ group: group ?? values.group })}
            nothing={t('filters.nothing')}
          />
        )}
      </FormField>
      <FormField label={t('settings.description')} faults={faults.get('description')}>
        {(described) => (
          <TextArea
            {...described}
            disabled={isReadOnly}
            value={values.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('tags.label')} hint={t('tags.hint')} faults={faults.get('tags')}>
        {(described) => (
          <TagInput
            described={described}
            disabled={isReadOnly}
            value={values.tags}
            onChange={(tags) => onChange({ tags })}
          />
        )}
      </FormField>
      <TargetField
        hint={t('target.serviceHint')}
        faults={faults.get('service_level_target')}
        disabled={isReadOnly}
        value={values.target}
        onChange={(target) => onChange({ target })}
      />
      <FormField label={t('settings.isActive')} hint={t('settings.isActiveHint')} faults={faults.get('is_active')}>
        {(described) => (
          <Switch
            described={described}
            disabled={isReadOnly}
            checked={values.isActive}
            onChange={(isActive) => onChange({ isActive })}
          />
        )}
      </FormField>
    </fieldset>
  )
}

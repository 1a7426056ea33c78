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
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
}

/** The fields that services of all check types have. */
export function GeneralFields({ values, onChange, fieldErrors, isReadOnly }: GeneralFieldsProps) {
  const { t } = useI18n()
  const groups = useGroups()
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{t('settings.general')}</legend>
      {generalFields.slice(0, 3).map((name) => (
        <FormField
          key={name}
          label={t(`settings.${name as 'name' | 'address' | 'interval'}`)}
          fieldErrors={fieldErrors.get(name)}
          hint={name === 'interval' ? t('settings.intervalHint') : undefined}
        >
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              disabled={isReadOnly}
              value={values[name]}
              inputMode={name === 'interval' ? 'numeric' : 'text'}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          )}
        </FormField>
      ))}
      <FormField label={t('column.group')} fieldErrors={fieldErrors.get('group_id')}>
        {(fieldIds) => (
          <Combobox
            fieldIds={fieldIds}
            disabled={isReadOnly}
            choices={[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.group}
            onChoose={(group) => onChange({ group: group ?? values.group })}
            nothing={t('filters.nothing')}
          />
        )}
      </FormField>
      <FormField label={t('settings.description')} fieldErrors={fieldErrors.get('description')}>
        {(fieldIds) => (
          <TextArea
            {...fieldIds}
            disabled={isReadOnly}
            value={values.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('tags.label')} hint={t('tags.hint')} fieldErrors={fieldErrors.get('tags')}>
        {(fieldIds) => (
          <TagInput
            fieldIds={fieldIds}
            disabled={isReadOnly}
            value={values.tags}
            onChange={(tags) => onChange({ tags })}
          />
        )}
      </FormField>
      <TargetField
        hint={t('target.serviceHint')}
        fieldErrors={fieldErrors.get('service_level_target')}
        disabled={isReadOnly}
        value={values.target}
        onChange={(target) => onChange({ target })}
      />
      <FormField
        label={t('settings.isActive')}
        hint={t('settings.isActiveHint')}
        fieldErrors={fieldErrors.get('is_active')}
      >
        {(fieldIds) => (
          <Switch
            fieldIds={fieldIds}
            disabled={isReadOnly}
            checked={values.isActive}
            onChange={(isActive) => onChange({ isActive })}
          />
        )}
      </FormField>
    </fieldset>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { useGroups } from '../groups/queries.ts'
import { statusesQuery } from '../services/queries.ts'
import { findFieldErrors } from './rule-values.ts'

interface ScopeValues {
  readonly groups: readonly string[]
  readonly services: readonly string[]
}

interface ScopeFieldsProps {
  readonly values: ScopeValues
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
  readonly onChange: (change: { groups?: string[]; services?: string[] }) => void
}

/** Selects groups and single services, for everything that applies to a part of the services. */
export function ScopeFields({ values, fieldErrors, isReadOnly, onChange }: ScopeFieldsProps) {
  const { t } = useI18n()
  const groups = useGroups()
  const { data: services = [] } = useQuery(statusesQuery)
  const comboboxProps = {
    nothing: t('filters.nothing'),
    placeholder: t('rule.typeName'),
    removeLabel: (name: string) => t('rule.remove', { name }),
    disabled: isReadOnly,
  }
  const toChoices = (records: Iterable<{ readonly id: number; readonly name: string }>) =>
    Array.from(records, ({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <FormField label={t('rule.groups')} fieldErrors={findFieldErrors(fieldErrors, 'scope.group_ids')}>
        {(fieldIds) => (
          <ChipCombobox
            {...comboboxProps}
            fieldIds={fieldIds}
            choices={toChoices(groups.values())}
            values={values.groups}
            onChange={(next) => onChange({ groups: next })}
          />
        )}
      </FormField>
      <FormField label={t('rule.services')} fieldErrors={findFieldErrors(fieldErrors, 'scope.service_ids')}>
        {(fieldIds) => (
          <ChipCombobox
            {...comboboxProps}
            fieldIds={fieldIds}
            choices={toChoices(services)}
            values={values.services}
            onChange={(next) => onChange({ services: next })}
          />
        )}
      </FormField>
    </>
  )
}

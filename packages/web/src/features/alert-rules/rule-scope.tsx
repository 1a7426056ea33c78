import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useGroups } from '../groups/queries.ts'
import { statusesQuery } from '../services/queries.ts'
import { faultsAt, type RuleValues } from './rule-values.ts'

interface RuleScopeProps {
  readonly values: RuleValues
  readonly faults: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
  readonly onChange: (change: Partial<RuleValues>) => void
}

/** Selects the services of a rule: all, or groups and single services. */
export function RuleScope({ values, faults, isReadOnly, onChange }: RuleScopeProps) {
  const { t } = useI18n()
  const groups = useGroups()
  const { data: services = [] } = useQuery(statusesQuery)
  const many = {
    nothing: t('filters.nothing'),
    removeLabel: (name: string) => t('rule.remove', { name }),
    disabled: isReadOnly,
  }
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{t('rule.scope')}</legend>
      <FormField
        label={t('rule.allServices')}
        hint={t('rule.allServicesHint')}
        faults={[...(faults.get('scope') ?? []), ...faultsAt(faults, 'scope.all_services')]}
      >
        {(described) => (
          <Switch
            described={described}
            checked={values.isForAll}
            disabled={isReadOnly}
            onChange={(isForAll) => onChange({ isForAll })}
          />
        )}
      </FormField>
      {!values.isForAll && (
        <>
          <div className="max-sm:hidden" />
          <FormField label={t('rule.groups')} faults={faultsAt(faults, 'scope.group_ids')}>
            {(described) => (
              <ChipCombobox
                {...many}
                described={described}
                placeholder={t('rule.typeName')}
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
                placeholder={t('rule.typeName')}
                choices={services.map(({ id, name }) => ({ value: String(id), label: name }))}
                values={values.services}
                onChange={(next) => onChange({ services: next })}
              />
            )}
          </FormField>
          {values.groups.length + values.services.length === 0 && (
            <p className="text-sm text-unknown sm:col-span-2">{t('rule.noScope')}</p>
          )}
        </>
      )}
    </fieldset>
  )
}

import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { findFieldErrors, type RuleValues } from './rule-values.ts'
import { ScopeFields } from './scope-fields.tsx'

interface RuleScopeProps {
  readonly values: RuleValues
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
  readonly onChange: (change: Partial<RuleValues>) => void
}

/** Selects the services of a rule: all, or groups and single services. */
export function RuleScope({ values, fieldErrors, isReadOnly, onChange }: RuleScopeProps) {
  const { t } = useI18n()
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{t('rule.scope')}</legend>
      <FormField
        label={t('rule.allServices')}
        hint={t('rule.allServicesHint')}
        fieldErrors={[...(fieldErrors.get('scope') ?? []), ...findFieldErrors(fieldErrors, 'scope.all_services')]}
      >
        {(fieldIds) => (
          <Switch
            fieldIds={fieldIds}
            checked={values.isForAll}
            disabled={isReadOnly}
            onChange={(isForAll) => onChange({ isForAll })}
          />
        )}
      </FormField>
      {!values.isForAll && (
        <>
          <div className="max-sm:hidden" />
          <ScopeFields values={values} fieldErrors={fieldErrors} isReadOnly={isReadOnly} onChange={onChange} />
          {values.groups.length + values.services.length === 0 && (
            <p className="text-sm text-unknown sm:col-span-2">{t('rule.noScope')}</p>
          )}
        </>
      )}
    </fieldset>
  )
}

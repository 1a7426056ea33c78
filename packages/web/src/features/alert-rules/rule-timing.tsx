import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { useUnitTexts } from '../../app/i18n/use-unit-texts.ts'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { DurationInput } from '../../ui/duration-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { possibleConditionsQuery, useRules } from './queries.ts'
import { findFieldErrors, type RuleValues } from './rule-values.ts'

interface RuleTimingProps {
  /** Null for a new rule. */
  readonly id: number | null
  readonly values: RuleValues
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
  readonly onChange: (change: Partial<RuleValues>) => void
}

/** The delays and conditions of a rule. */
export function RuleTiming({ id, values, fieldErrors, isReadOnly, onChange }: RuleTimingProps) {
  const { t } = useI18n()
  const allRules = useRules()
  const { data: possibleConditions } = useQuery(possibleConditionsQuery(id))
  const units = useUnitTexts()
  const delays = [
    { name: 'start_delay', value: values.startDelay, change: (startDelay: number | null) => onChange({ startDelay }) },
    { name: 'end_delay', value: values.endDelay, change: (endDelay: number | null) => onChange({ endDelay }) },
  ] as const
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{t('rule.timing')}</legend>
      {delays.map(({ name, value, change }) => (
        <FormField
          key={name}
          label={t(`rule.${name}`)}
          hint={t(`rule.${name}Hint`)}
          fieldErrors={findFieldErrors(fieldErrors, name)}
        >
          {(fieldIds) => (
            <DurationInput
              {...units}
              disabled={isReadOnly}
              fieldIds={fieldIds}
              seconds={value ?? Number.NaN}
              onChange={(next) => change(Number.isNaN(next) ? null : next)}
            />
          )}
        </FormField>
      ))}
      <div className="sm:col-span-2">
        <FormField
          label={t('rule.conditions')}
          hint={t('rule.conditionsHint')}
          fieldErrors={findFieldErrors(fieldErrors, 'condition_event_ids')}
        >
          {(fieldIds) => (
            <ChipCombobox
              fieldIds={fieldIds}
              placeholder={t('rule.typeName')}
              nothing={t('filters.nothing')}
              removeLabel={(name) => t('rule.remove', { name })}
              disabled={isReadOnly}
              choices={(possibleConditions ?? allRules).map((rule) => ({ value: String(rule.id), label: rule.name }))}
              values={values.conditions}
              onChange={(conditions) => onChange({ conditions })}
            />
          )}
        </FormField>
      </div>
    </fieldset>
  )
}

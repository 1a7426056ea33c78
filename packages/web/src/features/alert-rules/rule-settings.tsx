import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingField } from '../services/setting-field.tsx'
import type { SettingDraft } from '../services/setting-values.ts'
import { getSettingFormats } from './kinds.ts'
import type { RuleKind } from './queries.ts'
import { findFieldErrors } from './rule-values.ts'

const measures = ['average', 'median', 'percentile_95', 'percentile_99'] as const

interface RuleSettingsProps {
  readonly kind: RuleKind
  readonly drafts: Readonly<Record<string, SettingDraft>>
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
  readonly onChange: (key: string, draft: SettingDraft) => void
}

/** The settings of a kind of alert rule. */
export function RuleSettings({ kind, drafts, fieldErrors, isReadOnly, onChange }: RuleSettingsProps) {
  const { t } = useI18n()
  return getSettingFormats(kind, t).map((format) => {
    const sharedProps = {
      draft: drafts[format.key] ?? '',
      fieldErrors: findFieldErrors(fieldErrors, `settings.${format.key}`),
    }
    if (format.key !== 'measure')
      return (
        <SettingField
          key={format.key}
          format={format}
          {...sharedProps}
          isReadOnly={isReadOnly}
          onChange={(draft) => onChange(format.key, draft)}
        />
      )
    return (
      <FormField key={format.key} label={format.name} fieldErrors={sharedProps.fieldErrors}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            disabled={isReadOnly}
            value={String(sharedProps.draft)}
            choices={measures.map((value) => ({ value, label: t(`rule.measure.${value}`) }))}
            onChoose={(draft) => onChange(format.key, draft)}
          />
        )}
      </FormField>
    )
  })
}

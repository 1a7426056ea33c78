import type { ExtendedSettingFormat } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import type { SettingDraft } from './setting-values.ts'

interface SettingFieldProps {
  readonly format: ExtendedSettingFormat
  readonly draft: SettingDraft
  /** Whether the API has stored a value that it does not return, such as a password. */
  readonly hasHiddenValue?: boolean
  readonly faults: readonly string[]
  readonly onChange: (draft: SettingDraft) => void
  readonly isReadOnly: boolean
}

/** The input for the format of a setting. */
export function SettingField({
  format,
  draft,
  hasHiddenValue = false,
  faults,
  onChange,
  isReadOnly,
}: SettingFieldProps) {
  const { t } = useI18n()
  const text = String(draft)
  return (
    <FormField label={format.name} hint={useHint(format, hasHiddenValue)} faults={faults}>
      {(described) => {
        if (typeof draft === 'boolean')
          return <Switch described={described} disabled={isReadOnly} checked={draft} onChange={onChange} />
        const common = { ...described, disabled: isReadOnly, value: text }
        if (format.enum)
          return (
            <Select
              {...common}
              choices={format.enum.map((value) => ({ value: String(value), label: String(value) }))}
              onChoose={onChange}
            />
          )
        if (format.type === 'array' || format.type === 'object')
          return (
            <TextArea
              {...common}
              spellCheck={false}
              className="font-mono text-sm"
              placeholder={t('settings.listPlaceholder')}
              onChange={(event) => onChange(event.target.value)}
            />
          )
        return (
          <TextInput
            {...common}
            type={format.is_secret ? 'password' : 'text'}
            autoComplete={format.is_secret ? 'new-password' : 'off'}
            inputMode={format.type === 'string' ? 'text' : 'numeric'}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }}
    </FormField>
  )
}

function useHint(format: ExtendedSettingFormat, hasHiddenValue: boolean): string | undefined {
  const { type, minimum, maximum, default: preset } = format
  const { t, formats } = useI18n()
  const notes = [
    minimum !== null && maximum !== null && type === 'integer'
      ? t('settings.between', { minimum: formats.number(minimum), maximum: formats.number(maximum) })
      : '',
    preset !== null && type !== 'boolean' ? t('settings.default', { value: String(preset) }) : '',
    hasHiddenValue ? t('settings.secret') : '',
  ].filter(Boolean)
  return notes.length > 0 ? notes.join(' ') : undefined
}

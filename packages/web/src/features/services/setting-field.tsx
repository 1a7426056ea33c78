import type { ExtendedSettingFormat } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Translate } from '../../app/i18n/translate.ts'
import { type FieldIds, FormField } from '../../ui/field.tsx'
import { PresetButtons } from '../../ui/preset-buttons.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { SettingRows } from './setting-rows.tsx'
import { formatInUnit, readUnit } from './setting-unit.ts'
import type { SettingDraft } from './setting-values.ts'

interface SettingFieldProps {
  readonly format: ExtendedSettingFormat
  readonly draft: SettingDraft
  /** Whether the API has stored a value that it does not return, such as a password. */
  readonly hasHiddenValue?: boolean
  readonly fieldErrors: readonly string[]
  readonly onChange: (draft: SettingDraft) => void
  readonly isReadOnly: boolean
}

/** The input for a setting, as its format says. */
export function SettingField({ hasHiddenValue = false, fieldErrors, ...inputProps }: SettingFieldProps) {
  const { format, draft, onChange, isReadOnly } = inputProps
  const { t } = useI18n()
  return (
    <FormField label={format.name} hint={useHint(format, hasHiddenValue)} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <>
          <SettingInput {...inputProps} fieldIds={fieldIds} />
          {!isReadOnly && (
            <PresetButtons
              label={t('settings.presets')}
              presets={format.presets.map(({ value, name }) => ({ value: String(value), name }))}
              isSet={(value) => (Array.isArray(draft) ? draft.includes(value) : draft === value)}
              onChoose={(value) => onChange(addPreset(draft, value))}
            />
          )}
        </>
      )}
    </FormField>
  )
}

/** Adds the preset to a list as another row, or replaces a single value by it. */
function addPreset(draft: SettingDraft, value: string): SettingDraft {
  if (typeof draft === 'string' || typeof draft === 'boolean') return value
  return draft.includes(value) ? draft : [...draft, value]
}

interface SettingInputProps extends Pick<SettingFieldProps, 'format' | 'draft' | 'onChange' | 'isReadOnly'> {
  readonly fieldIds: FieldIds
}

function SettingInput({ format, draft, onChange, isReadOnly, fieldIds }: SettingInputProps) {
  const { t } = useI18n()
  if (typeof draft === 'boolean')
    return <Switch fieldIds={fieldIds} disabled={isReadOnly} checked={draft} onChange={onChange} />
  if (typeof draft !== 'string')
    return <SettingRows format={format} rows={draft} onChange={onChange} disabled={isReadOnly} fieldIds={fieldIds} />
  const commonProps = { ...fieldIds, disabled: isReadOnly, value: draft }
  if (format.enum)
    return (
      <Select
        {...commonProps}
        choices={format.enum.map((value) => ({
          value: String(value),
          label: getChoiceText(format.key, String(value), t),
        }))}
        onChoose={onChange}
      />
    )
  if (format.editor === 'long_text')
    return (
      <TextArea
        {...commonProps}
        rows={3}
        spellCheck={false}
        className="font-mono text-sm"
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const isSecret = format.editor === 'secret'
  return (
    <TextInput
      {...commonProps}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      inputMode={format.editor === 'number' ? 'numeric' : 'text'}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function useHint(format: ExtendedSettingFormat, hasHiddenValue: boolean): string | undefined {
  const { key, name, type, minimum, maximum, default: defaultValue } = format
  const { t, formats } = useI18n()
  const toText = (value: number) => formatInUnit(value, readUnit(name), formats)
  // A sentence that ends in an abbreviation such as "sek." has no second full stop.
  const toSentenceEnd = (value: number) => toText(value).replace(/\.$/, '')
  const hinted = hintedSettings.find((each) => each === key)
  const notes = [
    hinted === undefined ? '' : t(`settings.hint.${hinted}`),
    minimum !== null && maximum !== null && type === 'integer'
      ? t('settings.between', { minimum: toText(minimum), maximum: toSentenceEnd(maximum) })
      : '',
    defaultValue !== null && type !== 'boolean'
      ? t('settings.default', {
          value:
            typeof defaultValue === 'number'
              ? toSentenceEnd(defaultValue)
              : getChoiceText(key, String(defaultValue), t),
        })
      : '',
    hasHiddenValue ? t('settings.secret') : '',
  ].filter(Boolean)
  return notes.length > 0 ? notes.join(' ') : undefined
}

/** The settings whose names do not say what they do. */
const hintedSettings = ['error_tolerance', 'sensors_failover'] as const

/** The choices that have names; all others are shown as they are, such as methods and protocols. */
const namedChoices = ['device_desktop', 'device_tablet', 'device_phone', 'wait_until_load', 'wait_until_quiet'] as const

/** The name of a choice of a setting. */
export function getChoiceText(key: string, value: string, t: Translate): string {
  const nameKey = namedChoices.find((each) => each === `${key}_${value}`)
  return nameKey === undefined ? value : t(`settings.choice.${nameKey}`)
}

import type { ExtendedSettingFormat } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { type FieldIds, FormField } from '../../ui/field.tsx'
import { PresetButtons } from '../../ui/preset-buttons.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { SettingRows } from './setting-rows.tsx'
import type { SettingDraft } from './setting-values.ts'
import { StepsEditor } from './steps/steps-editor.tsx'

interface SettingFieldProps {
  readonly format: ExtendedSettingFormat
  readonly draft: SettingDraft
  /** Whether the API has stored a value that it does not return, such as a password. */
  readonly hasHiddenValue?: boolean
  readonly faults: readonly string[]
  readonly onChange: (draft: SettingDraft) => void
  readonly isReadOnly: boolean
}

/** The input for a setting, as its format says. */
export function SettingField({ hasHiddenValue = false, faults, ...rest }: SettingFieldProps) {
  const { format, draft, onChange, isReadOnly } = rest
  const { t } = useI18n()
  return (
    <FormField label={format.name} hint={useHint(format, hasHiddenValue)} faults={faults}>
      {(described) => (
        <>
          <SettingInput {...rest} described={described} />
          {!isReadOnly && (
            <PresetButtons
              label={t('settings.presets')}
              presets={format.presets.map(({ value, name }) => ({ value: String(value), name }))}
              isSet={(value) => (Array.isArray(draft) ? draft.includes(value) : draft === value)}
              onChoose={(value) => onChange(withPreset(draft, value))}
            />
          )}
        </>
      )}
    </FormField>
  )
}

/** A list gets the preset as another row; a value is replaced by it. */
function withPreset(draft: SettingDraft, value: string): SettingDraft {
  if (typeof draft === 'string' || typeof draft === 'boolean') return value
  return draft.includes(value) ? draft : [...draft, value]
}

interface SettingInputProps extends Pick<SettingFieldProps, 'format' | 'draft' | 'onChange' | 'isReadOnly'> {
  readonly described: FieldIds
}

function SettingInput({ format, draft, onChange, isReadOnly, described }: SettingInputProps) {
  if (typeof draft === 'boolean')
    return <Switch described={described} disabled={isReadOnly} checked={draft} onChange={onChange} />
  if (typeof draft !== 'string')
    return <SettingRows format={format} rows={draft} onChange={onChange} disabled={isReadOnly} described={described} />
  const common = { ...described, disabled: isReadOnly, value: draft }
  if (format.enum)
    return (
      <Select
        {...common}
        choices={format.enum.map((value) => ({ value: String(value), label: String(value) }))}
        onChoose={onChange}
      />
    )
  if (format.editor === 'http_steps' || format.editor === 'browser_steps')
    return (
      <StepsEditor
        format={format}
        kind={format.editor}
        draft={draft}
        onChange={onChange}
        disabled={isReadOnly}
        described={described}
      />
    )
  if (format.editor === 'long_text')
    return (
      <TextArea
        {...common}
        rows={3}
        spellCheck={false}
        className="font-mono text-sm"
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const isSecret = format.editor === 'secret'
  return (
    <TextInput
      {...common}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      inputMode={format.editor === 'number' ? 'numeric' : 'text'}
      onChange={(event) => onChange(event.target.value)}
    />
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

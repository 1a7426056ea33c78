import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

interface TargetFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Explains what happens if the field is empty. */
  readonly hint: string
  readonly fieldErrors: readonly string[] | undefined
  readonly disabled?: boolean
}

/** The service level target of a service or a group, as it is typed. */
export function TargetField({ value, onChange, hint, fieldErrors, disabled = false }: TargetFieldProps) {
  const { t } = useI18n()
  return (
    <FormField label={t('target.label')} hint={hint} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <TextInput
          {...fieldIds}
          disabled={disabled}
          inputMode="decimal"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  )
}

import { useI18n } from '../../app/i18n/language.tsx'
import { screenLanguages } from '../../app/i18n/preferences.ts'
import { languageNames } from '../../app/shell/view-settings.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

interface LanguageFieldProps {
  readonly value: string
  readonly onChoose: (language: string) => void
  readonly fieldErrors: readonly string[]
  readonly hint?: string
}

/** The language of an account; each language is listed by its own name. */
export function LanguageField({ value, onChoose, fieldErrors, hint }: LanguageFieldProps) {
  const { t } = useI18n()
  return (
    <FormField label={t('profile.language')} hint={hint} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <Select
          {...fieldIds}
          value={value}
          choices={screenLanguages.map((each) => ({ value: each, label: languageNames[each] }))}
          onChoose={onChoose}
        />
      )}
    </FormField>
  )
}

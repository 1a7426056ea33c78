import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useLanguages, useOfferedChannels } from '../dictionaries/queries.ts'
import type { NewContactValues } from './create-contact.ts'
import { contactTexts } from './texts.ts'

interface NewContactFieldsProps {
  readonly values: NewContactValues
  readonly onChange: (values: NewContactValues) => void
  readonly getFieldErrors: (field: string) => readonly string[]
}

/** Name, e-mail address, phone number and language of a new contact. */
export function NewContactFields({ values, onChange, getFieldErrors }: NewContactFieldsProps) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const languages = useLanguages()
  const hasSms = useOfferedChannels().some(({ id }) => id === 'sms')
  const getTextProps = (field: 'name' | 'email' | 'phone') => ({
    value: values[field],
    onChange: (event: { target: { value: string } }) => onChange({ ...values, [field]: event.target.value }),
  })
  return (
    <>
      <FormField label={t('column.name')} hint={texts('contact.nameHint')} fieldErrors={getFieldErrors('name')}>
        {(fieldIds) => <TextInput {...fieldIds} {...getTextProps('name')} autoComplete="off" />}
      </FormField>
      <FormField label={texts('contact.email')} hint={texts('contact.emailHint')} fieldErrors={getFieldErrors('email')}>
        {(fieldIds) => (
          <TextInput {...fieldIds} {...getTextProps('email')} type="email" autoComplete="off" autoCapitalize="none" />
        )}
      </FormField>
      {hasSms && (
        <FormField
          label={texts('contact.phone')}
          hint={texts('contact.phoneHint')}
          fieldErrors={getFieldErrors('phone')}
        >
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              {...getTextProps('phone')}
              type="tel"
              autoComplete="off"
              placeholder="+48 600 100 200"
            />
          )}
        </FormField>
      )}
      <FormField
        label={t('contact.language')}
        hint={texts('contact.languageHint')}
        fieldErrors={getFieldErrors('language_id')}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.language_id}
            choices={languages.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(language_id) => onChange({ ...values, language_id })}
          />
        )}
      </FormField>
    </>
  )
}

import type { Contact } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useLanguages } from '../dictionaries/queries.ts'
import { contactTexts } from './texts.ts'

export const contactFields = ['name', 'language_id', 'description'] as const
export type ContactValues = Pick<Contact, (typeof contactFields)[number]>

interface ContactFieldsProps {
  readonly values: ContactValues
  readonly onChange: (values: ContactValues) => void
  readonly getFieldErrors: (field: string) => readonly string[]
}

export function ContactFields({ values, onChange, getFieldErrors }: ContactFieldsProps) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const languages = useLanguages()
  return (
    <>
      <FormField label={t('column.name')} hint={texts('contact.nameHint')} fieldErrors={getFieldErrors('name')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            value={values.name}
            autoComplete="off"
            onChange={(event) => onChange({ ...values, name: event.target.value })}
          />
        )}
      </FormField>
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
      <FormField label={t('settings.description')} fieldErrors={getFieldErrors('description')}>
        {(fieldIds) => (
          <TextArea
            {...fieldIds}
            rows={2}
            value={values.description}
            onChange={(event) => onChange({ ...values, description: event.target.value })}
          />
        )}
      </FormField>
    </>
  )
}

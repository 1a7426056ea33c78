import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { zonesQuery } from '../dictionaries/queries.ts'
import type { PagePart } from './page-part.ts'
import { type PageLanguageId, type StatusPageValues, toSlug } from './page-values.ts'
import { statusPageTexts } from './texts.ts'

const languageChoices = ['en', 'pl', 'en,pl', 'pl,en'] as const

/** The title, the address, the languages and the time zone of a page. */
export function PageBasics(part: PagePart) {
  const { values, onChange, fieldErrors, isReadOnly } = part
  const texts = useTexts(statusPageTexts)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{texts('basics')}</legend>
      <FormField label={texts('title')} fieldErrors={fieldErrors.get('title')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            disabled={isReadOnly}
            value={values.title}
            maxLength={100}
            onChange={(event) => onChange(rename(values, event.target.value))}
          />
        )}
      </FormField>
      <FormField label={texts('slug')} hint={texts('slugHint')} fieldErrors={fieldErrors.get('slug')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            disabled={isReadOnly}
            value={values.slug}
            maxLength={63}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => onChange({ slug: event.target.value })}
          />
        )}
      </FormField>
      <div className="sm:col-span-2">
        <FormField
          label={texts('description')}
          hint={texts('descriptionHint')}
          fieldErrors={fieldErrors.get('description')}
        >
          {(fieldIds) => (
            <TextArea
              {...fieldIds}
              rows={2}
              disabled={isReadOnly}
              value={values.description}
              onChange={(event) => onChange({ description: event.target.value })}
            />
          )}
        </FormField>
      </div>
      <LocaleFields {...part} />
    </fieldset>
  )
}

function LocaleFields({ values, onChange, fieldErrors, isReadOnly }: PagePart) {
  const { t } = useI18n()
  const texts = useTexts(statusPageTexts)
  const { data: zones = [] } = useQuery(zonesQuery)
  return (
    <>
      <FormField
        label={texts('languages')}
        hint={values.languages.length > 1 && texts('languagesHint')}
        fieldErrors={fieldErrors.get('languages')}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            disabled={isReadOnly}
            value={values.languages.join()}
            choices={languageChoices.map((value) => ({ value, label: texts(`languages.${value}`) }))}
            onChoose={(value) => onChange({ languages: value.split(',') as PageLanguageId[] })}
          />
        )}
      </FormField>
      <FormField label={texts('zone')} hint={texts('zoneHint')} fieldErrors={fieldErrors.get('time_zone')}>
        {(fieldIds) => (
          <Combobox
            fieldIds={fieldIds}
            disabled={isReadOnly}
            value={values.timeZone}
            choices={zones.map(({ name }) => ({ value: name, label: name }))}
            nothing={t('filters.nothing')}
            onChoose={(timeZone) => timeZone !== null && onChange({ timeZone })}
          />
        )}
      </FormField>
      <FormField label={texts('availability')} fieldErrors={fieldErrors.get('availability')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            disabled={isReadOnly}
            value={values.availability}
            choices={(['corrected', 'raw'] as const).map((value) => ({ value, label: texts(`availability.${value}`) }))}
            onChoose={(availability) => onChange({ availability: availability as StatusPageValues['availability'] })}
          />
        )}
      </FormField>
    </>
  )
}

/** The address follows the title until the user changes it. */
const rename = ({ title, slug }: StatusPageValues, next: string): Partial<StatusPageValues> => ({
  title: next,
  ...(slug === toSlug(title) && { slug: toSlug(next) }),
})

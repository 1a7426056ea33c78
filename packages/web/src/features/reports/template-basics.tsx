import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useLanguages, zonesQuery } from '../dictionaries/queries.ts'
import { reportEditorTexts } from './editor-texts.ts'
import type { TemplatePart } from './template-part.ts'

/** The name, the title, the language and the time zone. */
export function TemplateBasics({ values, onChange, fieldErrors, isReadOnly }: TemplatePart) {
  const { t } = useI18n()
  const texts = useTexts(reportEditorTexts)
  const languages = useLanguages()
  const { data: zones = [] } = useQuery(zonesQuery)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{texts('reportTemplate.basics')}</legend>
      <FormField label={t('settings.name')} fieldErrors={fieldErrors.get('name')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            disabled={isReadOnly}
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField
        label={texts('reportTemplate.title')}
        hint={texts('reportTemplate.titleHint')}
        fieldErrors={fieldErrors.get('title')}
      >
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            disabled={isReadOnly}
            value={values.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={texts('reportTemplate.language')} fieldErrors={fieldErrors.get('language_id')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            disabled={isReadOnly}
            value={values.language}
            choices={languages.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(language) => onChange({ language })}
          />
        )}
      </FormField>
      <FormField
        label={texts('reportTemplate.zone')}
        hint={texts('reportTemplate.zoneHint')}
        fieldErrors={fieldErrors.get('time_zone_id')}
      >
        {(fieldIds) => (
          <Combobox
            fieldIds={fieldIds}
            disabled={isReadOnly}
            value={values.zone}
            choices={zones.map(({ id, name }) => ({ value: id, label: name }))}
            nothing={t('filters.nothing')}
            onChoose={(zone) => zone !== null && onChange({ zone })}
          />
        )}
      </FormField>
    </fieldset>
  )
}

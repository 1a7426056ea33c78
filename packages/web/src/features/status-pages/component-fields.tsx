import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useGroups } from '../groups/queries.ts'
import { statusesQuery } from '../services/queries.ts'
import type { ComponentValues } from './page-values.ts'
import { statusPageTexts } from './texts.ts'

interface ComponentFieldsProps {
  readonly values: ComponentValues
  readonly onChange: (change: Partial<ComponentValues>) => void
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly sections: readonly string[]
}

const sources = ['service', 'group', 'manual'] as const

/** All settings of one component: its public name, the source of its status, and the parts that visitors see. */
export function ComponentFields(props: ComponentFieldsProps) {
  const { values, onChange, fieldErrors, sections } = props
  const texts = useTexts(statusPageTexts)
  const id = useId()
  const general = fieldErrors.get('') ?? []
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {general.length > 0 && (
        <p role="alert" className="text-sm text-failure sm:col-span-2">
          <span aria-hidden="true">▲ </span>
          {general.join(' ')}
        </p>
      )}
      <FormField label={texts('publicName')} fieldErrors={fieldErrors.get('name')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            value={values.name}
            maxLength={100}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={texts('section')} hint={texts('sectionHint')} fieldErrors={fieldErrors.get('section')}>
        {(fieldIds) => (
          <>
            <TextInput
              {...fieldIds}
              list={`${id}-sections`}
              value={values.section}
              maxLength={100}
              onChange={(event) => onChange({ section: event.target.value })}
            />
            <datalist id={`${id}-sections`}>
              {sections.map((section) => (
                <option key={section} value={section} />
              ))}
            </datalist>
          </>
        )}
      </FormField>
      <FormField label={texts('source')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.source}
            choices={sources.map((value) => ({ value, label: texts(`source.${value}`) }))}
            onChoose={(source) => onChange({ source: source as ComponentValues['source'] })}
          />
        )}
      </FormField>
      <SourceField {...props} />
      {values.source === 'group' && <RuleFields {...props} />}
      <div className="sm:col-span-2">
        <FormField label={texts('description')} fieldErrors={fieldErrors.get('description')}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              value={values.description}
              maxLength={500}
              onChange={(event) => onChange({ description: event.target.value })}
            />
          )}
        </FormField>
      </div>
      <ShownParts {...props} />
    </div>
  )
}

const manualStatuses = [
  'operational',
  'under_maintenance',
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const

function SourceField({ values, onChange, fieldErrors }: ComponentFieldsProps) {
  const { t } = useI18n()
  const texts = useTexts(statusPageTexts)
  const { data: services = [] } = useQuery(statusesQuery)
  const groups = useGroups()
  if (values.source === 'manual')
    return (
      <FormField label={texts('manualStatus')} fieldErrors={fieldErrors.get('manual_status')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.manualStatus}
            choices={manualStatuses.map((value) => ({ value, label: texts(`status.${value}`) }))}
            onChoose={(status) => onChange({ manualStatus: status as ComponentValues['manualStatus'] })}
          />
        )}
      </FormField>
    )
  const { source } = values
  const candidates = source === 'service' ? services : [...groups.values()]
  return (
    <FormField label={texts(source)} fieldErrors={fieldErrors.get(`${source}_id`)}>
      {(fieldIds) => (
        <Combobox
          key={source}
          fieldIds={fieldIds}
          value={values[source]}
          choices={candidates.map(({ id, name }) => ({ value: String(id), label: name }))}
          placeholder={texts('choose')}
          nothing={t('filters.nothing')}
          onChoose={(chosen) => onChange({ [source]: chosen })}
        />
      )}
    </FormField>
  )
}

const groupRules = ['worst', 'any_up', 'share'] as const

function RuleFields({ values, onChange, fieldErrors }: ComponentFieldsProps) {
  const texts = useTexts(statusPageTexts)
  return (
    <>
      <div className="sm:col-span-2">
        <FormField label={texts('rule')} fieldErrors={fieldErrors.get('group_rule')}>
          {(fieldIds) => (
            <Select
              {...fieldIds}
              value={values.groupRule}
              choices={groupRules.map((value) => ({ value, label: texts(`rule.${value}`) }))}
              onChoose={(rule) => onChange({ groupRule: rule as ComponentValues['groupRule'] })}
            />
          )}
        </FormField>
      </div>
      {values.groupRule === 'share' && (
        <FormField label={texts('share')} fieldErrors={fieldErrors.get('group_share')}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              inputMode="numeric"
              value={values.groupShare}
              onChange={(event) => onChange({ groupShare: event.target.value })}
            />
          )}
        </FormField>
      )}
    </>
  )
}

function ShownParts({ values, onChange }: ComponentFieldsProps) {
  const texts = useTexts(statusPageTexts)
  const measured = ['showsHistory', 'showsAvailability', 'showsResponseTime'] as const
  const offered = [...(values.source === 'manual' ? [] : measured), 'onlyShowIfDegraded'] as const
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-2 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">{texts('shows')}</legend>
      {offered.map((flag) => (
        <label key={flag} className="flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={values[flag]}
            onChange={(event) => onChange({ [flag]: event.target.checked })}
            className="size-4.5 accent-accent"
          />
          {texts(flag)}
        </label>
      ))}
    </fieldset>
  )
}

import type { DefaultTemplate, Template } from '@wachta/client'
import { useRef } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useChannels, useLanguages } from '../dictionaries/queries.ts'
import { hasAttachments } from './artifact-types.ts'
import { Attachments } from './attachments.tsx'
import { insertVariable, replaceDefaultTexts, type TextName } from './texts.ts'
import { Variables } from './variables.tsx'

export type TemplateValues = Pick<Template, 'name' | 'channel_id' | 'language_id' | 'artifact_type_ids' | TextName>
export const templateFormFields: readonly string[] = [
  'name',
  'channel_id',
  'language_id',
  'start_subject',
  'start_template',
  'end_subject',
  'end_template',
  'artifact_type_ids',
] satisfies (keyof TemplateValues)[]

/** The fields that determine the default text. */
type TemplateKind = Pick<Template, 'channel_id' | 'language_id'>

interface TemplateFieldsProps {
  readonly values: TemplateValues
  readonly defaultTemplates: readonly DefaultTemplate[]
  readonly onChange: (values: TemplateValues) => void
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
}

export function TemplateFields({ values, defaultTemplates, onChange, fieldErrors, isReadOnly }: TemplateFieldsProps) {
  const { t } = useI18n()
  const lastFocused = useRef<{
    readonly name: TextName
    readonly field: HTMLInputElement | HTMLTextAreaElement
  } | null>(null)
  const findDefault = ({ channel_id, language_id }: TemplateKind) =>
    defaultTemplates.find((each) => each.channel_id === channel_id && each.language_id === language_id)
  // If the channel has no subjects, its default text has none either.
  const hasSubject = findDefault(values)?.start_subject !== ''
  const changeKind = (change: Partial<TemplateKind>) => {
    const next = { ...values, ...change }
    onChange(replaceDefaultTexts(next, findDefault(values), findDefault(next)))
  }
  const insert = (variable: string) => {
    const { name, field } = lastFocused.current ?? { name: 'start_template' as const, field: null }
    const end = values[name].length
    const selection = { start: field?.selectionStart ?? end, end: field?.selectionEnd ?? end }
    const { text, caret } = insertVariable(values[name], selection, variable)
    onChange({ ...values, [name]: text })
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    })
  }
  const getInputProps = (name: TextName) => ({
    disabled: isReadOnly,
    value: values[name],
    spellCheck: false,
    onFocus: ({ currentTarget: field }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      lastFocused.current = { name, field }
    },
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...values, [name]: target.value }),
  })
  return (
    <>
      <FormField label={t('column.name')} fieldErrors={fieldErrors.get('name')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            disabled={isReadOnly}
            value={values.name}
            onChange={(event) => onChange({ ...values, name: event.target.value })}
          />
        )}
      </FormField>
      <KindFields values={values} onChange={changeKind} fieldErrors={fieldErrors} isReadOnly={isReadOnly} />
      {(['start', 'end'] as const).map((when) => (
        <fieldset key={when} className="grid gap-3">
          <legend className="mb-2 text-lg font-semibold">{t(`template.${when}`)}</legend>
          {hasSubject && (
            <FormField label={t('template.subject')} fieldErrors={fieldErrors.get(`${when}_subject`)}>
              {(fieldIds) => <TextInput {...fieldIds} {...getInputProps(`${when}_subject`)} />}
            </FormField>
          )}
          <FormField
            label={t('template.text')}
            fieldErrors={fieldErrors.get(`${when}_template`)}
            hint={t('template.textHint')}
          >
            {(fieldIds) => (
              <TextArea {...fieldIds} {...getInputProps(`${when}_template`)} rows={7} className="font-mono text-sm" />
            )}
          </FormField>
        </fieldset>
      ))}
      {!isReadOnly && <Variables onInsert={insert} />}
      {hasAttachments(values.channel_id) && (
        <Attachments
          chosen={values.artifact_type_ids}
          onChange={(ids) => onChange({ ...values, artifact_type_ids: [...ids] })}
          fieldErrors={fieldErrors.get('artifact_type_ids') ?? []}
          isReadOnly={isReadOnly}
        />
      )}
    </>
  )
}

interface KindFieldsProps extends Pick<TemplateFieldsProps, 'values' | 'fieldErrors' | 'isReadOnly'> {
  readonly onChange: (change: Partial<TemplateKind>) => void
}

function KindFields({ values, onChange, fieldErrors, isReadOnly }: KindFieldsProps) {
  const { t } = useI18n()
  const channels = useChannels()
  const languages = useLanguages()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField label={t('address.channel')} fieldErrors={fieldErrors.get('channel_id')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            disabled={isReadOnly}
            value={values.channel_id}
            choices={[...channels.values()].map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(channel_id) => onChange({ channel_id })}
          />
        )}
      </FormField>
      <FormField label={t('contact.language')} fieldErrors={fieldErrors.get('language_id')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            disabled={isReadOnly}
            value={values.language_id}
            choices={languages.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(language_id) => onChange({ language_id })}
          />
        )}
      </FormField>
    </div>
  )
}

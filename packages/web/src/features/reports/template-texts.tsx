import { useRef } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { insertVariable } from '../templates/texts.ts'
import { reportEditorTexts } from './editor-texts.ts'
import { useReportDictionary } from './queries.ts'
import type { TemplatePart } from './template-part.ts'
import { findUnknownNames, type TextField } from './template-values.ts'

const wireNames: Readonly<Record<TextField, string>> = {
  introduction: 'introduction',
  emailSubject: 'email_subject',
  emailBody: 'email_body',
}

interface FocusedField {
  readonly name: TextField
  readonly field: HTMLInputElement | HTMLTextAreaElement
}

/** The texts of the document and of the e-mail, with the variables that they can contain. */
export function ReportTexts({ values, onChange, fieldErrors, isReadOnly }: TemplatePart) {
  const { t, formats } = useI18n()
  const texts = useTexts(reportEditorTexts)
  const variables = useReportDictionary('variables')
  const knownNames = new Set(variables.map(({ id }) => id))
  const lastFocused = useRef<FocusedField | null>(null)
  const insert = (variable: string) => {
    const { name, field } = lastFocused.current ?? { name: 'introduction' as const, field: null }
    const end = values[name].length
    const selection = { start: field?.selectionStart ?? end, end: field?.selectionEnd ?? end }
    const { text, caret } = insertVariable(values[name], selection, variable)
    onChange({ [name]: text })
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    })
  }
  const getFieldErrors = (name: TextField): readonly string[] => {
    const unknown = variables.length === 0 ? [] : findUnknownNames(values[name], knownNames)
    if (unknown.length === 0) return fieldErrors.get(wireNames[name]) ?? []
    return [texts('reportTemplate.unknownVariables', { names: formats.list(unknown.map((each) => `{{${each}}}`)) })]
  }
  const getInputProps = (name: TextField) => ({
    disabled: isReadOnly,
    value: values[name],
    onFocus: ({ currentTarget: field }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      lastFocused.current = { name, field }
    },
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-lg font-semibold">{texts('reportTemplate.texts')}</legend>
      <FormField
        label={texts('reportTemplate.introduction')}
        hint={texts('reportTemplate.introductionHint')}
        fieldErrors={getFieldErrors('introduction')}
      >
        {(fieldIds) => <TextArea {...fieldIds} {...getInputProps('introduction')} rows={4} />}
      </FormField>
      <FormField
        label={texts('reportTemplate.emailSubject')}
        hint={texts('reportTemplate.usualText')}
        fieldErrors={getFieldErrors('emailSubject')}
      >
        {(fieldIds) => <TextInput {...fieldIds} {...getInputProps('emailSubject')} />}
      </FormField>
      <FormField
        label={texts('reportTemplate.emailBody')}
        hint={texts('reportTemplate.usualText')}
        fieldErrors={getFieldErrors('emailBody')}
      >
        {(fieldIds) => <TextArea {...fieldIds} {...getInputProps('emailBody')} rows={4} />}
      </FormField>
      {!isReadOnly && (
        <div className="grid gap-1.5">
          <p id="report-variables" className="text-sm font-medium">
            {t('template.variablesText')}
          </p>
          <ul aria-labelledby="report-variables" className="flex flex-wrap gap-1.5">
            {variables.map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  title={name}
                  // Keep the caret in the text field when a variable is clicked.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => insert(id)}
                  className="min-h-8 rounded-md border border-line bg-surface px-2 font-mono text-xs hover:bg-hover"
                >
                  {`{{${id}}}`}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  )
}

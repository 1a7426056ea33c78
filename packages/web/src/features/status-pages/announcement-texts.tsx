import { getBuiltInTexts } from '@wachta/status-page'
import { useRef, useState } from 'react'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { insertVariable } from '../templates/texts.ts'
import { announcementLabels } from './announcement-labels.ts'
import {
  type AnnouncementTextName,
  announcementFormTexts,
  hasCustomTexts,
  setAnnouncementText,
} from './announcement-values.ts'
import type { PagePart } from './page-part.ts'
import type { PageLanguageId } from './page-values.ts'
import type { ShownPreview } from './shown-preview.tsx'
import { statusPageTexts } from './texts.ts'

interface AnnouncementTextsProps extends PagePart {
  readonly onShow: (shown: ShownPreview) => void
}

interface FocusedField {
  readonly name: AnnouncementTextName
  readonly field: HTMLInputElement | HTMLTextAreaElement
}

/** The templates of automatic posts, in one language at a time. Expanded if there are custom texts or errors. */
export function AnnouncementTexts(props: AnnouncementTextsProps) {
  const { values, onChange, fieldErrors } = props
  const texts = useTexts(announcementLabels)
  const pageTexts = useTexts(statusPageTexts)
  const [isOpened, setOpened] = useState(() => hasCustomTexts(values.announcementTemplates))
  const [chosen, setChosen] = useState<PageLanguageId | null>(null)
  const rejectedLanguage = [...fieldErrors.keys()]
    .find((field) => field.startsWith('announcement_templates'))
    ?.split('.')[1]
  const language = values.languages.find((each) => each === (chosen ?? rejectedLanguage)) ?? values.languages[0] ?? 'en'
  // Only one language is shown, so the errors in the others are listed with its choice.
  const errorsElsewhere = values.languages
    .filter((each) => each !== language)
    .flatMap((each) =>
      [...fieldErrors]
        .filter(([field]) => field.startsWith(`announcement_templates.${each}`))
        .flatMap(([, messages]) => messages.map((message) => `${pageTexts(`languages.${each}`)}: ${message}`)),
    )
  const lastFocused = useRef<FocusedField | null>(null)
  const setText = (name: AnnouncementTextName, text: string) =>
    onChange({ announcementTemplates: setAnnouncementText(values.announcementTemplates, { language, name }, text) })
  const insert = (variable: string) => {
    const first = values.incidentPosts === 'none' ? 'maintenance_title' : 'incident_title'
    const { name, field } = lastFocused.current ?? { name: first, field: null }
    const currentText = values.announcementTemplates[language]?.[name] ?? ''
    const end = currentText.length
    const selection = { start: field?.selectionStart ?? end, end: field?.selectionEnd ?? end }
    const { text, caret } = insertVariable(currentText, selection, variable)
    setText(name, text)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    })
  }
  return (
    <details
      open={isOpened || rejectedLanguage !== undefined}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="min-w-0 rounded-md border border-line bg-surface"
    >
      <summary className="min-h-(--control) cursor-pointer px-3 py-2 font-medium">{texts('texts')}</summary>
      <div className="grid gap-4 border-t border-line bg-paper px-4 py-4">
        <p className="text-sm text-muted">{texts('textsAbout')}</p>
        {values.languages.length > 1 && (
          <FormField label={texts('language')} fieldErrors={errorsElsewhere}>
            {(fieldIds) => (
              <Select
                {...fieldIds}
                value={language}
                choices={values.languages.map((value) => ({ value, label: pageTexts(`languages.${value}`) }))}
                onChoose={(value) => {
                  lastFocused.current = null
                  setChosen(value as PageLanguageId)
                }}
              />
            )}
          </FormField>
        )}
        <VariableButtons onInsert={insert} />
        <TextFields
          {...props}
          language={language}
          onWrite={setText}
          onFocus={(focused) => {
            lastFocused.current = focused
          }}
        />
      </div>
    </details>
  )
}

const announcementVariables = ['components', 'start', 'end', 'page_title'] as const

function VariableButtons({ onInsert }: { readonly onInsert: (variable: string) => void }) {
  const texts = useTexts(announcementLabels)
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium">{texts('variables')}</p>
      <p className="text-sm text-muted">{texts('variablesHint')}</p>
      <ul aria-label={texts('variables')} className="rounded-md border border-line bg-surface">
        {announcementVariables.map((variable) => (
          <li key={variable} className="border-b border-line last:border-b-0">
            <button
              type="button"
              // Keep the caret in the text field when a variable is clicked.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(variable)}
              className="flex min-h-9 w-full flex-wrap items-baseline gap-x-3 px-3 py-1 text-left -outline-offset-2 hover:bg-sunken"
            >
              <code className="font-mono text-sm">{`{{${variable}}}`}</code>
              <span className="text-sm text-muted">{texts(`variable.${variable}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface TextFieldsProps extends AnnouncementTextsProps {
  readonly language: PageLanguageId
  readonly onWrite: (name: AnnouncementTextName, text: string) => void
  readonly onFocus: (focused: FocusedField) => void
}

/** The texts of the kinds of posts that the page announces. */
function TextFields({ values, fieldErrors, onShow, language, onWrite, onFocus }: TextFieldsProps) {
  const texts = useTexts(announcementLabels)
  const builtIn = getBuiltInTexts(language)
  const fields = [
    ...(values.incidentPosts === 'none' ? [] : announcementFormTexts.incident),
    ...(values.maintenancePosts === 'none' ? [] : announcementFormTexts.maintenance),
  ]
  return fields.map(({ name, isTitle, example }) => (
    <FormField
      key={`${language}.${name}`}
      label={texts(`text.${name}`)}
      fieldErrors={fieldErrors.get(`announcement_templates.${language}.${name}`)}
    >
      {(fieldIds) => {
        const input = {
          ...fieldIds,
          value: values.announcementTemplates[language]?.[name] ?? '',
          placeholder: builtIn[name],
          lang: language,
          onFocus: ({ currentTarget: field }: { currentTarget: FocusedField['field'] }) => {
            onFocus({ name, field })
            onShow(example)
          },
          onChange: ({ target }: { target: { value: string } }) => onWrite(name, target.value),
        }
        return isTitle ? <TextInput {...input} maxLength={200} /> : <TextArea {...input} rows={2} maxLength={2000} />
      }}
    </FormField>
  ))
}

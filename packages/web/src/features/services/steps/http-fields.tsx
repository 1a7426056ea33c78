import { useI18n } from '../../../app/i18n/language.tsx'
import { FormField } from '../../../ui/field.tsx'
import { KeyValueRows } from '../../../ui/key-value-rows.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea, TextInput } from '../../../ui/text-input.tsx'
import { assertionKinds, extractionKinds } from './entry-kinds.ts'
import { EntryList } from './entry-list.tsx'
import { EntryRow } from './entry-row.tsx'
import type { Step } from './step-model.ts'
import type { ProblemsAt } from './step-problems.ts'
import { getEntries, getText, getTextList } from './step-values.ts'
import { useStepTranslate } from './use-step-texts.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

interface HttpFieldsProps {
  readonly step: Step
  readonly onChange: (changes: Step) => void
  readonly problemsAt: ProblemsAt
  readonly disabled: boolean
}

/** The request of a step, what its response must have, and what is kept of it for later steps. */
export function HttpFields(props: HttpFieldsProps) {
  return (
    <>
      <RequestFields {...props} />
      <ResponseFields {...props} />
    </>
  )
}

function RequestFields({ step, onChange, problemsAt, disabled }: HttpFieldsProps) {
  const { t: common } = useI18n()
  const t = useStepTranslate()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
        <FormField label={t('method')}>
          {(fieldIds) => (
            <Select
              {...fieldIds}
              value={getText(step, 'method') || 'GET'}
              choices={methods.map((value) => ({ value, label: value }))}
              onChoose={(method) => onChange({ method })}
            />
          )}
        </FormField>
        <FormField label={t('url')} hint={t('urlHint')} fieldErrors={problemsAt('url')}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              value={getText(step, 'url')}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onChange({ url: event.target.value })}
            />
          )}
        </FormField>
      </div>
      <FormField label={t('headers')} fieldErrors={problemsAt('headers')}>
        {(fieldIds) => (
          <KeyValueRows
            fieldIds={fieldIds}
            rows={getTextList(step, 'headers')}
            onChange={(headers) => onChange({ headers })}
            disabled={disabled}
            texts={{
              label: t('headers'),
              add: t('addHeader'),
              remove: (number) => common('settings.removeRow', { number }),
              name: common('settings.rowName'),
              value: common('settings.rowValue'),
            }}
          />
        )}
      </FormField>
      <FormField label={t('body')} fieldErrors={problemsAt('body')}>
        {(fieldIds) => (
          <TextArea
            {...fieldIds}
            rows={3}
            spellCheck={false}
            className="font-mono text-sm"
            value={getText(step, 'body')}
            onChange={(event) => onChange({ body: event.target.value })}
          />
        )}
      </FormField>
    </>
  )
}

function ResponseFields({ step, onChange, problemsAt, disabled }: HttpFieldsProps) {
  const t = useStepTranslate()
  const columns = 'sm:grid-cols-[minmax(0,1fr)_auto]'
  return (
    <>
      <EntryList
        label={t('assertions')}
        addLabel={t('addAssertion')}
        blankEntry={{ status_codes: '200-299' }}
        entries={getEntries(step, 'assertions')}
        onChange={(assertions) => onChange({ assertions })}
        problems={problemsAt('assertions')}
        disabled={disabled}
        columns={columns}
      >
        {(entry, at, change) => (
          <EntryRow
            label={`${t('assertions')} ${at + 1}`}
            kinds={assertionKinds}
            getKindName={(each) => t(`assertion.${each}`)}
            entry={entry}
            onChange={change}
          />
        )}
      </EntryList>
      <EntryList
        label={t('extract')}
        addLabel={t('addExtraction')}
        blankEntry={{ variable: '', json_path: '' }}
        entries={getEntries(step, 'extract')}
        onChange={(extract) => onChange({ extract })}
        problems={problemsAt('extract')}
        disabled={disabled}
        columns={columns}
      >
        {(entry, at, change) => (
          <EntryRow
            label={`${t('extract')} ${at + 1}`}
            kinds={extractionKinds}
            getKindName={(each) => t(`extraction.${each}`)}
            commonFields={[['variable', t('variable')]]}
            entry={entry}
            onChange={change}
          />
        )}
      </EntryList>
    </>
  )
}

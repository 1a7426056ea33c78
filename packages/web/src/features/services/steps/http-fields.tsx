import { useI18n } from '../../../app/i18n/language.tsx'
import { FormField } from '../../../ui/field.tsx'
import { KeyValueRows } from '../../../ui/key-value-rows.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea, TextInput } from '../../../ui/text-input.tsx'
import { EntryRows } from './entry-rows.tsx'
import { assertionKinds, extractionKinds, type Step } from './step-model.ts'
import { entriesOf, textOf, textsOf } from './step-values.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

interface HttpFieldsProps {
  readonly step: Step
  readonly onChange: (changes: Step) => void
  readonly disabled: boolean
}

/** The request of a step, what its response must have, and what is kept of it for later steps. */
export function HttpFields({ step, onChange, disabled }: HttpFieldsProps) {
  const { t } = useI18n()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
        <FormField label={t('steps.method')}>
          {(described) => (
            <Select
              {...described}
              value={textOf(step, 'method') || 'GET'}
              choices={methods.map((value) => ({ value, label: value }))}
              onChoose={(method) => onChange({ method })}
            />
          )}
        </FormField>
        <FormField label={t('steps.url')} hint={t('steps.urlHint')}>
          {(described) => (
            <TextInput
              {...described}
              value={textOf(step, 'url')}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onChange({ url: event.target.value })}
            />
          )}
        </FormField>
      </div>
      <FormField label={t('steps.headers')}>
        {(described) => (
          <KeyValueRows
            described={described}
            rows={textsOf(step, 'headers')}
            onChange={(headers) => onChange({ headers })}
            disabled={disabled}
            texts={{
              label: t('steps.headers'),
              add: t('steps.addHeader'),
              remove: (number) => t('settings.removeRow', { number }),
              name: t('settings.rowName'),
              value: t('settings.rowValue'),
            }}
          />
        )}
      </FormField>
      <FormField label={t('steps.body')}>
        {(described) => (
          <TextArea
            {...described}
            rows={3}
            spellCheck={false}
            className="font-mono text-sm"
            value={textOf(step, 'body')}
            onChange={(event) => onChange({ body: event.target.value })}
          />
        )}
      </FormField>
      <EntryRows
        label={t('steps.assertions')}
        add={t('steps.addAssertion')}
        kinds={assertionKinds}
        nameOf={(each) => t(`steps.assertion.${each}`)}
        blank={{ status_codes: '200-299' }}
        entries={entriesOf(step, 'assertions')}
        onChange={(assertions) => onChange({ assertions })}
        disabled={disabled}
      />
      <EntryRows
        label={t('steps.extract')}
        add={t('steps.addExtraction')}
        kinds={extractionKinds}
        nameOf={(each) => t(`steps.extraction.${each}`)}
        blank={{ variable: '', json_path: '' }}
        always={[['variable', t('steps.variable')]]}
        entries={entriesOf(step, 'extract')}
        onChange={(extract) => onChange({ extract })}
        disabled={disabled}
      />
    </>
  )
}

import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { findFieldErrors } from '../alert-rules/rule-values.ts'
import { reportEditorTexts } from './editor-texts.ts'
import { useReportDictionary } from './queries.ts'
import type { TemplatePart } from './template-part.ts'

const plansByLength = ['daily', 'weekly', 'monthly', 'quarterly', 'half_yearly', 'yearly']

/** Returns the position of a schedule: the shortest period first, schedules unknown to this version last. */
const rankPlan = (plan: string): number =>
  plansByLength.includes(plan) ? plansByLength.indexOf(plan) : plansByLength.length

/** The schedule, the recipients and the file types of reports. */
export function DeliveryFields({ values, onChange, fieldErrors, isReadOnly }: TemplatePart) {
  const { t } = useI18n()
  const texts = useTexts(reportEditorTexts)
  const plans = useReportDictionary('plans').toSorted((one, other) => rankPlan(one.id) - rankPlan(other.id))
  const attachments = useReportDictionary('attachments').filter(({ id }) => id !== 'json' && id !== 'pdf')
  return (
    <fieldset disabled={isReadOnly} className="grid gap-4">
      <legend className="mb-3 text-lg font-semibold">{texts('reportTemplate.delivery')}</legend>
      <CheckboxGroup
        label={texts('reportTemplate.schedule')}
        choices={plans}
        chosen={values.plans}
        onChange={(next) => onChange({ plans: next })}
      />
      <FormField label={texts('reportTemplate.isActive')} hint={texts('reportTemplate.scheduleHint')} isBeside>
        {(fieldIds) => (
          <Switch
            fieldIds={fieldIds}
            disabled={isReadOnly}
            checked={values.isActive}
            onChange={(isActive) => onChange({ isActive })}
          />
        )}
      </FormField>
      <FormField
        label={t('reportTemplate.recipients')}
        hint={texts('reportTemplate.recipientsHint')}
        fieldErrors={findFieldErrors(fieldErrors, 'recipients')}
      >
        {(fieldIds) => (
          <TextArea
            {...fieldIds}
            rows={2}
            spellCheck={false}
            disabled={isReadOnly}
            value={values.recipients}
            placeholder="customer@example.com"
            onChange={(event) => onChange({ recipients: event.target.value })}
          />
        )}
      </FormField>
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{texts('reportTemplate.sentAs')}</p>
        <div>
          <SegmentedControl
            label={texts('reportTemplate.sentAs')}
            value={values.delivery}
            choices={(['attachment', 'link'] as const).map((value) => ({
              value,
              label: texts(`reportTemplate.sentAs.${value}`),
            }))}
            onChoose={(delivery) => onChange({ delivery })}
          />
        </div>
      </div>
      <CheckboxGroup
        label={texts('reportTemplate.files')}
        hint={texts('reportTemplate.filesHint')}
        choices={attachments}
        chosen={values.attachments}
        onChange={(next) => onChange({ attachments: next })}
      />
    </fieldset>
  )
}

interface CheckboxGroupProps {
  readonly label: string
  readonly hint?: string
  readonly choices: readonly { readonly id: string; readonly name: string; readonly description: string | null }[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function CheckboxGroup({ label, hint, choices, chosen, onChange }: CheckboxGroupProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map(({ id, name, description }) => (
          <label key={id} title={description ?? undefined} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
              className="size-4.5 accent-accent"
            />
            {name}
          </label>
        ))}
      </div>
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </fieldset>
  )
}

import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { faultsAt } from '../alert-rules/rule-values.ts'
import { useReportDictionary } from './queries.ts'
import type { TemplatePart } from './template-part.ts'

const byLength = ['daily', 'weekly', 'monthly', 'quarterly', 'half_yearly', 'yearly']

/** The place of a schedule among all, the shortest period first. One that this version does not know comes last. */
const lengthOf = (plan: string): number => (byLength.includes(plan) ? byLength.indexOf(plan) : byLength.length)

/** When reports are made, who is sent them, and as which files. */
export function DeliveryFields({ values, onChange, faults, isReadOnly }: TemplatePart) {
  const { t } = useI18n()
  const plans = useReportDictionary('plans').toSorted((one, other) => lengthOf(one.id) - lengthOf(other.id))
  const attachments = useReportDictionary('attachments').filter(({ id }) => id !== 'json' && id !== 'pdf')
  return (
    <fieldset disabled={isReadOnly} className="grid gap-4">
      <legend className="mb-3 text-lg font-semibold">{t('reportTemplate.delivery')}</legend>
      <Boxes
        label={t('reportTemplate.schedule')}
        choices={plans}
        chosen={values.plans}
        onChange={(next) => onChange({ plans: next })}
      />
      <FormField label={t('reportTemplate.isActive')} hint={t('reportTemplate.scheduleHint')} isBeside>
        {(described) => (
          <Switch
            described={described}
            disabled={isReadOnly}
            checked={values.isActive}
            onChange={(isActive) => onChange({ isActive })}
          />
        )}
      </FormField>
      <FormField
        label={t('reportTemplate.recipients')}
        hint={t('reportTemplate.recipientsHint')}
        faults={faultsAt(faults, 'recipients')}
      >
        {(described) => (
          <TextArea
            {...described}
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
        <p className="text-sm font-medium">{t('reportTemplate.sentAs')}</p>
        <div>
          <SegmentedControl
            label={t('reportTemplate.sentAs')}
            value={values.delivery}
            choices={(['attachment', 'link'] as const).map((value) => ({
              value,
              label: t(`reportTemplate.sentAs.${value}`),
            }))}
            onChoose={(delivery) => onChange({ delivery })}
          />
        </div>
      </div>
      <Boxes
        label={t('reportTemplate.files')}
        hint={t('reportTemplate.filesHint')}
        choices={attachments}
        chosen={values.attachments}
        onChange={(next) => onChange({ attachments: next })}
      />
    </fieldset>
  )
}

interface BoxesProps {
  readonly label: string
  readonly hint?: string
  readonly choices: readonly { readonly id: string; readonly name: string; readonly description: string | null }[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function Boxes({ label, hint, choices, chosen, onChange }: BoxesProps) {
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

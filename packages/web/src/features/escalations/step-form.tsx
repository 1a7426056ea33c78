import { useI18n } from '../../app/i18n/language.tsx'
import { useUnitTexts } from '../../app/i18n/use-unit-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DurationInput } from '../../ui/duration-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { RecipientChoice } from './recipient-choice.tsx'
import { StepChannels } from './step-channels.tsx'
import type { EscalationStep } from './steps.ts'

interface StepFormProps {
  readonly step: EscalationStep
  readonly isReadOnly: boolean
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly onChange: (change: Partial<EscalationStep>) => void
  readonly onRemove: () => void
}

export function StepForm({ step, isReadOnly, fieldErrors, onChange, onRemove }: StepFormProps) {
  const { t } = useI18n()
  const units = useUnitTexts()
  return (
    <div className="grid gap-4 border-t border-line p-4 sm:grid-cols-2">
      <FormField label={t('column.name')} fieldErrors={fieldErrors.get('name')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            disabled={isReadOnly}
            value={step.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('step.delay')} hint={t('step.delayHint')} fieldErrors={fieldErrors.get('delay')}>
        {(fieldIds) => (
          <DurationInput
            {...units}
            disabled={isReadOnly}
            fieldIds={fieldIds}
            seconds={step.delay}
            onChange={(delay) => onChange({ delay })}
          />
        )}
      </FormField>
      <RecipientChoice
        chosen={step}
        onChange={({ contact_ids, contact_group_ids }) => onChange({ contact_ids, contact_group_ids })}
        getFieldErrors={(field) => fieldErrors.get(field) ?? []}
        disabled={isReadOnly}
      />
      <StepChannels
        step={step}
        isReadOnly={isReadOnly}
        fieldErrors={fieldErrors.get('channel_ids') ?? []}
        onChange={onChange}
      />
      <div className="grid content-start gap-4">
        <StepRepeats step={step} isReadOnly={isReadOnly} fieldErrors={fieldErrors} onChange={onChange} />
        <FormField label={t('step.notifyEnd')} hint={t('step.notifyEndHint')}>
          {(fieldIds) => (
            <Switch
              fieldIds={fieldIds}
              checked={step.notify_end}
              disabled={isReadOnly}
              onChange={(notify_end) => onChange({ notify_end })}
            />
          )}
        </FormField>
        <FormField label={t('step.isActive')} hint={t('step.isActiveHint')}>
          {(fieldIds) => (
            <Switch
              fieldIds={fieldIds}
              checked={step.is_active}
              disabled={isReadOnly}
              onChange={(is_active) => onChange({ is_active })}
            />
          )}
        </FormField>
      </div>
      {!isReadOnly && (
        <div className="sm:col-span-2">
          <Button size="small" kind="danger" onClick={onRemove}>
            {t('step.remove')}
          </Button>
        </div>
      )}
    </div>
  )
}

type StepFieldsProps = Omit<StepFormProps, 'onRemove'>

/** The interval and number of repeats. */
function StepRepeats({ step, isReadOnly, fieldErrors, onChange }: StepFieldsProps) {
  const { t } = useI18n()
  const units = useUnitTexts()
  return (
    <>
      <FormField label={t('step.repeat')} hint={t('step.repeatHint')} fieldErrors={fieldErrors.get('repeat_interval')}>
        {(fieldIds) => (
          <DurationInput
            {...units}
            disabled={isReadOnly}
            fieldIds={fieldIds}
            seconds={step.repeat_interval}
            onChange={(repeat_interval) => onChange({ repeat_interval })}
          />
        )}
      </FormField>
      {step.repeat_interval > 0 && (
        <FormField
          label={t('step.repeats')}
          hint={t('step.repeatsHint')}
          fieldErrors={fieldErrors.get('maximum_repeats')}
        >
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              disabled={isReadOnly}
              inputMode="numeric"
              className="!w-24"
              value={Number.isFinite(step.maximum_repeats) ? step.maximum_repeats : ''}
              onChange={({ target: { value } }) =>
                onChange({ maximum_repeats: value === '' ? Number.NaN : Number(value) })
              }
            />
          )}
        </FormField>
      )}
    </>
  )
}

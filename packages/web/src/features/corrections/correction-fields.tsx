import type { CorrectionStatus } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useDateTimeTexts } from '../../app/i18n/use-date-time-texts.ts'
import { parseFieldTime } from '../../app/i18n/wall-time.ts'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import type { CorrectionDraft } from './draft.ts'
import { correctionStatuses } from './queries.ts'
import { correctionTexts } from './texts.ts'
import { usePeriodFields } from './use-period-fields.ts'

interface CorrectionFieldsProps {
  readonly draft: CorrectionDraft
  readonly onChange: (draft: CorrectionDraft) => void
  /** Whether the user has tried to save; missing fields are marked from then on. */
  readonly isTried: boolean
  readonly getFieldErrors: (field: string) => readonly string[]
}

/** The period, status and reason of a new or an existing correction. */
export function CorrectionFields({ draft, onChange, isTried, getFieldErrors }: CorrectionFieldsProps) {
  const { formats } = useI18n()
  const ownTexts = useTexts(correctionTexts)
  const texts = useDateTimeTexts(formats.timeZone)
  const times = usePeriodFields(draft.period, (period) => onChange({ ...draft, period }))
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        {(['start', 'end'] as const).map((as) => (
          <FormField
            key={as}
            label={ownTexts(as === 'start' ? 'corrections.from' : 'corrections.to')}
            fieldErrors={[
              ...(isTried && !parseFieldTime(formats.timeZone, times[as], as) ? [ownTexts('corrections.noTime')] : []),
              ...getFieldErrors(`${as}_time`),
            ]}
          >
            {(fieldIds) => (
              <DateTimeInput
                fieldIds={fieldIds}
                texts={texts}
                value={times[as]}
                onChange={(value) => times.change({ [as]: value })}
              />
            )}
          </FormField>
        ))}
      </div>
      <p className="-mt-2 text-sm text-muted">{ownTexts('corrections.zone', { zone: formats.timeZone })}</p>
      <FormField label={ownTexts('corrections.status')} fieldErrors={getFieldErrors('status')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={draft.status}
            choices={correctionStatuses.map((value) => ({ value, label: ownTexts(`corrections.status.${value}`) }))}
            onChoose={(value) => onChange({ ...draft, status: value as CorrectionStatus })}
          />
        )}
      </FormField>
      <FormField
        label={ownTexts('corrections.description')}
        hint={ownTexts('corrections.descriptionHint')}
        fieldErrors={getFieldErrors('description')}
      >
        {(fieldIds) => (
          <TextArea
            {...fieldIds}
            rows={2}
            maxLength={1000}
            value={draft.description}
            onChange={(event) => onChange({ ...draft, description: event.target.value })}
          />
        )}
      </FormField>
    </>
  )
}

import { toWireTime } from '../../app/client/wire-time.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useDateTimeTexts } from '../../app/i18n/use-date-time-texts.ts'
import { parseLooseFieldTime } from '../../app/i18n/wall-time.ts'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { findPeriod, type PeriodName, periodNames } from './report-periods.ts'
import { reportTexts } from './texts.ts'

export interface PeriodDraft {
  readonly name: PeriodName
  readonly from: string
  readonly to: string
}

export const defaultPeriod: PeriodDraft = { name: 'last_month', from: '', to: '' }

/** Converts the chosen period for the API. An unreadable time is sent as it is, so that the API says what is wrong. */
export function toWirePeriod({ name, from, to }: PeriodDraft, zone: string): { start_time: string; end_time: string } {
  if (name !== 'other') {
    const period = findPeriod(name, zone, Date.now())
    return { start_time: toWireTime(period.from), end_time: toWireTime(period.to) }
  }
  const toWireTimeOrText = (text: string, edge: 'start' | 'end') => {
    const parsed = parseLooseFieldTime(zone, text, edge)
    return parsed ? toWireTime(parsed.instant) : text
  }
  return { start_time: toWireTimeOrText(from, 'start'), end_time: toWireTimeOrText(to, 'end') }
}

interface PeriodFieldProps {
  readonly value: PeriodDraft
  readonly onChange: (value: PeriodDraft) => void
  readonly zone: string
  readonly getFieldErrors: (field: string) => readonly string[]
}

/** Selects the period of a report: a usual one, or any other with its start and end. */
export function PeriodField({ value, onChange, zone, getFieldErrors }: PeriodFieldProps) {
  const ownTexts = useTexts(reportTexts)
  const texts = useDateTimeTexts(zone)
  return (
    <>
      <FormField label={ownTexts('report.period')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={value.name}
            choices={periodNames.map((name) => ({ value: name, label: ownTexts(`report.period.${name}`) }))}
            onChoose={(name) => onChange({ ...value, name: name as PeriodName })}
          />
        )}
      </FormField>
      {value.name === 'other' && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['from', 'to'] as const).map((edge) => (
            <FormField
              key={edge}
              label={ownTexts(`report.${edge}`)}
              fieldErrors={getFieldErrors(edge === 'from' ? 'start_time' : 'end_time')}
            >
              {(fieldIds) => (
                <DateTimeInput
                  fieldIds={fieldIds}
                  texts={texts}
                  value={value[edge]}
                  onChange={(text) => onChange({ ...value, [edge]: text })}
                />
              )}
            </FormField>
          ))}
        </div>
      )}
    </>
  )
}

import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useDateTimeTexts } from '../../app/i18n/use-date-time-texts.ts'
import { createWallFormats, parseFieldTime, parseLooseFieldTime, parseMinutes } from '../../app/i18n/wall-time.ts'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TimeInput } from '../../ui/time-input.tsx'
import type { WindowDraft } from './draft.ts'
import { maintenanceTexts } from './texts.ts'

interface TimeFieldsProps {
  readonly draft: WindowDraft
  readonly zone: string
  readonly onChange: (change: Partial<WindowDraft>) => void
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  /** Whether the user has tried to save, so that missing fields are marked. */
  readonly isTried: boolean
  /** Whether the window is new; only then the user can choose between single and weekly. */
  readonly isNew: boolean
}

export function TimeFields({ isNew, ...props }: TimeFieldsProps) {
  const texts = useTexts(maintenanceTexts)
  const { draft, onChange, zone } = props
  return (
    <>
      {isNew && (
        <FormField label={texts('maintenance.repeat')}>
          {(fieldIds) => (
            <Select
              {...fieldIds}
              value={draft.isWeekly ? 'weekly' : 'once'}
              choices={(['once', 'weekly'] as const).map((value) => ({
                value,
                label: texts(`maintenance.repeat.${value}`),
              }))}
              onChoose={(value) => onChange({ isWeekly: value === 'weekly' })}
            />
          )}
        </FormField>
      )}
      {draft.isWeekly ? <Weekly {...props} /> : <Once {...props} />}
      <p className="text-sm text-muted">{texts('maintenance.zone', { zone })}</p>
    </>
  )
}

type Props = Omit<TimeFieldsProps, 'isNew'>

function Once({ draft, zone, onChange, fieldErrors, isTried }: Props) {
  const { t } = useI18n()
  const ownTexts = useTexts(maintenanceTexts)
  const texts = useDateTimeTexts(zone)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['start', 'end'] as const).map((edge) => {
        const note = parseFieldTime(zone, draft[edge], edge)?.note
        const missing =
          isTried && parseLooseFieldTime(zone, draft[edge], edge) === undefined ? [t('maintenance.noTime')] : []
        return (
          <FormField
            key={edge}
            label={ownTexts(edge === 'start' ? 'maintenance.from' : 'maintenance.to')}
            fieldErrors={[...missing, ...(fieldErrors.get(`${edge}_time`) ?? [])]}
            hint={
              note === 'skipped'
                ? ownTexts('maintenance.skipped')
                : note === 'twice'
                  ? ownTexts(edge === 'start' ? 'maintenance.twice.start' : 'maintenance.twice.end')
                  : undefined
            }
          >
            {(fieldIds) => (
              <DateTimeInput
                fieldIds={fieldIds}
                texts={texts}
                value={draft[edge]}
                onChange={(value) => onChange({ [edge]: value })}
              />
            )}
          </FormField>
        )
      })}
    </div>
  )
}

function Weekly({ draft, onChange, fieldErrors, isTried }: Props) {
  const { t, language } = useI18n()
  const texts = useTexts(maintenanceTexts)
  const wall = createWallFormats(language)
  const days = Array.from({ length: 7 }, (_, day) => ({ value: String(day), label: wall.weekday(day, 'long') }))
  return (
    <div className="grid grid-cols-2 gap-4">
      {(['from', 'to'] as const).flatMap((edge) => [
        <FormField
          key={`${edge}-day`}
          label={texts(edge === 'from' ? 'maintenance.fromDay' : 'maintenance.toDay')}
          fieldErrors={fieldErrors.get(edge === 'from' ? 'start_minute' : 'end_minute')}
        >
          {(fieldIds) => (
            <Select
              {...fieldIds}
              value={String(edge === 'from' ? draft.fromDay : draft.toDay)}
              choices={days}
              onChoose={(day) => onChange(edge === 'from' ? { fromDay: Number(day) } : { toDay: Number(day) })}
            />
          )}
        </FormField>,
        <FormField
          key={`${edge}-time`}
          label={texts(edge === 'from' ? 'maintenance.fromTime' : 'maintenance.toTime')}
          fieldErrors={isTried && parseMinutes(draft[`${edge}Time`]) === undefined ? [t('maintenance.noTime')] : []}
        >
          {(fieldIds) => (
            <TimeInput
              fieldIds={fieldIds}
              format={t('dateTime.clock')}
              value={draft[`${edge}Time`]}
              onChange={(value) => onChange(edge === 'from' ? { fromTime: value } : { toTime: value })}
            />
          )}
        </FormField>,
      ])}
    </div>
  )
}

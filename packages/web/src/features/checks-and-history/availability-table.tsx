import { useI18n } from '../../app/i18n/language.tsx'
import type { Day } from '../../ui/availability-bar.tsx'
import { isCorrected } from '../../ui/day-parts.ts'
import { DataTable, Figures } from './data-table.tsx'

export function AvailabilityTable({ days }: { readonly days: readonly Day[] }) {
  const { t, formats } = useI18n()
  const spent = (seconds: number) => (seconds === 0 ? '–' : formats.duration(seconds))
  return (
    <DataTable>
      {() => (
        <Figures
          caption={t('availability.title')}
          headers={[
            t('availability.day'),
            t('availability.level'),
            t('availability.measured'),
            t('state.ok'),
            t('state.failure'),
            t('state.paused'),
            t('state.unknown'),
          ]}
          rows={days
            .filter(({ isBefore }) => !isBefore)
            .toReversed()
            .map((day) => [
              formats.day(day.from),
              formats.percent(day.service_level),
              isCorrected(day) ? formats.percent(day.raw_service_level ?? null) : '–',
              spent(day.ok_seconds),
              spent(day.failure_seconds),
              spent(day.paused_seconds),
              spent(day.unknown_seconds),
            ])}
        />
      )}
    </DataTable>
  )
}

import { useI18n } from '../../app/i18n/language.tsx'
import type { Day } from '../../ui/availability-bar.tsx'
import { isCorrected } from '../../ui/day-parts.ts'
import { CollapsibleData, DataRows } from './data-table.tsx'

export function AvailabilityTable({ days }: { readonly days: readonly Day[] }) {
  const { t, formats } = useI18n()
  const formatSeconds = (seconds: number) => (seconds === 0 ? '–' : formats.duration(seconds))
  return (
    <CollapsibleData>
      {() => (
        <DataRows
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
              formatSeconds(day.ok_seconds),
              formatSeconds(day.failure_seconds),
              formatSeconds(day.paused_seconds),
              formatSeconds(day.unknown_seconds),
            ])}
        />
      )}
    </CollapsibleData>
  )
}

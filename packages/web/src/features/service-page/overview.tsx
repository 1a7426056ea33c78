import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { type ReactNode, Suspense } from 'react'
import type { RangeName } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Card } from '../../ui/card.tsx'
import { DayBars } from '../../ui/day-bars.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  computeAvailabilityLevel,
  describeAvailability,
  describeCoverage,
  describeDay,
} from '../checks-and-history/availability.ts'
import { AvailabilityTable } from '../checks-and-history/availability-table.tsx'
import { availabilityQuery } from '../checks-and-history/queries.ts'
import { ResponseTimes } from '../checks-and-history/response-times.tsx'
import { CorrectionsLink } from './corrections-link.tsx'
import { useCertificateDays } from './use-certificate-days.ts'

/** Loaded only when needed, because only some check types have web vitals or steps. */
const VitalsOverTime = lazyPart(
  async () => (await import('../checks-and-history/over-time/vitals-over-time.tsx')).VitalsOverTime,
)
const StepTimes = lazyPart(async () => (await import('../checks-and-history/over-time/step-times.tsx')).StepTimes)

interface OverviewProps {
  readonly service: Service
  readonly range: RangeName
  /** The control that selects the range. */
  readonly choice: ReactNode
}

export function Overview({ service, range, choice }: OverviewProps) {
  const { id, is_archived } = service
  const certificateDays = useCertificateDays(service) ?? null
  return (
    <div className="grid gap-8">
      <ResponseTimes id={id} isArchived={is_archived} range={range} choice={choice} certificateDays={certificateDays} />
      <Suspense fallback={<Skeleton className="h-64" />}>
        {service.type?.category_id === 'browser' && service.step_names.length === 0 && (
          <VitalsOverTime service={service} range={range} />
        )}
        {service.step_names.length > 0 && <StepTimes service={service} range={range} />}
      </Suspense>
      <Availability id={id} />
    </div>
  )
}

function Availability({ id }: { readonly id: number }) {
  const { t, formats } = useI18n()
  const { data: days, error } = useQuery(availabilityQuery(id))
  const coverageText = days ? describeCoverage(days, t, formats) : null
  return (
    <section aria-labelledby="availability">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="availability" className="text-lg font-semibold">
          {t('availability.title')}
        </h2>
        {days && (
          <p>
            <span className="text-lg font-semibold">{formats.percent(computeAvailabilityLevel(days))}</span>
            {coverageText && <span className="ml-2 text-muted">{coverageText}</span>}
          </p>
        )}
      </div>
      {days ? (
        <>
          <Card className="overflow-visible p-3 sm:p-4">
            <DayBars
              days={days}
              label={describeAvailability(days, t, formats)}
              getTitle={(day) => describeDay(day, t, formats)}
              ends={[days[0] ? formats.day(days[0].from) : '', t('availability.today')]}
              names={{
                ok: t('state.ok'),
                failure: t('state.failure'),
                paused: t('state.paused'),
                unknown: t('state.unknown'),
                before: t('availability.before'),
                corrected: t('availability.corrected'),
              }}
            />
            <AvailabilityTable days={days} />
          </Card>
          <CorrectionsLink service={id} />
        </>
      ) : error ? (
        <Failed error={error} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </section>
  )
}

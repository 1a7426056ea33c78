import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Incident } from '@wachta/client'
import { memo, useEffect, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { AvailabilityBar } from '../../ui/availability-bar.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { computeAvailabilityLevel, describeAvailability } from '../checks-and-history/availability.ts'
import { availabilityQuery, sparkQuery } from '../checks-and-history/queries.ts'
import { IncidentBadge } from '../open-incidents/incident-badge.tsx'
import type { ServiceWithStatus } from '../services/queries.ts'
import { describeService } from '../services/sentence.ts'
import { getShownState } from '../services/state.ts'

const rowGrid = 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1'
const columns = 'lg:grid-cols-[8.5rem_minmax(0,1fr)_6rem_5rem_minmax(11rem,17rem)]'
/** The customer has a column only on wide screens; on others, the text of the row contains the name. */
const columnsWithCustomer = `${columns} xl:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,10rem)_6rem_5rem_minmax(11rem,17rem)]`

/** The headings of the columns. On narrow screens and for screen readers, each chart has its own label instead. */
export function RowHeadings({ hasCustomer }: { readonly hasCustomer: boolean }) {
  const { t } = useI18n()
  return (
    <div
      aria-hidden="true"
      className={`${rowGrid} ${hasCustomer ? columnsWithCustomer : columns} border-b border-line px-4 py-2 text-sm font-medium text-muted max-lg:hidden`}
    >
      <span>{t('column.state')}</span>
      <span>{t('column.name')}</span>
      {hasCustomer && <span className="max-xl:hidden">{t('column.customer')}</span>}
      <span className="col-span-2">{t('chart.title')}</span>
      <span>{t('availability.title')}</span>
    </div>
  )
}

interface ServiceRowProps {
  readonly service: ServiceWithStatus
  /** The customer of the service, if the account has several. */
  readonly customer: string | undefined
  /** The open failure of the service, if there is one. */
  readonly incident: Incident | undefined
  /** Whether it is down without an open alert. */
  readonly isUnalerted: boolean
  readonly context: Parameters<typeof describeService>[1]
}

/** Memoized: a row renders again only if its properties change, not for every keystroke in the search. */
export const ServiceRow = memo(function ServiceRow(props: ServiceRowProps) {
  const { service, customer, incident, isUnalerted, context } = props
  const { t, formats } = useI18n()
  const state = getShownState(service)
  const sentence = describeService(service, context)
  return (
    <div className={`${rowGrid} ${customer === undefined ? columns : columnsWithCustomer} relative py-2`}>
      <div className="order-2 lg:order-none">
        <StatusMark status={state} text={t(`state.${state}`)} />
      </div>
      <div className="min-w-0">
        <Link
          to="/services/$id"
          params={{ id: String(service.id) }}
          className="block truncate font-medium text-ink no-underline after:absolute after:inset-0"
        >
          {service.name}
        </Link>
        {/* Problems are described in full, everything else in one line. */}
        <p className={`text-sm text-muted ${state === 'ok' || state === 'paused' ? 'truncate' : ''}`} title={sentence}>
          {customer !== undefined && <span className="font-medium xl:hidden">{customer} · </span>}
          {sentence}
        </p>
        {incident && <IncidentBadge incident={incident} subject={service.name} />}
        {isUnalerted && <p className="mt-1 text-sm text-muted">{t('incident.none')}</p>}
      </div>
      {customer !== undefined && <span className="truncate max-xl:hidden">{customer}</span>}
      <RowCharts id={service.id} state={state} time={formats.milliseconds(service.average_response_time)} />
    </div>
  )
})

/**
 * The charts of a row. Their data is requested once the row has been visible for a moment, so that fast scrolling sends
 * no requests.
 */
function RowCharts({ id, state, time }: { readonly id: number; readonly state: string; readonly time: string }) {
  const { t, formats } = useI18n()
  const isSettled = useSettled(250)
  const spark = useQuery({ ...sparkQuery(id), enabled: isSettled })
  const days = useQuery({ ...availabilityQuery(id), enabled: isSettled })
  return (
    <>
      <Sparkline values={spark.data ?? []} label={t('spark.label')} className="max-lg:hidden" />
      <span className={`text-right max-lg:hidden ${state === 'slow' ? 'font-medium text-slow' : ''}`}>{time}</span>
      <div className="order-3 col-span-2 flex items-center gap-3 lg:order-none lg:col-span-1">
        <AvailabilityBar
          days={days.data ?? []}
          label={days.data ? describeAvailability(days.data, t, formats) : t('common.loading')}
          className="!h-6 min-w-0 lg:!h-7"
        />
        <span className="w-18 shrink-0 text-right text-sm">
          {days.data ? formats.percent(computeAvailabilityLevel(days.data)) : ''}
        </span>
      </div>
    </>
  )
}

function useSettled(delayMs: number): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isSettled
}

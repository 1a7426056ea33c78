import { Link } from '@tanstack/react-router'
import type { Incident } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useErrorTypes } from '../error-types/queries.ts'
import { Acknowledge } from '../open-incidents/acknowledge.tsx'
import {
  getIncidentSeconds,
  getIncidentState,
  incidentMarks,
  mayAcknowledge,
} from '../open-incidents/incident-state.ts'
import { useOpenFailures, useUnalerted } from '../open-incidents/use-open-incidents.ts'
import type { Customers } from '../services/customers.ts'
import type { ServiceWithStatus } from '../services/queries.ts'
import { describeService } from '../services/sentence.ts'
import { createUrgencyComparator } from './order.ts'

/** If there are more problems than this, the wall shows only the number of the others. */
const maxProblems = 24

interface WallProblemsProps {
  readonly services: readonly ServiceWithStatus[]
  readonly customers: Customers
  readonly now: Date
}

/** Services that are down or unknown, with cause, duration and acknowledging person; unacknowledged ones first. */
export function WallProblems({ services, customers, now }: WallProblemsProps) {
  const { t } = useI18n()
  const incidents = useOpenFailures()
  const isUnalerted = useUnalerted()
  if (services.length === 0) return <p className="py-[0.6em] text-[1.7em] text-ok">{t('wall.allWell')}</p>
  const sortedServices = services.toSorted(createUrgencyComparator(incidents))
  return (
    <div>
      <ul aria-live="polite" aria-label={t('wall.loud')} className="flex flex-wrap gap-[0.45em]">
        {sortedServices.slice(0, maxProblems).map((service) => (
          <Problem
            key={service.id}
            service={service}
            incident={incidents.get(service.id)}
            isUnalerted={isUnalerted(service)}
            customer={customers.areSeveral ? customers.findCustomer(service)?.name : undefined}
            now={now}
          />
        ))}
      </ul>
      {services.length > maxProblems && (
        <p className="mt-[0.4em] font-medium">{t('wall.more', { count: services.length - maxProblems })}</p>
      )}
    </div>
  )
}

interface ProblemProps {
  readonly service: ServiceWithStatus
  readonly incident: Incident | undefined
  /** Whether it is down without an open alert. */
  readonly isUnalerted: boolean
  readonly customer: string | undefined
  readonly now: Date
}

function Problem({ service, incident, isUnalerted, customer, now }: ProblemProps) {
  const { t, formats } = useI18n()
  const errorTypes = useErrorTypes()
  const problemClass =
    (incident?.acknowledged_by ?? null) === null ? problemClasses[service.status] : problemClasses.acknowledged
  return (
    <li className={`min-w-0 flex-[1_1_22em] rounded-md border-l-[0.35em] px-[0.7em] py-[0.4em] ${problemClass}`}>
      <p className="flex items-baseline justify-between gap-x-[0.6em] text-[1.4em] leading-tight font-semibold">
        <span className="line-clamp-2 min-w-0">{service.name}</span>
        <StatusMark
          status={service.status}
          text={formats.duration(getIncidentSeconds({ start_time: service.since, end_time: null }, now))}
          large
        />
      </p>
      <p className="group-data-[form=terse]/wall:sr-only">
        {describeService(service, { t, formats, errorTypes, now })}
      </p>
      <p className="flex flex-wrap items-center gap-x-[0.8em] text-[0.9em]">
        {customer !== undefined && <span className="text-muted">{customer}</span>}
        {incident && <Acknowledgement incident={incident} subject={service.name} />}
        {isUnalerted && <span className="text-muted">{t('incident.none')}</span>}
      </p>
    </li>
  )
}

const problemClasses: Readonly<Record<ServiceWithStatus['status'] | 'acknowledged', string>> = {
  failure: 'border-failure-fill bg-failure-soft',
  unknown: 'border-unknown-fill bg-unknown-soft',
  acknowledged: 'border-acknowledged bg-acknowledged-soft',
  ok: '',
  paused: '',
}

/** Who acknowledged the incident, or its state with a button to acknowledge it, which is hidden in full screen. */
function Acknowledgement({ incident, subject }: { readonly incident: Incident; readonly subject: string }) {
  const { t } = useI18n()
  const { acknowledged_by } = incident
  const state = getIncidentState(incident)
  const text = state === 'open' ? t('incident.untouched') : t(`incident.state.${state}`)
  return (
    <>
      <Link to="/incidents/$id" params={{ id: String(incident.id) }} className="no-underline hover:underline">
        <StatusMark
          status={incidentMarks[state]}
          text={acknowledged_by === null ? text : t('incident.owner', { who: acknowledged_by })}
          large
        />
      </Link>
      {mayAcknowledge(incident) && (
        <span className="[@media(display-mode:fullscreen)]:hidden">
          <Acknowledge incidents={[incident]} subject={subject} size="small" />
        </span>
      )}
    </>
  )
}

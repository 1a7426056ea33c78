import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Analysis, Service, ServiceStatus } from '@wachta/client'
import type { ReactNode } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark, statusTextClasses } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { EvidenceLink } from '../checks-and-history/evidence/evidence-link.tsx'
import { analysesQuery, newestAnalyses } from '../checks-and-history/queries.ts'
import { useErrorTypes } from '../error-types/queries.ts'
import { heartbeatType } from '../heartbeats/queries.ts'
import { countAssignedSensors } from './sensor-settings.ts'
import { describeService, getCheckedText, type SensorCounts } from './sentence.ts'
import { getShownState, isUnassigned } from './state.ts'

const backgroundClasses = {
  ok: 'border-line bg-surface',
  slow: 'border-line bg-surface',
  paused: 'border-line bg-surface',
  unknown: 'border-unknown-fill bg-unknown-soft',
  failure: 'border-failure-fill bg-failure-soft',
} as const

interface StateSentenceProps {
  readonly service: Service
  readonly status: ServiceStatus
  /** The open incident of the service, with its actions. */
  readonly children: ReactNode
}

/** The status as a sentence, with an explanation of the error if there is one. */
export function StateSentence({ service, status, children }: StateSentenceProps) {
  const { t, formats } = useI18n()
  const now = useNow()
  const errorTypes = useErrorTypes()
  const { data: newest } = useQuery(analysesQuery(service.id, 'day', newestAnalyses))
  const last = newest?.items.find(({ analysis_id }) => analysis_id === status.last_analysis_id)
  const counts = last && countSensors(last)
  // The job of a heartbeat service calls Wachta, so there is no sensor.
  const sensors = service.type_id === heartbeatType ? null : countAssignedSensors(service)
  const shown = { ...status, failing: status.failing_sensor_ids, sensors, is_archived: service.is_archived }
  const state = getShownState(shown)
  const isWithoutSensor = isUnassigned(shown)
  const diagnosis = status.error_type_id === null ? undefined : errorTypes.get(status.error_type_id)?.diagnosis
  const failed = getLastFailedCheck(status)
  return (
    <section
      className={`mb-5 rounded-md border border-l-4 px-4 py-3 ${isWithoutSensor ? backgroundClasses.paused : backgroundClasses[state]}`}
    >
      <p role="status" className={`flex items-baseline gap-2.5 text-lg font-medium ${statusTextClasses[state]}`}>
        <span className="translate-y-0.5">
          <StatusMark status={state} large />
        </span>
        {state === 'unknown' && service.type_id === heartbeatType
          ? t('heartbeat.unknown')
          : describeService(shown, { t, formats, errorTypes, now }, counts)}
      </p>
      {state === 'failure' && diagnosis && (
        <p className="mt-1 max-w-prose">{t('errors.likelyCause', { cause: diagnosis })}</p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-4">
        {state === 'failure' && failed && (
          <EvidenceLink check={failed} className="text-accent underline underline-offset-4">
            {t('service.evidence')}
          </EvidenceLink>
        )}
        <Link
          to="/incidents"
          search={{ service: String(service.id) }}
          className="text-accent underline underline-offset-4"
        >
          {t('service.incidents')}
        </Link>
      </p>
      {isWithoutSensor || status.unchecked_reason === 'no_able_sensor' ? (
        <ChooseSensors service={service} text={t(isWithoutSensor ? 'service.unassigned' : 'service.unable')} />
      ) : (
        <p className="mt-1 text-sm text-muted">
          {getCheckedText(service, status.last_analysis_time, { t, formats, now })}
          {status.is_silenced && ` · ${t('service.silenced')}`}
          {status.last_analysis_id !== null && <LastResults service={service} analysis={status.last_analysis_id} />}
        </p>
      )}
      {children}
    </section>
  )
}

/** Returns a failed check of the last analysis, if there is one. */
function getLastFailedCheck({ service_id, last_analysis_id, failing_sensor_ids: [sensor_id] }: ServiceStatus) {
  if (last_analysis_id === null || sensor_id === undefined) return null
  return { service_id, analysis_id: last_analysis_id, sensor_id }
}

function LastResults({ service, analysis }: { readonly service: Service; readonly analysis: string }) {
  const { t } = useI18n()
  return (
    <>
      {' · '}
      <Link
        to="/services/$id"
        params={{ id: String(service.id) }}
        search={{ tab: 'analyses', open: analysis }}
        className="text-accent underline underline-offset-4"
      >
        {t('service.lastResults')}
      </Link>
    </>
  )
}

function ChooseSensors({ service, text }: Pick<StateSentenceProps, 'service'> & { readonly text: string }) {
  const { t } = useI18n()
  return (
    <p className="mt-1">
      {text}{' '}
      {service.permissions?.update && (
        <Link
          to="/services/$id"
          params={{ id: String(service.id) }}
          search={{ tab: 'settings' }}
          className="text-accent underline underline-offset-4"
        >
          {t('service.chooseSensors')}
        </Link>
      )}
    </p>
  )
}

function countSensors({ ok_checks_count, error_checks_count, unknown_checks_count }: Analysis): SensorCounts {
  const answered = ok_checks_count + error_checks_count
  return { answered, sensors: answered + unknown_checks_count }
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { OccurrenceDetails } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { serviceQuery } from '../services/queries.ts'
import { Acknowledge } from './acknowledge.tsx'
import { AlertSentence } from './alert-sentence.tsx'
import { alertQuery, mayAcknowledgeQuery } from './queries.ts'
import { Timeline } from './timeline.tsx'
import { useAlertText } from './use-alert-text.ts'

const route = getRouteApi('/inside/framed/events/$id')

/** The page of one alert, with everything that happened from its start to its end. */
export function AlertPage() {
  const { t, language } = useI18n()
  const { data, error, refetch } = useQuery(alertQuery(Number(route.useParams().id), language))
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  return <Whole alert={data} />
}

function Whole({ alert }: { readonly alert: OccurrenceDetails }) {
  const { t } = useI18n()
  const { data: service } = useQuery(serviceQuery(alert.service_id))
  const { data: mayAcknowledge = false } = useQuery(mayAcknowledgeQuery(alert))
  const text = useAlertText(new Map(service ? [[service.id, service.name]] : []))(alert)
  useTitle(text.subject)
  return (
    <>
      <PageHeader
        above={
          <Link to="/events" className="text-accent underline underline-offset-4">
            {t('nav.alerts')}
          </Link>
        }
        title={text.subject}
        below={
          <p className="flex flex-wrap gap-x-3 text-sm">
            <Link
              to="/services/$id"
              params={{ id: String(alert.service_id) }}
              className="text-accent underline underline-offset-4"
            >
              {alert.sensor_id === null ? t('alert.toService') : (service?.name ?? t('alert.toService'))}
            </Link>
            {text.rule ? (
              <Link
                to="/events/rules/$id"
                params={{ id: String(text.rule.id) }}
                className="text-accent underline underline-offset-4"
              >
                {t('alert.rule', { name: text.rule.name })}
              </Link>
            ) : (
              alert.event_id === null && <span>{t('alert.legacy')}</span>
            )}
          </p>
        }
        actions={mayAcknowledge && alert.end_time === null && <Acknowledge alert={alert} text={text} />}
      />
      <AlertSentence alert={alert} text={text} />
      <Timeline alert={alert} />
    </>
  )
}

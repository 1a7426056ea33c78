import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { OccurrenceDetails } from '@wachta/client'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { serviceQuery } from '../services/queries.ts'
import { Acknowledge } from './acknowledge.tsx'
import { OccurrenceSentence } from './occurrence-sentence.tsx'
import { mayTakeOnQuery, occurrenceQuery } from './queries.ts'
import { Thread } from './thread.tsx'
import { useWords } from './use-words.ts'

const route = getRouteApi('/inside/framed/events/$id')

/** One time that an event occurred, from the first sign to the last word. */
export function OccurrencePage() {
  const { t, language } = useSpeech()
  const { data, error, refetch } = useQuery(occurrenceQuery(Number(route.useParams().id), language))
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  return <Whole occurrence={data} />
}

function Whole({ occurrence }: { readonly occurrence: OccurrenceDetails }) {
  const { t } = useSpeech()
  const { data: service } = useQuery(serviceQuery(occurrence.service_id))
  const { data: mayTakeOn = false } = useQuery(mayTakeOnQuery(occurrence))
  const words = useWords(new Map(service ? [[service.id, service.name]] : []))(occurrence)
  useTitle(words.subject)
  return (
    <>
      <PageHeader
        above={
          <Link to="/events" className="text-accent underline underline-offset-4">
            {t('nav.events')}
          </Link>
        }
        title={words.subject}
        below={
          <p className="flex flex-wrap gap-x-3 text-sm">
            <Link
              to="/services/$id"
              params={{ id: String(occurrence.service_id) }}
              className="text-accent underline underline-offset-4"
            >
              {occurrence.sensor_id === null ? t('event.toService') : (service?.name ?? t('event.toService'))}
            </Link>
            {words.rule ? (
              <Link
                to="/events/rules/$id"
                params={{ id: String(words.rule.id) }}
                className="text-accent underline underline-offset-4"
              >
                {t('event.rule', { name: words.rule.name })}
              </Link>
            ) : (
              occurrence.event_id === null && <span>{t('event.olderStyle')}</span>
            )}
          </p>
        }
        actions={mayTakeOn && occurrence.end_time === null && <Acknowledge occurrence={occurrence} words={words} />}
      />
      <OccurrenceSentence occurrence={occurrence} words={words} />
      <Thread occurrence={occurrence} />
    </>
  )
}

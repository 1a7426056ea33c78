import { useQuery } from '@tanstack/react-query'
import type { Heartbeat, Service } from '@wachta/client'
import { errorText } from '../../app/client/client.ts'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { HeartbeatUrl } from './heartbeat-url.tsx'
import { heartbeatQuery } from './queries.ts'

/** The last reports of the job of a heartbeat service, and the URL that it calls. */
export function HeartbeatSection({ service }: { readonly service: Service }) {
  const { t } = useI18n()
  const { data: heartbeat, error, refetch } = useQuery(heartbeatQuery(service.id))
  const mutation = useSending({
    send: (client) => client.call('create_heartbeat_token', { path: { _id: service.id } }),
    onSuccess: () => void refetch(),
    onError: (cause) => showWarning(errorText(cause)),
  })
  const mayChange = service.permissions?.update === true && !service.is_archived
  if (!heartbeat) return error ? <Failed error={error} /> : <Skeleton className="h-24" />
  return (
    <ScreenSection
      title={t('heartbeat.title')}
      text={t(heartbeat.has_url ? 'heartbeat.text' : 'heartbeat.noUrl')}
      actions={
        mayChange && (
          <Button
            kind={heartbeat.has_url ? 'secondary' : 'primary'}
            busy={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            {t(heartbeat.has_url ? 'heartbeat.replace' : 'heartbeat.create')}
          </Button>
        )
      }
    >
      <LastReports heartbeat={heartbeat} />
      {mutation.data && (
        <div className="mt-5">
          <HeartbeatUrl url={mutation.data.url} interval={service.interval} />
        </div>
      )}
    </ScreenSection>
  )
}

export function LastReports({ heartbeat }: { readonly heartbeat: Heartbeat }) {
  const { t, formats } = useI18n()
  const times = [
    ['heartbeat.startedAt', heartbeat.started_at],
    ['heartbeat.finishedAt', heartbeat.finished_at],
    ['heartbeat.failedAt', heartbeat.failed_at],
  ] as const
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {times.map(([label, time]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{t(label)}</dt>
          <dd>{time === null ? t('heartbeat.never') : formats.dateTime(time)}</dd>
        </div>
      ))}
      {heartbeat.message !== null && (
        <>
          <dt className="text-muted">{t('heartbeat.message')}</dt>
          <dd className="break-words font-mono text-sm">{heartbeat.message}</dd>
        </>
      )}
    </dl>
  )
}

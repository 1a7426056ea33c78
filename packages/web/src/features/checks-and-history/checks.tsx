import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Check } from '@wachta/client'
import { Suspense } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useErrorTypes } from '../error-types/queries.ts'
import { checkStatus } from './check-status.ts'
import { EvidenceLink } from './evidence/evidence-link.tsx'
import { checkedServiceQuery } from './evidence/queries.ts'
import { checksQuery } from './queries.ts'
import { useSensorName } from './use-sensor-name.ts'

/** Only browser checks have pictures. */
const SensorPictures = lazyPart(async () => (await import('./evidence/sensor-pictures.tsx')).SensorPictures)

interface ChecksProps {
  readonly service: number
  readonly analysis: string
}

/** The result of each sensor, with a link to its evidence. */
export function Checks({ service, analysis }: ChecksProps) {
  const { t } = useI18n()
  const { data, error } = useQuery(checksQuery(service, analysis))
  const { data: checkedService } = useQuery(checkedServiceQuery(service))
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-16" />
  return (
    <>
      <ul className="grid gap-2" aria-label={t('checks.label')}>
        {data.map((check, index) => (
          <CheckRow
            key={check.sensor_id}
            check={check}
            isFirst={data.findIndex((each) => each.error_type_id === check.error_type_id) === index}
          />
        ))}
      </ul>
      {checkedService?.type?.category_id === 'browser' && (
        <Suspense>
          <SensorPictures checks={data} />
        </Suspense>
      )}
    </>
  )
}

/** One check. The explanation of an error is shown only at the first sensor that reported it. */
function CheckRow({ check, isFirst }: { readonly check: Check; readonly isFirst: boolean }) {
  const { t, formats } = useI18n()
  const sensor = useSensorName()(check.sensor_id)
  const errorTypes = useErrorTypes()
  const error = check.error_type_id === null ? undefined : errorTypes.get(check.error_type_id)
  return (
    <li className="grid items-baseline gap-x-4 gap-y-0.5 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
      <div>
        <StatusMark status={checkStatus[check.result]} text={t(`check.${check.result}`)} />
      </div>
      <div className="min-w-0">
        <p className="font-medium">{sensor}</p>
        {error && <p>{error.name}</p>}
        {check.error_message && <p className="font-mono text-sm">{check.error_message}</p>}
        {isFirst && error?.diagnosis && (
          <p className="max-w-prose text-sm text-muted">{t('errors.likelyCause', { cause: error.diagnosis })}</p>
        )}
        {isFirst && error && (
          <Link to="/errors/$id" params={{ id: String(error.id) }} className="text-sm text-accent underline">
            {t('checks.about')}
          </Link>
        )}
      </div>
      <div className="flex items-baseline justify-between gap-4 sm:justify-end">
        <p className="text-muted">{check.response_time === null ? '' : formats.milliseconds(check.response_time)}</p>
        <EvidenceLink
          check={check}
          aria-label={t('checks.detailsOf', { sensor })}
          className={buttonClass('secondary', 'small')}
        >
          {t('checks.details')}
        </EvidenceLink>
      </div>
    </li>
  )
}

import { useQueries } from '@tanstack/react-query'
import type { Artifact, Check } from '@wachta/client'
import { useId } from 'react'
import { StatusMark } from '../../../ui/status-mark.tsx'
import { checkStatus } from '../check-status.ts'
import { useSensorName } from '../use-sensor-name.ts'
import { EvidenceLink } from './evidence-link.tsx'
import { artifactsQuery } from './queries.ts'
import { Thumbnail } from './thumbnail.tsx'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

/** The screenshots of all sensors in the same analysis, side by side; renders nothing if there are none. */
export function SensorPictures({ checks }: { readonly checks: readonly Check[] }) {
  const { t } = useEvidenceI18n()
  const title = useId()
  const results = useQueries({ queries: checks.map((check) => artifactsQuery(check)) })
  const pictures = checks.flatMap((check, index) => {
    const artifact = results[index]?.data?.find(({ artifact_id }) => artifact_id === 'screenshot')
    return artifact ? [{ check, artifact }] : []
  })
  if (pictures.length === 0) return null
  return (
    <section aria-labelledby={title} className="mt-4">
      <p id={title} className="mb-2 font-medium">
        {t(pictures.every(({ check }) => check.result === 'error') ? 'pictures.failing' : 'pictures.title')}
      </p>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {pictures.map(({ check, artifact }) => (
          <SensorPicture key={check.sensor_id} check={check} artifact={artifact} />
        ))}
      </ul>
    </section>
  )
}

function SensorPicture({ check, artifact }: { readonly check: Check; readonly artifact: Artifact }) {
  const { t } = useEvidenceI18n()
  const sensor = useSensorName()(check.sensor_id)
  return (
    <li>
      <EvidenceLink
        check={check}
        className="block overflow-clip rounded-md border border-edge bg-surface hover:border-accent"
      >
        <Thumbnail artifact={artifact} />
        <span className="flex flex-wrap items-baseline justify-between gap-x-2 border-t border-line px-2 py-1.5 text-sm">
          <span className="font-medium">
            <span className="sr-only">{t('screenshot.title')}: </span>
            {sensor}
          </span>
          <StatusMark status={checkStatus[check.result]} text={t(`check.${check.result}`)} />
        </span>
      </EvidenceLink>
    </li>
  )
}

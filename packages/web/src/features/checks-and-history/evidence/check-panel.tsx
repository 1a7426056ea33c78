import { useQuery } from '@tanstack/react-query'
import type { Artifact, Check, CheckDetail } from '@wachta/client'
import { useState } from 'react'
import { useI18n } from '../../../app/i18n/language.tsx'
import { Failed } from '../../../app/shell/failed.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { WaterfallBars } from '../../../ui/waterfall.tsx'
import { useMetricTypes } from '../../dictionaries/queries.ts'
import { useSensors } from '../../sensors/queries.ts'
import { Figures } from '../data-table.tsx'
import { drawnPhases } from '../phases-data.ts'
import { ArtifactView } from './artifact-view.tsx'
import { artifactsQuery, checkDetailsQuery } from './queries.ts'
import { requestPhases } from './request-phases.ts'

interface CheckPanelProps {
  readonly check: Check
  readonly onClose: () => void
}

/** The details of one check: the request, the metrics and the artifacts. */
export function CheckPanel({ check, onClose }: CheckPanelProps) {
  const { t, formats } = useI18n()
  const sensor = useSensors().get(check.sensor_id)?.name ?? t('checks.sensor', { id: check.sensor_id })
  const { data: detail, error } = useQuery(checkDetailsQuery(check))
  const { data: artifacts, error: fault } = useQuery(artifactsQuery(check))
  const failed = error ?? fault
  return (
    <SidePanel title={sensor} below={formats.exact(check.time)} closeLabel={t('common.close')} onClose={onClose}>
      <div className="grid gap-6">
        {failed && <Failed error={failed} />}
        {!failed && !(detail && artifacts) && <Skeleton className="h-40" />}
        {detail && <Timing detail={detail} />}
        {detail && <Measured detail={detail} />}
        {artifacts && <Evidence artifacts={artifacts} />}
        {detail?.response_headers && (
          <section aria-labelledby="headers">
            <h3 id="headers" className="mb-2 font-semibold">
              {t('evidence.headers')}
            </h3>
            {detail.base_url && <p className="mb-2 font-mono text-sm break-all">{detail.base_url}</p>}
            <pre className="overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
              {detail.response_headers}
            </pre>
          </section>
        )}
      </div>
    </SidePanel>
  )
}

/** The request as a waterfall: which phase took how long, and when. */
function Timing({ detail: { metrics } }: { readonly detail: CheckDetail }) {
  const { t, formats } = useI18n()
  const phases = requestPhases(metrics ?? [])
  if (phases.length === 0) return null
  return (
    <section aria-labelledby="timing">
      <h3 id="timing" className="mb-1 font-semibold">
        {t('evidence.timing')}
      </h3>
      <WaterfallBars
        caption={t('evidence.timing')}
        headers={[t('evidence.phase'), t('chart.time')]}
        parts={phases.map(({ phase, start, length }) => ({
          label: t(`phase.${phase}`),
          color: `var(--part-${drawnPhases.indexOf(phase) + 1})`,
          text: formats.milliseconds(length),
          ...{ start, length },
        }))}
      />
    </section>
  )
}

function Measured({ detail: { metrics, step_data } }: { readonly detail: CheckDetail }) {
  const { t, formats } = useI18n()
  const types = useMetricTypes()
  /** The API gives no units for metrics, so they are derived from the names. */
  const shown = (id: string, value: number) => {
    if (/_time$|^round_trip_/.test(id)) return formats.milliseconds(value)
    return id.endsWith('_size') ? formats.bytes(value) : formats.number(value, 2)
  }
  return (
    <>
      {metrics && metrics.length > 0 && (
        <section aria-labelledby="measured">
          <h3 id="measured" className="mb-1 font-semibold">
            {t('evidence.measured')}
          </h3>
          <Figures
            caption={t('evidence.measured')}
            headers={[t('evidence.metric'), t('evidence.value')]}
            rows={metrics.map(({ metric_type_id, value }) => [
              types.get(metric_type_id)?.name ?? metric_type_id,
              shown(metric_type_id, value),
            ])}
          />
        </section>
      )}
      {step_data && step_data.length > 0 && (
        <section aria-labelledby="steps">
          <h3 id="steps" className="mb-1 font-semibold">
            {t('evidence.steps')}
          </h3>
          <Figures
            caption={t('evidence.steps')}
            headers={[t('evidence.step'), t('column.responseTime'), t('evidence.size')]}
            rows={step_data.map(({ step, response_time, data_size }) => [
              String(step),
              formats.milliseconds(response_time),
              data_size === null ? '–' : formats.bytes(data_size),
            ])}
          />
        </section>
      )}
    </>
  )
}

function Evidence({ artifacts }: { readonly artifacts: readonly Artifact[] }) {
  const { t, formats } = useI18n()
  const [open, setOpen] = useState<string | null>(artifacts[0]?.artifact_id ?? null)
  return (
    <section aria-labelledby="evidence">
      <h3 id="evidence" className="mb-2 font-semibold">
        {t('evidence.title')}
      </h3>
      {artifacts.length === 0 && <p className="text-muted">{t('evidence.none')}</p>}
      <ul className="grid gap-3">
        {artifacts.map((artifact) => (
          <li key={artifact.artifact_id} className="rounded-md border border-line">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-1">
              <button
                type="button"
                aria-expanded={open === artifact.artifact_id}
                onClick={() => setOpen(open === artifact.artifact_id ? null : artifact.artifact_id)}
                className="min-h-9 font-medium hover:underline"
              >
                {artifact.file_name}{' '}
                <span className="font-normal text-muted">
                  {formats.bytes(artifact.size)}
                  {artifact.is_cut && `, ${t('checks.cut')}`}
                </span>
              </button>
              <a href={artifact.url} download className="text-sm text-accent underline">
                {t('evidence.download')}
              </a>
            </div>
            {open === artifact.artifact_id && (
              <div className="border-t border-line p-3">
                <ArtifactView artifact={artifact} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { Artifact, CheckDetail } from '@wachta/client'
import { useI18n } from '../../../app/i18n/language.tsx'
import { mergeSearch, type SearchChange } from '../../../app/routing/search.ts'
import { Failed } from '../../../app/shell/failed.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { WaterfallBars } from '../../../ui/waterfall.tsx'
import { useMetricTypes } from '../../dictionaries/queries.ts'
import { jobCheckSensorId } from '../../heartbeats/queries.ts'
import { useSensors } from '../../sensors/queries.ts'
import { Figures } from '../data-table.tsx'
import { drawnPhases } from '../phases-data.ts'
import { ArtifactView } from './artifact-view.tsx'
import { type NamedCheck, parseEvidence } from './evidence-address.ts'
import { artifactsQuery, checkDetailsQuery, checkQuery } from './queries.ts'
import { requestPhases } from './request-phases.ts'

/** The evidence of the check that the URL names, in front of the page. */
export function EvidencePanel({ evidence, artifact }: { readonly evidence: string; readonly artifact?: string }) {
  const { t } = useI18n()
  const router = useRouter()
  const navigate = useNavigate()
  const named = parseEvidence(evidence)
  const change = (search: SearchChange) =>
    void navigate({
      to: '.',
      search: (before: object) => mergeSearch(before, search),
      state: true,
      replace: true,
      resetScroll: false,
    })
  const close = () =>
    router.history.location.state.isOpenedHere ? router.history.back() : change({ evidence: '', artifact: '' })
  if (named)
    return (
      <CheckPanel named={named} artifact={artifact} onArtifact={(id) => change({ artifact: id })} onClose={close} />
    )
  return (
    <SidePanel title={t('evidence.title')} closeLabel={t('common.close')} onClose={close}>
      <EmptyState title={t('evidence.goneTitle')}>{t('evidence.gone')}</EmptyState>
    </SidePanel>
  )
}

interface CheckPanelProps {
  readonly named: NamedCheck
  readonly artifact: string | undefined
  readonly onArtifact: (id: string) => void
  readonly onClose: () => void
}

/** The details of one check: the request, the metrics and the artifacts. */
function CheckPanel({ named, artifact, onArtifact, onClose }: CheckPanelProps) {
  const { t, formats } = useI18n()
  const sensorName = useSensors().get(named.sensor_id)?.name ?? t('checks.sensor', { id: named.sensor_id })
  const sensor = named.sensor_id === jobCheckSensorId ? t('heartbeat.reporter') : sensorName
  const { data: check, error: refused } = useQuery(checkQuery(named))
  const { data: detail, error } = useQuery({ ...checkDetailsQuery(named), enabled: Boolean(check) })
  const { data: artifacts, error: fault } = useQuery({ ...artifactsQuery(named), enabled: Boolean(check) })
  const failed = refused ?? error ?? fault
  return (
    <SidePanel
      title={sensor}
      below={check ? formats.exact(check.time) : undefined}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="grid gap-6">
        {failed && <Failed error={failed} />}
        {check === null && <EmptyState title={t('evidence.goneTitle')}>{t('evidence.gone')}</EmptyState>}
        {!failed && check !== null && !(detail && artifacts) && <Skeleton className="h-40" />}
        {detail && <Timing detail={detail} />}
        {detail && <Measured detail={detail} />}
        {artifacts && <Evidence artifacts={artifacts} chosen={artifact} onChoose={onArtifact} />}
        {detail?.response_headers && <ResponseHeaders detail={detail} />}
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

function ResponseHeaders({ detail: { base_url, response_headers } }: { readonly detail: CheckDetail }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="headers">
      <h3 id="headers" className="mb-2 font-semibold">
        {t('evidence.headers')}
      </h3>
      {base_url && <p className="mb-2 font-mono text-sm break-all">{base_url}</p>}
      <pre className="overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
        {response_headers}
      </pre>
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

interface EvidenceProps {
  readonly artifacts: readonly Artifact[]
  /** The open artifact, or `none`; the first one unless chosen. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

function Evidence({ artifacts, chosen, onChoose }: EvidenceProps) {
  const { t, formats } = useI18n()
  const open = chosen ?? artifacts[0]?.artifact_id
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
                onClick={() => onChoose(open === artifact.artifact_id ? 'none' : artifact.artifact_id)}
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

import type { Artifact, Check, CheckDetail, Service } from '@wachta/client'
import { WaterfallBars } from '../../../ui/waterfall.tsx'
import { useMetricTypes } from '../../dictionaries/queries.ts'
import { DataRows } from '../data-table.tsx'
import { drawnPhases } from '../phases-data.ts'
import { readVitals } from '../vitals.ts'
import { ArtifactList } from './artifact-list.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { FilmstripSection } from './filmstrip-view.tsx'
import { computeRequestPhases } from './request-phases.ts'
import { ScreenshotSection } from './screenshot-section.tsx'
import { combineSteps } from './steps.ts'
import { StepsSection } from './steps-section.tsx'
import { useEvidenceI18n } from './use-evidence-i18n.ts'
import { BusyNote, VitalsSection } from './vitals-section.tsx'

interface CheckSectionsProps {
  readonly check: Check
  readonly detail: CheckDetail
  readonly artifacts: readonly Artifact[]
  /** Null if the service has been deleted. */
  readonly service: Pick<Service, 'step_names' | 'extended_settings'> | null
  /** The id of the artifact that the URL names, or `none`. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

/** The details of a check without a browser: the request, the metrics and the artifacts. */
export function PlainSections({ check, detail, artifacts, service, chosen, onChoose }: CheckSectionsProps) {
  return (
    <>
      <Timing detail={detail} />
      <Metrics metrics={detail.metrics ?? []} />
      <Steps check={check} detail={detail} artifacts={artifacts} service={service} />
      <ArtifactList artifacts={artifacts} open={chosen ?? artifacts[0]?.artifact_id} onChoose={onChoose} />
      {detail.response_headers && <ResponseHeaders detail={detail} />}
    </>
  )
}

/** The details of a check in a browser: first what visitors would have seen, then the causes. */
export function BrowserSections({ check, detail, artifacts, service, chosen, onChoose }: CheckSectionsProps) {
  const byId = new Map(artifacts.map((artifact) => [artifact.artifact_id, artifact]))
  const [screenshot, filmstrip] = [byId.get('screenshot'), byId.get('filmstrip')]
  const metrics = detail.metrics ?? []
  const values = new Map(metrics.map(({ metric_type_id, value }) => [metric_type_id, value]))
  const vitals = readVitals(metrics, service?.extended_settings ?? {})
  const shownMetrics = new Set<string>(vitals.map(({ id }) => id))
  const files = artifacts
    .filter(({ artifact_id }) => !/^(?:screenshot|filmstrip)$|^screenshot_step_/.test(artifact_id))
    .toSorted((one, other) => getRank(one) - getRank(other))
  return (
    <>
      <BusyNote usage={values.get('sensor_cpu_usage')} />
      {screenshot && <ScreenshotSection artifact={screenshot} check={check} />}
      {vitals.length > 0 && <VitalsSection vitals={vitals} />}
      <Steps check={check} detail={detail} artifacts={artifacts} service={service} />
      {filmstrip && (
        <FilmstripSection
          artifact={filmstrip}
          fcp={values.get('first_contentful_paint')}
          lcp={values.get('largest_contentful_paint')}
        />
      )}
      {(files.length > 0 || artifacts.length === 0) && (
        <ArtifactList artifacts={files} open={chosen ?? files[0]?.artifact_id} onChoose={onChoose} isBrowser />
      )}
      <Metrics metrics={metrics.filter(({ metric_type_id }) => !shownMetrics.has(metric_type_id))} />
      {detail.response_headers && <ResponseHeaders detail={detail} />}
    </>
  )
}

/** The artifacts that are listed first, because they are read most often. */
const firstArtifactIds = ['har', 'console_log']

function getRank({ artifact_id }: Artifact): number {
  const index = firstArtifactIds.indexOf(artifact_id)
  return index < 0 ? firstArtifactIds.length : index
}

function Steps({ check, detail, artifacts, service }: Omit<CheckSectionsProps, 'chosen' | 'onChoose'>) {
  const steps = combineSteps({
    steps: detail.step_data,
    names: service?.step_names ?? [],
    settings: service?.extended_settings ?? {},
    failedStep: check.result === 'error' ? check.path_step : null,
  })
  if (steps.length === 0) return null
  const pictures = new Map(
    artifacts.flatMap((artifact) => {
      const [, step] = /^screenshot_step_(\d{1,3})$/.exec(artifact.artifact_id) ?? []
      return step === undefined ? [] : [[Number(step), artifact] as const]
    }),
  )
  const hasScreenshot = artifacts.some(({ artifact_id }) => artifact_id === 'screenshot')
  return <StepsSection steps={steps} message={check.error_message} pictures={pictures} hasScreenshot={hasScreenshot} />
}

/** The phases of the request as a waterfall. */
function Timing({ detail: { metrics } }: { readonly detail: CheckDetail }) {
  const { t, formats } = useEvidenceI18n()
  const phases = computeRequestPhases(metrics ?? [])
  if (phases.length === 0) return null
  return (
    <EvidenceSection title={t('evidence.timing')}>
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
    </EvidenceSection>
  )
}

function ResponseHeaders({ detail: { base_url, response_headers } }: { readonly detail: CheckDetail }) {
  const { t } = useEvidenceI18n()
  return (
    <EvidenceSection title={t('evidence.headers')}>
      {base_url && <p className="mb-2 font-mono text-sm break-all">{base_url}</p>}
      <pre className="overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
        {response_headers}
      </pre>
    </EvidenceSection>
  )
}

function Metrics({ metrics }: { readonly metrics: NonNullable<CheckDetail['metrics']> }) {
  const { t, formats } = useEvidenceI18n()
  const types = useMetricTypes()
  /** The API gives no units for metrics, so they are derived from the names. */
  const formatMetric = (id: string, value: number) => {
    if (/_time$|_paint$|^round_trip_/.test(id)) return formats.milliseconds(value)
    if (id.endsWith('_usage')) return formats.percent(value)
    return id.endsWith('_size') ? formats.bytes(value) : formats.number(value, 2)
  }
  if (metrics.length === 0) return null
  return (
    <EvidenceSection title={t('evidence.measured')}>
      <DataRows
        caption={t('evidence.measured')}
        headers={[t('evidence.metric'), t('evidence.value')]}
        rows={metrics.map(({ metric_type_id, value }) => [
          types.get(metric_type_id)?.name ?? metric_type_id,
          formatMetric(metric_type_id, value),
        ])}
      />
    </EvidenceSection>
  )
}

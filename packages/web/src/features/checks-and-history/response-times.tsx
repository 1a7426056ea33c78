import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useMe } from '../../app/client/me.ts'
import { type RangeName, shortRanges } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { findCertificateExpiry } from './certificate-marker.ts'
import { useShadeNames } from './chart-text.ts'
import { buildPerformanceChart, type Performance } from './performance-data.ts'
import { buildPhasesChart, drawnPhases } from './phases-data.ts'
import { performanceQuery, phasesQuery, settingChangesQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/services/$id')
const TimesChart = lazyPart(async () => (await import('./times-chart.tsx')).TimesChart)

interface ResponseTimesProps {
  readonly id: number
  readonly isArchived: boolean
  readonly range: RangeName
  /** The control that selects the range. */
  readonly choice: ReactNode
  /** The whole days that the certificate is still valid; null if unknown. */
  readonly certificateDays: number | null
}

/** The response times of a service: all sensors in one chart, or the phases of one sensor. */
export function ResponseTimes({ id, isArchived, range, choice, certificateDays }: ResponseTimesProps) {
  const { t } = useI18n()
  const { data, error, isPending } = useQuery(performanceQuery(id, range))
  const lines = data?.lines ?? []
  const requested = route.useSearch().sensor
  const sensor = lines.some((line) => String(line.sensor.id) === requested) ? requested : undefined
  const change = useSearchChange()
  return (
    <section aria-labelledby="times">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="times" className="text-lg font-semibold">
            {t('chart.title')}
          </h2>
          <p className="text-sm text-muted">{t('chart.text')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {lines.length > 0 && (
            <Select
              aria-label={t('phases.choice')}
              value={sensor ?? ''}
              choices={[
                { value: '', label: t('phases.none') },
                ...lines.map((line) => ({
                  value: String(line.sensor.id),
                  label: t('phases.from', { sensor: line.sensor.name }),
                })),
              ]}
              onChoose={(next) => change({ sensor: next })}
              className="!min-h-9 !w-auto max-w-full text-sm"
            />
          )}
          {choice}
        </div>
      </div>
      {isPending && <Skeleton className="h-64" />}
      {error && !data && <Failed error={error} />}
      {data && data.all.points.length === 0 && (
        <EmptyState title={t('chart.emptyTitle')}>{t(isArchived ? 'chart.emptyArchived' : 'chart.empty')}</EmptyState>
      )}
      {data && data.all.points.length > 0 && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          {sensor === undefined ? (
            <AllSensors id={id} data={data} range={range} certificateDays={certificateDays} />
          ) : (
            <Phases id={id} range={range} sensor={Number(sensor)} />
          )}
        </Suspense>
      )}
    </section>
  )
}

interface AllSensorsProps {
  readonly id: number
  readonly data: Performance
  readonly range: RangeName
  readonly certificateDays: number | null
}

function AllSensors({ id, data, range, certificateDays }: AllSensorsProps) {
  const { t } = useI18n()
  const { data: me } = useMe()
  const { data: changes = noChanges } = useQuery({
    ...settingChangesQuery(id, me?.id ?? 0, range),
    enabled: me !== undefined,
  })
  const names = useShadeNames()
  const chartData = useMemo(() => {
    const end = Date.parse(data.to)
    const expiry = findCertificateExpiry(certificateDays, range, end)
    const markers = [
      ...changes.map((time) => ({ at: Date.parse(time) / 1000, label: t('chart.settingsChanged') })),
      ...(expiry === null
        ? []
        : [{ at: expiry, label: t(expiry * 1000 > end ? 'chart.certificateExpires' : 'chart.certificateExpired') }]),
    ]
    return buildPerformanceChart(data, { ...names, median: t('chart.median'), band: t('chart.band') }, markers)
  }, [data, names, changes, certificateDays, range, t])
  return <TimesChart key={range} label={t('chart.label', { count: chartData.lines.length })} data={chartData} />
}

const noChanges: readonly string[] = []

interface PhasesProps {
  readonly id: number
  readonly range: RangeName
  readonly sensor: number
}

function Phases({ id, range, sensor }: PhasesProps) {
  const { t } = useI18n()
  const isShort = shortRanges.includes(range)
  const { data, error } = useQuery({ ...phasesQuery(id, range, sensor), enabled: isShort })
  const names = useShadeNames()
  const chartData = useMemo(() => {
    const phaseNames = Object.fromEntries(drawnPhases.map((phase) => [phase, t(`phase.${phase}`)]))
    return (
      data &&
      buildPhasesChart(data.chart, data.changes, {
        ...names,
        ...(phaseNames as Record<(typeof drawnPhases)[number], string>),
      })
    )
  }, [data, names, t])
  if (!isShort) return <EmptyState title={t('phases.tooLongTitle')}>{t('phases.tooLong')}</EmptyState>
  if (!data || !chartData) return error ? <Failed error={error} /> : <Skeleton className="h-64" />
  if (data.chart.points.length === 0) return <EmptyState title={t('phases.emptyTitle')}>{t('phases.empty')}</EmptyState>
  return <TimesChart key={range} label={t('phases.label')} data={chartData} />
}

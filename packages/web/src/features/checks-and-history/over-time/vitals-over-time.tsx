import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Service } from '@wachta/client'
import { useMemo } from 'react'
import { type RangeName, shortRanges } from '../../../app/client/ranges.ts'
import { Failed } from '../../../app/shell/failed.tsx'
import { useSearchChange } from '../../../app/shell/use-list-search.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useChartTexts, useShadeNames } from '../chart-text.ts'
import { useEvidenceI18n } from '../evidence/use-evidence-i18n.ts'
import { TimesChart } from '../times-chart.tsx'
import { findBudget } from '../vitals.ts'
import { vitalsQuery } from './queries.ts'
import { buildVitalsChart, type ChartedVital, type VitalGroup, vitalGroups } from './vitals-data.ts'

const route = getRouteApi('/inside/framed/services/$id')

interface VitalsOverTimeProps {
  readonly service: Pick<Service, 'id' | 'extended_settings'>
  readonly range: RangeName
}

/** The vitals of a page over time, with their budgets. */
export function VitalsOverTime({ service, range }: VitalsOverTimeProps) {
  const { t } = useEvidenceI18n()
  const isShort = shortRanges.includes(range)
  const { data, error } = useQuery({ ...vitalsQuery(service.id, range), enabled: isShort })
  const group: VitalGroup = route.useSearch().vital === 'shift' ? 'shift' : 'times'
  const change = useSearchChange()
  return (
    <section aria-labelledby="vitals">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="vitals" className="text-lg font-semibold">
            {t('vitals.title')}
          </h2>
          <p className="text-sm text-muted">{t('overTime.median')}</p>
        </div>
        <SegmentedControl
          label={t('overTime.choice')}
          value={group}
          choices={groups.map((value) => ({ value, label: t(`overTime.${value}`) }))}
          onChoose={(next) => change({ vital: next === 'times' ? '' : next })}
        />
      </div>
      {!isShort && <EmptyState title={t('overTime.tooLongTitle')}>{t('phases.tooLong')}</EmptyState>}
      {isShort && error && !data && <Failed error={error} />}
      {isShort && !error && !data && <Skeleton className="h-64" />}
      {isShort && data && <VitalsChart {...{ service, range, group, data }} />}
    </section>
  )
}

const groups = Object.keys(vitalGroups) as readonly VitalGroup[]

interface VitalsChartProps extends VitalsOverTimeProps {
  readonly group: VitalGroup
  readonly data: Pick<Parameters<typeof buildVitalsChart>[0], 'charts' | 'changes'>
}

function VitalsChart({ service, range, group, data }: VitalsChartProps) {
  const { t, formats } = useEvidenceI18n()
  const shades = useShadeNames()
  const defaultTexts = useChartTexts()
  const texts = useMemo(
    () =>
      group === 'times'
        ? defaultTexts
        : { ...defaultTexts, value: (value: number | null) => (value === null ? '–' : formats.number(value, 3)) },
    [group, defaultTexts, formats],
  )
  const chartData = useMemo(
    () =>
      buildVitalsChart(
        { ...data, getBudget: (vital: ChartedVital) => findBudget(vital, service.extended_settings) },
        group,
        {
          shades,
          nameOf: (vital) => t(`vital.${vital}`),
          budgetName: (vital, budget) =>
            t('overTime.budget', { vital: t(`vital.short.${vital}`), budget: texts.value(budget) }),
        },
      ),
    [data, group, shades, service, t, texts],
  )
  if (!chartData) return <EmptyState title={t('chart.emptyTitle')}>{t('overTime.empty')}</EmptyState>
  return (
    <TimesChart
      key={`${range} ${group}`}
      label={t(`overTime.label.${group}`)}
      caption={t('vitals.title')}
      data={chartData}
      texts={texts}
    />
  )
}

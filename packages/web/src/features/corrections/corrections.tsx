import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { type RangeName, rangeSeconds } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { compareNames } from '../../ui/by-name.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormField } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { statusesQuery } from '../services/queries.ts'
import { CorrectionForm } from './correction-form.tsx'
import { CorrectionList } from './correction-list.tsx'
import type { Period } from './preview.ts'
import { correctableQuery } from './queries.ts'
import { correctionTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/corrections')
const RecordChart = lazyPart(async () => (await import('./record-chart.tsx')).RecordChart)

/**
 * Corrects the recorded status of services: periods are selected on a chart, with a preview of the effect and an undo.
 */
export function Corrections() {
  const { t } = useI18n()
  const texts = useTexts(correctionTexts)
  useTitle(t('nav.corrections'))
  const search = route.useSearch()
  const change = useSearchChange()
  const service = search.service === undefined ? null : Number(search.service)
  const range = (Object.keys(rangeSeconds) as RangeName[]).find((name) => name === search.range) ?? 'month'
  return (
    <>
      <PageHeader title={t('nav.corrections')} below={texts('corrections.text')} />
      <ServiceChoice
        service={service}
        onChoose={(chosen) => chosen !== null && change({ service: chosen, page: '' })}
      />
      {service === null ? (
        <EmptyState title={texts('corrections.chooseTitle')}>{texts('corrections.chooseText')}</EmptyState>
      ) : (
        <Workbench key={service} service={service} range={range} onRange={(next) => change({ range: next })} />
      )}
      <CorrectionList service={service} />
    </>
  )
}

interface ServiceChoiceProps {
  readonly service: number | null
  readonly onChoose: (service: string | null) => void
}

function ServiceChoice({ service, onChoose }: ServiceChoiceProps) {
  const { t } = useI18n()
  const texts = useTexts(correctionTexts)
  const { data } = useQuery(statusesQuery)
  const choices = useMemo(
    () => (data ?? []).toSorted(compareNames).map(({ id, name }) => ({ value: String(id), label: name })),
    [data],
  )
  return (
    <div className="mb-6 max-w-md">
      <FormField label={texts('corrections.service')}>
        {(fieldIds) => (
          <Combobox
            fieldIds={fieldIds}
            choices={choices}
            value={service === null ? null : String(service)}
            onChoose={onChoose}
            placeholder={t('corrections.choose')}
            nothing={t('filters.nothing')}
          />
        )}
      </FormField>
    </div>
  )
}

interface WorkbenchProps {
  readonly service: number
  readonly range: RangeName
  readonly onRange: (range: RangeName) => void
}

/** The chart of the record with the form below it; selecting a period in the chart fills in the form. */
function Workbench({ service, range, onRange }: WorkbenchProps) {
  const { t } = useI18n()
  const texts = useTexts(correctionTexts)
  const [period, setPeriod] = useState<Period | null>(null)
  const { data: correctable } = useQuery(correctableQuery)
  const mayCorrect = correctable?.some(({ id }) => id === service)
  return (
    <>
      <section aria-labelledby="record" className="mb-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="record" className="text-lg font-semibold">
            {texts('corrections.record')}
          </h2>
          <SegmentedControl
            label={t('range.label')}
            value={range}
            choices={(Object.keys(rangeSeconds) as RangeName[]).map((value) => ({ value, label: t(`range.${value}`) }))}
            onChoose={onRange}
          />
        </div>
        <Suspense fallback={<Skeleton className="h-64" />}>
          <RecordChart service={service} range={range} period={period} {...(mayCorrect && { onChoose: setPeriod })} />
        </Suspense>
      </section>
      {mayCorrect === false && <p className="mb-8 text-muted">{texts('corrections.mayNot')}</p>}
      {mayCorrect && (
        <CorrectionForm service={service} correctable={correctable ?? []} period={period} onPeriod={setPeriod} />
      )}
    </>
  )
}

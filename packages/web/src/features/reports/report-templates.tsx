import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReportTemplate } from '@wachta/client'
import { Suspense, useState } from 'react'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSorting } from '../../app/shell/use-list-search.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { reportTemplatesQuery, useReportDictionary } from './queries.ts'
import { reportTexts } from './texts.ts'

const OrderReport = lazyPart(async () => (await import('./order-report.tsx')).OrderReport)

/** The templates of reports, each with a button that orders a report. */
export function ReportTemplates() {
  const { t } = useI18n()
  const texts = useTexts(reportTexts)
  const mayCreate = useMay('create_report_templates')
  const { data, error, refetch } = useQuery(reportTemplatesQuery)
  const sorting = useSorting({ column: 'name', descending: false })
  const [orderedTemplate, setOrderedTemplate] = useState<ReportTemplate | null>(null)
  const columns = useColumns(setOrderedTemplate)
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <Table
        caption={texts('reports.templates')}
        columns={columns}
        rows={data}
        getKey={({ id }) => String(id)}
        {...sorting}
        empty={
          <EmptyState
            title={texts('reportTemplates.emptyTitle')}
            action={
              mayCreate && (
                <Link to="/reports/templates/$id" params={{ id: 'new' }} className={buttonClass()}>
                  {texts('reportTemplate.new')}
                </Link>
              )
            }
          >
            {texts('reportTemplates.empty')}
          </EmptyState>
        }
      />
      {orderedTemplate && (
        <Suspense>
          <OrderReport template={orderedTemplate} onClose={() => setOrderedTemplate(null)} />
        </Suspense>
      )}
    </>
  )
}

function useColumns(onOrder: (template: ReportTemplate) => void): readonly Column<ReportTemplate>[] {
  const { t, formats } = useI18n()
  const texts = useTexts(reportTexts)
  const plans = useReportDictionary('plans')
  const formatPlans = ({ reporting_plan_ids, is_active }: ReportTemplate) =>
    is_active && reporting_plan_ids.length > 0
      ? formats.list(reporting_plan_ids.map((id) => plans.find((plan) => plan.id === id)?.name ?? id))
      : texts('reportTemplate.onDemand')
  return [
    {
      id: 'name',
      header: t('column.name'),
      compare: compareNames,
      className: 'max-w-0 w-full',
      cell: (template) => (
        <TwoLines below={formatPlans(template)}>
          <Link
            to="/reports/templates/$id"
            params={{ id: String(template.id) }}
            data-primary
            className="font-medium text-ink no-underline hover:underline"
          >
            {template.name}
          </Link>
        </TwoLines>
      ),
    },
    {
      id: 'recipients',
      header: t('reportTemplate.recipients'),
      from: 'md',
      className: 'max-w-64',
      cell: ({ recipients }) => <span className="block truncate">{recipients.join(', ') || '–'}</span>,
    },
    {
      id: 'order',
      header: texts('report.orderColumn'),
      className: 'whitespace-nowrap',
      cell: (template) =>
        template.permissions?.create_reports && (
          <Button
            size="small"
            aria-label={texts('report.orderOf', { name: template.name })}
            onClick={() => onOrder(template)}
          >
            {texts('report.order')}
          </Button>
        ),
    },
  ]
}

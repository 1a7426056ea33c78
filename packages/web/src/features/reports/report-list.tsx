import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Report } from '@wachta/client'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { CustomerChoice } from '../services/customer-filters.tsx'
import { reportPageSize, reportsQuery, reportTemplatesQuery } from './queries.ts'
import { ReportState, reportStatuses } from './report-status.tsx'
import { reportTexts } from './texts.ts'
import { usePeriodText } from './use-period-text.ts'

const route = getRouteApi('/inside/framed/reports')

/** Reports, newest first, with filters and progress. */
export function ReportList() {
  const { t } = useI18n()
  const texts = useTexts(reportTexts)
  const { query: searchQuery = '', status = '', template = '', customer = '' } = route.useSearch()
  const change = useSearchChange()
  const [page, setPage] = usePage()
  const [query, setQuery] = useTypedText(searchQuery, (text) => change({ query: text, page: '' }))
  const { data, error, refetch } = useQuery(reportsQuery({ query: searchQuery, status, template, customer, page }))
  const { data: templates = [] } = useQuery(reportTemplatesQuery)
  const customers = findOwners(templates)
  const columns = useColumns(customers.length > 1)
  const isNarrowed = [searchQuery, status, template, customer].some(Boolean)
  return (
    <>
      <Filters label={t('filters.label')}>
        <SearchBox label={texts('reports.search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
        <Select
          aria-label={t('column.state')}
          value={status}
          choices={[
            { value: '', label: t('filters.anyState') },
            ...reportStatuses.map((value) => ({ value, label: texts(`report.status.${value}`) })),
          ]}
          onChoose={(next) => change({ status: next, page: '' })}
          className="!w-auto"
        />
        {templates.length > 1 && (
          <Select
            aria-label={texts('report.template')}
            value={template}
            choices={[
              { value: '', label: texts('reports.anyTemplate') },
              ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChoose={(next) => change({ template: next, page: '' })}
            className="!w-auto max-w-full sm:max-w-64"
          />
        )}
        {customers.length > 1 && (
          <CustomerChoice customers={customers} chosen={customer} onChange={(next) => change({ ...next, page: '' })} />
        )}
      </Filters>
      {!data &&
        (error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />)}
      {data && (
        <>
          <Table
            caption={texts('reports.made')}
            columns={columns}
            rows={data.items}
            getKey={({ id }) => String(id)}
            empty={<NoReports isNarrowed={isNarrowed} hasTemplates={templates.length > 0} />}
          />
          <ListPager page={page} size={reportPageSize} total={data.total} onGo={setPage} />
        </>
      )}
    </>
  )
}

/** Returns the accounts that own templates. The column and the filter of customers need at least two. */
const findOwners = (templates: readonly { owner_id: number; owner?: { name?: string } | null }[]) =>
  [...new Map(templates.map(({ owner_id, owner }) => [owner_id, owner?.name ?? `#${owner_id}`]))]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))

function useColumns(hasSeveralCustomers: boolean): readonly Column<Report>[] {
  const { t, formats } = useI18n()
  const texts = useTexts(reportTexts)
  const renderPeriod = usePeriodText()
  return [
    {
      id: 'name',
      header: texts('report.title'),
      className: 'max-w-0 w-full',
      cell: (report) => (
        <>
          <Link
            to="/reports"
            search={(before) => ({ ...before, report: String(report.id) })}
            data-primary
            className="block truncate font-medium text-ink no-underline hover:underline"
          >
            {report.name}
          </Link>
          <span className="block truncate text-sm text-muted">
            {renderPeriod(report)}
            {report.is_test && ` · ${texts('report.test')}`}
          </span>
        </>
      ),
    },
    ...(hasSeveralCustomers
      ? [
          {
            id: 'customer',
            header: t('column.customer'),
            from: 'lg' as const,
            className: 'max-w-40',
            cell: ({ owner, owner_id }: Report) => (
              <span className="block truncate">{owner?.name ?? `#${owner_id}`}</span>
            ),
          },
        ]
      : []),
    {
      id: 'template',
      header: texts('report.template'),
      from: 'lg',
      className: 'max-w-56',
      cell: ({ template }) => <span className="block truncate">{template?.name}</span>,
    },
    {
      id: 'ordered',
      header: texts('report.orderedBy'),
      from: 'lg',
      className: 'whitespace-nowrap',
      cell: ({ reporting_plan_id }) => texts(reporting_plan_id === null ? 'report.byHand' : 'report.byPlan'),
    },
    { id: 'state', header: t('column.state'), cell: (report) => <ReportState report={report} /> },
    {
      id: 'time',
      header: texts('report.ordered'),
      from: 'md',
      className: 'whitespace-nowrap',
      cell: ({ created_at }) => formats.dateTime(created_at),
    },
  ]
}

function NoReports({ isNarrowed, hasTemplates }: { readonly isNarrowed: boolean; readonly hasTemplates: boolean }) {
  const { t } = useI18n()
  const texts = useTexts(reportTexts)
  const mayCreate = useMay('create_report_templates')
  if (isNarrowed) return <EmptyState title={t('filters.nothing')}>{texts('reports.nothing')}</EmptyState>
  const nextAction = hasTemplates ? (
    <Link to="/reports" search={{ tab: 'templates' }} className={buttonClass()}>
      {texts('reports.templates')}
    </Link>
  ) : (
    mayCreate && (
      <Link to="/reports/templates/$id" params={{ id: 'new' }} className={buttonClass()}>
        {texts('reportTemplate.new')}
      </Link>
    )
  )
  return (
    <EmptyState title={texts('reports.emptyTitle')} example={texts('reports.example')} action={nextAction}>
      {texts('reports.empty')}
    </EmptyState>
  )
}

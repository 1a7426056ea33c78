import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange } from '../../app/shell/use-list-search.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { listLastMonths } from './months.ts'
import { monthlyUsageQuery, usagePageSize } from './queries.ts'
import { administrationTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/administration')
const measures = ['services', 'service_steps', 'service_seconds', 'checks'] as const

/** The usage of every account in a month. */
export function MonthlyUsage() {
  const { t, language } = useI18n()
  const texts = useTexts(administrationTexts)
  const [months] = useState(() => listLastMonths(new Date(), 13))
  const { month: requested } = route.useSearch()
  const month = months.find((each) => each === requested) ?? months[0] ?? ''
  const change = useSearchChange()
  const [page, setPage] = usePage()
  const { data, error, refetch } = useQuery(monthlyUsageQuery(month, page))
  const monthName = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      <Filters label={t('filters.label')}>
        <Select
          aria-label={texts('usage.month')}
          value={month}
          choices={months.map((each) => ({ value: each, label: monthName.format(new Date(`${each}-01T00:00:00Z`)) }))}
          onChoose={(next) => change({ month: next, page: '' })}
          className="!w-auto"
        />
      </Filters>
      {!data ? (
        error ? (
          <Failed error={error} reset={() => void refetch()} />
        ) : (
          <SkeletonRows label={t('common.loading')} />
        )
      ) : data.total === 0 ? (
        <EmptyState title={texts('usage.emptyTitle')}>{texts('usage.empty')}</EmptyState>
      ) : (
        <>
          <p className="mb-3 text-sm text-muted">{texts('usage.about')}</p>
          <UsageTable rows={data.items} />
          <ListPager page={page} size={usagePageSize} total={data.total} onGo={setPage} />
        </>
      )}
    </>
  )
}

type Measure = (typeof measures)[number]

/** Classes that hide a column on screens that are too narrow for it. */
const hiddenClasses: Readonly<Record<Measure, string>> = {
  services: '',
  service_steps: 'max-md:hidden',
  service_seconds: 'max-sm:hidden',
  checks: '',
}

interface UsageRow extends Readonly<Record<Measure, number>> {
  readonly account_id: number
}

function UsageTable({ rows }: { readonly rows: readonly UsageRow[] }) {
  const { formats } = useI18n()
  const texts = useTexts(administrationTexts)
  const { data: accounts = [] } = useQuery(accountsQuery)
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const formatAmount = (measure: Measure, amount: number) =>
    measure === 'service_seconds' ? formats.duration(amount) : formats.number(amount)
  return (
    <div className="overflow-x-auto">
      <Card>
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{texts('administration.usage')}</caption>
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-2 pr-4 font-medium">
                {texts('administration.name')}
              </th>
              {measures.map((measure) => (
                <th key={measure} scope="col" className={`py-2 pr-4 text-right font-medium ${hiddenClasses[measure]}`}>
                  {texts(`usage.${measure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.account_id} className="border-b border-line">
                <th scope="row" className="py-2 pr-4 font-normal break-words">
                  <Link
                    to="/administration/accounts/$id"
                    params={{ id: String(row.account_id) }}
                    className="text-accent underline-offset-4 hover:underline"
                  >
                    {names.get(row.account_id) ?? `#${row.account_id}`}
                  </Link>
                </th>
                {measures.map((measure) => (
                  <td key={measure} className={`py-2 pr-4 text-right ${hiddenClasses[measure]}`}>
                    {formatAmount(measure, row[measure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  )
}

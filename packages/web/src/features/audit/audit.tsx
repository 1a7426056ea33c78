import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMe } from '../../app/client/me.ts'
import { type RangeName, rangeSeconds } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { accountQuery, usersQuery } from '../accounts/queries.ts'
import { AuditEntry } from './entry.tsx'
import { auditPageSize, auditQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/audit')
const rangeNames = ['day', 'week', 'month', 'quarter', 'all'] as const

/** The audit log of an account: every change with its author and the values before and after. */
export function AuditPage() {
  const { t } = useI18n()
  useTitle(t('audit.title'))
  const { data: me } = useMe()
  const { account: selectedAccount } = route.useSearch()
  const account = selectedAccount ?? (me ? String(me.id) : '')
  const { data: otherAccount } = useQuery({ ...accountQuery(Number(account)), enabled: selectedAccount !== undefined })
  const name = selectedAccount === undefined ? me?.name : otherAccount?.name
  return (
    <>
      <PageHeader
        above={
          <Link to="/account" className="text-accent underline underline-offset-4">
            {t('nav.account')}
          </Link>
        }
        title={t('audit.title')}
        below={name ?? '…'}
      />
      {account !== '' && <AuditList key={account} account={account} />}
    </>
  )
}

function AuditList({ account }: { readonly account: string }) {
  const { t } = useI18n()
  const { filters, applyFilters } = useFilters()
  const [query, setQuery] = useTypedText(filters.query, (text) => applyFilters({ query: text }))
  const [page, setPage] = usePage()
  const { entry: openEntry } = route.useSearch()
  const change = useSearchChange()
  const { data, error, refetch } = useQuery(auditQuery({ account, ...filters, page }))
  const { data: users = [] } = useQuery(usersQuery(Number(account)))
  return (
    <>
      <Filters label={t('filters.label')}>
        <SearchBox label={t('audit.search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
        <Select
          aria-label={t('audit.actor')}
          value={filters.actor}
          choices={[
            { value: '', label: t('audit.anyone') },
            { value: account, label: t('audit.holder') },
            ...users.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChoose={(actor) => applyFilters({ actor })}
          className="!w-auto max-w-full"
        />
        <Select
          aria-label={t('range.label')}
          value={filters.range}
          choices={rangeNames.map((value) => ({
            value,
            label: value === 'all' ? t('audit.ever') : t(`range.${value}`),
          }))}
          onChoose={(range) => applyFilters({ range: parseRangeName(range) })}
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
        <EmptyState title={t('filters.nothing')}>{t('audit.empty')}</EmptyState>
      ) : (
        <>
          <Card>
            <ol aria-label={t('audit.title')} className="divide-y divide-line">
              {data.items.map((entry) => (
                <AuditEntry
                  key={entry.id}
                  entry={entry}
                  actor={entry.actor_id === null ? undefined : data.actors.get(entry.actor_id)}
                  names={data.names}
                  isOpen={openEntry === String(entry.id)}
                  onToggle={() => change({ entry: openEntry === String(entry.id) ? '' : String(entry.id) })}
                />
              ))}
            </ol>
          </Card>
          <ListPager page={page} size={auditPageSize} total={data.total} isMore={data.isTotalExceeded} onGo={setPage} />
        </>
      )}
    </>
  )
}

const parseRangeName = (name: string | undefined): RangeName | 'all' =>
  name === 'all' ? 'all' : ((Object.keys(rangeSeconds) as RangeName[]).find((each) => each === name) ?? 'month')

function useFilters() {
  const search = route.useSearch()
  const change = useSearchChange()
  const filters = { query: search.query ?? '', actor: search.actor ?? '', range: parseRangeName(search.range) }
  return { filters, applyFilters: (next: Partial<typeof filters>) => change({ ...next, page: '' }) }
}

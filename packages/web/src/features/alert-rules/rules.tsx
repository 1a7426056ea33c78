import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Event } from '@wachta/client'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useSorting } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { rulesQuery } from './queries.ts'

/** The list of all alert rules of the account. */
export function RulesPage() {
  const { t } = useI18n()
  useTitle(t('incidents.rules'))
  const { data, error, refetch } = useQuery(rulesQuery)
  const sortingProps = useSorting({ column: 'name', descending: false })
  const mayCreate = useMay('create_events')
  const columns = useColumns()
  const createButton = mayCreate && (
    <Link to="/events/rules/$id" params={{ id: 'new' }} className={buttonClass('primary')}>
      {t('rules.new')}
    </Link>
  )
  return (
    <>
      <PageHeader
        above={
          <Link to="/incidents" className="text-accent underline underline-offset-4">
            {t('nav.incidents')}
          </Link>
        }
        title={t('incidents.rules')}
        below={t('rules.about')}
        actions={data && data.length > 0 && createButton}
      />
      {!data &&
        (error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />)}
      {data && (
        <Table
          caption={t('incidents.rules')}
          columns={columns}
          rows={data}
          getKey={({ id }) => String(id)}
          {...sortingProps}
          empty={
            <EmptyState title={t('rules.emptyTitle')} example={t('rules.example')} action={createButton}>
              {t('rules.none')}
            </EmptyState>
          }
        />
      )}
    </>
  )
}

function useColumns(): readonly Column<Event>[] {
  const { t, formats } = useI18n()
  return [
    {
      id: 'name',
      header: t('column.name'),
      compare: compareNames,
      className: 'max-w-0 w-full',
      cell: (rule) => (
        <TwoLines below={t(`kind.${rule.kind}`)}>
          <Link
            to="/events/rules/$id"
            params={{ id: String(rule.id) }}
            data-primary
            className="font-medium text-ink no-underline hover:underline"
          >
            {rule.name}
          </Link>
        </TwoLines>
      ),
    },
    {
      id: 'scope',
      header: t('rule.scope'),
      from: 'md',
      className: 'whitespace-nowrap',
      cell: ({ scope: { all_services, group_ids = [], service_ids = [] } }) =>
        all_services
          ? t('rule.scope.all')
          : [
              ...(group_ids.length > 0 ? [t('rule.scope.groups', { count: group_ids.length })] : []),
              ...(service_ids.length > 0 ? [t('rule.scope.services', { count: service_ids.length })] : []),
            ].join(' + '),
    },
    {
      id: 'delay',
      header: t('rule.start_delay'),
      from: 'sm',
      className: 'whitespace-nowrap',
      compare: (one, other) => one.start_delay - other.start_delay,
      cell: ({ start_delay }) => (start_delay === 0 ? t('rule.atOnce') : formats.duration(start_delay)),
    },
    {
      id: 'state',
      header: t('column.state'),
      compare: (one, other) => Number(other.is_active) - Number(one.is_active),
      cell: ({ is_active }) => (
        <StatusMark status={is_active ? 'ok' : 'paused'} text={t(is_active ? 'rule.on' : 'rule.off')} />
      ),
    },
  ]
}

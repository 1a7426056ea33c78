import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminPackage } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useSorting } from '../../app/shell/use-list-search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { adminPackagesQuery } from './queries.ts'

/** The table of all packages with their main limits. */
export function Packages() {
  const { t, formats } = useI18n()
  const { data, error, refetch } = useQuery(adminPackagesQuery)
  const order = useSorting({ column: 'name', descending: false })
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const numberColumn = (
    field: 'maximum_services' | 'maximum_sensors' | 'maximum_sms_numbers',
  ): Column<AdminPackage> => ({
    id: field,
    header: t(`limits.short.${field}`),
    cell: (each) => formats.number(each[field]),
    compare: (one, other) => one[field] - other[field],
    isNumber: true,
    from: field === 'maximum_services' ? 'sm' : 'md',
  })
  const columns: readonly Column<AdminPackage>[] = [
    {
      id: 'name',
      header: t('administration.package'),
      cell: (each) => (
        <TwoLines below={each.is_available_for_new_accounts && t('packages.offered')}>
          <Link
            to="/administration/packages/$id"
            params={{ id: String(each.id) }}
            data-primary
            className="font-medium text-ink no-underline hover:underline"
          >
            {each.name}
          </Link>
        </TwoLines>
      ),
      compare: (one, other) => one.name.localeCompare(other.name),
      className: 'max-w-0 w-full',
    },
    numberColumn('maximum_services'),
    numberColumn('maximum_sensors'),
    numberColumn('maximum_sms_numbers'),
    {
      id: 'minimum_interval',
      header: t('limits.short.minimum_interval'),
      cell: (each) => <span className="whitespace-nowrap">{formats.duration(each.minimum_interval)}</span>,
      compare: (one, other) => one.minimum_interval - other.minimum_interval,
      isNumber: true,
    },
  ]
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <span className="max-w-prose text-muted">{t('packages.text')}</span>
        <Link to="/administration/packages/$id" params={{ id: 'new' }} className={buttonClass('primary')}>
          {t('packages.add')}
        </Link>
      </p>
      <Table
        caption={t('administration.packages')}
        columns={columns}
        rows={data}
        getKey={({ id }) => String(id)}
        {...order}
        empty={<EmptyState title={t('packages.emptyTitle')}>{t('packages.empty')}</EmptyState>}
      />
    </>
  )
}

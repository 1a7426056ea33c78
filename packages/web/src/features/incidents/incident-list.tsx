import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage } from '../../app/shell/use-list-search.ts'
import { CardList } from '../../ui/card-list.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { IncidentRow } from './incident-row.tsx'
import { type IncidentFilters, incidentsPerPage, incidentsQuery } from './queries.ts'
import { useIncidentText } from './use-incident-text.ts'

interface IncidentListProps {
  readonly filters: IncidentFilters
  /** Shown instead of the list if there are no incidents. */
  readonly empty: ReactNode
}

/** The open or the resolved incidents, page by page. */
export function IncidentList({ filters, empty }: IncidentListProps) {
  const { t } = useI18n()
  const id = useId()
  const now = useNow()
  const [page, setPage] = usePage(`${filters.state}_page`)
  const { data, error, refetch } = useQuery(incidentsQuery(filters, page))
  const getText = useIncidentText()
  return (
    <section aria-labelledby={id} className="mt-6 mb-8">
      <h2 id={id} className="mb-2 text-lg font-semibold">
        {t(`incidents.${filters.state}`)}
        {data && (
          <span className="ml-2 font-normal text-muted">{data.isTotalExceeded ? `${data.total}+` : data.total}</span>
        )}
      </h2>
      {!data &&
        (error ? (
          <Failed error={error} reset={() => void refetch()} />
        ) : (
          <SkeletonRows label={t('common.loading')} count={3} />
        ))}
      {data && data.total === 0 && empty}
      {data && data.total > 0 && (
        <>
          <CardList aria-labelledby={id}>
            {data.items.map((each) => (
              <IncidentRow key={each.id} incident={each} text={getText(each)} now={now} />
            ))}
          </CardList>
          <ListPager
            page={page}
            size={incidentsPerPage}
            total={data.total}
            isMore={data.isTotalExceeded}
            onGo={setPage}
          />
        </>
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Correction } from '@wachta/client'
import { Suspense, useState } from 'react'
import { useMe } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage } from '../../app/shell/use-list-search.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { authorsQuery, correctionsPerPage, correctionsQuery } from './queries.ts'
import { correctionTexts } from './texts.ts'
import { UndoCorrection } from './undo-correction.tsx'

const ChangeCorrection = lazyPart(async () => (await import('./change-correction.tsx')).ChangeCorrection)

/** The list of corrections with author and time, each with buttons to change and undo it. */
export function CorrectionList({ service }: { readonly service: number | null }) {
  const { t } = useI18n()
  const texts = useTexts(correctionTexts)
  const [page, setPage] = usePage()
  const [changing, setChanging] = useState<Correction | null>(null)
  const { data, error, refetch } = useQuery(correctionsQuery(service, page))
  const columns = useHistoryColumns({
    corrections: data?.items ?? [],
    isForAllServices: service === null,
    onChange: setChanging,
  })
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="mb-2 text-lg font-semibold">
        {texts(service === null ? 'corrections.historyAll' : 'corrections.history')}
      </h2>
      {!data &&
        (error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />)}
      {data && (
        <Table
          caption={texts('corrections.history')}
          rows={data.items}
          getKey={({ id }) => String(id)}
          rowHeight={60}
          empty={<EmptyState title={texts('corrections.emptyTitle')}>{texts('corrections.empty')}</EmptyState>}
          columns={columns}
        />
      )}
      {data && <ListPager page={page} size={correctionsPerPage} total={data.total} onGo={setPage} />}
      {changing && (
        <Suspense>
          <ChangeCorrection key={changing.id} correction={changing} onClose={() => setChanging(null)} />
        </Suspense>
      )}
    </section>
  )
}

interface HistoryColumnsOptions {
  readonly corrections: readonly Correction[]
  /** Whether the list covers all services. */
  readonly isForAllServices: boolean
  readonly onChange: (correction: Correction) => void
}

function useHistoryColumns({
  corrections,
  isForAllServices,
  onChange,
}: HistoryColumnsOptions): readonly Column<Correction>[] {
  const { t, formats } = useI18n()
  const texts = useTexts(correctionTexts)
  const getAuthor = useAuthors(corrections)
  return [
    {
      id: 'period',
      header: texts('corrections.column.period'),
      cell: (each) => (
        <>
          <StatusMark
            status={each.status}
            text={texts('corrections.correctedTo', { status: texts(`corrections.was.${each.status}`) })}
          />
          <span className="block text-sm">
            {formats.dateTime(each.start_time)} – {formats.dateTime(each.end_time)}
          </span>
        </>
      ),
    },
    ...(isForAllServices ? [createServiceColumn(texts('corrections.service'))] : []),
    {
      id: 'why',
      header: texts('corrections.column.why'),
      from: 'md',
      className: 'max-w-0 w-1/3',
      cell: ({ description }) => (
        <span className="line-clamp-2 text-sm" title={description}>
          {description}
        </span>
      ),
    },
    {
      id: 'made',
      header: texts('corrections.column.made'),
      from: 'sm',
      cell: (each) => (
        <span className="block text-sm">
          {formats.dateTime(each.created_at)}
          <span className="block text-muted">{getAuthor(each.id)}</span>
        </span>
      ),
    },
    {
      id: 'actions',
      header: t('people.actions'),
      isNumber: true,
      cell: (each) => <Actions correction={each} onChange={() => onChange(each)} />,
    },
  ]
}

const createServiceColumn = (header: string): Column<Correction> => ({
  id: 'service',
  header,
  from: 'sm',
  className: 'max-w-48',
  cell: (each) => (
    <Link
      to="/corrections"
      search={{ service: String(each.service_id) }}
      data-primary
      className="block truncate text-accent underline"
    >
      {each.service?.name ?? `#${each.service_id}`}
    </Link>
  ),
})

function Actions({ correction, onChange }: { readonly correction: Correction; readonly onChange: () => void }) {
  const { formats } = useI18n()
  const texts = useTexts(correctionTexts)
  return (
    <span className="flex flex-wrap justify-end gap-1.5 sm:flex-nowrap">
      {correction.permissions?.update && (
        <Button
          size="small"
          aria-label={texts('corrections.changeLabel', {
            from: formats.dateTime(correction.start_time),
            to: formats.dateTime(correction.end_time),
          })}
          onClick={onChange}
        >
          {texts('corrections.changeButton')}
        </Button>
      )}
      {correction.permissions?.delete && <UndoCorrection id={correction.id} />}
    </span>
  )
}

/** Returns the author of a correction as text; empty if the user may not read the audit log. */
function useAuthors(corrections: readonly Correction[]): (id: number) => string {
  const texts = useTexts(correctionTexts)
  const { data: me } = useMe()
  const ids = corrections.map(({ id }) => id)
  const { data: authors } = useQuery({
    ...authorsQuery(ids),
    enabled: ids.length > 0 && me?.permissions?.read_logs === true,
  })
  return (id) => {
    const author = authors?.get(id)
    if (author?.name) return texts('corrections.by', { name: author.name })
    return author?.isAdministrator ? texts('corrections.byAdministrator') : ''
  }
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { StatusPage, StatusPageComponent } from '@wachta/client'
import { useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { Button } from '../../ui/button.tsx'
import { CounterStrip } from '../../ui/counter-strip.tsx'
import { saveFile, toCsv } from '../../ui/csv.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { AddSubscriber, useOwnChannels } from './add-subscriber.tsx'
import { subscriberMarks, useSubscriberColumns } from './subscriber-columns.tsx'
import {
  collectSubscribers,
  type SubscriberFilters,
  subscriberCountsQuery,
  subscriberPageSize,
  subscribersQuery,
} from './subscriber-queries.ts'
import { toSubscriberRows } from './subscriber-rows.ts'
import { shownSubscriberChannels, shownSubscriberStates } from './subscriber-states.ts'
import { subscriberScreenTexts } from './subscriber-texts.ts'

const route = getRouteApi('/inside/framed/status-pages/$id')

interface SubscriberListProps {
  readonly page: StatusPage
  readonly components: readonly StatusPageComponent[]
}

/** The subscribers of a page: their number in each state, and the list. */
export function SubscriberList({ page, components }: SubscriberListProps) {
  const { t } = useI18n()
  const texts = useTexts(subscriberScreenTexts)
  const filters = useFilters()
  const [pageIndex, setPageIndex] = usePage()
  const { data: counts, error: countsError, refetch: refetchCounts } = useQuery(subscriberCountsQuery(page.id))
  const { data, error, refetch } = useQuery(subscribersQuery(page.id, filters, pageIndex * subscriberPageSize))
  const columns = useSubscriberColumns(components)
  if (!data || !counts) {
    const failure = error ?? countsError
    const retry = () => void Promise.all([refetch(), refetchCounts()])
    return failure ? <Failed error={failure} reset={retry} /> : <SkeletonRows label={t('common.loading')} />
  }
  const isEmpty = shownSubscriberStates.every((state) => counts[state] === 0)
  const addButton = page.permissions?.create_subscribers && <AddButton page={page} components={components} />
  if (isEmpty)
    return (
      <EmptyState title={texts('emptyTitle')} action={addButton}>
        {texts('emptyText')} {texts(getSignUpKey(page))}
      </EmptyState>
    )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-muted">{texts(getSignUpKey(page))}</p>
        <div className="flex flex-wrap gap-2">
          <ExportButton page={page} components={components} filters={filters} />
          {addButton}
        </div>
      </div>
      <SubscriberFilterRow filters={filters} counts={counts} />
      <Table
        caption={texts('list')}
        columns={columns}
        rows={data.items}
        getKey={({ id }) => String(id)}
        empty={<EmptyState title={texts('nothingFound')}>{null}</EmptyState>}
      />
      <ListPager page={pageIndex} size={subscriberPageSize} total={data.total} onGo={setPageIndex} />
    </>
  )
}

/** Returns the key of the text that says whether visitors can subscribe; the API has the same rule. */
function getSignUpKey({ visibility, is_published, allows_subscribers }: StatusPage) {
  if (visibility !== 'public' && visibility !== 'unlisted') return 'closed.protected'
  if (!allows_subscribers) return 'closed.off'
  return is_published ? 'open' : 'closed.unpublished'
}

function useFilters(): SubscriberFilters {
  const { query = '', state, channel } = route.useSearch()
  return {
    query,
    state: shownSubscriberStates.find((each) => each === state) ?? null,
    channel: shownSubscriberChannels.find((each) => each === channel) ?? null,
  }
}

interface FilterRowProps {
  readonly filters: SubscriberFilters
  readonly counts: Readonly<Record<(typeof shownSubscriberStates)[number], number>>
}

function SubscriberFilterRow({ filters, counts }: FilterRowProps) {
  const { t, formats } = useI18n()
  const texts = useTexts(subscriberScreenTexts)
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(filters.query, (text) => change({ query: text, page: '' }))
  return (
    <>
      <CounterStrip
        label={texts('counters')}
        counters={shownSubscriberStates.map((state) => ({
          value: state,
          status: subscriberMarks[state],
          label: texts(`states.${state}`, { count: counts[state] }),
          count: counts[state],
          text: formats.number(counts[state]),
        }))}
        chosen={filters.state}
        onChoose={(state) => change({ state: state ?? '', page: '' })}
      />
      <Filters label={t('filters.label')}>
        <SearchBox label={texts('search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
        <Select
          aria-label={texts('channel')}
          value={filters.channel ?? ''}
          choices={[
            { value: '', label: texts('anyChannel') },
            ...shownSubscriberChannels.map((value) => ({ value, label: texts(`channel.${value}`) })),
          ]}
          onChoose={(channel) => change({ channel, page: '' })}
          className="!w-auto"
        />
      </Filters>
    </>
  )
}

function AddButton({ page, components }: SubscriberListProps) {
  const texts = useTexts(subscriberScreenTexts)
  const [isOpen, setOpen] = useState(false)
  if (useOwnChannels().length === 0) return null
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <Icon name="add" />
        {texts('add')}
      </Button>
      {isOpen && <AddSubscriber page={page} components={components} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Downloads all rows that match the filters, on all pages of the list. */
function ExportButton({ page, components, filters }: SubscriberListProps & { readonly filters: SubscriberFilters }) {
  const texts = useTexts(subscriberScreenTexts)
  const exporting = useMutation({
    mutationFn: () => collectSubscribers(page.id, filters),
    onSuccess: (subscribers) =>
      saveFile(`subscribers-${page.slug}.csv`, 'text/csv', toCsv(toSubscriberRows(subscribers, components, texts))),
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <Button busy={exporting.isPending} onClick={() => exporting.mutate()}>
      <Icon name="download" />
      {texts('export')}
    </Button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange, useSorting, useTypedText } from '../../app/shell/use-list-search.ts'
import { useOpenByUrl } from '../../app/shell/use-open-by-url.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { useContactColumns } from './contact-columns.tsx'
import { NewContact } from './new-contact.tsx'
import { contactsQuery } from './queries.ts'
import { contactTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/contacts')

export function ContactList() {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const mayCreate = useMay('create_contacts')
  const { data, error, refetch } = useQuery(contactsQuery)
  const { query: committedQuery = '' } = route.useSearch()
  const change = useSearchChange()
  const navigate = useNavigate()
  const [query, setQuery] = useTypedText(committedQuery, (text) => change({ query: text }))
  const [isNew, setNew] = useState(false)
  useOpenByUrl(mayCreate ? 'contact' : null, () => setNew(true))
  const deferredQuery = useDeferredValue(query)
  const columns = useContactColumns()
  const sortingProps = useSorting({ column: 'name', descending: false })
  const matchingContacts = useMemo(
    () => (data ?? []).filter(({ name, description }) => matches(deferredQuery, name, description)),
    [data, deferredQuery],
  )
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const addButton = mayCreate && (
    <Button kind="primary" onClick={() => setNew(true)}>
      {t('contact.new')}
    </Button>
  )
  return (
    <>
      {data.length > 0 && (
        <Filters label={t('filters.label')}>
          <SearchBox label={t('people.search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
          <div className="ml-auto">{addButton}</div>
        </Filters>
      )}
      <Table
        caption={t('people.contacts')}
        columns={columns}
        rows={matchingContacts}
        getKey={({ id }) => String(id)}
        {...sortingProps}
        empty={
          data.length === 0 ? (
            <EmptyState title={t('contact.emptyTitle')} example={texts('contact.example')} action={addButton}>
              {t('contact.empty')}
            </EmptyState>
          ) : (
            <EmptyState title={t('filters.nothing')}>{t('people.nothing')}</EmptyState>
          )
        }
      />
      {isNew && (
        <NewContact
          onClose={() => setNew(false)}
          onCreated={(id) => void navigate({ to: '/contacts/$id', params: { id: String(id) }, ignoreBlocker: true })}
        />
      )}
    </>
  )
}

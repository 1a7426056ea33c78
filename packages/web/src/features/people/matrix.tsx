import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { contactsQuery, useAddresses, useContactGroups } from '../contacts/queries.ts'
import { policiesQuery } from '../escalations/queries.ts'
import { MatrixTable } from './matrix-table.tsx'

/** As many as a screen shows without a search. */
const rowsAtOnce = 25
const columnsAtOnce = 5

/** Who is notified by which rule, and when: contacts in rows, rules in columns. */
export function PeopleMatrix() {
  const { t } = useI18n()
  const { data: contacts, error } = useQuery(contactsQuery)
  const { data: policies, error: policiesError } = useQuery(policiesQuery)
  const addresses = useAddresses()
  const groups = useContactGroups()
  const [query, setQuery] = useState('')
  const [rule, setRule] = useState('')
  const [page, setPage] = useState(0)
  const [side, setSide] = useState(0)
  if (!contacts || !policies) {
    const failure = error ?? policiesError
    return failure ? <Failed error={failure} /> : <SkeletonRows label={t('common.loading')} />
  }
  if (contacts.length === 0) return <EmptyState title={t('contact.emptyTitle')}>{t('contact.empty')}</EmptyState>
  if (policies.length === 0)
    return (
      <EmptyState title={t('policies.emptyTitle')}>
        {t('policies.empty')}{' '}
        <Link to="/events" className="text-accent underline underline-offset-4">
          {t('nav.alerts')}
        </Link>
      </EmptyState>
    )
  const people = contacts.filter(({ name, description }) => matches(query, name, description))
  const rules = policies.filter(({ event }) => matches(rule, event.name))
  return (
    <>
      <Filters label={t('filters.label')}>
        <SearchBox
          label={t('people.search')}
          value={query}
          onChange={(next) => {
            setQuery(next)
            setPage(0)
          }}
          className="w-full sm:max-w-60"
        />
        <SearchBox
          label={t('matrix.searchRule')}
          value={rule}
          onChange={(next) => {
            setRule(next)
            setSide(0)
          }}
          className="w-full sm:max-w-60"
        />
        {rules.length > columnsAtOnce && (
          <div className="ml-auto">
            <ListPager total={rules.length} size={columnsAtOnce} page={side} onGo={setSide} label={t('matrix.rules')} />
          </div>
        )}
      </Filters>
      {people.length === 0 || rules.length === 0 ? (
        <EmptyState title={t('filters.nothing')}>{t('matrix.nothing')}</EmptyState>
      ) : (
        <MatrixTable
          contacts={people.slice(page * rowsAtOnce, (page + 1) * rowsAtOnce)}
          policies={rules.slice(side * columnsAtOnce, (side + 1) * columnsAtOnce)}
          addresses={addresses}
          groups={groups}
        />
      )}
      <ListPager total={people.length} size={rowsAtOnce} page={page} onGo={setPage} label={t('people.contacts')} />
    </>
  )
}

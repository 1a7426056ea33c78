import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { clampPage } from '../../app/routing/search.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { contactsQuery, useAddresses, useContactGroups } from '../contacts/queries.ts'
import { policiesQuery } from '../escalations/queries.ts'
import { MatrixTable } from './matrix-table.tsx'

const route = getRouteApi('/inside/framed/contacts')
/** The maximum number of rows and columns on a page. */
const rowsAtOnce = 25
const columnsAtOnce = 5

/** Shows which rule notifies which contact and when: contacts in rows, rules in columns. */
export function PeopleMatrix() {
  const { t } = useI18n()
  const { data: contacts, error } = useQuery(contactsQuery)
  const { data: policies, error: policiesError } = useQuery(policiesQuery)
  const addresses = useAddresses()
  const groups = useContactGroups()
  const search = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(search.query ?? '', (text) => change({ query: text, page: '' }))
  const [rule, setRule] = useTypedText(search.rule ?? '', (text) => change({ rule: text, rule_page: '' }))
  const [askedPage, setPage] = usePage()
  const [askedSide, setSide] = usePage('rule_page')
  if (!contacts || !policies) {
    const failure = error ?? policiesError
    return failure ? <Failed error={failure} /> : <SkeletonRows label={t('common.loading')} />
  }
  if (contacts.length === 0) return <EmptyState title={t('contact.emptyTitle')}>{t('contact.empty')}</EmptyState>
  if (policies.length === 0)
    return (
      <EmptyState title={t('policies.emptyTitle')}>
        {t('policies.empty')}{' '}
        <Link to="/incidents" className="text-accent underline underline-offset-4">
          {t('nav.incidents')}
        </Link>
      </EmptyState>
    )
  const people = contacts.filter(({ name, description }) => matches(query, name, description))
  const rules = policies.filter(({ event }) => matches(rule, event.name))
  const page = clampPage(askedPage, rowsAtOnce, people.length)
  const side = clampPage(askedSide, columnsAtOnce, rules.length)
  return (
    <>
      <Filters label={t('filters.label')}>
        <SearchBox label={t('people.search')} value={query} onChange={setQuery} className="w-full sm:max-w-60" />
        <SearchBox label={t('matrix.searchRule')} value={rule} onChange={setRule} className="w-full sm:max-w-60" />
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

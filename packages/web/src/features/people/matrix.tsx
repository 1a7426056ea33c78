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
const maxRows = 25
const maxColumns = 5

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
  const [ruleQuery, setRuleQuery] = useTypedText(search.rule ?? '', (text) => change({ rule: text, rule_page: '' }))
  const [requestedPage, setPage] = usePage()
  const [requestedRulePage, setRulePage] = usePage('rule_page')
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
  const shownContacts = contacts.filter(({ name, description }) => matches(query, name, description))
  const shownPolicies = policies.filter(({ event }) => matches(ruleQuery, event.name))
  const page = clampPage(requestedPage, maxRows, shownContacts.length)
  const rulePage = clampPage(requestedRulePage, maxColumns, shownPolicies.length)
  return (
    <>
      <Filters label={t('filters.label')}>
        <SearchBox label={t('people.search')} value={query} onChange={setQuery} className="w-full sm:max-w-60" />
        <SearchBox
          label={t('matrix.searchRule')}
          value={ruleQuery}
          onChange={setRuleQuery}
          className="w-full sm:max-w-60"
        />
        {shownPolicies.length > maxColumns && (
          <div className="ml-auto">
            <ListPager
              total={shownPolicies.length}
              size={maxColumns}
              page={rulePage}
              onGo={setRulePage}
              label={t('matrix.rules')}
            />
          </div>
        )}
      </Filters>
      {shownContacts.length === 0 || shownPolicies.length === 0 ? (
        <EmptyState title={t('filters.nothing')}>{t('matrix.nothing')}</EmptyState>
      ) : (
        <MatrixTable
          contacts={shownContacts.slice(page * maxRows, (page + 1) * maxRows)}
          policies={shownPolicies.slice(rulePage * maxColumns, (rulePage + 1) * maxColumns)}
          addresses={addresses}
          groups={groups}
        />
      )}
      <ListPager total={shownContacts.length} size={maxRows} page={page} onGo={setPage} label={t('people.contacts')} />
    </>
  )
}

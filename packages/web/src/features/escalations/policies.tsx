import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { clampPage } from '../../app/routing/search.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { PolicyRow } from './policy-row.tsx'
import { type Policy, policiesQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/escalations')
const pageSize = 20
const AddStep = lazyPart(async () => (await import('./add-step.tsx')).AddStep)

/** All alert rules with their escalation policies. */
export function PoliciesPage() {
  const { t } = useI18n()
  useTitle(t('nav.escalations'))
  const { data, error, refetch } = useQuery(policiesQuery)
  const { query: committedQuery = '' } = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(committedQuery, (text) => change({ query: text, page: '' }))
  const [requestedPage, setPage] = usePage()
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const visiblePolicies = data.filter(({ event, steps }) =>
    matches(query, event.name, ...steps.map(({ name }) => name)),
  )
  const page = clampPage(requestedPage, pageSize, visiblePolicies.length)
  return (
    <>
      <PageHeader title={t('nav.escalations')} below={t('policies.text')} actions={<NewStep policies={data} />} />
      {data.length > 0 && (
        <Filters label={t('filters.label')}>
          <SearchBox label={t('policies.search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
        </Filters>
      )}
      {data.length === 0 && (
        <EmptyState title={t('policies.emptyTitle')}>
          {t('policies.empty')}{' '}
          <Link to="/incidents" className="text-accent underline underline-offset-4">
            {t('nav.incidents')}
          </Link>
        </EmptyState>
      )}
      {data.length > 0 && visiblePolicies.length === 0 && (
        <EmptyState title={t('filters.nothing')}>{t('policies.nothing')}</EmptyState>
      )}
      <CardList aria-label={t('nav.escalations')}>
        {visiblePolicies.slice(page * pageSize, (page + 1) * pageSize).map((policy) => (
          <PolicyRow key={policy.event.id} policy={policy} />
        ))}
      </CardList>
      <ListPager total={visiblePolicies.length} size={pageSize} page={page} onGo={setPage} />
    </>
  )
}

/** Adds a step to any alert rule, or to a new one for all services. */
function NewStep({ policies }: { readonly policies: readonly Policy[] }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const changeablePolicies = policies.filter(({ event }) => event.permissions?.create_escalations)
  const mayCreate = useMay('create_events') === true
  if (changeablePolicies.length === 0 && !mayCreate) return null
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t(policies.length > 0 ? 'policies.new' : 'policy.add')}
      </Button>
      {isOpen && (
        <Suspense>
          <AddStep
            policies={changeablePolicies}
            newRule={mayCreate ? { name: t('policies.anyDown'), scope: { all_services: true } } : null}
            initial={changeablePolicies[0]?.event.id ?? null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

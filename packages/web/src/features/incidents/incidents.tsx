import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { RangeName } from '../../app/client/ranges.ts'
import { rangeNames } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { kinds } from '../alert-rules/kinds.ts'
import type { RuleKind } from '../alert-rules/queries.ts'
import { useRules } from '../alert-rules/queries.ts'
import { statusesQuery } from '../services/queries.ts'
import { IncidentGroups } from './incident-groups.tsx'
import { IncidentList } from './incident-list.tsx'
import type { IncidentFilters } from './queries.ts'

const route = getRouteApi('/inside/framed/incidents')
const states = ['current', 'ended'] as const

/** The lists of open and resolved incidents. */
export function IncidentsPage() {
  const { t } = useI18n()
  useTitle(t('nav.incidents'))
  const search = route.useSearch()
  const filters = toFilters(search)
  const isNarrowed = filters.kind !== null || filters.service !== null
  const chosenState = states.find((state) => state === search.state)
  const shownStates = chosenState === undefined ? states : [chosenState]
  return (
    <>
      <PageHeader
        title={t('nav.incidents')}
        actions={
          <Link to="/events/rules" className={buttonClass()}>
            {t('incidents.rules')}
          </Link>
        }
      />
      <IncidentFilterBar />
      {shownStates.includes('current') && !isNarrowed && <IncidentGroups />}
      {shownStates.map((state) => (
        <IncidentList
          key={JSON.stringify([state, filters])}
          filters={{ ...filters, state }}
          empty={<EmptyIncidentList state={state} isNarrowed={isNarrowed} />}
        />
      ))}
    </>
  )
}

function EmptyIncidentList({
  state,
  isNarrowed,
}: {
  readonly state: 'current' | 'ended'
  readonly isNarrowed: boolean
}) {
  const { t } = useI18n()
  const rules = useRules()
  if (isNarrowed) return <EmptyState title={t('filters.nothing')}>{t('incidents.narrowed')}</EmptyState>
  const needsRule = state === 'current' && rules.length === 0
  return (
    <EmptyState
      title={t(`incidents.none.${state}`)}
      action={
        needsRule && (
          <Link to="/events/rules/$id" params={{ id: 'new' }} className={buttonClass('primary')}>
            {t('rules.new')}
          </Link>
        )
      }
    >
      {t(needsRule ? 'incidents.noRules' : `incidents.noneHint.${state}`)}
    </EmptyState>
  )
}

function IncidentFilterBar() {
  const { t } = useI18n()
  const search = route.useSearch()
  const { range } = toFilters(search)
  const change = useSearchChange()
  const { data: services = [] } = useQuery(statusesQuery)
  const setFilters = (next: { [Name in keyof typeof search]: string }) =>
    change({ ...next, current_page: '', ended_page: '' })
  return (
    <Filters label={t('filters.label')}>
      <Select
        aria-label={t('filters.state')}
        value={search.state ?? ''}
        choices={[
          { value: '', label: t('filters.anyState') },
          ...states.map((value) => ({ value, label: t(`incidents.${value}`) })),
        ]}
        onChoose={(state) => setFilters({ state })}
        className="sm:!w-auto max-sm:!w-0 max-sm:grow"
      />
      <Select
        aria-label={t('incidents.kind')}
        value={search.kind ?? ''}
        choices={[
          { value: '', label: t('incidents.anyKind') },
          ...kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        onChoose={(kind) => setFilters({ kind })}
        className="sm:!w-auto max-w-full max-sm:!w-0 max-sm:grow"
      />
      <div className="w-full sm:w-64">
        <Combobox
          label={t('incidents.service')}
          placeholder={t('incidents.anyService')}
          choices={services.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={search.service ?? null}
          onChoose={(service) => setFilters({ service: service ?? '' })}
          nothing={t('filters.nothing')}
        />
      </div>
      <SegmentedControl
        label={t('range.label')}
        value={range}
        choices={rangeNames.map((value) => ({ value, label: t(`range.${value}`) }))}
        onChoose={(next) => setFilters({ range: next })}
      />
    </Filters>
  )
}

/** Parses the filters of the URL; missing and invalid ones do not restrict the list. */
function toFilters(search: Readonly<Record<string, string | undefined>>): Omit<IncidentFilters, 'state'> {
  return {
    kind: kinds.find((kind): kind is RuleKind => kind === search['kind']) ?? null,
    service: /^[1-9]\d{0,14}$/.test(search['service'] ?? '') ? Number(search['service']) : null,
    range: rangeNames.find((name): name is RangeName => name === search['range']) ?? 'week',
  }
}

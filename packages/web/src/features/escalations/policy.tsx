import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { addressesQuery, contactGroupsQuery, contactsQuery } from '../contacts/queries.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { escalationStepsQuery } from './queries.ts'
import { useScopeText } from './use-scope-text.ts'

const route = getRouteApi('/inside/framed/escalations/$id')

/** The page of the escalation policy of one rule. */
export function PolicyPage() {
  const { t } = useI18n()
  const id = Number(route.useParams().id)
  const { data, error, refetch } = useQuery(escalationStepsQuery(id))
  const recipientQueries = [useQuery(contactsQuery), useQuery(contactGroupsQuery), useQuery(addressesQuery)]
  const describeScope = useScopeText()
  useTitle(data?.event.name ?? t('nav.escalations'))
  const failure = error ?? recipientQueries.find((each) => each.error)?.error
  if (!data || recipientQueries.some((each) => !each.data))
    return failure ? (
      <Failed
        error={failure}
        reset={() => void Promise.all([refetch(), ...recipientQueries.map((each) => each.refetch())])}
      />
    ) : (
      <SkeletonRows label={t('common.loading')} />
    )
  const { event } = data
  return (
    <>
      <PageHeader
        above={
          <Link to="/escalations" className="text-accent underline underline-offset-4">
            {t('nav.escalations')}
          </Link>
        }
        title={event.name}
        below={
          <>
            <p>{describeScope(event)}</p>
            {!event.is_active && <StatusNote status="paused">{t('policies.offText')}</StatusNote>}
          </>
        }
      />
      <PolicyEditor key={id} policy={data} />
    </>
  )
}

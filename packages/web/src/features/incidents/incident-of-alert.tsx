import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { alertQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/events/$id')

/** Redirects from the URL of an alert to its incident. */
export function IncidentOfAlert() {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery(alertQuery(Number(route.useParams().id)))
  if (error) return <Failed error={error} reset={() => void refetch()} />
  if (!data) return <SkeletonRows label={t('common.loading')} />
  return data.incident_id === null ? (
    <Navigate to="/incidents" replace />
  ) : (
    <Navigate to="/incidents/$id" params={{ id: String(data.incident_id) }} replace />
  )
}

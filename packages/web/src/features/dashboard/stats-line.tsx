import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { statsQuery } from './queries.ts'

interface StatsLineProps {
  /** The number of services in the list. */
  readonly serviceCount: number
}

/** The numbers of own, shared and archived services; an account without own services sees how many are listed. */
export function StatsLine({ serviceCount }: StatsLineProps) {
  const { t } = useI18n()
  const { data } = useQuery(statsQuery)
  if (!data) return <span>&nbsp;</span>
  if (data.own_services === 0) return <span>{t('stats.own', { count: serviceCount })}</span>
  return (
    <span>
      {t('stats.own', { count: data.own_services - data.own_archived_services })}
      {data.shared_services > 0 && ` · ${t('stats.shared', { count: data.shared_services })}`}
      {data.own_archived_services > 0 && ` · ${t('stats.archived', { count: data.own_archived_services })}`}
    </span>
  )
}

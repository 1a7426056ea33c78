import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { type Command, maxRecordsPerKind } from '../../app/shell/command.ts'
import { matches } from '../../ui/matches.ts'
import { useGroups } from '../groups/queries.ts'
import { statusesQuery } from './queries.ts'

/** Finds services by name or address, and the services of a group by the name of the group. */
export function useServicesCommands(typed: string): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { data: services = [] } = useQuery({ ...statusesQuery, refetchInterval: false })
  const groups = useGroups()
  if (typed === '') return []
  const found = services.filter(({ name, address }) => matches(typed, name, address)).slice(0, 2 * maxRecordsPerKind)
  const foundGroups = [...groups.values()].filter(({ name }) => matches(typed, name)).slice(0, maxRecordsPerKind)
  return [
    ...found.map(
      ({ id, name, address }): Command => ({
        id: `service-${id}`,
        label: name,
        kind: t('palette.service'),
        icon: 'services',
        keywords: [address],
        isFrequent: true,
        act: () => void navigate({ to: '/services/$id', params: { id: String(id) } }),
      }),
    ),
    ...foundGroups.map(
      ({ id, name }): Command => ({
        id: `group-${id}`,
        label: name,
        kind: t('palette.group'),
        icon: 'services',
        act: () => void navigate({ to: '/services', search: { group: String(id) } }),
      }),
    ),
  ]
}

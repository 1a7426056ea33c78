import type { Event, EventCreateData } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useGroups } from '../groups/queries.ts'

/** A stored rule, or one that is to be created. */
interface DescribedRule {
  readonly kind: Event['kind']
  readonly scope: NonNullable<EventCreateData['scope']>
}

/** Returns a function that describes a rule: "Failure · all services", "Response time · group Sklep and 2 services". */
export function useScopeText(): (rule: DescribedRule) => string {
  const { t, formats } = useI18n()
  const groups = useGroups()
  return ({ kind, scope }) => {
    const { all_services = false, group_ids = [], service_ids = [] } = scope
    const parts = all_services
      ? [t('scope.all')]
      : [
          ...group_ids.map((id) => t('scope.group', { name: groups.get(id)?.name ?? `#${id}` })),
          ...(service_ids.length > 0 ? [t('scope.services', { count: service_ids.length })] : []),
        ]
    return `${t(`kind.${kind}`)} · ${parts.length > 0 ? formats.list(parts) : t('scope.nothing')}`
  }
}

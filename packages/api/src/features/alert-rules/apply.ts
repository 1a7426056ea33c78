import { closed, type Values } from '@wachta/resource'
import { Type } from 'typebox'
import { externalId, itemSchema, pickFields } from '../../platform/apply/fields.ts'
import {
  type ApplyKind,
  type ConfigurationSection,
  type Names,
  type Reference,
  sortNames,
} from '../../platform/apply/kind.ts'
import { event } from './event.ts'

const optional = ['description', 'is_active', 'settings', 'start_delay', 'end_delay']
const fields = ['name', 'kind', ...optional]
const names = Type.Array(externalId, { maxItems: 1000 })

interface Scope {
  readonly all_services?: boolean
  readonly groups?: readonly string[]
  readonly services?: readonly string[]
}

const scope = Type.Object(
  { all_services: Type.Optional(Type.Boolean()), groups: Type.Optional(names), services: Type.Optional(names) },
  {
    ...closed,
    description: 'All services of the account, or those of groups and single ones; with none of them, nothing.',
  },
)

export const alertRuleKind: ApplyKind = {
  section: 'events',
  resource: event,
  item: itemSchema(event, {
    required: ['name', 'kind'],
    optional,
    also: { scope: Type.Optional(scope), conditions: Type.Optional(names) },
  }),
  called: {
    condition_event_ids: 'conditions',
    'scope.group_ids': 'scope.groups',
    'scope.service_ids': 'scope.services',
  },
  references({ scope: of, conditions }) {
    const { groups = [], services = [] } = (of ?? {}) as Scope
    return [
      ...referred('groups', groups, 'scope.groups'),
      ...referred('services', services, 'scope.services'),
      ...referred('events', (conditions ?? []) as string[], 'conditions'),
    ]
  },
  data: (item, known) => ({
    ...pickFields(item, fields),
    ...(item['scope'] !== undefined && { scope: scopeIds(item['scope'] as Scope, known) }),
    ...(item['conditions'] !== undefined && {
      condition_event_ids: (item['conditions'] as string[]).map((name) => known.id('events', name)),
    }),
  }),
  declared(record, known) {
    const { all_services, group_ids, service_ids } = record['scope'] as Values
    const named = (section: ConfigurationSection, ids: unknown) =>
      sortNames((ids as number[]).map((id) => known.externalId(section, id)))
    return {
      external_id: String(record['external_id']),
      ...pickFields(record, fields),
      scope: { all_services, groups: named('groups', group_ids), services: named('services', service_ids) },
      conditions: named('events', record['condition_event_ids']),
    }
  },
  normalize(item) {
    const { all_services = false, groups = [], services = [] } = (item['scope'] ?? {}) as Scope
    return {
      ...item,
      ...(item['scope'] !== undefined && {
        scope: { all_services, groups: sortNames(groups), services: sortNames(services) },
      }),
      ...(item['conditions'] !== undefined && { conditions: sortNames(item['conditions'] as string[]) }),
    }
  },
}

const referred = (section: ConfigurationSection, all: readonly string[], at: string): Reference[] =>
  all.map((external_id, index) => ({ section, external_id, at: `${at}.${index}` }))

const scopeIds = ({ all_services = false, groups = [], services = [] }: Scope, known: Names): Values => ({
  all_services,
  group_ids: groups.map((name) => known.id('groups', name)),
  service_ids: services.map((name) => known.id('services', name)),
})

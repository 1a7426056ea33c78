import { Type } from 'typebox'
import { buildItemSchema, pickFields } from '../../platform/apply/fields.ts'
import { type ApplyKind, sortNames } from '../../platform/apply/kind.ts'
import {
  declaredNames,
  declaredScope,
  listScopeReferences,
  normalizeScope,
  scopeFieldNames,
  toReferences,
  toScopeIds,
  toScopeNames,
} from './declared-scope.ts'
import { event } from './event.ts'

const optional = ['description', 'is_active', 'settings', 'start_delay', 'end_delay']
const fields = ['name', 'kind', ...optional]

export const alertRuleKind: ApplyKind = {
  section: 'events',
  resource: event,
  itemSchema: buildItemSchema(event, {
    required: ['name', 'kind'],
    optional,
    extraFields: { scope: Type.Optional(declaredScope), conditions: Type.Optional(declaredNames) },
  }),
  documentNames: { condition_event_ids: 'conditions', ...scopeFieldNames },
  references: ({ scope, conditions }) => [
    ...listScopeReferences(scope),
    ...toReferences('events', (conditions ?? []) as string[], 'conditions'),
  ],
  data: (item, known) => ({
    ...pickFields(item, fields),
    ...(item['scope'] !== undefined && { scope: toScopeIds(item['scope'], known) }),
    ...(item['conditions'] !== undefined && {
      condition_event_ids: (item['conditions'] as string[]).map((name) => known.id('events', name)),
    }),
  }),
  toDeclared: (record, known) => ({
    external_id: String(record['external_id']),
    ...pickFields(record, fields),
    scope: toScopeNames(record['scope'], known),
    conditions: sortNames((record['condition_event_ids'] as number[]).map((id) => known.externalId('events', id))),
  }),
  normalize: (item) => ({
    ...item,
    ...(item['scope'] !== undefined && { scope: normalizeScope(item['scope']) }),
    ...(item['conditions'] !== undefined && { conditions: sortNames(item['conditions'] as string[]) }),
  }),
}

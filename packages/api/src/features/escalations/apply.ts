import { Type } from 'typebox'
import { buildItemSchema, externalId, pickFields } from '../../platform/apply/fields.ts'
import { type ApplyKind, sortNames } from '../../platform/apply/kind.ts'
import { escalation } from './escalation.ts'

const optional = [
  'is_active',
  'delay',
  'repeat_interval',
  'maximum_repeats',
  'contact_group_ids',
  'channel_ids',
  'notify_end',
]
const fields = ['name', ...optional]

export const escalationKind: ApplyKind = {
  section: 'escalations',
  resource: escalation,
  itemSchema: buildItemSchema(escalation, {
    required: ['name'],
    optional,
    extraFields: { event: externalId, contacts: Type.Optional(Type.Array(externalId, { maxItems: 1000 })) },
  }),
  documentNames: { event_id: 'event', contact_ids: 'contacts' },
  references: ({ event, contacts }) => [
    { section: 'events', external_id: String(event), path: 'event' },
    ...((contacts ?? []) as string[]).map((external_id, index) => ({
      section: 'contacts' as const,
      external_id,
      path: `contacts.${index}`,
    })),
  ],
  data: (item, names) => ({
    ...pickFields(item, fields),
    event_id: names.id('events', String(item['event'])),
    ...(item['contacts'] !== undefined && {
      contact_ids: (item['contacts'] as string[]).map((name) => names.id('contacts', name)),
    }),
  }),
  toDeclared: (record, names) => ({
    external_id: String(record['external_id']),
    ...pickFields(record, fields),
    event: names.externalId('events', Number(record['event_id'])),
    contacts: sortNames((record['contact_ids'] as number[]).map((id) => names.externalId('contacts', id))),
  }),
  normalize: (item) =>
    item['contacts'] === undefined ? item : { ...item, contacts: sortNames(item['contacts'] as string[]) },
}

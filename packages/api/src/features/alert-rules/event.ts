import { eventKinds, settingsOfAllKinds } from '@wachta/events'
import { defineResource, many, one } from '@wachta/resource'
import { flag, id, idList, nullable, number, text, unlisted, value } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { prepareEvent, prepareEventChange } from './rules.ts'
import { scope } from './scope.ts'

const weekSeconds = 604_800

const changeableFields = [
  'name',
  'description',
  'is_active',
  'settings',
  'scope',
  'start_delay',
  'end_delay',
  'condition_event_ids',
] as const

/** An alert rule: what to look for, and on which services. */
export const event = defineResource('event', {
  fields: {
    id: id(),
    owner_id: id({ description: 'Owning account.' }),
    name: text({ min: 1, max: 64 }),
    description: text({ max: 10_000, default: '' }),
    is_active: flag({ default: true }),
    kind: text({
      enum: eventKinds.map((kind) => kind.id),
      default: 'failure',
      description: 'What the rule looks for. Cannot be changed afterwards.',
    }),
    settings: value(settingsOfAllKinds),
    scope,
    start_delay: number({
      max: weekSeconds,
      default: 0,
      description: 'How many seconds the condition must hold before the event starts.',
    }),
    end_delay: number({
      max: weekSeconds,
      default: 0,
      description: 'How many seconds the condition must be over before the event ends.',
    }),
    condition_event_ids: idList({
      default: [],
      description:
        'Events of the same account: while one of them occurs on the same service, or on one that it depends on, notifications of this one are suppressed.',
    }),
    external_id: unlisted(nullable(text({ description: 'Its identifier in a declarative configuration.' }))),
  },
  relations: {
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of an event.' },
      collection: { path: 'events', tag: 'events', summary: 'Events of an account.' },
    }),
    conditions: many('event', 'condition_event_ids'),
  },
  paths: ['owner.name', 'owner.username'],
  query: ['name', 'description'],
  owner: 'owner_id',
  permissions: { create_escalations: editor, delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/events',
    tag: 'events',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name'],
    optional: ['owner_id', 'kind', ...changeableFields.filter((name) => name !== 'name')],
    under: ['owner', 'create_events'],
    defaults: (_data, { caller }) => ({ owner_id: caller.actsFor }),
    prepare: async (data, call) => ({ columns: await prepareEvent(data, call) }),
  },
  update: { fields: changeableFields, prepare: prepareEventChange },
})

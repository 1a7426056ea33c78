import { maxRepeats } from '@wachta/domain'
import { defineResource, many, one } from '@wachta/resource'
import { flag, id, idList, keyList, nullable, number, text, unlisted } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { minRepeatInterval, prepareEscalation, prepareEscalationChange } from './rules.ts'

const weekSeconds = 604_800

const changeableFields = [
  'name',
  'is_active',
  'delay',
  'repeat_interval',
  'maximum_repeats',
  'contact_ids',
  'contact_group_ids',
  'channel_ids',
  'notify_end',
] as const

/** An escalation step: who is notified of an alert, when and how often. */
export const escalation = defineResource('escalation', {
  fields: {
    id: id(),
    event_id: id({ description: 'Cannot be changed afterwards.' }),
    name: text({ min: 1, max: 64 }),
    is_active: flag({ default: true }),
    delay: number({
      max: weekSeconds,
      default: 0,
      description: 'Seconds from the start of the event to the first notification.',
    }),
    repeat_interval: number({
      max: weekSeconds,
      default: 0,
      description: `Seconds between notifications while the event lasts, at least ${minRepeatInterval}; 0 sends a single notification.`,
    }),
    maximum_repeats: number({
      max: maxRepeats,
      default: 0,
      description: `The number of notifications after the first one. 0 repeats as long as the event lasts, but at most ${maxRepeats} times. Has no effect if repeat_interval is 0.`,
    }),
    contact_ids: idList({
      default: [],
      description: 'Contacts of the same account. There must be a contact or a contact group.',
    }),
    contact_group_ids: idList({ default: [], description: 'Contact groups of the same account.' }),
    channel_ids: nullable(
      keyList({
        min: 1,
        max: 100,
        description: 'The channels to use, among those of the package; null for all of them.',
      }),
    ),
    notify_end: flag({
      default: true,
      description: 'Whether recipients of the start are also notified of the end.',
    }),
    external_id: unlisted(nullable(text({ description: 'Its identifier in a declarative configuration.' }))),
  },
  relations: {
    event: one('event', 'event_id', {
      route: { tag: 'events', summary: 'Event that an escalation notifies about.' },
      collection: { path: 'escalations', tag: 'escalations', summary: 'Escalations of an event.' },
    }),
    contacts: many('contact', 'contact_ids'),
    contact_groups: many('contact_group', 'contact_group_ids'),
    channels: many('contact_channel', 'channel_ids'),
  },
  paths: ['event.name'],
  query: ['name'],
  owner: 'owner_id',
  permissions: {
    create_suspensions: editor,
    create_weekly_suspensions: editor,
    delete: editor,
    own: own(),
    read: keeper,
    update: editor,
  },
  serve: {
    path: '/escalations',
    tag: 'escalations',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['event_id', 'name'],
    optional: changeableFields.filter((name) => name !== 'name'),
    under: ['event', 'create_escalations'],
    prepare: async (data, call) => ({ columns: await prepareEscalation(data, call) }),
  },
  update: { fields: changeableFields, prepare: prepareEscalationChange },
})

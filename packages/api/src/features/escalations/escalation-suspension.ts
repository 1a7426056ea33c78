import { defineResource, one } from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { oneOffFields, prepareWindow, prepareWindowChange, setDefaultStart } from '../../platform/window.ts'

const changeableFields = ['description', 'start_time', 'end_time'] as const

/** A period in which an escalation step sends no notifications. */
export const escalationSuspension = defineResource('escalation_suspension', {
  title: 'escalation suspension',
  fields: { id: id(), escalation_id: id(), ...oneOffFields },
  relations: {
    escalation: one('escalation', 'escalation_id', {
      route: { tag: 'escalations', summary: 'Escalation of a suspension.' },
      collection: {
        path: 'suspensions',
        tag: 'escalation_suspensions',
        summary: 'One-off suspensions of an escalation.',
      },
    }),
  },
  paths: ['escalation.name'],
  query: ['description'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/escalation_suspensions',
    tag: 'escalation_suspensions',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['escalation_id', 'end_time'],
    optional: ['description', 'start_time'],
    under: ['escalation', 'create_suspensions'],
    defaults: setDefaultStart,
    prepare: prepareWindow,
  },
  update: {
    fields: changeableFields,
    prepare: prepareWindowChange,
  },
})

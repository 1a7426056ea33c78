import { defineResource, one } from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { weeklyFields } from '../../platform/window.ts'

/** A part of every week in which an escalation step sends no notifications. */
export const escalationWeeklySuspension = defineResource('escalation_weekly_suspension', {
  title: 'weekly escalation suspension',
  fields: { id: id(), escalation_id: id(), ...weeklyFields },
  relations: {
    escalation: one('escalation', 'escalation_id', {
      route: { tag: 'escalations', summary: 'Escalation of a weekly suspension.' },
      collection: {
        path: 'weekly_suspensions',
        tag: 'escalation_suspensions',
        summary: 'Weekly suspensions of an escalation.',
      },
    }),
  },
  paths: ['escalation.name'],
  query: ['description'],
  unfiltered: ['start_minute', 'end_minute'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/escalation_weekly_suspensions',
    tag: 'escalation_suspensions',
    permissionsTag: 'escalation_suspensions',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['escalation_id', 'start_minute', 'end_minute'],
    optional: ['description'],
    under: ['escalation', 'create_weekly_suspensions'],
  },
  update: { fields: ['description', 'start_minute', 'end_minute'] },
})

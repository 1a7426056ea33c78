import { defineResource, one } from '@wachta/resource'
import { id, personal } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { weeklyFields } from '../../platform/window.ts'

/** Weekly quiet hours: a part of every week in which a contact gets no notifications. */
export const contactWeeklySuspension = defineResource('contact_weekly_suspension', {
  title: 'weekly contact suspension',
  fields: {
    id: id(),
    contact_id: id(),
    ...weeklyFields,
    description: personal(weeklyFields.description),
  },
  relations: {
    contact: one('contact', 'contact_id', {
      route: { tag: 'contacts', summary: 'Contact of a weekly suspension.' },
      collection: {
        path: 'weekly_suspensions',
        tag: 'contact_suspensions',
        summary: 'Weekly suspensions of a contact.',
      },
    }),
  },
  paths: ['contact.name'],
  unfiltered: ['start_minute', 'end_minute'],
  query: ['description'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/contact_weekly_suspensions',
    tag: 'contact_suspensions',
    permissionsTag: 'contact_suspensions',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['contact_id', 'end_minute', 'start_minute'],
    optional: ['description'],
    under: ['contact', 'create_weekly_suspensions'],
  },
  update: { fields: ['description', 'end_minute', 'start_minute'] },
})

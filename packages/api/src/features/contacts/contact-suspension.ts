import { defineResource, one } from '@wachta/resource'
import { id, personal } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { editor, keeper } from '../../platform/access.ts'
import { oneOffFields, prepareWindow, prepareWindowChange, setDefaultStart } from '../../platform/window.ts'

/** Quiet hours: a period in which a contact gets no notifications. */
export const contactSuspension = defineResource('contact_suspension', {
  title: 'contact suspension',
  fields: {
    id: id(),
    contact_id: id(),
    ...oneOffFields,
    description: personal(oneOffFields.description),
  },
  relations: {
    contact: one('contact', 'contact_id', {
      route: { tag: 'contacts', summary: 'Contact of a suspension.' },
      collection: { path: 'suspensions', tag: 'contact_suspensions', summary: 'One-off suspensions of a contact.' },
    }),
  },
  paths: ['contact.name'],
  query: ['description'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/contact_suspensions',
    tag: 'contact_suspensions',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['contact_id', 'end_time'],
    optional: ['description', 'start_time'],
    under: ['contact', 'create_suspensions'],
    defaults: setDefaultStart,
    prepare: prepareWindow,
  },
  update: {
    fields: ['description', 'end_time', 'start_time'],
    prepare: prepareWindowChange,
  },
})

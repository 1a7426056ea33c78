import { defineResource, one } from '@wachta/resource'
import { id, nullable, personal, text, time } from '@wachta/resource/field'
import { among, never, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { keeper } from '../../platform/access.ts'

/** Something that a person did about an incident: an acknowledgement, its undoing, a note, or a diagnostic. */
export const incidentEntry = defineResource('incident_entry', {
  title: 'incident entry',
  fields: {
    id: id(),
    incident_id: id(),
    kind: text({ enum: ['acknowledged', 'unacknowledged', 'note', 'diagnostic'] }),
    author: personal(text({ description: 'The name of a contact or account.' })),
    text: text({ max: 1000 }),
    diagnostic_id: nullable(
      text({ description: 'The diagnostic that was run; null for other kinds, and when it has been deleted.' }),
    ),
    diagnostic_kind: nullable(text({ enum: ['dns', 'traceroute'], description: 'Null for other kinds of entries.' })),
    created_at: time(),
  },
  relations: {
    incident: one('incident', 'incident_id', {
      collection: { path: 'entries', tag: 'incidents', summary: 'What people did about an incident.' },
    }),
  },
  owner: 'owner_id',
  groupLimit: among(
    'incident_id',
    ({ groupIds }) =>
      sql`select i.id from incident i join service v on v.id = i.service_id where v.group_id = any(${groupIds})`,
  ),
  permissions: { delete: never, own: own(), read: keeper, update: never },
  // Entries are written by the operations on incidents.
  serve: { path: '/incident_entries', tag: 'incidents', operations: [] },
})

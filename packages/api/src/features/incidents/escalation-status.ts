import { defineResource, one } from '@wachta/resource'
import { id, nullable, number, text, time, unlisted } from '@wachta/resource/field'
import { never, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { keeper } from '../../platform/access.ts'

/** The progress of an escalation step in the newest alert of its rule on a service. */
export const escalationStatus = defineResource('escalation_status', {
  title: 'escalation status',
  fields: {
    service_id: id(),
    escalation_id: id(),
    status: text({
      enum: ['waiting', 'sent', 'suspended', 'finished'],
      description:
        '`waiting`: no notification sent yet; `sent`: at least one sent; `suspended`: none are sent at the moment; `finished`: no more will be sent.',
    }),
    next_time: nullable(time({ description: 'When it is evaluated next; null if no more will be sent.' })),
    sent: number({ description: 'How many times its contacts were notified, including reminders.' }),
    event_id: unlisted(id()),
    occurrence_id: unlisted(id({ description: 'The alert that was notified; see occurrences.' })),
  },
  key: ['service_id', 'escalation_id'],
  rows: (row) => sql`${row('occurrence_id')} = (select max(newest.occurrence_id) from escalation_status newest
where newest.service_id = ${row('service_id')} and newest.escalation_id = ${row('escalation_id')})`,
  relations: {
    escalation: one('escalation', 'escalation_id', {
      collection: { path: 'statuses', tag: 'escalations', summary: 'Current statuses of the escalation per service.' },
    }),
    service: one('service', 'service_id', {
      collection: {
        path: 'escalation_statuses',
        tag: 'services',
        summary: 'Current escalation statuses for the service.',
      },
    }),
  },
  paths: ['escalation.name', 'service.name'],
  owner: 'owner_id',
  permissions: { delete: never, own: own(), read: keeper, update: never },
  serve: { path: '/escalation_statuses', tag: 'escalations', operations: ['list', 'search'] },
})

import { defineResource, many, one } from '@wachta/resource'
import { flag, id, key, keyList, nullable, text, time } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor, keeper } from '../../platform/access.ts'
import { prepareReportOrder, queueReport } from './order.ts'

/** A report that a user ordered or that a schedule created. */
export const report = defineResource('report', {
  fields: {
    id: id(),
    owner_id: id({ description: 'Owning account.' }),
    template_id: nullable(
      id({
        description:
          'The template that it is made from, in its state when the report was ordered; null for the periodic report about a group.',
      }),
    ),
    group_id: nullable(
      id({ description: 'The group that a periodic report is about; null for others, and once the group is deleted.' }),
    ),
    name: text({
      max: 255,
      description: 'The title of the document; its variables are filled in when it is complete.',
    }),
    start_time: time({
      description:
        'Start of the period; default: 30 days before its end. Without both, the period is the last whole month.',
    }),
    end_time: time({ description: 'End of the period, not included.' }),
    status: text({ enum: ['pending', 'in_progress', 'completed', 'failed'] }),
    failure_reason: nullable(
      text({
        description:
          'no_services: there are no services to report on in the period; not_printable: the document could not be printed; document_too_large: the period has too many services and failures for one document; beyond_package: the package allows no more reports this month; too_many_changes: the maintenance windows of a service were changed too often in the period.',
      }),
    ),
    reporting_plan_id: nullable(key({ description: 'The schedule that ordered it; null if a person did.' })),
    is_test: flag({
      default: false,
      description:
        'A test is sent only to the account that orders it, does not count against the package, and is kept for a day.',
    }),
    language_id: key(),
    time_zone_id: key(),
    section_ids: keyList({ description: 'Its sections in order.' }),
    attachment_type_ids: keyList({ description: 'The files that it has.' }),
    created_at: time(),
    completed_at: nullable(time()),
    signature_fingerprint: nullable(
      text({
        description: 'SHA-256 of the certificate that the PDF file is signed with; null if it is not signed.',
      }),
    ),
    time_stamp_status: nullable(
      text({
        enum: ['none', 'stamped', 'missing'],
        description:
          'Whether a time-stamp authority confirmed when the PDF file was signed; none: the installation uses none; missing: it gave no time stamp in time. Null until the report is completed.',
      }),
    ),
  },
  computed: {
    language_id: (row) => sql`${row('template')} ->> 'language_id'`,
    time_zone_id: (row) => sql`${row('template')} ->> 'time_zone_id'`,
    section_ids: (row) => sql`array(select jsonb_array_elements_text(${row('template')} -> 'section_ids'))`,
    attachment_type_ids: (row) =>
      sql`array(select jsonb_array_elements_text(${row('template')} -> 'attachment_type_ids'))`,
  },
  relations: {
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a report.' },
      collection: { path: 'reports', tag: 'reports', summary: 'Reports of an account.' },
    }),
    template: one('report_template', 'template_id', {
      route: { tag: 'report_templates', summary: 'The template that a report was made from.' },
      collection: { path: 'reports', tag: 'reports', summary: 'Reports made from a template.' },
    }),
    group: one('group', 'group_id'),
    sections: many('report_section', 'section_ids', {
      route: { tag: 'reports', summary: 'Sections of a report; section_ids of the report has their order.' },
    }),
  },
  paths: ['owner.name', 'owner.username', 'template.name'],
  query: ['name'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: keeper, send: editor },
  serve: {
    path: '/reports',
    tag: 'reports',
    operations: ['list', 'search', 'read', 'create', 'delete', 'permissions'],
  },
  create: {
    required: ['template_id'],
    optional: ['start_time', 'end_time', 'is_test'],
    under: ['template', 'create_reports'],
    prepare: prepareReportOrder,
    created: queueReport,
  },
})

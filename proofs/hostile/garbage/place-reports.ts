import { sql } from 'kysely'
import { type GarbagePlace, garbageAccounts, garbageGroups, garbageTemplates, hash } from './place.ts'

/** The first id of the deleted services with garbage. */
const deletedServices = 20_000

/** A valid template as stored in a report: it selects only the deleted services that use it. */
const readable = JSON.stringify({
  ...{ name: 'R', title: '', introduction: '', email_subject: '', email_body: '', language_id: 'en' },
  ...{ time_zone_id: 'europe_warsaw', section_ids: ['summary', 'failures', 'sensors'], attachment_type_ids: ['json'] },
  ...{ scope: { all_services: false, group_ids: [], service_ids: [] }, tags: [], service_level_target: null },
  accounting_method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
  ...{ recipients: [], delivery: 'attachment' },
})

const period = sql`date_trunc('hour', now()) - interval '2 days', date_trunc('hour', now())`

/** Garbage in report schedules, in the data of reports, and in their results. */
export const reportPlaces: readonly GarbagePlace[] = [
  {
    columns: ['report_template.scope', 'report_template.accounting_method'],
    plant: ({
      index,
      json,
      owner,
    }) => sql`insert into report_template (id, owner_id, name, language_id, time_zone_id, section_ids,
  reporting_plan_ids, scope, accounting_method)
values (${garbageTemplates + index}, ${owner}, ${`Garbage ${index}`}, 'en', 'europe_warsaw', '{summary}', '{daily,monthly}', ${json}::jsonb, ${json}::jsonb)`,
  },
  {
    // A trigger sets the column on insert, so only an update can write garbage to it.
    columns: ['report_template.plans_since'],
    plant: ({ index, json }) =>
      sql`update report_template set plans_since = ${json}::jsonb where id = ${garbageTemplates + index}`,
  },
  {
    columns: [],
    plant: ({ index, owner }) => sql`insert into periodic_report_address (owner_id, group_id, address, report_frequency)
values (${owner}, ${garbageGroups + index}, 'garbage@example.com', 'daily')`,
  },
  {
    columns: ['service_group.periodic_reports_since'],
    plant: ({ index, json }) =>
      sql`update service_group set periodic_reports_since = ${json}::jsonb where id = ${garbageGroups + index}`,
  },
  {
    columns: ['branding.logo'],
    plant: ({ index, bytes }) => sql`insert into branding (account_id, name, logo, logo_media_type)
values (${garbageAccounts + index}, 'Garbage', ${bytes}, ${['image/png', 'image/jpeg', 'image/svg+xml'][index % 3]})`,
  },
  {
    columns: ['deleted_service.history'],
    plant: ({
      index,
      json,
      owner,
    }) => sql`insert into deleted_service (service_id, owner_id, group_id, type_id, name, address, tags,
  report_template_ids, created_at, deleted_at, history)
values (${deletedServices + index}, ${owner}, ${garbageGroups + index}, 'http', 'Garbage', 'garbage', '{}', ${[garbageTemplates + index]}::bigint[],
  now() - interval '9 days', now() - interval '1 hour', ${json}::jsonb)`,
  },
  {
    // For each value, three reports: one to be made from garbage, one that reads garbage through a deleted service, and
    // one that is complete.
    columns: ['report.template', 'report.summary'],
    plant: ({
      index,
      json,
    }) => sql`insert into report (template_id, name, start_time, end_time, template, status, summary)
values (${garbageTemplates + index}, 'Garbage', ${period}, ${json}::jsonb, 'pending', null),
  (${garbageTemplates + index}, 'Garbage', ${period}, ${readable}::jsonb, 'pending', null),
  (${garbageTemplates + index}, 'Garbage', ${period}, ${json}::jsonb, 'completed', ${json}::jsonb)`,
  },
  {
    // One more report, in which only the branding will be garbage. A trigger sets the branding on insert.
    columns: [],
    plant: ({ index }) => sql`insert into report (template_id, name, start_time, end_time, template, is_test)
values (${garbageTemplates + index}, 'Garbage', ${period}, ${readable}::jsonb, true)`,
  },
  {
    columns: ['report.branding'],
    plant: ({ index, json }) => sql`update report set branding = ${json}::jsonb
where template_id = ${garbageTemplates + index} and (is_test or status = 'completed')`,
  },
  {
    columns: ['report_file.content', 'report_file.sha256'],
    plant: ({
      index,
      bytes,
    }) => sql`insert into report_file (report_id, type_id, file_name, media_type, content, size, sha256)
select id, type_id, 'garbage', 'application/pdf', ${bytes}, 5, ${bytes} from report, unnest(array['pdf', 'json']) type_id
where template_id = ${garbageTemplates + index} and status = 'completed'`,
  },
  {
    columns: [],
    plant: ({ index }) => sql`insert into report_delivery (report_id, recipient)
select id, 'garbage@example.com' from report where template_id = ${garbageTemplates + index} and status = 'completed'`,
  },
  {
    columns: ['report_preview.digest', 'report_preview.template'],
    plant: (garbage) => sql`insert into report_preview (owner_id, digest, template, start_time, end_time, created_at)
values (${garbage.owner}, ${hash(garbage)}, ${garbage.json}::jsonb, ${period}, now())`,
  },
  {
    // Responses of a time-stamp authority, for links before and after the current end of the chain.
    columns: ['seal_stamp.hash', 'seal_stamp.token'],
    plant: ({ index, bytes }) => sql`insert into seal_stamp (day, number, hash, token, time)
values (current_date - 1 - ${index}::int, 5 * ${index}::int, ${bytes}, ${bytes}, now())`,
  },
]

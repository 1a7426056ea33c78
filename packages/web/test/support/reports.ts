import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import type { SeededServices } from './watched.ts'

export interface Reports {
  readonly template: number
  readonly completed: number
}

/** Adds a template of monthly reports, and reports in every state; another account of the reseller has one too. */
export async function addReports(api: TestApi, owner: number, watching: SeededServices): Promise<Reports> {
  await api.owner.query(sql`update package set monthly_reports_limit = 1000`)
  await api.owner.query(sql`update service_group set service_level_target = 99.9 where id in (
  select group_id from service where id = any(${watching.services.map(({ id }) => id)}::bigint[]) order by group_id limit 1)`)
  const [made] = await api.owner.query(sql<{ id: number }>`insert into report_template
  (owner_id, name, title, introduction, language_id, time_zone_id, section_ids, attachment_type_ids, reporting_plan_ids, recipients, accounting_method, service_level_target)
values (${owner}, 'Miesięczny dla sklepów', 'Dostępność sklepów', 'Raport dla {{account_name}}.', 'pl', 'europe_warsaw', '{summary,service_level,failures,corrections}',
  '{pdf,csv}', '{monthly}', '{zarzad@sklepy.example}', '{"unknown": false, "paused": false, "suspended": true, "corrected": true, "business_hours": []}', 99.9) returning id`)
  const template = made?.id ?? 0
  const states = [
    ['completed', null, '2 months'],
    ['failed', 'beyond_package', '1 month'],
    ['in_progress', null, '0 months'],
  ] as const
  const ids: number[] = []
  for (const [status, reason, ago] of states) {
    const [report] = await api.owner.query(sql<{ id: number }>`insert into report
  (template_id, name, start_time, end_time, reporting_plan_id, first_day, template, status, failure_reason, completed_at, created_at)
select t.id, t.title, m.first at time zone 'Europe/Warsaw', m.start, 'monthly', m.first::date, report_template_snapshot(t), ${status}, ${reason},
  case when ${status} = 'completed' then m.start + interval '3 hours' end, m.start + interval '2 hours'
from report_template t, (select l.month - interval '1 month' as first, l.month at time zone 'Europe/Warsaw' as start
  from (select date_trunc('month', now() at time zone 'Europe/Warsaw') - ${ago}::interval as month) l) m
where t.id = ${template} returning id`)
    ids.push(report?.id ?? 0)
  }
  const [completed = 0] = ids
  await api.owner.query(sql`insert into report_file (report_id, type_id, file_name, media_type, content, size, sha256)
select ${completed}, f.type, 'dostepnosc-sklepow' || f.ending, f.media, convert_to(f.text, 'UTF8'), length(f.text), sha256(convert_to(f.text, 'UTF8'))
from (values ('pdf', '.pdf', 'application/pdf', '%PDF-1.7'), ('json', '.json', 'application/json', '{}'), ('csv', '.csv', 'text/csv', 'a;b')) f (type, ending, media, text)`)
  await api.owner.query(sql`insert into report_delivery (report_id, recipient, status, failure_reason, sent_at) values
  (${completed}, 'zarzad@sklepy.example', 'sent', null, now() - interval '40 days'), (${completed}, 'dawny@sklepy.example', 'failed', 'address_not_confirmed', null)`)
  return { template, completed }
}

import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { computeNextRollups } from '../../src/rollups.ts'
import { addServices, type PlannedAnalysis, store } from '../histories.ts'
import { type SampleService, sampleErrors, sampleLogo, sampleServices, sampleTexts } from './sample-services.ts'

type Language = 'en' | 'pl'

const [from, to] = [Date.parse('2026-08-31T22:00:00Z'), Date.parse('2026-10-31T23:00:00Z')]
const everyMs = 30 * 60_000

/** Orders the report about October 2026 in a new database with two months of history, and returns its id. */
export async function orderSampleReport(db: Database, language: Language): Promise<number> {
  const ids = await addServices(db, sampleServices.length)
  await nameEverything(db, language)
  for (const [index, service] of sampleServices.entries())
    await addHistory(db, { id: ids[index] ?? 0, service, language })
  await addEntries(db, ids, language)
  while (await computeNextRollups(db, new Date('2026-11-02T12:00:00Z')));
  return order(db, language)
}

async function nameEverything(db: Database, language: Language): Promise<void> {
  const { sensors, contact } = sampleTexts[language]
  for (const [index, name] of sensors.entries())
    await db.query(sql`insert into sensor (id, name) values (${index + 1}, ${name})`)
  for (const { id, en, pl } of sampleErrors)
    await db.query(sql`insert into error_type (id, kind, name, description, diagnosis, extra_info)
values (${id}, ${`sample_${id}`}, ${JSON.stringify({ en, pl })}, '{}', '{}', '{}') on conflict do nothing`)
  await db.query(sql`update package set monthly_reports_limit = 1000`)
  await db.query(sql`with r as (insert into account (name, username, package_id, email_address)
  select 'Bursztyn Hosting sp. z o.o.', 'bursztyn', min(id), 'noc@bursztyn.example' from package returning id)
, b as (insert into branding (account_id, name, logo, logo_media_type, accent_colour, contact_text, contact_email_address, contact_phone_number, contact_url)
  select id, 'Bursztyn Hosting', ${Buffer.from(sampleLogo)}, 'image/svg+xml', '#1c4f9c', ${contact}, 'noc@bursztyn.example', '+48 58 555 01 23', 'https://bursztyn.example' from r)
update account set name = 'Żółw & Gęś S.A.', reseller_account_id = (select id from r) where username = 'owner'`)
}

async function addHistory(
  db: Database,
  { id, service, language }: { readonly id: number; readonly service: SampleService; readonly language: Language },
): Promise<void> {
  const { name, address, target, outages } = service
  await db.query(
    sql`update service set name = ${name[language]}, address = ${address}, service_level_target = ${target}, created_at = '2026-01-01' where id = ${id}`,
  )
  const spans = outages.map(({ start, minutes, ...rest }) => {
    const begin = Date.parse(`${start.replace(' ', 'T')}:00${start > '2026-10-25 03' ? '+01:00' : '+02:00'}`)
    return { ...rest, start: begin, end: begin + minutes * 60_000 }
  })
  let last = Date.parse('2026-01-01T00:00:00Z')
  for (const { start, end, error, acknowledged } of spans) {
    await addStatus(db, { id, status: 'ok', start: last, end: start })
    await addStatus(db, { id, status: 'failure', start, end, error })
    await addIncident(db, { id, start, end, error, acknowledged })
    last = end
  }
  await addStatus(db, { id, status: 'ok', start: last, end: null })
  await store(db, planChecks(id, service, spans))
}

interface Status {
  readonly id: number
  readonly status: string
  readonly start: number
  readonly end: number | null
  readonly error?: number
}

async function addStatus(db: Database, { id, status, start, end, error }: Status): Promise<void> {
  await db.query(sql`insert into status_change (service_id, owner_id, status, start_time, end_time, error_type_id)
values (${id}, 0, ${status}, ${new Date(start)}, ${end === null ? null : new Date(end)}, ${error ?? null})`)
}

interface Incident {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly error: number
  readonly acknowledged: number | undefined
}

async function addIncident(db: Database, { id, start, end, error, acknowledged }: Incident): Promise<void> {
  const at = acknowledged === undefined ? null : new Date(start + acknowledged * 60_000)
  await db.query(sql`with i as (
  insert into incident (service_id, owner_id, kind, start_time, end_time, end_reason, error_type_id, acknowledged_at, acknowledged_by)
  select id, owner_id, 'failure', ${new Date(start)}, ${new Date(end)}, 'recovered', ${error}, ${at}, ${at === null ? null : 'Anna Nowak'}
  from service where id = ${id} returning id, owner_id),
o as (insert into occurrence (service_id, owner_id, start_time, end_time, end_reason, incident_id)
  select ${id}, owner_id, ${new Date(start)}, ${new Date(end)}, 'recovered', id from i returning id, owner_id)
insert into notification (account_id, style, kind, occurrence_id, service_id, escalation_id, step, channel_id, address, language_id, status)
select owner_id, 'c', k.kind, id, ${id}, k.step, k.place, 'email', 'noc@bursztyn.example', 'en', 'sent' from o,
  (values ('start', 1, 1), ('end', 1, 2), ('start', 2, 3)) k(kind, step, place) where k.step = 1 or ${at === null}`)
}

/** One analysis every half an hour; response times depend on the time of day, and are slow around an outage. */
function planChecks(
  id: number,
  { typical }: SampleService,
  spans: readonly { start: number; end: number; error: number }[],
): PlannedAnalysis[] {
  const random = createRandom(id)
  return Array.from({ length: Math.floor((to - from) / everyMs) }, (_, index) => {
    const time = from + index * everyMs
    const outage = spans.find(({ start, end }) => time >= start && time < end)
    const busy = 1 + 0.35 * Math.max(0, Math.sin(((new Date(time).getUTCHours() - 6) / 12) * Math.PI))
    const checks = [1, 2, 3].map((sensor_id) => ({
      sensor_id,
      started: 0,
      reason: null,
      path_step: null,
      timings: {},
      data_size: 10_000,
      ...(outage
        ? { result: 'error' as const, error_type_id: outage.error, response_time: null }
        : {
            result: 'ok' as const,
            error_type_id: null,
            response_time: Math.round(
              typical * busy * (0.75 + 0.5 * random() + 0.25 * sensor_id) * (random() < 0.001 ? 4 : 1),
            ),
          }),
    }))
    return { service_id: id, time, kind: 's', checks }
  })
}

/** A correction with its author, and maintenance windows. */
async function addEntries(
  db: Database,
  [front = 0, checkout = 0, panel = 0]: readonly number[],
  language: Language,
): Promise<void> {
  await db.query(sql`insert into correction (service_id, start_time, end_time, status, description, created_at)
values (${checkout}, '2026-10-22 12:30Z', '2026-10-22 13:40Z', 'paused', ${sampleTexts[language].correction}, '2026-10-23 08:15Z')`)
  await db.query(sql`with n as (insert into account (name, username, package_id, email_address, parent_account_id)
  select 'Anna Nowak', 'anna', package_id, 'anna@zolw.example', id from account where username = 'owner' returning id)
select write_audit(jsonb_build_object('tree_id', 1, 'account_id', v.owner_id, 'time', '2026-10-23T08:15:00Z', 'actor_id', n.id, 'actor_scope', 'customer',
  'session_id', null, 'api_key_id', null, 'request_id', 'sample', 'operation', 'create_correction', 'resource', 'correction', 'object_id', c.id::text, 'before', null, 'after', '{}'::jsonb), null, null)
from n, correction c join service v on v.id = c.service_id`)
  // Stored like windows that were planned in time.
  await db.query(sql`insert into suspension_version (suspension_id, service_id, valid_from, start_time, end_time, only_notifications) values
  (1, ${panel}, '2026-10-01', '2026-10-07 22:00Z', '2026-10-08 00:00Z', false), (2, ${front}, '2026-10-01', '2026-10-20 21:00Z', '2026-10-20 22:00Z', true)`)
}

async function order(db: Database, language: Language): Promise<number> {
  const { template, title, introduction } = sampleTexts[language]
  const sections = [
    'summary',
    'service_level',
    'failures',
    'corrections',
    'suspensions',
    'events',
    'performance',
    'breakdown_by_week_day',
    'accounting_method',
  ]
  const [made] = await db.query(sql<{ id: number }>`with t as (insert into report_template
  (owner_id, name, title, introduction, language_id, time_zone_id, section_ids, attachment_type_ids, accounting_method, service_level_target)
select id, ${template}, ${title}, ${introduction}, ${language}, 'europe_warsaw', ${sections}, '{pdf}',
  '{"unknown": false, "paused": false, "suspended": true, "corrected": true, "business_hours": []}', 99.9 from account where username = 'owner' returning *)
select id from t`)
  const [report] = await db.query(sql<{
    id: number
  }>`insert into report (template_id, name, start_time, end_time, template)
select t.id, t.name, '2026-09-30 22:00Z', '2026-10-31 23:00Z', report_template_snapshot(t) from report_template t where t.id = ${made?.id ?? 0} returning id`)
  return report?.id ?? 0
}

/** Mulberry32: the same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

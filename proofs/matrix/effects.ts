import { jobTable } from '@wachta/testing/jobs'
import { type RawBuilder, sql } from 'kysely'
import { getOwners, type Target } from './oracle.ts'
import type { Role } from './roles.ts'
import type { Rule } from './rules.ts'
import type { ApiSandbox } from './sandbox.ts'
import type { AccountTrees } from './trees.ts'

/** Fingerprints of the data of every account, by table and account. */
export type Fingerprints = ReadonlyMap<string, Fingerprint>
interface Fingerprint {
  readonly table: string
  readonly owner: number
  readonly print: string
}

/** Returns the accounts whose data has changed since the fingerprints were taken. */
export async function findChangedAccounts(before: Fingerprints, sandbox: ApiSandbox): Promise<number[]> {
  const tables = await listWrittenTables(sandbox)
  if (tables.length === 0) return []
  const after = await takeFingerprints(sandbox, tables)
  const previous = [...before.values()].filter(({ table }) => tables.includes(table))
  const changed = [...previous, ...after.values()].filter(
    ({ table, owner }) => before.get(`${table} ${owner}`)?.print !== after.get(`${table} ${owner}`)?.print,
  )
  return [...new Set(changed.map(({ owner }) => owner))]
}

/**
 * Returns a function that decides whether an allowed call may change the data of an account. It may change the data of
 * its target, of the accounts involved and of the caller, and data of no seeded account, such as the log of the
 * installation and new rows.
 */
export function createChangePredicate(
  role: Role,
  rule: Rule,
  target: Target | null,
  trees: AccountTrees,
): (owner: number) => boolean {
  const { holders, packages } = trees
  const targetOwners = target ? getOwners(target) : []
  const dependants = holders.filter(({ parent }) => parent && targetOwners.includes(parent))
  const others = target ? (rule.getTouchedAccounts?.(target, trees) ?? []) : []
  const reached = new Set([
    ...[role.holder, ...targetOwners, ...dependants, ...others].map((one) => one?.id),
    target?.offer && -target.offer.id,
    ...(role.scope === 'administrator' ? [installationId] : []),
  ])
  // What an additional user creates belongs to the account that it acts for.
  if (rule.mayCall || rule.on === 'sensor') reached.add(role.holder?.parent?.id)
  const seeded = new Set([...holders.map(({ id }) => id), ...packages.map(({ id }) => -id), installationId])
  return (owner) => reached.has(owner) || !seeded.has(owner)
}

/**
 * Returns the tables that the current transaction has written to, by the database's counters; others need no new
 * fingerprints.
 */
async function listWrittenTables(sandbox: ApiSandbox): Promise<string[]> {
  const rows = await sandbox.query(sql<{ name: string }>`select ${rootTableName} as name from pg_class c
where pg_current_xact_id_if_assigned() is not null and c.relkind = 'r' and c.oid >= 16384
  and pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid) > 0`)
  return [...new Set(rows.map(({ name }) => name))].filter((name) => Object.hasOwn(contentQueries, name))
}

/** The name of a table; partitions count as the table that they are part of. */
const rootTableName = sql<string>`(select relname from pg_class where oid = coalesce(pg_partition_root(c.oid), c.oid))`

/** The number that stands for the installation itself. */
const installationId = -1_000_000

/**
 * The account of a row in each table, as SQL. Packages count under their negative id, and rows without an owner under
 * 0.
 */
const ownerExpressions: Readonly<Record<string, string>> = {
  account: 'id',
  account_time_zone_version: 'account_id',
  api_key: 'account_id',
  application: `coalesce(owner_id, ${installationId})`,
  application_grant: 'account_id',
  oauth_record: 'coalesce((select g.account_id from application_grant g where g.id = t.grant_id), 0)',
  oauth_key: String(installationId),
  audit: 'coalesce(account_id, 0)',
  audit_erasure: 'account_id',
  audit_personal: 'coalesce(about, 0)',
  authentication: 'account_id',
  branding: 'account_id',
  credential: 'account_id',
  idempotent_answer: 'account_id',
  mobile_device: 'account_id',
  notification: 'account_id',
  signing_key: 'account_id',
  verified_address: 'account_id',
  mailed_token: 'account_id',
  package: '-id',
  passkey: 'account_id',
  // It belongs to a session, or to no account during a sign-in.
  passkey_challenge: 'coalesce((select s.account_id from session s where s.id = t.session_id), 0)',
  recovery_code: 'account_id',
  security_event: 'account_id',
  session: 'account_id',
  user_setting: 'account_id',
  sensor: `coalesce(owner_id, ${installationId})`,
  sensor_enrolment: `(select coalesce(s.owner_id, ${installationId}) from sensor s where s.id = t.sensor_id)`,
  service_revision: 'owner_id',
  sso_identity: 'account_id',
  scim_group_member: 'account_id',
  ...Object.fromEntries(
    ['sso_sign_in', 'sso_logout'].map((table) => [
      table,
      '(select c.owner_id from sso_connection c where c.id = t.connection_id)',
    ]),
  ),
  arriving_service: 'owner_id',
  departed_key: 'tree_id',
  tree_move: 'tree_id',
  status_page_announcement: '(select p.owner_id from status_page p where p.id = t.status_page_id)',
  status_page_bulletin: '(select o.owner_id from status_page_post o where o.id = t.post_id)',
  status_page_delivery: '(select s.owner_id from status_page_subscriber s where s.id = t.subscriber_id)',
  status_page_domain: '(select p.owner_id from status_page p where p.id = t.status_page_id)',
  page_certificate: `coalesce((select p.owner_id from status_page p where p.domain = t.domain limit 1), ${installationId})`,
  page_certificate_order: `coalesce(owner_id, ${installationId})`,
  status_page_secret: '(select p.owner_id from status_page p where p.id = t.status_page_id)',
  status_page_visit: 'coalesce((select s.account_id from session s where s.id = t.session_id), 0)',
  report: 'owner_id',
  report_file: '(select r.owner_id from report r where r.id = t.report_id)',
  diagnostic: 'owner_id',
  ...Object.fromEntries(
    [
      ...['analysis', 'analysis_amendment', 'artifact', 'check_detail', 'forced_analysis', 'heartbeat'],
      ...['mass_change_check', 'result_export', 'rollup', 'rollup_due', 'seal_due', 'service_state'],
      ...['early_decision', 'sensor_absence', 'suspension_version', 'weekly_suspension_version'],
    ].map((table) => [table, 'coalesce((select v.owner_id from service v where v.id = t.service_id), 0)']),
  ),
  ...Object.fromEntries(
    ['sensor_comparison', 'sensor_credential', 'sensor_division', 'sensor_state', 'sensor_watermark'].map((table) => [
      table,
      `coalesce((select s.owner_id from sensor s where s.id = t.sensor_id), ${installationId})`,
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['service_group', 'group_share', 'service', 'suspension', 'weekly_suspension', 'correction'],
      ...['contact', 'contact_address', 'contact_group', 'contact_suspension', 'contact_weekly_suspension'],
      ...['template', 'custom_template', 'notification_address', 'periodic_report_address', 'report_template'],
      ...['report', 'report_delivery', 'report_preview', 'deleted_service'],
      ...['event', 'escalation', 'escalation_suspension', 'escalation_weekly_suspension'],
      ...['status_change', 'event_status_change', 'event_status', 'occurrence', 'escalation_status'],
      ...['incident', 'incident_entry', 'sso_connection', 'sso_domain', 'scim_group'],
      ...['status_page', 'status_page_component', 'status_page_post', 'status_page_update', 'status_page_subscriber'],
    ].map((table) => [table, 'owner_id']),
  ),
}

/** Tables without data of an account. */
const unownedTables = [
  ...['default_template', 'dictionary_entry', 'error_type', 'login_limit', 'migration', 'service_type'],
  ...[
    'analyst',
    'analyst_lease',
    'cell',
    'dead_letter',
    'directory_change',
    'rollup_progress',
    'history_progress',
    'stray_count',
    'stream_position',
  ],
  ...['evidence_loss', 'mail_usage', 'mass_change', 'phone_usage', 'planner_leader', 'queue_worker', 'seal'],
  'seal_stamp',
]

/** Returns tables that are missing from the lists above: a change in one would go unnoticed. */
export async function findMissingTables(sandbox: ApiSandbox): Promise<string[]> {
  const tables = await sandbox.query(sql<{ name: string }>`select distinct ${rootTableName} as name from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`)
  return tables
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(ownerExpressions, name) && !unownedTables.includes(name))
    .map((name) => `changes to the table ${name} are not detected`)
}

/** The query that is fingerprinted for each table; jobs stand for mail that is not sent yet. */
const contentQueries: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(
    Object.entries(ownerExpressions).map(([name, owner]) => [
      name,
      sql`select ${sql.lit(name)} as name, ${sql.raw(owner)} as owner, t::text as line from ${sql.table(name)} t`,
    ]),
  ),
  _private_jobs: sql`select '_private_jobs' as name, coalesce((payload ->> 'accountId')::bigint, 0) as owner, payload::text as line
from ${jobTable}`,
}

export async function takeFingerprints(
  sandbox: ApiSandbox,
  tables = Object.keys(contentQueries),
): Promise<Fingerprints> {
  const queries = tables.flatMap((name) => contentQueries[name] ?? [])
  const rows = await sandbox.asOwner(sql<Fingerprint>`select name as "table", owner::float8 as owner,
  (count(*) || ' ' || sum(hashtextextended(line, 0))) as print from (${sql.join(queries, sql` union all `)}) as held group by 1, 2`)
  return new Map(rows.map((row) => [`${row.table} ${row.owner}`, row]))
}

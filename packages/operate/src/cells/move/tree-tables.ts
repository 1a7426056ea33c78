import { type RawBuilder, sql } from 'kysely'

/** The accounts and services of a tree, including deleted services, which have a record too. */
export interface Tree {
  readonly id: number
  readonly accounts: readonly number[]
  readonly services: readonly number[]
}

/** The condition for the rows of a tree. It may refer only to tables that come earlier in `movedTables`. */
type TreeCondition = (tree: Tree) => RawBuilder<boolean>

const toAccountCondition =
  (column: string): TreeCondition =>
  ({ accounts }) =>
    sql<boolean>`${sql.ref(column)} = any(${accounts}::bigint[])`

const ofServices: TreeCondition = ({ services }) => sql<boolean>`service_id = any(${services}::bigint[])`

/** The rows whose column refers to a row of another table of the tree. */
const refersTo =
  (column: string, table: string, owner: string): TreeCondition =>
  ({ accounts }) =>
    sql<boolean>`${sql.ref(column)} in (select p.id from ${sql.table(table)} p where p.${sql.ref(owner)} = any(${accounts}::bigint[]))`

const owned = toAccountCondition('owner_id')
const ofAccount = toAccountCondition('account_id')
const ofPage = refersTo('status_page_id', 'status_page', 'owner_id')
const ofConnection = refersTo('connection_id', 'sso_connection', 'owner_id')

/**
 * The tables whose rows move with a tree, parents before children: the rows leave one cell in one transaction, and
 * appear in the other cell in one transaction.
 */
export const movedTables: Readonly<Record<string, TreeCondition>> = {
  account: ({ id }) => sql<boolean>`tree_id = ${id}`,
  account_time_zone_version: ofAccount,
  credential: ofAccount,
  recovery_code: ofAccount,
  passkey: ofAccount,
  verified_address: ofAccount,
  mobile_device: ofAccount,
  user_setting: ofAccount,
  branding: ofAccount,
  signing_key: ofAccount,
  mailed_token: ofAccount,
  authentication: ofAccount,
  security_event: ofAccount,
  idempotent_answer: ofAccount,
  api_key: ofAccount,
  audit_personal: ({ id }) => sql<boolean>`audit_id in (select p.id from audit p where p.tree_id = ${id})`,
  audit_erasure: ({ id }) => sql<boolean>`account_id in (select p.account_id from audit p where p.tree_id = ${id})`,
  application: owned,
  application_grant: ofAccount,
  oauth_record: ({ accounts }) =>
    sql<boolean>`(grant_id in (select p.id from application_grant p where p.account_id = any(${accounts}::bigint[]))
      or application_id in (select p.id from application p where p.owner_id = any(${accounts}::bigint[])))`,
  sso_connection: owned,
  sso_domain: owned,
  sso_identity: ofAccount,
  sso_logout: ofConnection,
  session: ofAccount,
  passkey_challenge: refersTo('session_id', 'session', 'account_id'),
  sso_sign_in: ofConnection,
  scim_group: owned,
  scim_group_member: refersTo('group_id', 'scim_group', 'owner_id'),
  service_group: owned,
  group_share: owned,
  notification_address: owned,
  periodic_report_address: owned,
  service: owned,
  deleted_service: owned,
  service_state: ofServices,
  sensor_absence: ofServices,
  heartbeat: ofServices,
  early_decision: ofServices,
  forced_analysis: ofServices,
  status_change: owned,
  correction: owned,
  suspension: owned,
  suspension_version: ofServices,
  weekly_suspension: owned,
  weekly_suspension_version: ofServices,
  diagnostic: owned,
  template: owned,
  contact: owned,
  contact_address: owned,
  contact_group: owned,
  contact_suspension: owned,
  contact_weekly_suspension: owned,
  custom_template: owned,
  event: owned,
  escalation: owned,
  escalation_suspension: owned,
  escalation_weekly_suspension: owned,
  event_status: owned,
  event_status_change: owned,
  incident: owned,
  incident_entry: owned,
  occurrence: owned,
  escalation_status: owned,
  notification: ofAccount,
  report_template: owned,
  report: owned,
  report_file: refersTo('report_id', 'report', 'owner_id'),
  report_delivery: owned,
  report_preview: owned,
  status_page: owned,
  status_page_secret: ofPage,
  status_page_domain: ofPage,
  status_page_component: owned,
  status_page_post: owned,
  status_page_update: owned,
  status_page_announcement: ofPage,
  status_page_visit: ofPage,
  status_page_bulletin: refersTo('post_id', 'status_page_post', 'owner_id'),
  status_page_subscriber: owned,
  status_page_delivery: refersTo('subscriber_id', 'status_page_subscriber', 'owner_id'),
}

/** A table of the record. Its rows are copied day by day, mostly before the tree departs. */
export interface HistoryTable {
  readonly table: string
  /** The column with the time of a row. */
  readonly time: string
  /** The table that has a partition for each day. */
  readonly partitioned: string
  /** Whether the source deletes its rows after the move; otherwise its retention does. */
  readonly isDeletedAtSource: boolean
}

export const treeHistoryTables: readonly HistoryTable[] = [
  { table: 'analysis', time: 'time', partitioned: 'analysis', isDeletedAtSource: false },
  { table: 'analysis_amendment', time: 'time', partitioned: 'analysis_amendment', isDeletedAtSource: false },
  { table: 'check_detail', time: 'time', partitioned: 'check_detail', isDeletedAtSource: true },
  { table: 'artifact', time: 'time', partitioned: 'artifact', isDeletedAtSource: false },
  { table: 'rollup', time: 'start', partitioned: 'rollup_five_minutes', isDeletedAtSource: true },
]

/** Tables of the tree with a special rule, and the files that implement it. */
export const specialTables: Readonly<Record<string, string>> = {
  audit: 'copied, and kept in the source, whose seals name the end of the chain: arrive.ts',
  service_revision:
    'the destination continues with a new revision; ended revisions are copied at the end: hand-over.ts, finish.ts',
  mass_change_check: 'deleted: about the analysts of one cell: depart.ts',
  rollup_due: 'made anew for the last hours: arrive.ts',
}

/** Tables that a move leaves alone, and why. */
export const cellTables: Readonly<Record<string, string>> = {
  ...mapToReason('the same in every cell', [
    'dictionary_entry',
    'error_type',
    'service_type',
    'default_template',
    'package',
  ]),
  ...mapToReason('about this database', [
    'cell',
    'migration',
    'history_progress',
    'rollup_progress',
    'directory_change',
  ]),
  ...mapToReason('about moves', ['tree_move', 'arriving_service', 'departed_key']),
  ...mapToReason('about processes of this cell', [
    ...['analyst', 'analyst_lease', 'planner_leader', 'queue_worker', 'stream_position', 'mass_change'],
    ...['dead_letter', 'stray_count', 'evidence_loss', 'result_export', 'oauth_key'],
  ]),
  ...mapToReason('sensors belong to one cell; a tree with private sensors does not move', [
    ...['sensor', 'sensor_state', 'sensor_credential', 'sensor_enrolment', 'sensor_watermark', 'sensor_comparison'],
    'sensor_division',
  ]),
  ...mapToReason('limits count per cell', ['login_limit', 'mail_usage', 'phone_usage']),
  ...mapToReason('the chain of this cell; seals of moved records are added to the chain of the other cell', [
    'seal',
    'seal_due',
    'seal_stamp',
  ]),
  ...mapToReason('the other cell orders its own certificates', ['page_certificate', 'page_certificate_order']),
}

function mapToReason(reason: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]))
}

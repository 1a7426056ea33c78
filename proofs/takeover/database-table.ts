/**
 * The rights of a compromised process in the database, written by hand: `i`nsert, `u`pdate and `d`elete, and in
 * brackets the only columns that it may update. Everything else is denied, also reading private tables other than those
 * in `readsPrivate`.
 */
interface DatabaseRow {
  readonly holds: string
  readonly writes: string
  readonly readsPrivate: readonly string[]
  readonly calls: readonly string[]
  /** What it may do with the queue of messages. */
  readonly queue: 'reads' | 'writes'
}

export const privateTables = [
  ...[
    'credential',
    'recovery_code',
    'passkey',
    'passkey_challenge',
    'mailed_token',
    'session',
    'authentication',
    'login_limit',
    'idempotent_answer',
  ],
  ...['sensor_enrolment', 'signing_key', 'user_setting', 'audit', 'audit_personal', 'audit_record', 'audit_erasure'],
  ...['application', 'application_grant', 'oauth_record', 'oauth_key'],
  ...['sso_connection', 'sso_domain', 'sso_identity', 'sso_sign_in', 'sso_logout', 'scim_group', 'scim_group_member'],
  ...['status_page', 'status_page_component', 'status_page_post', 'status_page_update'],
  ...['status_page_announcement', 'status_page_subscriber', 'status_page_bulletin', 'status_page_delivery'],
  ...['status_page_secret', 'status_page_visit', 'status_page_domain', 'page_certificate', 'page_certificate_order'],
  ...['directory_name', 'directory_change', 'departed_key'],
]

export const databaseTable: Readonly<Record<string, DatabaseRow>> = {
  planner: {
    holds: 'the login of the planner and SECRET_KEYS: it can read the secrets of services, which it hands to sensors',
    writes: `diagnostic:ud forced_analysis:u planner_leader:iu sensor:u(category_ids) sensor_absence:iud sensor_division:iu sensor_state:iu
service:u(is_suspended,is_silenced) service_revision:iu`,
    readsPrivate: [],
    calls: [],
    queue: 'reads',
  },
  analyst: {
    holds: 'the login of the analyst and no key: what is sealed stays sealed',
    writes: `analysis:iu analysis_amendment:iu analyst:iud analyst_lease:iu artifact:iud check_detail:iu dead_letter:iu
early_decision:iud event:u(id) event_status:iu event_status_change:iu evidence_loss:iud forced_analysis:iu mass_change:iu
mass_change_check:iu occurrence:iu rollup_due:iu sensor_absence:iu sensor_comparison:iud sensor_credential:u(revoked_at)
sensor_state:iu sensor_watermark:iud service:u(status,status_since) service_state:iu status_change:iud stray_count:iu
stream_position:iu`,
    readsPrivate: [],
    calls: ['partition_days'],
    queue: 'writes',
  },
  notifier: {
    holds:
      'the login of the notifier and SECRET_KEYS: it reads the keys that messages are signed with, and who subscribes to status pages',
    writes: `escalation_status:iu mail_usage:iu notification:iu occurrence:u(id) phone_usage:iu queue_worker:iud
status_page_bulletin:i status_page_delivery:iu status_page_subscriber:u(state,reason,changed_at,sealed_device)`,
    readsPrivate: [
      'signing_key',
      ...['status_page', 'status_page_component', 'status_page_post', 'status_page_update'],
      ...[
        'status_page_subscriber',
        'status_page_bulletin',
        'status_page_delivery',
        'status_page_domain',
        'page_certificate',
      ],
    ],
    calls: [],
    queue: 'writes',
  },
  reporter: {
    holds:
      'the login of the reporter and the key that reports are signed with: it reads the audit and status pages, writes posts on them, has the keys of their certificates, and deletes what is past its retention',
    writes: `deleted_service:d event_status:u(occurrence_id) history_progress:iu mail_usage:d mass_change:d notification:d occurrence:d page_certificate:iud
page_certificate_order:iud phone_usage:d queue_worker:iud report:iud report_delivery:i report_file:i report_preview:u
result_export:iud rollup:iud rollup_due:u(start)d rollup_progress:iu seal_due:iud seal_stamp:i status_page_announcement:id
status_page_domain:iud status_page_post:iu(title,state,impact,component_ids,start_time,end_time) status_page_update:i verified_address:d`,
    readsPrivate: [
      'audit',
      'status_page',
      'status_page_component',
      'status_page_post',
      'status_page_update',
      'status_page_announcement',
      ...['status_page_domain', 'page_certificate', 'page_certificate_order'],
    ],
    calls: ['partition_days', 'drop_partitions', 'append_seal', 'audit_announcement'],
    queue: 'writes',
  },
}

/** The api serves every table, but even a compromised api cannot write these. */
export const closedToApi = [
  ...['audit:iud', 'audit_personal:iud', 'audit_erasure:iu', 'seal:iud', 'migration:iud'],
  ...['suspension_version:iud', 'weekly_suspension_version:iud', 'account_time_zone_version:iud'],
  ...['service_type:iud', 'error_type:iud', 'dictionary_entry:iud', 'default_template:iud'],
  'account:i(is_administrator)u(is_administrator)',
]
export const apiCalls = [
  'partition_days',
  'drop_partitions',
  'append_seal',
  'write_audit',
  'audit_announcement',
  'erase_audit_personal',
  'audit_faults',
]

/** Parses `name:iu(a,b)d` to columns by verb; null stands for all columns. */
export function parseRights(words: string): Map<string, Map<string, readonly string[] | null>> {
  const found = new Map<string, Map<string, readonly string[] | null>>()
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const [table = '', rights = ''] = word.split(':')
    const verbs = [...rights.matchAll(/([iud])(?:\(([^)]*)\))?/g)]
    found.set(table, new Map(verbs.map(([, verb = '', columns]) => [verb, columns?.split(',') ?? null])))
  }
  return found
}

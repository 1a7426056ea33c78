/** The processes with a separate role. The api uses `wachta_app`, as do all processes if they share one login. */
export const restrictedProcesses = ['planner', 'analyst', 'notifier', 'reporter'] as const
export type RestrictedProcess = (typeof restrictedProcesses)[number]

export const getProcessRole = (process: RestrictedProcess): string => `wachta_${process}`

/** The database roles that are granted rights. */
export const databaseRoles: readonly string[] = [
  'wachta_app',
  'wachta_directory',
  ...restrictedProcesses.map(getProcessRole),
]

/**
 * Tables that only the api and the processes that name them in `reads` can read: passwords, sessions, one-time codes,
 * single sign-on, the sign-in log, the audit log, status pages, and the names that the directory copies.
 */
const privateTables = [
  ...['credential', 'recovery_code', 'passkey', 'passkey_challenge', 'mailed_token', 'session', 'authentication'],
  ...['login_limit', 'security_event', 'idempotent_answer'],
  ...['sensor_enrolment', 'signing_key', 'user_setting', 'audit', 'audit_personal', 'audit_record', 'audit_erasure'],
  ...['application', 'application_grant', 'oauth_record', 'oauth_key'],
  ...['sso_connection', 'sso_domain', 'sso_identity', 'sso_sign_in', 'sso_logout', 'scim_group', 'scim_group_member'],
  ...['status_page', 'status_page_component', 'status_page_post', 'status_page_update'],
  ...['status_page_announcement', 'status_page_subscriber', 'status_page_bulletin', 'status_page_delivery'],
  ...['status_page_secret', 'status_page_visit', 'status_page_domain', 'page_certificate', 'page_certificate_order'],
  ...['directory_name', 'directory_change', 'departed_key'],
] as const

type Right = 'insert' | 'update' | 'delete' | `update (${string})`

interface Rights {
  /** Private tables that the process may read nevertheless. */
  readonly reads: readonly (typeof privateTables)[number][]
  /** The tables that the process may write. Locking a row requires the right to update one column. */
  readonly writes: Readonly<Record<string, readonly Right[]>>
  readonly calls: readonly string[]
  /** The access to the job queue. */
  readonly queue: 'none' | 'read' | 'write'
}

const writeRights = ['insert', 'update'] as const
const writeAndDeleteRights = ['insert', 'update', 'delete'] as const

/** The rights of each process. All of them can read every table that is not private. */
export const processRights: Readonly<Record<RestrictedProcess, Rights>> = {
  planner: {
    reads: [],
    writes: {
      diagnostic: ['update', 'delete'],
      forced_analysis: ['update'],
      planner_leader: writeRights,
      sensor: ['update (category_ids)'],
      sensor_absence: writeAndDeleteRights,
      sensor_division: writeRights,
      sensor_state: writeRights,
      service: ['update (is_suspended, is_silenced)'],
      service_revision: writeRights,
    },
    calls: [],
    queue: 'read',
  },
  analyst: {
    reads: [],
    writes: {
      analysis: writeRights,
      analysis_amendment: writeRights,
      analyst: writeAndDeleteRights,
      analyst_lease: writeRights,
      artifact: writeAndDeleteRights,
      check_detail: writeRights,
      dead_letter: writeRights,
      early_decision: writeAndDeleteRights,
      event: ['update (id)'],
      event_status: writeRights,
      event_status_change: writeRights,
      evidence_loss: writeAndDeleteRights,
      forced_analysis: writeRights,
      mass_change: writeRights,
      mass_change_check: writeRights,
      occurrence: writeRights,
      rollup_due: writeRights,
      sensor_absence: writeRights,
      sensor_comparison: writeAndDeleteRights,
      sensor_credential: ['update (revoked_at)'],
      sensor_state: writeRights,
      sensor_watermark: writeAndDeleteRights,
      service: ['update (status, status_since)'],
      service_state: writeRights,
      status_change: writeAndDeleteRights,
      stray_count: writeRights,
      stream_position: writeRights,
    },
    // A result may arrive before the reporter has created the partition of its day.
    calls: ['partition_days(date[])'],
    queue: 'write',
  },
  notifier: {
    reads: [
      'signing_key',
      // It sends posts of status pages to their subscribers.
      ...(['status_page', 'status_page_component', 'status_page_post', 'status_page_update'] as const),
      ...(['status_page_subscriber', 'status_page_bulletin', 'status_page_delivery'] as const),
      // Links in messages use the custom domain of a page.
      ...(['status_page_domain', 'page_certificate'] as const),
    ],
    writes: {
      escalation_status: writeRights,
      mail_usage: writeRights,
      notification: writeRights,
      occurrence: ['update (id)'],
      phone_usage: writeRights,
      queue_worker: writeAndDeleteRights,
      status_page_bulletin: ['insert'],
      status_page_delivery: writeRights,
      status_page_subscriber: ['update (state, reason, changed_at, sealed_device)'],
    },
    calls: [],
    queue: 'write',
  },
  reporter: {
    // The reporter renders the status pages that visitors see.
    reads: [
      'audit',
      'status_page',
      'status_page_component',
      'status_page_post',
      'status_page_update',
      'status_page_announcement',
      ...(['status_page_domain', 'page_certificate', 'page_certificate_order'] as const),
    ],
    writes: {
      event_status: ['update (occurrence_id)'],
      history_progress: writeRights,
      mail_usage: ['delete'],
      mass_change: ['delete'],
      notification: ['delete'],
      occurrence: ['delete'],
      // It has certificates issued for the domains of status pages; it cannot give a page a domain.
      page_certificate: writeAndDeleteRights,
      page_certificate_order: writeAndDeleteRights,
      phone_usage: ['delete'],
      deleted_service: ['delete'],
      queue_worker: writeAndDeleteRights,
      report: writeAndDeleteRights,
      report_delivery: ['insert'],
      report_file: ['insert'],
      report_preview: ['update'],
      result_export: writeAndDeleteRights,
      rollup: writeAndDeleteRights,
      rollup_due: ['update (start)', 'delete'],
      rollup_progress: writeRights,
      seal_due: writeAndDeleteRights,
      seal_stamp: ['insert'],
      status_page_announcement: ['insert', 'delete'],
      status_page_domain: writeAndDeleteRights,
      // It announces incidents and maintenance, and can neither publish a draft nor pass off a person's post as its
      // own.
      status_page_post: ['insert', 'update (title, state, impact, component_ids, start_time, end_time)'],
      status_page_update: ['insert'],
      verified_address: ['delete'],
    },
    calls: [
      'partition_days(date[])',
      'drop_partitions(text, date)',
      'append_seal(text, timestamptz, bytea, timestamptz)',
      'audit_announcement(bigint, bigint, jsonb)',
    ],
    queue: 'write',
  },
}

/** Builds statements that give every role exactly its rights, and revoke all others. They can be run repeatedly. */
export const grantProcessRights = (): string => restrictedProcesses.map(buildGrants).join('\n')

function buildGrants(process: RestrictedProcess): string {
  const role = getProcessRole(process)
  const { reads, writes, calls, queue } = processRights[process]
  const hidden = privateTables.filter((table) => !reads.includes(table))
  const queueRights = { none: '', read: 'select', write: 'select, insert, update, delete' }[queue]
  return [
    `revoke all on all tables in schema public from ${role};`,
    `grant usage on schema public to ${role};`,
    `grant select on all tables in schema public to ${role};`,
    `revoke select on ${hidden.join(', ')} from ${role};`,
    ...Object.entries(writes).map(([table, rights]) => `grant ${rights.join(', ')} on ${table} to ${role};`),
    ...calls.map((call) => `grant execute on function ${call} to ${role};`),
    `revoke all on all tables in schema graphile_worker from ${role};`,
    ...(queueRights === ''
      ? []
      : [
          `grant usage on schema graphile_worker to ${role};`,
          `grant ${queueRights} on all tables in schema graphile_worker to ${role};`,
        ]),
    ...(queue === 'write' ? [`grant usage on all sequences in schema graphile_worker to ${role};`] : []),
  ].join('\n')
}

/** The roles that row security lets access the job queue. */
export const queueRoles: readonly string[] = [
  'wachta_app',
  ...restrictedProcesses.filter((process) => processRights[process].queue !== 'none').map(getProcessRole),
]

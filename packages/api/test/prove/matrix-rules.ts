import type { Role } from './matrix-roles.ts'

/** What an operation is, as far as authorisation goes. */
export interface Rule {
  /**
   * `act` is done to a row, `list` answers with rows, `call` has no row that could be asked, `token` and `sign-in` go
   * by a secret.
   */
  readonly kind: 'act' | 'list' | 'call' | 'token' | 'sign-in'
  /** Needs no credentials. */
  readonly open?: true
  readonly administrators?: true
  /** The resource of the row, and the flag of it that is needed. */
  readonly on?: string
  readonly flag?: string
  /** The resource of the rows in the answer, and of the row that they hang on. */
  readonly rows?: string
  readonly under?: string
  /** The row stands in the body, not in the path. */
  readonly inBody?: true
  /** The row is the account that the caller acts for, and stands nowhere in the request. */
  readonly onActedFor?: true
  /** The answer is another row than the one in the path, and must be readable itself. */
  readonly leadsTo?: 'package'
  /** An account is named in the body, and it makes no difference which. */
  readonly byName?: true
  /** Who may call it, where not everyone may. */
  readonly by?: (role: Role) => boolean
}

const act = (on: string, flag: string): Rule => ({ kind: 'act', on, flag })
const list = (rows: string): Rule => ({ kind: 'list', rows })
const listUnder = (under: string, flag: string, rows: string): Rule => ({ kind: 'list', under, flag, rows })
const call: Rule = { kind: 'call' }
const toAll = (rule: Rule): Rule => ({ ...rule, open: true })
const toAdministrators = (rule: Rule): Rule => ({ ...rule, administrators: true })

const writes = ({ holder }: Role): boolean => holder !== null && !holder.readOnly

/** The resource of one word of a dictionary, and the dictionary. */
export const dictionaries: Readonly<Record<string, string>> = {
  artifact_type: 'artifact_types',
  contact_channel: 'contact_channels',
  error_type_category: 'error_type_categories',
  language: 'languages',
  metric_type: 'metric_types',
  notification_channel: 'notification_channels',
  notification_condition: 'notification_conditions',
  notification_mode: 'notification_modes',
  recovery_notification_mode: 'recovery_notification_modes',
  report_attachment_type: 'report_attachment_types',
  report_section: 'report_sections',
  report_template_variable: 'report_template_variables',
  reporting_plan: 'reporting_plans',
  service_type_category: 'service_type_categories',
  template_variable: 'template_variables',
  time_zone: 'time_zones',
}

/** One row for every operation of the interface. The proof fails for an operation without one, and for one too many. */
export const rules: Readonly<Record<string, Rule>> = {
  list_accounts: list('account'),
  search_accounts: list('account'),
  read_account: act('account', 'read'),
  read_account_permissions: act('account', 'read'),
  read_account_language: act('account', 'read'),
  read_account_package: { ...act('account', 'read'), leadsTo: 'package' },
  read_account_time_zone: act('account', 'read'),
  list_account_audits: listUnder('account', 'read_logs', 'audit'),
  list_account_authentications: listUnder('account', 'read_logs', 'authentication'),
  update_account: act('account', 'update'),
  delete_account: act('account', 'delete'),
  block_account: act('account', 'block'),
  unblock_account: act('account', 'unblock'),
  close_account: act('account', 'close'),
  export_account: act('account', 'export'),
  change_account_password: act('account', 'change_password'),
  setup_account_2fa: act('account', 'setup_2fa'),
  verify_account_2fa: act('account', 'setup_2fa'),
  create_customer_portal_session: act('account', 'create_customer_portal_sessions'),
  create_account: { ...act('account', 'create_users'), inBody: true },
  create_subaccount: { ...act('account', 'create_subaccounts'), onActedFor: true },
  register_account: toAll(call),
  activate_account: { kind: 'token', open: true },

  read_user_data: act('user_data', 'read'),
  read_user_data_permissions: act('user_data', 'read'),
  update_user_data: act('user_data', 'update'),
  read_user_setting: act('user_data', 'read'),
  update_user_setting: act('user_data', 'update'),
  delete_user_setting: act('user_data', 'update'),

  list_admin_accounts: toAdministrators(list('admin_account')),
  search_admin_accounts: toAdministrators(list('admin_account')),
  read_admin_account: toAdministrators(act('admin_account', 'read')),
  read_admin_account_permissions: toAdministrators(act('admin_account', 'read')),
  create_admin_account: toAdministrators({ ...call, by: writes }),
  update_admin_account: toAdministrators(act('admin_account', 'update')),
  delete_admin_account: toAdministrators(act('admin_account', 'delete')),
  block_admin_account: toAdministrators(act('admin_account', 'block')),
  unblock_admin_account: toAdministrators(act('admin_account', 'unblock')),

  list_admin_packages: toAdministrators(list('admin_package')),
  search_admin_packages: toAdministrators(list('admin_package')),
  read_admin_package: toAdministrators(act('admin_package', 'read')),
  read_admin_package_permissions: toAdministrators(act('admin_package', 'read')),
  create_admin_package: toAdministrators({ ...call, by: writes }),
  update_admin_package: toAdministrators(act('admin_package', 'update')),
  delete_admin_package: toAdministrators(act('admin_package', 'delete')),

  list_packages: list('package'),
  search_packages: list('package'),
  read_package: act('package', 'read'),
  read_package_permissions: act('package', 'read'),
  read_package_available_notification_channels: listUnder('package', 'read', 'notification_channel'),
  list_packages_for_new_accounts: toAll(list('offered package')),

  list_sessions: list('session'),
  search_sessions: list('session'),
  read_session: act('session', 'read'),
  read_session_permissions: act('session', 'read'),
  delete_session: act('session', 'delete'),
  verify_session_2fa: act('session', 'own'),
  create_session: { kind: 'sign-in', open: true },
  create_auth_token: { kind: 'sign-in', open: true },
  read_auth_token: call,
  delete_auth_token: call,

  initialize_password_reset: { ...toAll(call), byName: true },
  confirm_password_reset: { kind: 'token', open: true },
  read_my_ip_address: toAll(call),
  read_system_stats: toAll(call),

  list_error_types: toAll(list('error_type')),
  search_error_types: toAll(list('error_type')),
  read_error_type: toAll(act('error_type', 'read')),
  read_error_type_permissions: toAll(act('error_type', 'read')),
  list_error_type_category_error_types: toAll(listUnder('error_type_category', 'read', 'error_type')),
  ...Object.fromEntries(
    Object.entries(dictionaries).flatMap(([one, many]) => [
      [`list_dictionaries_${many}`, toAll(list(one))],
      [`read_${one}`, toAll(act(one, 'read'))],
    ]),
  ),
}

/** Operations that nobody has decided on, and decisions on operations that are gone. */
export function ruleFaults(operations: readonly { readonly id: string }[]): string[] {
  const served = new Set(operations.map(({ id }) => id))
  return [
    ...[...served].filter((id) => !Object.hasOwn(rules, id)).map((id) => `no row for operation ${id}`),
    ...Object.keys(rules)
      .filter((id) => !served.has(id))
      .map((id) => `a row for operation ${id}, which is not served`),
  ]
}

/** Operations that end with a code of the moment: that they get as far as to ask for it shows who may call them. */
const askForCode = ['verify_account_2fa', 'verify_session_2fa']

/** Operations that nobody was able to carry out: what always fails keeps no secret and proves nothing. */
export function unprovenFaults(operations: readonly { readonly id: string }[], done: ReadonlySet<string>): string[] {
  return operations
    .filter(({ id }) => !done.has(id) && !askForCode.includes(id))
    .map(({ id }) => `nobody was able to carry out ${id}`)
}

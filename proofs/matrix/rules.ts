import { flagsOf, type Subject } from './flags.ts'
import type { Kind } from './kind.ts'
import { getPlural, isThing, kinds } from './kinds.ts'
import type { Target } from './oracle.ts'
import type { Role } from './roles.ts'
import type { Thing } from './things.ts'
import type { AccountTrees, Holder } from './trees.ts'

/** A row that a call needs besides its target, and the flag of it that is needed. */
export interface RelatedRow {
  readonly resource: string
  /** Null if there is none. */
  readonly subject: Subject | null
  readonly flag?: string
}

/** The properties of an operation that matter for authorisation. */
export interface Rule {
  /**
   * `act` targets a row, `bulk` many at once, `list` returns rows, `call` targets no row, `token` and `sign-in` need a
   * secret, `link` a secret in the URL that belongs to one row.
   */
  readonly kind: 'act' | 'bulk' | 'list' | 'call' | 'token' | 'sign-in' | 'link'
  /** Needs no credentials. */
  readonly open?: true
  readonly administrators?: true
  /** The resource of the row, and the flag of it that is needed. */
  readonly on?: string
  readonly flag?: string
  /** The resource of the returned rows, and of the row that they belong to. */
  readonly rows?: string
  readonly under?: string
  /** The body names the row, not the path. */
  readonly inBody?: true
  /** The row is the account that the caller acts for, which the request does not name. */
  readonly onActedFor?: true
  /** The response is another row than the one in the path, and must be readable itself. */
  readonly getResponseRow?: (target: Target, trees: AccountTrees) => RelatedRow
  /** The returned rows are those that the row in the path names under this relation. */
  readonly relation?: string
  /** Which rows the response contains, if not simply those below the one in the path. */
  readonly includesRow?: (thing: Thing, target: Target, role: Role) => boolean
  /** The path names a row of this resource, which exists or is created. */
  readonly putResource?: string
  /** The rows are moved to this group. */
  readonly movesToGroup?: true
  /** It only works on an invited user; of the others, a sample is tried. */
  readonly needsInvitedUser?: true
  /** The response names rows of these resources to everyone who may see the row. */
  readonly namedResources?: readonly string[]
  /** A flag that the returned rows must have, too. */
  readonly needs?: string
  /** Whose data it may change besides that of its target and the caller. */
  readonly getTouchedAccounts?: (target: Target, trees: AccountTrees) => readonly (Holder | null)[]
  /** The body names an account, and any account gives the same result. */
  readonly byName?: true
  /** Who may call it, if not everyone. */
  readonly mayCall?: (role: Role) => boolean
  /** The expected outcome, if it depends only on the role. */
  readonly decideOutcome?: (role: Role) => 'allowed' | 'forbidden' | 'refused'
  /** No record shows the flags. */
  readonly unflagged?: true
  /** The path names a row of this resource after the account that it belongs to, and the flag is the account's. */
  readonly entryResource?: string
}

const act = (on: string, flag: string): Rule => ({ kind: 'act', on, flag })
const bulk = (on: string, flag: string): Rule => ({ kind: 'bulk', on, flag })
const list = (rows: string): Rule => ({ kind: 'list', rows })
const listUnder = (under: string, flag: string, rows: string): Rule => ({ kind: 'list', under, flag, rows })
const call: Rule = { kind: 'call' }
const toAll = (rule: Rule): Rule => ({ ...rule, open: true })
const byLink = (on: string): Rule => ({ kind: 'link', on, open: true, unflagged: true })
const toAdministrators = (rule: Rule): Rule => ({ ...rule, administrators: true })

/** Whether the role may invite users: owners of accounts, their managers, and administrators. */
const mayInvite = ({ holder, scope }: Role): boolean =>
  scope === 'administrator'
    ? !holder?.readOnly && holder?.parent === null
    : holder !== null && !holder.readOnly && (holder.parent === null || holder.role === 'manager')
const mayWrite = ({ holder }: Role): boolean => holder !== null && !holder.readOnly

/** The dictionaries by the resource of their entries. */
export const dictionaries: Readonly<Record<string, string>> = {
  artifact_type: 'artifact_types',
  contact_channel: 'contact_channels',
  error_type_category: 'error_type_categories',
  language: 'languages',
  metric_type: 'metric_types',
  notification_channel: 'notification_channels',
  notification_condition: 'notification_conditions',
  notification_mode: 'notification_modes',
  notification_reason: 'notification_reasons',
  recovery_notification_mode: 'recovery_notification_modes',
  report_attachment_type: 'report_attachment_types',
  report_section: 'report_sections',
  report_template_variable: 'report_template_variables',
  reporting_plan: 'reporting_plans',
  service_type_category: 'service_type_categories',
  template_variable: 'template_variables',
  time_zone: 'time_zones',
}

/** The path names a service and a rule: both must be readable, whatever other flag is needed. */
const withRule = (on: string, rule: string, flag: string): Rule => ({
  ...act(on, flag),
  getResponseRow: ({ thing }, trees) => {
    const found = trees.thing(rule, thing?.keys[1] ?? 0)
    return { resource: rule, subject: found ? { kind: 'thing', thing: found } : null, flag }
  },
})
/** The response is the service or group that the component of a status page shows. */
const createShownItemRule = (relation: 'service' | 'group'): Rule => ({
  ...act('status_page_component', 'read'),
  getResponseRow: ({ thing }, trees) => {
    const found = trees.thing(relation, thing?.lists[relation]?.[0] ?? 0)
    return { resource: relation, subject: found ? { kind: 'thing', thing: found } : null }
  },
})
const eventRule = withRule('event_status_change', 'event', 'read')

const belongsToRule = (thing: Thing, { thing: rule }: Target): boolean => thing.keys[1] === rule?.id

/** One entry for every operation of the API. The proof fails if one is missing or superfluous. */
export const rules: Readonly<Record<string, Rule>> = {
  list_accounts: list('account'),
  search_accounts: list('account'),
  read_account: act('account', 'read'),
  read_account_permissions: act('account', 'read'),
  read_account_language: act('account', 'read'),
  read_account_package: {
    ...act('account', 'read'),
    getResponseRow: ({ holder }) => ({
      resource: 'package',
      subject: holder ? { kind: 'package', offer: holder.package } : null,
    }),
  },
  read_account_time_zone: act('account', 'read'),
  list_account_audits: listUnder('account', 'read_logs', 'audit'),
  list_account_security_events: act('account', 'read_logs'),
  list_account_authentications: listUnder('account', 'read_logs', 'authentication'),
  update_account: act('account', 'update'),
  delete_account: { ...act('account', 'delete'), getTouchedAccounts: listSharers },
  block_account: act('account', 'block'),
  unblock_account: act('account', 'unblock'),
  observe_account: act('account', 'observe'),
  close_account: act('account', 'close'),
  export_account: act('account', 'export'),
  change_account_password: act('account', 'change_password'),
  setup_account_2fa: act('account', 'setup_2fa'),
  verify_account_2fa: act('account', 'setup_2fa'),
  read_account_security: act('account', 'own'),
  update_account_security: act('account', 'manage_security'),
  renew_account_recovery_codes: act('account', 'setup_2fa'),
  create_customer_portal_session: act('account', 'create_customer_portal_sessions'),
  create_account: { ...act('account', 'create_users'), inBody: true },
  create_subaccount: { ...act('account', 'create_subaccounts'), onActedFor: true },
  register_account: toAll(call),
  activate_account: { kind: 'token', open: true },
  apply: { ...act('account', 'apply'), inBody: true },

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
  create_admin_account: toAdministrators({ ...call, mayCall: mayWrite }),
  update_admin_account: toAdministrators(act('admin_account', 'update')),
  delete_admin_account: toAdministrators({ ...act('admin_account', 'delete'), getTouchedAccounts: listSharers }),
  block_admin_account: toAdministrators(act('admin_account', 'block')),
  unblock_admin_account: toAdministrators(act('admin_account', 'unblock')),

  list_admin_packages: toAdministrators(list('admin_package')),
  search_admin_packages: toAdministrators(list('admin_package')),
  read_admin_package: toAdministrators(act('admin_package', 'read')),
  read_admin_package_permissions: toAdministrators(act('admin_package', 'read')),
  create_admin_package: toAdministrators({ ...call, mayCall: mayWrite }),
  update_admin_package: toAdministrators(act('admin_package', 'update')),
  delete_admin_package: toAdministrators(act('admin_package', 'delete')),

  list_packages: list('package'),
  search_packages: list('package'),
  read_package: act('package', 'read'),
  read_package_permissions: act('package', 'read'),
  read_package_available_notification_channels: listUnder('package', 'read', 'channel of a package'),
  list_packages_for_new_accounts: toAll(list('offered package')),

  list_sessions: list('session'),
  search_sessions: list('session'),
  read_session: act('session', 'read'),
  read_session_permissions: act('session', 'read'),
  delete_session: act('session', 'delete'),
  verify_session_2fa: act('session', 'own'),
  step_up_session: call,
  verify_session_passkey: act('session', 'own'),
  step_up_session_with_passkey: call,
  create_session_with_passkey: toAll(call),
  begin_passkey_authentication: toAll(call),
  begin_passkey_registration: call,
  create_passkey: call,
  create_session: { kind: 'sign-in', open: true },
  create_auth_token: { kind: 'sign-in', open: true },
  read_auth_token: call,
  delete_auth_token: call,

  initialize_password_reset: { ...toAll(call), byName: true },
  confirm_password_reset: { kind: 'token', open: true },
  read_my_ip_address: toAll(call),
  read_system_stats: toAll(call),

  ...Object.assign({}, ...Object.entries(kinds).map(([name, kind]) => createGeneratedRules(name, kind))),
  create_sensor: { ...call, mayCall: mayWrite },
  create_sensor_enrolment: act('sensor', 'enrol'),
  enrol_sensor: { kind: 'token', open: true },
  revoke_sensor: act('sensor', 'enrol'),
  read_sensor_status: toAll(act('sensor', 'read')),
  create_dns_diagnostic: { ...call, mayCall: mayWrite },
  create_traceroute_diagnostic: { ...call, mayCall: mayWrite },
  archive_service: act('service', 'archive'),
  restore_service: act('service', 'restore'),
  force_analysis: act('service', 'force_analysis'),
  force_custom_analysis: act('service', 'force_analysis'),
  schedule_custom_analysis: act('service', 'force_analysis'),
  bulk_force_analysis: bulk('service', 'force_analysis'),
  read_heartbeat: act('service', 'read'),
  create_heartbeat_token: act('service', 'update'),
  report_heartbeat: byLink('service'),
  post_heartbeat: byLink('service'),
  bulk_activate_services: bulk('service', 'update'),
  bulk_pause_services: bulk('service', 'update'),
  bulk_tag_services: bulk('service', 'update'),
  bulk_delete_services: bulk('service', 'delete'),
  bulk_change_group: { ...bulk('service', 'move'), movesToGroup: true },
  bulk_delete_groups: bulk('group', 'delete'),
  bulk_create_corrections: bulk('service', 'create_corrections'),
  bulk_create_service_corrections: act('service', 'create_corrections'),
  bulk_update_corrections: bulk('correction', 'update'),
  bulk_delete_corrections: bulk('correction', 'delete'),
  bulk_create_suspensions: bulk('service', 'create_suspensions'),
  bulk_delete_suspensions: bulk('suspension', 'delete'),
  bulk_create_scheduled_suspensions: bulk('service', 'create_suspensions'),
  bulk_delete_scheduled_suspensions: bulk('scheduled_suspension', 'delete'),
  // Every seeded address has a channel and a frequency that are switched on.
  list_service_notification_addresses: {
    ...listUnder('service', 'read', 'notification_address'),
    includesRow: isInSameGroup,
  },
  list_service_periodic_report_addresses: {
    ...listUnder('service', 'read', 'periodic_report_address'),
    includesRow: isInSameGroup,
  },
  list_analyses: act('service', 'read'),
  read_analysis: act('service', 'read'),
  list_analysis_checks: act('service', 'read'),
  read_check: act('service', 'read'),
  read_check_details: act('service', 'read'),
  list_check_artifacts: act('service', 'read'),
  read_check_artifact: act('service', 'read'),
  read_check_artifact_plain: act('service', 'read'),
  read_check_artifact_zip: act('service', 'read'),
  read_check_artifact_by_token: byLink('service'),
  read_check_content: act('service', 'read'),
  read_check_uncompressed_content: act('service', 'read'),
  read_check_har: act('service', 'read'),
  read_steps_summary: act('service', 'read'),
  list_checks: act('service', 'read'),
  list_detected_error_types: act('service', 'read'),
  read_time_range_info: act('service', 'read'),
  read_service_level: act('service', 'read'),
  list_used_sensors: act('service', 'read'),
  list_status_changes: act('service', 'read'),
  read_status_change_stats: act('status_change', 'read'),
  bulk_update_status_changes: act('service', 'update'),
  list_account_status_changes: act('account', 'read_logs'),
  list_account_event_status_changes: act('account', 'read_logs'),
  list_account_occurrences: act('account', 'read_logs'),
  read_account_metrics: act('account', 'read_stats'),
  list_account_sensor_latencies: act('account', 'read_stats'),
  list_account_expiries: act('account', 'read_stats'),
  read_event_status_change: eventRule,
  list_event_status_changes: eventRule,
  read_event_service_level: eventRule,
  read_event_availability_chart: eventRule,
  read_event_availability_range: eventRule,
  read_event_status: withRule('event_status', 'event', 'read'),
  // It acknowledges the incident, so it needs no right to change the alert rule.
  disable_event_status: { ...withRule('event_status', 'event', 'read'), flag: 'update' },
  list_event_event_statuses: { ...listUnder('event', 'read', 'event_status'), includesRow: belongsToRule },
  read_escalation_status: withRule('escalation_status', 'escalation', 'read'),
  list_escalation_escalation_statuses: {
    ...listUnder('escalation', 'read', 'escalation_status'),
    includesRow: belongsToRule,
  },
  list_service_occurrences: act('service', 'read'),
  acknowledge_incident: act('incident', 'update'),
  unacknowledge_incident: act('incident', 'update'),
  bulk_acknowledge_incidents: bulk('incident', 'update'),
  add_incident_note: act('incident', 'update'),
  add_incident_diagnostics: act('incident', 'update'),
  // It names the alert rules and escalation steps of its alerts, also to those who see only the incidents of a group.
  read_incident_timeline: { ...act('incident', 'read'), namedResources: ['event', 'escalation', 'incident_entry'] },
  list_incident_groups: call,
  list_account_contact_notifications: act('account', 'read_logs'),
  read_contact_notification: { ...act('account', 'read_logs'), entryResource: 'contact_notification' },
  list_account_notifications: act('account', 'read_logs'),
  read_notification: { ...act('account', 'read_logs'), entryResource: 'notification' },
  put_mobile_device: { ...call, on: 'mobile_device', mayCall: mayWrite, unflagged: true },
  read_group_mobile_devices_count: act('group', 'read'),
  read_service_mobile_devices_count: act('service', 'read'),
  send_test_to_contact_address: act('contact_address', 'update'),
  send_test_sms_to_notification_address: act('notification_address', 'update'),
  send_test_sms_to_group: act('group', 'update'),
  send_test_sms_to_service: act('service', 'update'),
  send_contact_address_verification_code: act('contact_address', 'update'),
  verify_contact_address: act('contact_address', 'update'),
  send_notification_address_verification_code: act('notification_address', 'update'),
  verify_notification_address: act('notification_address', 'update'),
  change_account_role: act('account', 'assign_role'),
  invite_user: { ...call, mayCall: mayInvite },
  resend_invitation: { ...act('account', 'assign_role'), needsInvitedUser: true },
  create_api_key: call,
  revoke_api_key: act('api_key', 'revoke'),
  create_application: { ...call, mayCall: mayInvite },
  rotate_application_secret: act('application', 'rotate_secret'),
  read_authorization_request: call,
  approve_authorization_request: call,
  deny_authorization_request: call,
  find_device_authorization: call,
  approve_device_authorization: call,
  deny_device_authorization: call,
  change_sso_client_secret: act('sso_connection', 'update'),
  create_scim_token: act('sso_connection', 'update'),
  delete_scim_token: act('sso_connection', 'update'),
  test_sso_connection: act('sso_connection', 'update'),
  begin_sso_test_sign_in: act('sso_connection', 'update'),
  verify_sso_domain: act('sso_domain', 'verify'),
  // The issuer has never signed in a user here.
  begin_sso_sign_in: { ...toAll(call), decideOutcome: () => 'refused' },
  finish_sso_sign_in: { ...toAll(call), decideOutcome: () => 'refused' },
  begin_sso_step_up: { ...call, decideOutcome: () => 'refused' },
  finish_sso_request: { ...call, decideOutcome: () => 'refused' },
  // The holder of an account signs in with a password; every account that has users has a connection.
  begin_sso_link: { ...call, decideOutcome: ({ holder }) => (holder?.parent ? 'allowed' : 'forbidden') },
  read_status_page_pictures: act('status_page', 'read'),
  update_status_page_pictures: act('status_page', 'update'),
  change_status_page_password: act('status_page', 'update'),
  read_status_page_link: act('status_page', 'update'),
  create_status_page_link: act('status_page', 'update'),
  delete_status_page_link: act('status_page', 'update'),
  // No page here is for users, or has a password.
  create_status_page_entry: { ...call, decideOutcome: () => 'refused' },
  admit_status_page_visitor: { ...toAll(call), decideOutcome: () => 'refused' },
  read_status_page_component_service: createShownItemRule('service'),
  read_status_page_component_group: createShownItemRule('group'),
  read_account_branding: act('account', 'read'),
  read_account_effective_branding: act('account', 'read'),
  update_account_branding: act('account', 'manage_branding'),
  delete_account_branding: act('account', 'manage_branding'),
  list_account_signing_keys: listUnder('account', 'manage_signing_keys', 'signing_key'),
  create_signing_key: act('account', 'manage_signing_keys'),
  delete_signing_key: { ...act('account', 'manage_signing_keys'), entryResource: 'signing_key' },
  read_availability_chart: act('service', 'read'),
  read_availability_range: act('service', 'read'),
  read_performance_chart: act('service', 'read'),
  read_performance_checks_chart: act('service', 'read'),
  read_performance_river_chart: act('service', 'read'),
  read_performance_phases_chart: act('service', 'read'),
  read_earlier_check_artifact: act('service', 'read'),
  read_correction_effect: act('correction', 'read'),
  read_what_if: act('service', 'read'),
  read_performance_steps_chart: act('service', 'read'),
  read_performance_range: act('service', 'read'),
  list_performance_used_sensors: act('service', 'read'),
  preview_template_data: call,
  preview_template: act('template', 'read'),
  list_default_templates: list('default_template'),
  search_default_templates: list('default_template'),
  read_default_template: act('default_template', 'read'),
  list_event_possible_conditions: {
    ...listUnder('event', 'read', 'event'),
    includesRow: (event, { thing }) =>
      event !== thing && event.owner === thing?.owner && !event.lists['conditions']?.includes(thing?.id ?? 0),
  },
  read_report_template_reporting_plans: {
    ...listUnder('report_template', 'read', 'reporting_plan'),
    relation: 'active plans',
  },
  read_report_template_stats: act('report_template', 'read'),
  read_template_of_report: createRouteRule('report', 'template', 'report_template'),
  list_report_generated_attachments: act('report', 'read'),
  read_report_generated_attachment: act('report', 'read'),
  read_report_generated_attachment_plain: act('report', 'read'),
  read_report_json: act('report', 'read'),
  read_report_pdf: act('report', 'read'),
  read_report_proof: act('report', 'read'),
  read_report_pdf_by_token: byLink('report'),
  read_report_proof_by_token: byLink('report'),
  read_report_generated_attachment_by_token: byLink('report'),
  list_report_deliveries: act('report', 'read'),
  revoke_report_links: act('report', 'send'),
  preview_report_template_data: { ...call, mayCall: mayWrite },
  copy_group_shares: { ...act('account', 'copy_group_shares'), getTouchedAccounts: listSharers },
  read_account_stats: act('account', 'read_stats'),
  list_account_stats_by_category: act('account', 'read_stats'),
  // For an additional user, it is the default group of the account that the user acts for.
  read_account_default_group: {
    ...act('account', 'read'),
    getResponseRow: ({ holder }, { findByLabel }) => ({
      resource: 'group',
      subject: holder ? { kind: 'thing', thing: findByLabel(`group ${(holder.parent ?? holder).name}/default`) } : null,
    }),
  },
  list_account_available_sensors: { ...listUnder('account', 'read', 'sensor'), includesRow: isAvailableSensor },
  list_group_available_sensors: { ...listUnder('group', 'read', 'sensor'), includesRow: isAvailableSensor },
  list_group_available_sensors_by_service_type: {
    ...listUnder('group', 'read', 'sensor'),
    includesRow: isAvailableSensor,
  },
  list_service_available_sensors: { ...listUnder('service', 'read', 'sensor'), includesRow: isAvailableSensor },
  list_service_monitoring_sensors: {
    ...listUnder('service', 'read', 'sensor'),
    includesRow: ({ id }, { thing }) => thing?.lists['sensors']?.includes(id) ?? false,
  },
  list_service_available_groups: {
    ...listUnder('service', 'read', 'group'),
    needs: 'create_services',
    includesRow: ({ owner, id }, { thing }, role) =>
      thing !== undefined &&
      owner === thing.owner &&
      id !== thing.under['group'] &&
      (flagsOf(role, 'service', { kind: 'thing', thing })['move'] ?? false),
  },
  list_account_available_service_types: listUnder('account', 'read', 'service_type'),
  list_group_available_service_types: listUnder('group', 'read', 'service_type'),
  list_admin_security_events: toAdministrators(call),
  list_usage_stats_by_account: toAdministrators(call),
  list_usage_stats_by_group: toAdministrators(call),

  list_service_types: toAll(list('service_type')),
  search_service_types: toAll(list('service_type')),
  read_service_type: toAll(act('service_type', 'read')),
  read_service_type_permissions: toAll(act('service_type', 'read')),
  list_extended_setting_formats: toAll(act('service_type', 'read')),
  read_type_of_service: act('service', 'read'),

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

/** Returns the rules of the operations that the resource framework generates. */
function createGeneratedRules(name: string, kind: Kind): Record<string, Rule> {
  const { parentResource: hangsOn, createFlag = '', routes = {}, collections = [], open = '', unflagged } = kind
  const plural = getPlural(name)
  const parent = act(hangsOn, createFlag)
  const served: Readonly<Record<string, [string, Rule]>> = {
    list: [`list_${plural}`, list(name)],
    search: [`search_${plural}`, list(name)],
    read: [`read_${name}`, act(name, 'read')],
    create: [`create_${name}`, { ...parent, inBody: true }],
    put: [`put_${name}`, { ...parent, putResource: name }],
    update: [`update_${name}`, act(name, 'update')],
    delete: [`delete_${name}`, act(name, 'delete')],
    permissions: [`read_${name}_permissions`, act(name, 'read')],
  }
  const serves = (kind.serves ?? 'list search read create update delete permissions').split(' ').filter(Boolean)
  return Object.fromEntries([
    ...serves.map((one): [string, Rule] => {
      const [id, rule] = served[one] ?? ['', call]
      const decided = unflagged ? { ...rule, unflagged } : rule
      return [id, open.split(' ').includes(one) ? toAll(decided) : decided]
    }),
    ...Object.entries(routes).map(([relation, to]) => [
      `read_${name}_${relation}`,
      createRouteRule(name, relation, to),
    ]),
    ...collections.map((under) => {
      const rule = listUnder(under, 'read', name)
      return [`list_${under}_${plural}`, isThing(under) || under === 'account' ? rule : toAll(rule)]
    }),
  ])
}

function createRouteRule(name: string, relation: string, to: string): Rule {
  if (to === 'word') return act(name, 'read')
  if (to.endsWith('[]')) return { ...listUnder(name, 'read', to.slice(0, -2)), relation }
  const findSubject = ({ thing }: Target, trees: AccountTrees): Subject | null => {
    if (to === 'account') return thing?.owner ? { kind: 'holder', holder: thing.owner } : null
    const related = trees.thing(to, thing?.under[to] ?? 0)
    return related ? { kind: 'thing', thing: related } : null
  }
  return {
    ...act(name, 'read'),
    getResponseRow: (target, trees) => ({ resource: to, subject: findSubject(target, trees) }),
  }
}

/** Public sensors, and the private ones of the account that the row in the path belongs to. */
function isAvailableSensor({ owner }: Thing, { holder, thing }: Target): boolean {
  return owner === null || owner === (thing?.owner ?? holder)
}

function isInSameGroup({ under }: Thing, { thing }: Target): boolean {
  return under['group'] === thing?.under['group']
}

/** Accounts that share a group with the account: the share is deleted with the account, or passed on. */
function listSharers({ holder }: Target, { things }: AccountTrees): (Holder | null)[] {
  return things
    .filter(({ resource, under }) => resource === 'group_share' && under['account'] === holder?.id)
    .map(({ owner }) => owner)
}

/** Returns the rule of an operation. */
export const findRule = ({ id }: { readonly id: string }): Rule | undefined => rules[id]

/** Returns operations without a rule, and rules of operations that do not exist. */
export function findRuleFaults(operations: readonly { readonly id: string }[]): string[] {
  const served = new Set(operations.map(({ id }) => id))
  return [
    ...[...served].filter((id) => !Object.hasOwn(rules, id)).map((id) => `no row for operation ${id}`),
    ...Object.keys(rules)
      .filter((id) => !served.has(id))
      .map((id) => `a row for operation ${id}, which is not served`),
  ]
}

/**
 * Operations that need a code, a signature or the response of an issuer, which this proof cannot produce: an error
 * about these shows that the call was permitted.
 */
const codeOperations = [
  ...['verify_account_2fa', 'verify_session_2fa'],
  ...['create_passkey', 'create_session_with_passkey', 'verify_session_passkey', 'step_up_session_with_passkey'],
  ...['verify_contact_address', 'verify_notification_address'],
  ...['begin_sso_sign_in', 'begin_sso_link', 'begin_sso_step_up', 'begin_sso_test_sign_in'],
  ...['finish_sso_sign_in', 'finish_sso_request'],
  ...['create_status_page_entry', 'admit_status_page_visitor'],
]

/** Returns operations that succeeded for no caller: an operation that always fails proves nothing. */
export function findUnprovenOperations(
  operations: readonly { readonly id: string }[],
  done: ReadonlySet<string>,
): string[] {
  return operations
    .filter(({ id }) => !done.has(id) && !codeOperations.includes(id))
    .map(({ id }) => `no caller was able to carry out ${id}`)
}

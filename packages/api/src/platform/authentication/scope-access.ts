import {
  type AccessFamily,
  type AccessScope,
  checkScopes,
  findScopesBeyondGroups,
  includesScope,
  type ScopeRequirement,
} from '@wachta/domain'
import { type Caller, type CallerLimits, changesData, type Operation, type Registry, reject } from '@wachta/resource'

/**
 * Returns the scopes that an API key needs for an operation, or `session` or `any`: by the id of the operation, else by
 * its tag. Operations with an unlisted tag are closed to all keys, so that a new part of the API is not open to keys by
 * accident.
 */
export function getScopeRequirement(operation: Operation): ScopeRequirement {
  const { id, tag, on } = operation
  const entry = operationAccess[id] ?? (tag === 'permissions' ? resourceAccess(on?.resource ?? '') : tagAccess[tag])
  if (entry === undefined || entry === 'session') return 'session'
  if (entry === 'any') return changesData(operation) && !operationAccess[id] ? 'session' : 'any'
  if (typeof entry !== 'string') return entry
  if (!changesData(operation)) return [`${entry}:read`]
  return entry === 'account' ? 'session' : [`${entry}:write`]
}

/** Rejects an operation that the key, the application or the role of the caller does not permit. */
export function requireScopes(operation: Operation, caller: Caller, registry: Registry): void {
  const { limits, role, applicationId } = caller
  if (!limits) return
  if (limits.isPerson) requirePersonScopes(operation, { limits, role }, registry)
  else requireDelegatedScopes(operation, { limits, role, applicationId }, registry)
}

interface LimitedCaller {
  readonly limits: CallerLimits
  readonly role: string
  readonly applicationId?: number | undefined
}

function requireDelegatedScopes(
  operation: Operation,
  { limits, role, applicationId }: LimitedCaller,
  registry: Registry,
): void {
  const { scopes, grantedScopes: granted, groupIds } = limits
  const requirement = getScopeRequirement(operation)
  const verdict = checkScopes(scopes, requirement)
  const isKey = applicationId === undefined
  if (!verdict.allowed && verdict.reason === 'session')
    reject(isKey ? 'api_key_not_allowed' : 'application_not_allowed')
  if (!verdict.allowed && checkScopes(granted, requirement).allowed) reject('role_not_allowed', undefined, { role })
  if (!verdict.allowed) {
    const symbol = isKey ? 'api_key_scope_missing' : 'application_scope_missing'
    reject(symbol, undefined, { scopes: verdict.missing.join(', ') })
  }
  if (groupIds === null || typeof requirement === 'string') return
  if (findScopesBeyondGroups(requirement).length > 0 || !isGroupOperation(operation, registry))
    reject('api_key_limited_to_groups')
}

/** Operations on the user and the account itself are open to every role: the permissions on their rows decide. */
function requirePersonScopes(operation: Operation, { limits, role }: LimitedCaller, registry: Registry): void {
  const requirement = personAccess[operation.id] ?? getScopeRequirement(operation)
  const needed = [...getRowScopes(operation), ...(typeof requirement === 'string' ? [] : requirement)]
  const includesAll = (scopes: readonly string[]) => needed.every((scope) => includesScope(scopes, scope))
  if (!includesAll(limits.grantedScopes)) reject('role_not_allowed', undefined, { role })
  if (limits.groupIds === null) return
  const isAboutAccount = needed.every((scope) => scope === 'account:read')
  if (!includesAll(limits.scopes) || !(isAboutAccount || isGroupOperation(operation, registry)))
    reject('role_limited_to_groups')
}

/** The scope for the row in the path: a caller who may not read services may not read the owner of one either. */
function getRowScopes({ on }: Operation): readonly AccessScope[] {
  const family = resourceFamilies[on?.resource ?? '']
  return family === undefined || family === 'any' ? [] : [`${family}:read`]
}

/**
 * Returns whether a key that is limited to groups may call the operation: it must be about a row that belongs to a
 * group, or check each row. Operations on the account as a whole are rejected.
 */
function isGroupOperation(operation: Operation, registry: Registry): boolean {
  const { id, on } = operation
  if (!on) return operationsOverGroups.has(id)
  const { groupLimit } = registry.get(on.resource)
  // Objects without a group, such as sensors, can be read, so that they can be selected.
  if (groupLimit === 'none') return !changesData(operation)
  return groupLimit !== undefined && !sharingOperations.has(id)
}

type Access = Exclude<AccessFamily, 'checks'> | 'any' | 'session'

const tagAccess: Readonly<Record<string, Access>> = {
  accounts: 'account',
  charts: 'services',
  contact_addresses: 'contacts',
  contact_groups: 'contacts',
  contact_suspensions: 'contacts',
  contacts: 'contacts',
  corrections: 'corrections',
  dictionaries: 'any',
  error_types: 'any',
  escalation_suspensions: 'alerts',
  escalations: 'alerts',
  events: 'alerts',
  group_stats: 'services',
  groups: 'groups',
  history: 'services',
  incidents: 'incidents',
  logs: 'alerts',
  notification_addresses: 'contacts',
  packages: 'account',
  periodic_report_addresses: 'reports',
  report_templates: 'reports',
  reports: 'reports',
  sensors: 'sensors',
  service_statuses: 'services',
  service_suspensions: 'maintenance',
  service_types: 'any',
  services: 'services',
  status_page_posts: 'status_page_posts',
  status_pages: 'status_pages',
  suspensions: 'maintenance',
  templates: 'templates',
  user_data: 'account',
}

const applyScopes: readonly AccessScope[] = ['groups:write', 'services:write', 'contacts:write', 'alerts:write']

/** Operations whose access differs from that of their tag. */
const operationAccess: Readonly<Record<string, Access | readonly AccessScope[]>> = {
  apply: applyScopes,
  // How a person signs in concerns no program.
  read_account_security: 'session',
  // It contains all data of the account.
  export_account: 'session',
  // A stream is tied to the session that opened it.
  watch_service_statuses: 'session',
  // The token in the path or body authorises the call.
  post_heartbeat: 'any',
  report_heartbeat: 'any',
  read_check_artifact_by_token: 'any',
  read_report_generated_attachment_by_token: 'any',
  read_report_pdf_by_token: 'any',
  read_report_proof_by_token: 'any',
  enrol_sensor: 'session',
  read_my_ip_address: 'any',
  read_system_stats: 'any',
  create_dns_diagnostic: 'diagnostics',
  create_traceroute_diagnostic: 'diagnostics',
  delete_dns_diagnostic: 'diagnostics',
  delete_traceroute_diagnostic: 'diagnostics',
  read_dns_diagnostic: 'diagnostics',
  read_traceroute_diagnostic: 'diagnostics',
  disable_event_status: ['incidents:write'],
  force_analysis: ['checks:write'],
  bulk_force_analysis: ['checks:write'],
  list_account_signing_keys: 'session',
  read_account_metrics: 'services',
  list_account_expiries: 'services',
  list_account_sensor_latencies: 'services',
  list_packages_for_new_accounts: 'any',
  delete_group_share: 'groups',
  list_group_group_shares: 'groups',
  put_group_share: 'groups',
  read_group_share: 'groups',
  read_group_share_permissions: 'groups',
  list_account_audits: 'account',
  list_account_security_events: 'account',
  list_account_authentications: 'account',
  list_account_status_changes: 'services',
  list_event_status_changes: 'alerts',
  list_service_escalation_statuses: 'alerts',
  list_service_event_statuses: 'alerts',
  read_event_availability_chart: 'alerts',
  read_event_availability_range: 'alerts',
  read_event_service_level: 'alerts',
  read_event_status_change: 'alerts',
  read_group_mobile_devices_count: 'services',
  read_service_mobile_devices_count: 'services',
}

/** The scopes that a user's role must include for operations that no key can call. */
const personAccess: Readonly<Record<string, readonly AccessScope[]>> = {
  watch_service_statuses: ['services:read'],
  put_mobile_device: ['alerts:read'],
  delete_mobile_device: ['alerts:read'],
  read_mobile_notification: ['alerts:read'],
}

const resourceAccess = (name: string): Access => resourceFamilies[name] ?? 'session'

/** The scope family of each resource. Keys cannot read unlisted resources: sessions, keys, other accounts. */
export const resourceFamilies: Readonly<Partial<Record<string, Exclude<Access, 'session'>>>> = {
  account: 'account',
  audit: 'account',
  authentication: 'account',
  contact: 'contacts',
  contact_address: 'contacts',
  contact_group: 'contacts',
  contact_notification: 'alerts',
  contact_suspension: 'contacts',
  contact_weekly_suspension: 'contacts',
  correction: 'corrections',
  custom_template: 'templates',
  default_template: 'templates',
  dns_diagnostic: 'diagnostics',
  error_type: 'any',
  escalation: 'alerts',
  escalation_status: 'alerts',
  escalation_suspension: 'alerts',
  escalation_weekly_suspension: 'alerts',
  event: 'alerts',
  event_status: 'alerts',
  event_status_change: 'alerts',
  group: 'groups',
  group_share: 'groups',
  group_stats: 'services',
  incident: 'incidents',
  incident_entry: 'incidents',
  notification: 'alerts',
  notification_address: 'contacts',
  occurrence: 'alerts',
  package: 'account',
  periodic_report_address: 'reports',
  report: 'reports',
  report_template: 'reports',
  scheduled_suspension: 'maintenance',
  sensor: 'sensors',
  service: 'services',
  service_status: 'services',
  service_tags: 'services',
  service_type: 'any',
  status_change: 'services',
  status_page: 'status_pages',
  status_page_component: 'status_pages',
  status_page_post: 'status_page_posts',
  status_page_subscriber: 'status_pages',
  status_page_update: 'status_page_posts',
  suspension: 'maintenance',
  template: 'templates',
  traceroute_diagnostic: 'diagnostics',
  user_data: 'account',
  weekly_suspension: 'maintenance',
}

/** Sharing a group concerns the whole account, so keys that are limited to groups cannot do it. */
const sharingOperations: ReadonlySet<string> = new Set(['list_group_group_shares', 'put_group_share'])

/** Operations without a row in the path that check the permission on each row they return or change. */
const operationsOverGroups: ReadonlySet<string> = new Set([
  'list_corrections',
  'search_corrections',
  'create_correction',
  'bulk_create_corrections',
  'bulk_delete_corrections',
  'bulk_update_corrections',
  'list_group_stats',
  'search_group_stats',
  'list_groups',
  'search_groups',
  'bulk_delete_groups',
  'list_incidents',
  'search_incidents',
  'bulk_acknowledge_incidents',
  'list_sensors',
  'search_sensors',
  'list_scheduled_suspensions',
  'search_scheduled_suspensions',
  'create_scheduled_suspension',
  'bulk_create_scheduled_suspensions',
  'bulk_delete_scheduled_suspensions',
  'list_service_statuses',
  'search_service_statuses',
  'list_services',
  'search_services',
  'create_service',
  'bulk_activate_services',
  'bulk_change_group',
  'bulk_delete_services',
  'bulk_force_analysis',
  'bulk_pause_services',
  'bulk_tag_services',
  'list_service_tags',
  'search_service_tags',
  'list_suspensions',
  'search_suspensions',
  'create_suspension',
  'bulk_create_suspensions',
  'bulk_delete_suspensions',
  'list_weekly_suspensions',
  'search_weekly_suspensions',
  'create_weekly_suspension',
  'watch_service_statuses',
])

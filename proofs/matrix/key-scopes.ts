import { includesScope } from './role-scopes.ts'
import type { Role } from './roles.ts'

/**
 * The scope that an operation needs, written by hand from the documented decisions. The product derives it differently,
 * from tags and names of operations.
 */
const families = [
  ...['services', 'groups', 'maintenance', 'corrections', 'alerts', 'incidents', 'contacts', 'templates', 'reports'],
  ...['sensors', 'diagnostics', 'status_pages', 'status_page_posts'],
]
export const keyScopes: readonly string[] = [
  ...families.flatMap((family) => [`${family}:read`, `${family}:write`]),
  'checks:write',
  'account:read',
]

export const scopesWithinGroups: readonly string[] = [
  ...['services:write', 'groups:write', 'maintenance:write', 'corrections:write', 'incidents:write', 'sensors:read'],
]

interface CalledOperation {
  readonly id: string
  readonly method: string
  readonly path: string
}

type Requirement = 'any' | 'session' | readonly string[]

/** Requests other than GET that change nothing. The preview of a report is made by the reporter, which takes time. */
const readOnlyPath = /\/search$|^\/templates\/.*preview$/

/** Each row: paths, and the families that a key needs to read and to change them. The first match counts. */
const decisions: readonly (readonly [path: RegExp, read: string, write: string])[] = [
  [
    /^\/(api_keys|passkeys|applications|application_grants|authorization_requests|device_authorizations|sessions|auth_token|admin|live|mobile|sso|sso_connections|sso_domains|status_page_entries|status_page_visitors)(\/|$)/,
    'session',
    'session',
  ],
  [/^\/system\/reset_password\//, 'session', 'session'],
  [/^\/sensors\/enrol$/, 'session', 'session'],
  [/^\/accounts\/[^/]+\/(export|signing_keys|activate|security$|recovery_codes$)/, 'session', 'session'],
  [/\/by_token\//, 'any', 'any'],
  [/^\/(heartbeats|dictionaries\/\w+(\/\{_id\})?(\/error_types)?$|error_types|service_types)/, 'any', 'any'],
  [/^\/system\/(my_ip_address|stats)$|^\/packages\/available_for_new_accounts$/, 'any', 'any'],
  [/\/(type|available_service_types)$/, 'any', 'any'],
  [/^\/system\/(dns|traceroute)_diagnostics/, 'diagnostics', 'diagnostics'],
  [/\/(bulk_)?force_analysis$/, '', 'checks'],
  [/\/(sensors|available_sensors|monitoring_sensors)(\/|$)(?!.*history)/, 'sensors', 'sensors'],
  [/^\/apply$/, '', 'groups services contacts alerts'],
  [
    /\/owner$|^\/user_data|^\/packages|\/package$|\/logs\/(audit|authentications|security_events)$/,
    'account',
    'session',
  ],
  [/\/event_statuses\/.*\/disable$|\/incidents(\/|$)/, 'incidents', 'incidents'],
  [/\/(event_history|event_charts|event_statuses|escalation_statuses|occurrences)(\/|$)/, 'alerts', 'alerts'],
  [/\/logs\/status_changes$|\/mobile_devices_count$|\/metrics$|\/(expiries|sensor_latencies)$/, 'services', 'session'],
  [/\/logs\//, 'alerts', 'session'],
  [/^\/accounts\/[^/]+\/(services)$/, 'services', 'session'],
  [/\/(contact|contacts|addresses|notification_addresses|contact_groups)$/, 'contacts', 'contacts'],
  [/^\/accounts\/[^/]+\/(groups|default_group|group_shares)$/, 'groups', 'session'],
  [/\/(available_groups|group)$/, 'groups', 'groups'],
  [/^\/accounts\/[^/]+\/events$|^\/escalation\w*\/[^/]+\/escalation$|\/event$/, 'alerts', 'session'],
  [/\/custom_templates(\/|$)|^\/accounts\/[^/]+\/templates$/, 'templates', 'templates'],
  [/^\/reports\/[^/]+\/(pdf|generated_attachments\/[^/]+)\/by_token\//, 'any', 'any'],
  [/^\/accounts\/[^/]+\/(reports|report_templates|periodic_report_addresses)$/, 'reports', 'session'],
  [/^\/(services|groups)\/[^/]+\/periodic_report_addresses$/, 'reports', 'session'],
  [/^\/accounts\/[^/]+\/status_pages$/, 'status_pages', 'session'],
  [/^\/accounts/, 'account', 'session'],
  [/\/service$/, 'services', 'services'],
  [/^\/services\/[^/]+\/(suspensions|weekly_suspensions|scheduled_suspensions)$/, 'maintenance', 'maintenance'],
  [/^\/services\/[^/]+\/corrections(\/|$)/, 'corrections', 'corrections'],
  [/^\/groups\/[^/]+\/services$/, 'services', 'services'],
  [/^\/(services|service_statuses|service_tags|group_stats)(\/|$)/, 'services', 'services'],
  [/^\/groups(\/|$)/, 'groups', 'groups'],
  [/^\/(suspensions|weekly_suspensions|scheduled_suspensions)(\/|$)/, 'maintenance', 'maintenance'],
  [/^\/corrections(\/|$)/, 'corrections', 'corrections'],
  [/^\/contact\w*(\/|$)|^\/notification_addresses(\/|$)/, 'contacts', 'contacts'],
  [/^\/(events|incidents|escalations|escalation_\w+)(\/|$)/, 'alerts', 'alerts'],
  [/^\/(templates|default_templates)(\/|$)/, 'templates', 'templates'],
  [/^\/(reports|report_templates|periodic_report_addresses)(\/|$)/, 'reports', 'reports'],
  [/^\/status_page_posts\/[^/]+\/(status_page|components)$/, 'status_pages', 'session'],
  [/^\/status_pages\/[^/]+\/posts$/, 'status_page_posts', 'session'],
  [/^\/(status_page_posts|status_page_updates)(\/|$)/, 'status_page_posts', 'status_page_posts'],
  [/^\/(status_pages|status_page_components|status_page_subscribers)(\/|$)/, 'status_pages', 'status_pages'],
]

/** Returns what a key needs for a call. */
export function getRequirement({ method, path }: Pick<CalledOperation, 'method' | 'path'>): Requirement {
  const basePath = path.replace(/\/permissions$/, '')
  const isRead = method === 'GET' || readOnlyPath.test(path)
  const [, read = 'session', write = 'session'] = decisions.find(([pattern]) => pattern.test(basePath)) ?? []
  const needed = isRead ? read : write
  if (needed === 'any' || needed === 'session') return needed
  return needed.split(' ').map((family) => `${family}:${isRead ? 'read' : 'write'}`)
}

/** The paths that are accessible to a key that is limited to groups: rows of groups, and public data. */
const groupPath =
  /^\/(services|incidents|groups|group_stats|service_statuses|service_tags|suspensions|weekly_suspensions|scheduled_suspensions|corrections|sensors|dictionaries)(\/|$)/

/** Returns whether the key of the role permits the call. */
export function mayCallWith({ id, method, path }: CalledOperation, { key, person }: Role): boolean {
  const limits = key ?? person
  if (!limits) return true
  const requirement = person && id in scopesOfPeople ? [scopesOfPeople[id] ?? ''] : getRequirement({ method, path })
  // A link works for everyone who has it.
  if (person && !path.includes('/by_token/') && !seesRow(path, limits.scopes)) return false
  if (requirement === 'any') return true
  if (requirement === 'session') return person !== undefined
  if (!requirement.every((scope) => includesScope(limits.scopes, scope))) return false
  if (limits.group === null || (person && requirement.every((scope) => scope === 'account:read'))) return true
  return groupPath.test(path) && !wholeAccountOperations.includes(id) && !/\/shares(\/|$)/.test(path)
}

/** Whether the scopes of a person let it see the row in the path, whatever the call does with it. */
function seesRow(path: string, scopes: readonly string[]): boolean {
  const [row] = /^\/[a-z_]+\/\{\w+\}/.exec(path) ?? []
  const needed = row === undefined ? 'any' : getRequirement({ method: 'GET', path: row })
  return typeof needed === 'string' || needed.every((scope) => includesScope(scopes, scope))
}

/** The scopes that people need where keys are not accepted. */
const scopesOfPeople: Readonly<Record<string, string>> = {
  watch_service_statuses: 'services:read',
  put_mobile_device: 'alerts:read',
  delete_mobile_device: 'alerts:read',
  read_mobile_notification: 'alerts:read',
}

const wholeAccountOperations = ['create_group', 'list_incident_groups']

/** Whether something belongs to a group, or is visible to a key limited to groups anyway. */
export function isWithinGroup(
  group: string | number,
  { resource, id, under }: { resource: string; id: string | number; under: Readonly<Record<string, string | number>> },
): boolean {
  if (resource === 'sensor') return true
  if (!groupResources.has(resource)) return false
  return (resource === 'group' || resource === 'group_stats' ? id : under['group']) === group
}

const groupResources = new Set([
  ...['group', 'group_stats', 'service', 'service_status', 'service_tags', 'status_change', 'incident'],
  'incident_entry',
  ...['suspension', 'weekly_suspension', 'scheduled_suspension', 'correction'],
])

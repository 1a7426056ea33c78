import { isWithinGroup } from './key-scopes.ts'
import type { Role } from './roles.ts'
import type { Thing } from './things.ts'

/**
 * What each role of an account may do, written by hand from the documented decisions. Owners and viewers need no list:
 * viewers only lack writing.
 */
export const roleScopes: Readonly<Record<string, readonly string[]>> = {
  manager: ['every', 'account:write', 'users:write'],
  editor: ['every', 'account:write'],
  operator: [
    ...['read', 'maintenance:write', 'incidents:write', 'status_page_posts:write', 'diagnostics:write', 'checks:write'],
  ],
  billing: ['account:read', 'billing:write'],
}

/** The scopes that editors and viewers keep when they are limited to groups. */
export const scopesInGroups: readonly string[] = [
  ...['services:write', 'groups:write', 'maintenance:write', 'corrections:write', 'incidents:write', 'checks:write'],
  ...['sensors:read', 'account:read'],
]

/** The families with their resources. */
const families: Readonly<Record<string, string>> = {
  services: 'service service_status service_tags group_stats status_change',
  groups: 'group group_share',
  maintenance: 'suspension weekly_suspension scheduled_suspension',
  corrections: 'correction',
  alerts:
    'event escalation escalation_suspension escalation_weekly_suspension event_status escalation_status occurrence notification contact_notification',
  incidents: 'incident incident_entry',
  contacts: 'contact contact_address contact_group contact_suspension contact_weekly_suspension notification_address',
  templates: 'template custom_template',
  reports: 'report report_template periodic_report_address',
  status_pages: 'status_page status_page_component status_page_subscriber',
  status_page_posts: 'status_page_post status_page_update',
  sensors: 'sensor',
  diagnostics: 'dns_diagnostic traceroute_diagnostic',
  account: 'account audit authentication package user_data',
}
const familyByResource = new Map(
  Object.entries(families).flatMap(([family, names]) => names.split(' ').map((name) => [name, family] as const)),
)

/** Flags that belong to another family than their row, because of what they create. */
const flagScopes: Readonly<Record<string, string>> = {
  'account apply': 'services:write',
  'account create_contact_groups': 'contacts:write',
  'account create_contacts': 'contacts:write',
  'account create_customer_portal_sessions': 'billing:write',
  'account create_events': 'alerts:write',
  'account create_groups': 'groups:write',
  'account create_report_templates': 'reports:write',
  'account create_status_pages': 'status_pages:write',
  'account create_templates': 'templates:write',
  'account create_users': 'users:write',
  'account manage_branding': 'account:write',
  'account manage_signing_keys': 'account:write',
  'account run_diagnostics': 'diagnostics:write',
  'account share_groups': 'groups:write',
  'application delete': 'users:write',
  'application rotate_secret': 'users:write',
  'application update': 'users:write',
  'contact customize_templates': 'templates:write',
  'event_status update': 'incidents:write',
  'group create_notification_addresses': 'contacts:write',
  'group create_periodic_report_addresses': 'reports:write',
  'group create_services': 'services:write',
  'service create_corrections': 'corrections:write',
  'service create_suspensions': 'maintenance:write',
  'service create_weekly_suspensions': 'maintenance:write',
  'service force_analysis': 'checks:write',
  'status_page create_posts': 'status_page_posts:write',
}

const isReadFlag = (flag: string): boolean => flag === 'own' || flag.startsWith('read')

/** Families that are parts of others. */
const parentFamilies: Readonly<Record<string, string>> = {
  incidents: 'alerts',
  diagnostics: 'sensors',
  checks: 'services',
  status_page_posts: 'status_pages',
}

/** Whether scopes include one: writing includes reading, and a family includes its parts. */
export function includesScope(scopes: readonly string[], wanted: string): boolean {
  const [family = '', action = ''] = wanted.split(':')
  const isOfPeople = ['account:write', 'users:write', 'billing:write'].includes(wanted)
  return scopes.some((scope) => {
    if (scope === 'every') return !isOfPeople
    if (scope === 'read') return action === 'read'
    const [scopeFamily = '', scopeAction] = scope.split(':')
    return (
      (scopeFamily === family || scopeFamily === parentFamilies[family]) &&
      (scopeAction === action || scopeAction === 'write')
    )
  })
}

/** Whether the role keeps a flag of a row despite its limits; people are not limited in their own rows. */
export function keepsFlag({ key, person }: Role, resource: string, flag: string): boolean {
  const needed = flagScopes[`${resource} ${flag}`] ?? getFamilyScope(resource, flag)
  if (person) return needed === null || includesScope(person.scopes, needed)
  // A key shows its records with `read`, whatever its scopes, because operations need that flag.
  if (key) return isReadFlag(flag) || (needed !== null && includesScope(key.scopes, needed))
  return true
}

/** Returns null for flags of an account other than reading: they depend on the person's relation to the account. */
function getFamilyScope(resource: string, flag: string): string | null {
  const family = familyByResource.get(resource)
  if (family === undefined || (family === 'account' && !isReadFlag(flag))) return null
  return `${family}:${isReadFlag(flag) ? 'read' : 'write'}`
}

/** Whether the row is within the group that the role is limited to; people also see their own rows. */
export const isWithinLimit = ({ key, person }: Role, thing: Thing | null): boolean => {
  const group = person?.group ?? key?.group ?? null
  if (group === null) return true
  if (person && (thing === null || ['api_key', 'application_grant'].includes(thing.resource))) return true
  return thing !== null && isWithinGroup(group, thing)
}

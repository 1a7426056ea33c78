import type { RoleScope } from '@wachta/domain'
import { isReadPermission } from '@wachta/resource'
import { resourceFamilies } from './scope-access.ts'

/**
 * Returns the scope that a permission on records of a resource needs: `any` for resources that every key may read, null
 * for permissions that no scope includes, such as those on sessions.
 */
export function getPermissionScope(resource: string, permission: string): RoleScope | 'any' | null {
  const exception = exceptions[resource]?.[permission]
  if (exception !== undefined) return exception
  const family = resourceFamilies[resource]
  if (family === undefined) return null
  if (family === 'any') return 'any'
  if (isReadPermission(permission)) return `${family}:read`
  return family === 'account' ? null : `${family}:write`
}

/** Permissions that belong to another family than the resource itself, most of them to create something under it. */
const exceptions: Readonly<Record<string, Readonly<Record<string, RoleScope>>>> = {
  account: {
    apply: 'services:write',
    create_contact_groups: 'contacts:write',
    create_contacts: 'contacts:write',
    create_customer_portal_sessions: 'billing:write',
    create_events: 'alerts:write',
    create_groups: 'groups:write',
    create_report_templates: 'reports:write',
    create_status_pages: 'status_pages:write',
    create_templates: 'templates:write',
    create_users: 'users:write',
    manage_branding: 'account:write',
    manage_signing_keys: 'account:write',
    run_diagnostics: 'diagnostics:write',
    share_groups: 'groups:write',
  },
  // With client credentials an application acts as the account itself, so only those who manage the users of the
  // account may change the application.
  application: { delete: 'users:write', rotate_secret: 'users:write', update: 'users:write' },
  contact: { customize_templates: 'templates:write' },
  event_status: { update: 'incidents:write' },
  group: {
    create_notification_addresses: 'contacts:write',
    create_periodic_report_addresses: 'reports:write',
    create_services: 'services:write',
  },
  service: {
    create_corrections: 'corrections:write',
    create_suspensions: 'maintenance:write',
    create_weekly_suspensions: 'maintenance:write',
    force_analysis: 'checks:write',
  },
  status_page: { create_posts: 'status_page_posts:write' },
}

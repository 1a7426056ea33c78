import type { Translate } from '../../app/i18n/translate.ts'
import type { SentenceKey } from './sentences.en.ts'

const resources = [
  'account',
  'admin_account',
  'admin_package',
  'api_key',
  'application',
  'application_grant',
  'branding',
  'contact',
  'contact_address',
  'contact_group',
  'contact_suspension',
  'contact_weekly_suspension',
  'correction',
  'escalation',
  'escalation_suspension',
  'escalation_weekly_suspension',
  'event',
  'event_status',
  'forced_analysis',
  'group',
  'group_share',
  'heartbeat_token',
  'notification',
  'notification_address',
  'occurrence',
  'package',
  'passkey',
  'scheduled_suspension',
  'sensor',
  'sensor_credential',
  'sensor_enrolment',
  'service',
  'session',
  'scim_group',
  'signing_key',
  'sso_connection',
  'sso_domain',
  'subaccount',
  'suspension',
  'template',
  'tool',
  'custom_template',
  'report_template',
  'status_page',
  'status_page_component',
  'status_page_post',
  'status_page_update',
  'weekly_suspension',
] as const

/** Returns the displayed name of an API resource; resources without one keep the name of the API. */
export function getResourceText(resource: string, t: Translate<SentenceKey>): string {
  const known = resources.find((each) => each === resource)
  return known === undefined ? resource : t(`resource.${known}`)
}

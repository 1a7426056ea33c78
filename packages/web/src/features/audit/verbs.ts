import { compareFields, getAuditKind } from './changes.ts'
import type { AuditState } from './subject.ts'

export const auditVerbs = [
  'acknowledged',
  'unacknowledged',
  'archived',
  'restored',
  'paused',
  'resumed',
  'enabled',
  'disabled',
  'renamed',
  'revoked',
  'blocked',
  'unblocked',
  'closed',
  'observed',
  'password',
  'twoFactor',
  'signedIn',
  'steppedUp',
  'checked',
  'tested',
  'usedTool',
  'added',
  'removed',
  'changed',
  'done',
] as const
export type AuditVerb = (typeof auditVerbs)[number]

const verbsByOperation: Readonly<Record<string, AuditVerb>> = {
  disable_event_status: 'acknowledged',
  bulk_acknowledge_incidents: 'acknowledged',
  unacknowledge_incident: 'unacknowledged',
  archive_service: 'archived',
  restore_service: 'restored',
  revoke_api_key: 'revoked',
  delete_application_grant: 'revoked',
  approve_authorization_request: 'added',
  approve_device_authorization: 'added',
  delete_passkey: 'revoked',
  block_account: 'blocked',
  block_admin_account: 'blocked',
  unblock_account: 'unblocked',
  unblock_admin_account: 'unblocked',
  close_account: 'closed',
  observe_account: 'observed',
  change_account_password: 'password',
  confirm_password_reset: 'password',
  create_session: 'signedIn',
  create_session_with_passkey: 'signedIn',
  step_up_session: 'steppedUp',
  step_up_session_with_passkey: 'steppedUp',
  force_analysis: 'checked',
  force_custom_analysis: 'checked',
  schedule_custom_analysis: 'checked',
  bulk_force_analysis: 'checked',
  call_tool: 'usedTool',
  send_test_to_contact_address: 'tested',
  send_test_sms_to_group: 'tested',
  send_test_sms_to_service: 'tested',
  send_test_sms_to_notification_address: 'tested',
}

/** Returns the verb of an entry: by its operation, or otherwise by the kind of change. */
export function findVerb(entry: AuditState): AuditVerb {
  const { operation, before, after } = entry
  if (operation.startsWith('acknowledge')) return 'acknowledged'
  if (Object.hasOwn(verbsByOperation, operation)) return verbsByOperation[operation] ?? 'done'
  // Only a part of a record with a secret is logged, without the id by which `getAuditKind` recognizes a new record.
  if (before === null && after !== null && operation.startsWith('create_')) return 'added'
  const kind = getAuditKind(before, after)
  return kind === 'changed' ? findChangeVerb(entry) : kind
}

function findChangeVerb({ resource, before, after }: AuditState): AuditVerb {
  const [change, ...others] = compareFields(before, after)
  if (!change || others.length > 0) return 'changed'
  if (change.field === 'two_factor' && change.after === 'on') return 'twoFactor'
  if (change.field === 'name' && change.before !== undefined && change.after !== undefined) return 'renamed'
  if (change.field !== 'is_active') return 'changed'
  if (resource === 'service') return change.after === 'true' ? 'resumed' : 'paused'
  return change.after === 'true' ? 'enabled' : 'disabled'
}

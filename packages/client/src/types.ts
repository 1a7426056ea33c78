// Made from the OpenAPI document by `npm run generate`; do not change it by hand.
import type { ServerEvent } from './events.ts'

/** What is written into an address as text. */
export type Scalar = string | number | boolean

/** A condition of a filter; a bare value stands for `equals`. */
export type Condition<Type extends string> = Scalar | { type: Type; argument: Scalar | readonly Scalar[] }

export type AccountRole = 'owner' | 'manager' | 'editor' | 'operator' | 'viewer' | 'billing'

export type ApplicationCreateDataScopes =
  | 'services:read'
  | 'services:write'
  | 'groups:read'
  | 'groups:write'
  | 'maintenance:read'
  | 'maintenance:write'
  | 'corrections:read'
  | 'corrections:write'
  | 'alerts:read'
  | 'alerts:write'
  | 'incidents:read'
  | 'incidents:write'
  | 'contacts:read'
  | 'contacts:write'
  | 'templates:read'
  | 'templates:write'
  | 'reports:read'
  | 'reports:write'
  | 'status_pages:read'
  | 'status_pages:write'
  | 'status_page_posts:read'
  | 'status_page_posts:write'
  | 'sensors:read'
  | 'sensors:write'
  | 'diagnostics:read'
  | 'diagnostics:write'
  | 'checks:write'
  | 'account:read'
  | 'openid'
  | 'profile'
  | 'email'
  | 'offline_access'

export type ApplicationKind = 'confidential' | 'public'

export type ApplyDataAppearance = 'auto' | 'light' | 'dark'

export type ApplyDataAvailability = 'raw' | 'corrected'

export type ApplyDataDelivery = 'attachment' | 'link'

export type ApplyDataGroupRule = 'worst' | 'any_up' | 'share'

export type ApplyDataIncidentPosts = 'none' | 'draft' | 'published'

export type ApplyDataLanguages = 'en' | 'pl'

export type ApplyDataMaintenancePosts = 'none' | 'published'

export type ApplyDataManualStatus =
  | 'operational'
  | 'under_maintenance'
  | 'degraded_performance'
  | 'partial_outage'
  | 'major_outage'

export type ApplyDataVisibility = 'public' | 'unlisted' | 'addresses' | 'password' | 'link' | 'users'

export type BrandingMediaType = 'image/png' | 'image/jpeg' | 'image/svg+xml'

export type ChartAggregation = 'five_minutes' | 'hour' | 'day'

export type CheckResult = 'ok' | 'error' | 'unknown'

export type ContactSuspensionSearchEmbed =
  | 'permissions'
  | 'permissions.delete'
  | 'permissions.own'
  | 'permissions.read'
  | 'permissions.update'
  | 'contact'
  | 'contact.id'
  | 'contact.owner_id'
  | 'contact.name'
  | 'contact.description'
  | 'contact.language_id'

export type CorrectionStatus = 'ok' | 'failure' | 'paused'

export type DiagnosticStatus = 'pending' | 'in_progress' | 'completed'

export type DnsDiagnosticRecordType = 'A' | 'MX' | 'TXT' | 'NS' | 'SOA' | 'AAAA' | 'CNAME' | 'PTR' | 'MBOXFW'

export type EscalationState = 'waiting' | 'sent' | 'suspended' | 'finished'

export type EscalationSuspensionSearchEmbed =
  | 'permissions'
  | 'permissions.delete'
  | 'permissions.own'
  | 'permissions.read'
  | 'permissions.update'
  | 'escalation'
  | 'escalation.id'
  | 'escalation.event_id'
  | 'escalation.name'
  | 'escalation.is_active'
  | 'escalation.delay'
  | 'escalation.repeat_interval'
  | 'escalation.maximum_repeats'
  | 'escalation.contact_ids'
  | 'escalation.contact_group_ids'
  | 'escalation.channel_ids'
  | 'escalation.notify_end'

export type EventKind = 'failure' | 'performance' | 'certificate_expiry' | 'domain_expiry' | 'sensor_lost'

export type EventMeasure = 'average' | 'median' | 'percentile_95' | 'percentile_99'

export type EventState = 'inactive' | 'active' | 'disabled'

export type HeartbeatState = 'started' | 'finished' | 'failed'

export type IncidentEntryDiagnosticKind = 'dns' | 'traceroute'

export type IncidentEntryKind = 'acknowledged' | 'unacknowledged' | 'note' | 'diagnostic'

export type IncidentSearchEmbed =
  | 'permissions'
  | 'permissions.delete'
  | 'permissions.own'
  | 'permissions.read'
  | 'permissions.update'
  | 'service'
  | 'service.id'
  | 'service.type_id'
  | 'service.owner_id'
  | 'service.name'
  | 'service.address'
  | 'service.group_id'
  | 'service.interval'
  | 'service.description'
  | 'service.is_active'
  | 'service.is_archived'
  | 'service.sensor_ids'
  | 'service.step_names'
  | 'service.notification_channel_ids'
  | 'service.notification_condition_ids'
  | 'service.notification_mode_id'
  | 'service.recovery_notification_mode_id'
  | 'service.extended_settings'
  | 'service.silent_hours'
  | 'service.suspension_hours'

export type IncidentTimelineKind = 'start' | 'end'

export type IncidentTimelineStyle = 'contact' | 'older'

export type NotificationKind = 'start' | 'end' | 'test' | 'code'

export type NotificationStatus = 'pending' | 'sent' | 'failed' | 'suppressed'

export type NotificationStatusFilter = 'all' | 'pending' | 'sent' | 'failed' | 'suppressed'

export type NullableFlagComparison = 'equals' | 'is_null'

export type NullableOrderComparison =
  | 'equals'
  | 'not_equals'
  | 'greater_than'
  | 'lower_than'
  | 'not_greater_than'
  | 'not_lower_than'
  | 'one_of'
  | 'is_null'

export type NullableTextComparison = 'equals' | 'not_equals' | 'contains' | 'starts_with' | 'one_of' | 'is_null'

export type NullableValueComparison = 'equals' | 'not_equals' | 'one_of' | 'is_null'

export type OrderComparison =
  | 'equals'
  | 'not_equals'
  | 'greater_than'
  | 'lower_than'
  | 'not_greater_than'
  | 'not_lower_than'
  | 'one_of'

export type PackageSearchFields =
  | 'id'
  | 'available_notification_channel_ids'
  | 'available_service_types'
  | 'can_force_custom_analyses'
  | 'is_available_for_new_accounts'
  | 'maximum_sensors'
  | 'maximum_services'
  | 'maximum_sms_numbers'
  | 'minimum_interval'
  | 'monthly_reports_limit'
  | 'name'

export type PasskeySearchEmbed =
  | 'permissions'
  | 'permissions.delete'
  | 'permissions.own'
  | 'permissions.read'
  | 'permissions.update'
  | 'account'
  | 'account.id'
  | 'account.name'
  | 'account.username'
  | 'account.package_id'
  | 'account.parent_account_id'
  | 'account.is_activated'
  | 'account.is_blocked'
  | 'account.is_read_only'
  | 'account.language_id'
  | 'account.time_zone_id'
  | 'account.disable_legacy_notifications'

export type ReportFrequency = 'daily' | 'weekly' | 'monthly'

export type ReportStatus = 'pending' | 'in_progress' | 'completed' | 'failed'

export type ServiceState = 'ok' | 'failure' | 'paused' | 'unknown'

export type SessionScope = 'customer' | 'administrator'

export type SsoConnectionSecondFactor = 'issuer' | 'own'

export type SsoResultRole = 'manager' | 'editor' | 'operator' | 'viewer' | 'billing'

export type StartTimeSort = 'start_time' | '-start_time'

export type StatusPageDomainProblem =
  | 'record_missing'
  | 'taken'
  | 'points_elsewhere'
  | 'rejected'
  | 'unreachable'
  | 'limited'

export type StatusPageDomainState = 'waiting' | 'active' | 'failed'

export type StatusPagePostImpact = 'none' | 'minor' | 'major' | 'critical' | 'maintenance'

export type StatusPagePostKind = 'incident' | 'maintenance'

export type StatusPagePostState =
  | 'investigating'
  | 'identified'
  | 'monitoring'
  | 'resolved'
  | 'scheduled'
  | 'in_progress'
  | 'verifying'
  | 'completed'

export type StatusPageSubscriberChannelId = 'email' | 'web_push' | 'webhook' | 'slack' | 'ms_teams'

export type TemplatePreviewAlphabet = 'gsm7' | 'ucs2'

export type TextComparison = 'equals' | 'not_equals' | 'contains' | 'starts_with' | 'one_of'

export type TimeSort = 'time' | '-time'

export type ValueComparison = 'equals' | 'not_equals' | 'one_of'

export interface Account {
  id: number
  name: string
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username: string
  package_id: number
  /** The account that an additional user acts for; null for all others. */
  parent_account_id: number | null
  is_activated: boolean
  is_blocked: boolean
  is_read_only: boolean
  /** Language of periodic reports and notifications. */
  language_id: string
  /** Used for weekly suspensions and quiet hours. */
  time_zone_id: string
  /** Turns off legacy notifications for all services of the account, regardless of their own settings; notifications of escalations continue. */
  disable_legacy_notifications: boolean
  /** The account that this one depends on, if any. */
  reseller_account_id: number | null
  /** What the user may do; the person an account belongs to is its owner. */
  role: AccountRole
  /** The service groups that the user is limited to; null for all. */
  role_group_ids: number[] | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<AccountPermission>
  /** With `embed`. */
  language?: Partial<Language> | null
  /** With `embed`. */
  package?: Partial<Package> | null
  /** With `embed`. */
  parent_account?: Partial<Account> | null
  /** With `embed`. */
  time_zone?: Partial<TimeZone> | null
  /** With `embed`. */
  user_data?: Partial<UserData> | null
}

export interface AccountActivationResult {
  message: string
}

export interface AccountCreateData {
  name: string
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username: string
  user_data: UserDataCreateData
  package_id?: number
  /** Default: `false`. */
  is_read_only?: boolean
  /** Turns off legacy notifications for all services of the account, regardless of their own settings; notifications of escalations continue. Default: `false`. */
  disable_legacy_notifications?: boolean
  /** Language of periodic reports and notifications. Default: `"pl"`. */
  language_id?: string
  /** Used for weekly suspensions and quiet hours. Default: `"europe_warsaw"`. */
  time_zone_id?: string
  password: string
  /** The account that an additional user acts for; null for all others. */
  parent_account_id?: number | null
  /** A page of your own that activates the account through GET /accounts/:id/activate; gets the parameters `token` and `account_id`. Default: the page of the web app, if the installation serves it and no redirect_uri is given. */
  custom_activation_uri?: string | null
  /** Where to go once the e-mail address is confirmed; unused when custom_activation_uri is given. */
  redirect_uri?: string | null
}

export interface AccountCreateResult {
  id: number
}

export interface AccountPermission {
  close: boolean
  create_contact_groups: boolean
  create_contacts: boolean
  create_customer_portal_sessions: boolean
  create_events: boolean
  create_groups: boolean
  create_report_templates: boolean
  create_status_pages: boolean
  create_subaccounts: boolean
  create_templates: boolean
  delete: boolean
  own: boolean
  read: boolean
  read_logs: boolean
  read_stats: boolean
  setup_2fa: boolean
  share_groups: boolean
  update: boolean
  block: boolean
  unblock: boolean
  change_password: boolean
  assign_role: boolean
  create_users: boolean
  apply: boolean
  copy_group_shares: boolean
  export: boolean
  manage_branding: boolean
  manage_security: boolean
  manage_signing_keys: boolean
  run_diagnostics: boolean
  observe: boolean
}

export interface AccountRoleData {
  /** What the user may do. */
  role: SsoResultRole
  /** The service groups that an editor, operator or viewer is limited to; null, the default, for all. */
  group_ids?: readonly number[] | null
}

export interface AccountSearch {
  fields?: readonly (
    | 'id'
    | 'name'
    | 'username'
    | 'package_id'
    | 'parent_account_id'
    | 'is_activated'
    | 'is_blocked'
    | 'is_read_only'
    | 'language_id'
    | 'time_zone_id'
    | 'disable_legacy_notifications'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.close'
    | 'permissions.create_contact_groups'
    | 'permissions.create_contacts'
    | 'permissions.create_customer_portal_sessions'
    | 'permissions.create_events'
    | 'permissions.create_groups'
    | 'permissions.create_report_templates'
    | 'permissions.create_subaccounts'
    | 'permissions.create_templates'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.read_logs'
    | 'permissions.read_stats'
    | 'permissions.setup_2fa'
    | 'permissions.share_groups'
    | 'permissions.update'
    | 'language'
    | 'language.id'
    | 'language.name'
    | 'language.description'
    | 'package'
    | 'package.id'
    | 'package.available_notification_channel_ids'
    | 'package.available_service_types'
    | 'package.can_force_custom_analyses'
    | 'package.is_available_for_new_accounts'
    | 'package.maximum_sensors'
    | 'package.maximum_services'
    | 'package.maximum_sms_numbers'
    | 'package.minimum_interval'
    | 'package.monthly_reports_limit'
    | 'package.name'
    | 'parent_account'
    | 'parent_account.id'
    | 'parent_account.name'
    | 'parent_account.username'
    | 'parent_account.package_id'
    | 'parent_account.parent_account_id'
    | 'parent_account.is_activated'
    | 'parent_account.is_blocked'
    | 'parent_account.is_read_only'
    | 'parent_account.language_id'
    | 'parent_account.time_zone_id'
    | 'parent_account.disable_legacy_notifications'
    | 'time_zone'
    | 'time_zone.id'
    | 'time_zone.name'
    | 'time_zone.description'
    | 'user_data'
    | 'user_data.id'
    | 'user_data.email_address'
    | 'user_data.address'
    | 'user_data.contact_person'
    | 'user_data.phone_number'
    | 'user_data.tax_identification_number'
    | 'user_data.ip_whitelist'
    | 'user_data.ip_whitelist_enabled'
    | 'user_data.settings'
    | 'user_data.created_at'
    | 'user_data.has_2fa_enabled'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    username?: readonly Condition<TextComparison>[]
    package_id?: readonly Condition<ValueComparison>[]
    parent_account_id?: readonly Condition<NullableValueComparison>[]
    is_activated?: readonly Condition<'equals'>[]
    is_blocked?: readonly Condition<'equals'>[]
    is_read_only?: readonly Condition<'equals'>[]
    language_id?: readonly Condition<ValueComparison>[]
    time_zone_id?: readonly Condition<ValueComparison>[]
    disable_legacy_notifications?: readonly Condition<'equals'>[]
    'permissions.close'?: readonly Condition<'equals'>[]
    'permissions.create_contact_groups'?: readonly Condition<'equals'>[]
    'permissions.create_contacts'?: readonly Condition<'equals'>[]
    'permissions.create_customer_portal_sessions'?: readonly Condition<'equals'>[]
    'permissions.create_events'?: readonly Condition<'equals'>[]
    'permissions.create_groups'?: readonly Condition<'equals'>[]
    'permissions.create_report_templates'?: readonly Condition<'equals'>[]
    'permissions.create_subaccounts'?: readonly Condition<'equals'>[]
    'permissions.create_templates'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.read_logs'?: readonly Condition<'equals'>[]
    'permissions.read_stats'?: readonly Condition<'equals'>[]
    'permissions.setup_2fa'?: readonly Condition<'equals'>[]
    'permissions.share_groups'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'name'
      | 'username'
      | 'package_id'
      | 'parent_account_id'
      | 'is_activated'
      | 'is_blocked'
      | 'is_read_only'
      | 'language_id'
      | 'time_zone_id'
      | 'disable_legacy_notifications'
      | 'permissions.close'
      | 'permissions.create_contact_groups'
      | 'permissions.create_contacts'
      | 'permissions.create_customer_portal_sessions'
      | 'permissions.create_events'
      | 'permissions.create_groups'
      | 'permissions.create_report_templates'
      | 'permissions.create_subaccounts'
      | 'permissions.create_templates'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.read_logs'
      | 'permissions.read_stats'
      | 'permissions.setup_2fa'
      | 'permissions.share_groups'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface AccountSecurity {
  account_id: number
  /** Null for an account without a password. */
  password_changed_at: string | null
  /** Whether codes of an authenticator app are set up. */
  has_authenticator_app: boolean
  /** How many passkeys the user has. */
  passkeys: number
  /** How many recovery codes are left. */
  recovery_codes: number
  /** The roles whose users must have a passkey; an empty list requires it of no one. */
  passkey_required_roles: AccountRole[]
  /** Whether this user must have a passkey. */
  is_passkey_required: boolean
}

export interface AccountSecurityUpdateData {
  /** The roles whose users must have a passkey; an empty list requires it of no one. */
  passkey_required_roles: readonly AccountRole[]
}

export interface AccountStats {
  own_services: number
  own_service_steps: number
  own_paused_services: number
  own_paused_service_steps: number
  own_failure_services: number
  own_failure_service_steps: number
  own_archived_services: number
  own_archived_service_steps: number
  shared_services: number
  shared_service_steps: number
  shared_paused_services: number
  shared_paused_service_steps: number
  shared_failure_services: number
  shared_failure_service_steps: number
  shared_archived_services: number
  shared_archived_service_steps: number
}

export interface AccountStatsByServiceTypeCategory {
  own_services: number
  own_service_steps: number
  own_paused_services: number
  own_paused_service_steps: number
  own_failure_services: number
  own_failure_service_steps: number
  own_archived_services: number
  own_archived_service_steps: number
  shared_services: number
  shared_service_steps: number
  shared_paused_services: number
  shared_paused_service_steps: number
  shared_failure_services: number
  shared_failure_service_steps: number
  shared_archived_services: number
  shared_archived_service_steps: number
  service_type_category: {
    id?: string
    name?: string
    description?: string | null
  }
}

export interface AccountUpdateData {
  readonly id?: number
  name?: string
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username?: string
  package_id?: number
  /** The account that an additional user acts for; null for all others. */
  readonly parent_account_id?: number | null
  readonly is_activated?: boolean
  readonly is_blocked?: boolean
  is_read_only?: boolean
  /** Language of periodic reports and notifications. */
  language_id?: string
  /** Used for weekly suspensions and quiet hours. */
  time_zone_id?: string
  /** Turns off legacy notifications for all services of the account, regardless of their own settings; notifications of escalations continue. */
  disable_legacy_notifications?: boolean
  /** The account that this one depends on, if any. */
  readonly reseller_account_id?: number | null
  /** What the user may do; the person an account belongs to is its owner. */
  readonly role?: AccountRole
  /** The service groups that the user is limited to; null for all. */
  readonly role_group_ids?: readonly number[] | null
}

export interface AccountsScope {
  all?: boolean
  by_id?: readonly number[]
}

export interface AdminAccount {
  id: number
  name: string
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username: string
  package_id: number
  /** The account that an additional user acts for; null for all others. */
  parent_account_id: number | null
  is_activated: boolean
  is_blocked: boolean
  is_read_only: boolean
  /** Language of periodic reports and notifications. */
  language_id: string
  /** Used for weekly suspensions and quiet hours. */
  time_zone_id: string
  /** The e-mail address of the account. */
  email_address: string
  address: string | null
  contact_person: string | null
  phone_number: string | null
  tax_identification_number: string | null
  /** Internal administrator's comment. */
  comment: string
  /** Turns off legacy notifications for all services of the account, regardless of their own settings; notifications of escalations continue. */
  disable_legacy_notifications: boolean

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<AdminAccountPermission>
  /** With `embed`. */
  language?: Partial<Language> | null
  /** With `embed`. */
  package?: Partial<Package> | null
}

export interface AdminAccountCreateData {
  /** The e-mail address of the account. */
  email_address: string
  name: string
  package_id: number
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username: string
  password: string
  address?: string | null
  /** Internal administrator's comment. Default: `""`. */
  comment?: string
  contact_person?: string | null
  /** Default: `false`. */
  is_read_only?: boolean
  /** Language of periodic reports and notifications. Default: `"pl"`. */
  language_id?: string
  /** The account that an additional user acts for; null for all others. */
  parent_account_id?: number | null
  phone_number?: string | null
  tax_identification_number?: string | null
  /** Used for weekly suspensions and quiet hours. Default: `"europe_warsaw"`. */
  time_zone_id?: string
  /** Adds e-mail and SMS notification addresses derived from the account data to the default group. Default: `false`. */
  create_notification_addresses?: boolean
}

export interface AdminAccountCreateResult {
  id: number
}

export interface AdminAccountPermission {
  block: boolean
  delete: boolean
  own: boolean
  read: boolean
  unblock: boolean
  update: boolean
}

export interface AdminAccountSearch {
  fields?: readonly (
    | 'id'
    | 'name'
    | 'username'
    | 'package_id'
    | 'parent_account_id'
    | 'is_activated'
    | 'is_blocked'
    | 'is_read_only'
    | 'language_id'
    | 'time_zone_id'
    | 'email_address'
    | 'address'
    | 'contact_person'
    | 'phone_number'
    | 'tax_identification_number'
    | 'comment'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.block'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.unblock'
    | 'permissions.update'
    | 'language'
    | 'language.id'
    | 'language.name'
    | 'language.description'
    | 'package'
    | 'package.id'
    | 'package.available_notification_channel_ids'
    | 'package.available_service_types'
    | 'package.can_force_custom_analyses'
    | 'package.is_available_for_new_accounts'
    | 'package.maximum_sensors'
    | 'package.maximum_services'
    | 'package.maximum_sms_numbers'
    | 'package.minimum_interval'
    | 'package.monthly_reports_limit'
    | 'package.name'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    username?: readonly Condition<TextComparison>[]
    package_id?: readonly Condition<ValueComparison>[]
    parent_account_id?: readonly Condition<NullableValueComparison>[]
    is_activated?: readonly Condition<'equals'>[]
    is_blocked?: readonly Condition<'equals'>[]
    is_read_only?: readonly Condition<'equals'>[]
    language_id?: readonly Condition<ValueComparison>[]
    time_zone_id?: readonly Condition<ValueComparison>[]
    email_address?: readonly Condition<TextComparison>[]
    address?: readonly Condition<NullableTextComparison>[]
    contact_person?: readonly Condition<NullableTextComparison>[]
    phone_number?: readonly Condition<NullableTextComparison>[]
    tax_identification_number?: readonly Condition<NullableTextComparison>[]
    comment?: readonly Condition<TextComparison>[]
    'permissions.block'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.unblock'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'name'
      | 'username'
      | 'package_id'
      | 'parent_account_id'
      | 'is_activated'
      | 'is_blocked'
      | 'is_read_only'
      | 'language_id'
      | 'time_zone_id'
      | 'email_address'
      | 'address'
      | 'contact_person'
      | 'phone_number'
      | 'tax_identification_number'
      | 'comment'
      | 'permissions.block'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.unblock'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface AdminAccountUpdateData {
  readonly id?: number
  name?: string
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username?: string
  package_id?: number
  /** The account that an additional user acts for; null for all others. */
  readonly parent_account_id?: number | null
  is_activated?: boolean
  readonly is_blocked?: boolean
  is_read_only?: boolean
  /** Language of periodic reports and notifications. */
  language_id?: string
  /** Used for weekly suspensions and quiet hours. */
  time_zone_id?: string
  /** The e-mail address of the account. */
  email_address?: string
  address?: string | null
  contact_person?: string | null
  phone_number?: string | null
  tax_identification_number?: string | null
  /** Internal administrator's comment. */
  comment?: string
  /** Turns off legacy notifications for all services of the account, regardless of their own settings; notifications of escalations continue. */
  disable_legacy_notifications?: boolean
}

export interface AdminPackage {
  id: number
  available_notification_channel_ids: string[]
  /** Available service types with optional limits per type. */
  available_service_types: PackageServiceTypeLimit[]
  can_force_custom_analyses: boolean
  /** Whether new accounts may register with the package. */
  is_available_for_new_accounts: boolean
  /** Number of sensors from which services may be monitored at the same time. */
  maximum_sensors: number
  maximum_services: number
  maximum_sms_numbers: number
  /** Seconds. */
  minimum_interval: number
  monthly_reports_limit: number
  name: string
  /** Requests to this interface per minute. */
  maximum_requests_per_minute: number

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<AdminPackagePermission>
  /** With `embed`. */
  available_notification_channels?: Partial<NotificationChannel>[]
}

export interface AdminPackageCreateData {
  name: string
  /** Default: `["alerta","email","email_dedicated","email_extended","email_short","email_simplified","gadu_gadu","hipchat","jabber","json_post","ms_teams","ms_teams_extended","pagerduty","push","rocketchat","signal","slack","sms","telephone"]`. */
  available_notification_channel_ids?: readonly string[]
  /** Available service types with optional limits per type. */
  available_service_types?: readonly PackageServiceTypeLimit[]
  /** Default: `false`. */
  can_force_custom_analyses?: boolean
  /** Whether new accounts may register with the package. */
  is_available_for_new_accounts?: boolean
  /** Number of sensors from which services may be monitored at the same time. */
  maximum_sensors?: number
  maximum_services?: number
  maximum_sms_numbers?: number
  /** Seconds. */
  minimum_interval?: number
  monthly_reports_limit?: number
  /** Requests to this interface per minute. */
  maximum_requests_per_minute?: number
}

export interface AdminPackageCreateResult {
  id: number
}

export interface AdminPackagePermission {
  create_accounts: boolean
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface AdminPackageSearch {
  fields?: readonly PackageSearchFields[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.create_accounts'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'available_notification_channels'
    | 'available_notification_channels.id'
    | 'available_notification_channels.name'
    | 'available_notification_channels.description'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    can_force_custom_analyses?: readonly Condition<'equals'>[]
    is_available_for_new_accounts?: readonly Condition<'equals'>[]
    maximum_sensors?: readonly Condition<OrderComparison>[]
    maximum_services?: readonly Condition<OrderComparison>[]
    maximum_sms_numbers?: readonly Condition<OrderComparison>[]
    minimum_interval?: readonly Condition<OrderComparison>[]
    monthly_reports_limit?: readonly Condition<OrderComparison>[]
    name?: readonly Condition<TextComparison>[]
    'permissions.create_accounts'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'can_force_custom_analyses'
      | 'is_available_for_new_accounts'
      | 'maximum_sensors'
      | 'maximum_services'
      | 'maximum_sms_numbers'
      | 'minimum_interval'
      | 'monthly_reports_limit'
      | 'name'
      | 'permissions.create_accounts'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface AdminPackageUpdateData {
  readonly id?: number
  available_notification_channel_ids?: readonly string[]
  /** Available service types with optional limits per type. */
  available_service_types?: readonly PackageServiceTypeLimit[]
  can_force_custom_analyses?: boolean
  /** Whether new accounts may register with the package. */
  is_available_for_new_accounts?: boolean
  /** Number of sensors from which services may be monitored at the same time. */
  maximum_sensors?: number
  maximum_services?: number
  maximum_sms_numbers?: number
  /** Seconds. */
  minimum_interval?: number
  monthly_reports_limit?: number
  name?: string
  /** Requests to this interface per minute. */
  maximum_requests_per_minute?: number
}

export interface Analysis {
  service_id: number
  /** The time of the analysis as yyMMddHHmmssSSS in UTC; unique within one service. */
  analysis_id: string
  time: string
  /** Whether the analysis ended with a detected failure. */
  failure: boolean
  ok_checks_count: number
  error_checks_count: number
  /** Checks without a reliable result, and sensors that sent none. */
  unknown_checks_count: number
  /** Percentage sensitivity to errors at analysis time. */
  error_tolerance: number
  /** The error of most sensors, as in the service status; null if no check ended with an error. Of equally frequent errors, the one of the sensor with the lowest id. */
  error_type_id: number | null
}

export interface AnalysisStepSummary {
  step: number
  /** Its current name in the service. */
  name: string | null
  /** Checks that reached this step. */
  checks_count: number
  /** Checks that failed at this step. */
  error_checks_count: number
  /** Milliseconds. */
  minimum_response_time: number | null
  /** Milliseconds. */
  average_response_time: number | null
  /** Milliseconds. */
  maximum_response_time: number | null
  /** Bytes. */
  average_data_size: number | null
}

export interface ApiKey {
  id: number
  account_id: number
  name: string
  /** The first characters of the key, to recognise it. */
  prefix: string
  /** Any of services:read, services:write, groups:read, groups:write, maintenance:read, maintenance:write, corrections:read, corrections:write, alerts:read, alerts:write, incidents:read, incidents:write, contacts:read, contacts:write, templates:read, templates:write, reports:read, reports:write, status_pages:read, status_pages:write, status_page_posts:read, status_page_posts:write, sensors:read, sensors:write, diagnostics:read, diagnostics:write, checks:write, account:read. */
  scopes: string[]
  /** The groups that the key is limited to; null for all of them. */
  group_ids: number[] | null
  created_at: string
  /** From then on the key is rejected; null for never. */
  expires_at: string | null
  /** To the minute. */
  last_used_at: string | null
  revoked_at: string | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ApiKeyPermission>
  /** With `embed`. */
  account?: Partial<Account> | null
  /** With `embed`. */
  groups?: Partial<Group>[]
}

export interface ApiKeyCreateData {
  name: string
  /** What the key may do; `write` includes `read`. */
  scopes: readonly (
    | 'services:read'
    | 'services:write'
    | 'groups:read'
    | 'groups:write'
    | 'maintenance:read'
    | 'maintenance:write'
    | 'corrections:read'
    | 'corrections:write'
    | 'alerts:read'
    | 'alerts:write'
    | 'incidents:read'
    | 'incidents:write'
    | 'contacts:read'
    | 'contacts:write'
    | 'templates:read'
    | 'templates:write'
    | 'reports:read'
    | 'reports:write'
    | 'status_pages:read'
    | 'status_pages:write'
    | 'status_page_posts:read'
    | 'status_page_posts:write'
    | 'sensors:read'
    | 'sensors:write'
    | 'diagnostics:read'
    | 'diagnostics:write'
    | 'checks:write'
    | 'account:read'
  )[]
  /** The groups that the key is limited to, at least one; null, the default, for all of them. */
  group_ids?: readonly number[] | null
  /** From then on the key is rejected; null for never. */
  expires_at?: string | null
}

export interface ApiKeyCreateResult {
  id: number
  /** Shown only once. */
  key: string
}

export interface ApiKeyPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
  revoke: boolean
}

export interface ApiKeySearch {
  fields?: readonly (
    | 'id'
    | 'account_id'
    | 'name'
    | 'prefix'
    | 'scopes'
    | 'group_ids'
    | 'created_at'
    | 'expires_at'
    | 'last_used_at'
    | 'revoked_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'permissions.revoke'
    | 'account'
    | 'account.id'
    | 'account.name'
    | 'account.username'
    | 'account.package_id'
    | 'account.parent_account_id'
    | 'account.is_activated'
    | 'account.is_blocked'
    | 'account.is_read_only'
    | 'account.language_id'
    | 'account.time_zone_id'
    | 'account.disable_legacy_notifications'
    | 'groups'
    | 'groups.id'
    | 'groups.name'
    | 'groups.owner_id'
    | 'groups.is_default'
    | 'groups.periodic_daily_reports'
    | 'groups.periodic_weekly_reports'
    | 'groups.periodic_monthly_reports'
    | 'groups.archived_services_in_periodic_reports'
    | 'groups.assigned_sensor_ids'
    | 'groups.sensor_ids'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    account_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    prefix?: readonly Condition<TextComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    expires_at?: readonly Condition<NullableOrderComparison>[]
    last_used_at?: readonly Condition<NullableOrderComparison>[]
    revoked_at?: readonly Condition<NullableOrderComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
    'permissions.revoke'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'account_id'
      | 'name'
      | 'prefix'
      | 'created_at'
      | 'expires_at'
      | 'last_used_at'
      | 'revoked_at'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
      | 'permissions.revoke'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ApiKeyUpdateData {
  readonly id?: number
  readonly account_id?: number
  name?: string
  /** The first characters of the key, to recognise it. */
  readonly prefix?: string
  /** Any of services:read, services:write, groups:read, groups:write, maintenance:read, maintenance:write, corrections:read, corrections:write, alerts:read, alerts:write, incidents:read, incidents:write, contacts:read, contacts:write, templates:read, templates:write, reports:read, reports:write, status_pages:read, status_pages:write, status_page_posts:read, status_page_posts:write, sensors:read, sensors:write, diagnostics:read, diagnostics:write, checks:write, account:read. */
  readonly scopes?: readonly string[]
  /** The groups that the key is limited to; null for all of them. */
  readonly group_ids?: readonly number[] | null
  readonly created_at?: string
  /** From then on the key is rejected; null for never. */
  readonly expires_at?: string | null
  /** To the minute. */
  readonly last_used_at?: string | null
  readonly revoked_at?: string | null
}

export interface Application {
  id: number
  /** The account that registered it; null if it is registered for the whole installation. */
  owner_id: number | null
  /** The `client_id` of OAuth 2. */
  client_id: string
  /** What people see when they are asked for access. */
  name: string
  /** `confidential` has a secret, on a server; `public` runs on devices of its users and has none. */
  kind: ApplicationKind
  /** Where codes may be sent: https, or http to a loopback address, whose port may vary. */
  redirect_uris: string[]
  /** Any of authorization_code, refresh_token, client_credentials, urn:ietf:params:oauth:grant-type:device_code. */
  grant_types: string[]
  /** The scopes that it may ask for, any of services:read, services:write, groups:read, groups:write, maintenance:read, maintenance:write, corrections:read, corrections:write, alerts:read, alerts:write, incidents:read, incidents:write, contacts:read, contacts:write, templates:read, templates:write, reports:read, reports:write, status_pages:read, status_pages:write, status_page_posts:read, status_page_posts:write, sensors:read, sensors:write, diagnostics:read, diagnostics:write, checks:write, account:read, openid, profile, email, offline_access. */
  scopes: string[]
  created_at: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ApplicationPermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
}

export interface ApplicationCreateData {
  /** What people see when they are asked for access. */
  name: string
  /** `confidential` has a secret, on a server; `public` runs on devices of its users and has none. */
  kind: ApplicationKind
  /** Where codes may be sent: https, or http to a loopback address, whose port may vary. */
  redirect_uris?: readonly string[]
  /** How it gets tokens. */
  grant_types: readonly (
    | 'authorization_code'
    | 'refresh_token'
    | 'client_credentials'
    | 'urn:ietf:params:oauth:grant-type:device_code'
  )[]
  /** The scopes that it may ask for. */
  scopes: readonly ApplicationCreateDataScopes[]
  /** Registers it for the whole installation; administrators only. Default: false. */
  for_installation?: boolean
}

export interface ApplicationCreateResult {
  id: number
  client_id: string
  /** Shown only once; null for a public application. */
  client_secret: string | null
}

export interface ApplicationGrant {
  id: number
  account_id: number
  application_id: number
  application_name: string
  /** The `client_id` of the application. */
  client_id: string
  scopes: string[]
  created_at: string
  /** To the minute. */
  last_used_at: string | null
  /** When the access ends, unless it is revoked before. */
  expires_at: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ApplicationGrantPermission>
  /** With `embed`. */
  account?: Partial<Account> | null
  /** With `embed`. */
  application?: Partial<Application> | null
}

export interface ApplicationGrantPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ApplicationGrantSearch {
  fields?: readonly (
    | 'id'
    | 'account_id'
    | 'application_id'
    | 'application_name'
    | 'client_id'
    | 'scopes'
    | 'created_at'
    | 'last_used_at'
    | 'expires_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'account'
    | 'account.id'
    | 'account.name'
    | 'account.username'
    | 'account.package_id'
    | 'account.parent_account_id'
    | 'account.is_activated'
    | 'account.is_blocked'
    | 'account.is_read_only'
    | 'account.language_id'
    | 'account.time_zone_id'
    | 'account.disable_legacy_notifications'
    | 'application'
    | 'application.id'
    | 'application.owner_id'
    | 'application.client_id'
    | 'application.name'
    | 'application.kind'
    | 'application.redirect_uris'
    | 'application.grant_types'
    | 'application.scopes'
    | 'application.created_at'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    account_id?: readonly Condition<ValueComparison>[]
    application_id?: readonly Condition<ValueComparison>[]
    application_name?: readonly Condition<TextComparison>[]
    client_id?: readonly Condition<TextComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    last_used_at?: readonly Condition<NullableOrderComparison>[]
    expires_at?: readonly Condition<OrderComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'account_id'
      | 'application_id'
      | 'application_name'
      | 'client_id'
      | 'created_at'
      | 'last_used_at'
      | 'expires_at'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ApplicationPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
  rotate_secret: boolean
}

export interface ApplicationRequest {
  application_name: string
  client_id: string
  /** The name of the account that registered the application; null for the installation. */
  registered_by: string | null
  /** Where the answer is sent; null for a device. */
  redirect_host: string | null
  /** The IP address of the device that shows the code; null otherwise. */
  client_ip_address: string | null
  /** What it asks for. */
  scopes: string[]
  expires_at: string
}

export interface ApplicationSearch {
  fields?: readonly (
    | 'id'
    | 'owner_id'
    | 'client_id'
    | 'name'
    | 'kind'
    | 'redirect_uris'
    | 'grant_types'
    | 'scopes'
    | 'created_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'permissions.rotate_secret'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<NullableValueComparison>[]
    client_id?: readonly Condition<TextComparison>[]
    name?: readonly Condition<TextComparison>[]
    kind?: readonly Condition<TextComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
    'permissions.rotate_secret'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'client_id'
      | 'name'
      | 'kind'
      | 'created_at'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
      | 'permissions.rotate_secret'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ApplicationSecret {
  /** Shown only once. */
  client_secret: string
}

export interface ApplicationUpdateData {
  readonly id?: number
  /** The account that registered it; null if it is registered for the whole installation. */
  readonly owner_id?: number | null
  /** The `client_id` of OAuth 2. */
  readonly client_id?: string
  /** What people see when they are asked for access. */
  name?: string
  /** `confidential` has a secret, on a server; `public` runs on devices of its users and has none. */
  readonly kind?: ApplicationKind
  /** Where codes may be sent: https, or http to a loopback address, whose port may vary. */
  redirect_uris?: readonly string[]
  /** Any of authorization_code, refresh_token, client_credentials, urn:ietf:params:oauth:grant-type:device_code. */
  readonly grant_types?: readonly string[]
  /** The scopes that it may ask for, any of services:read, services:write, groups:read, groups:write, maintenance:read, maintenance:write, corrections:read, corrections:write, alerts:read, alerts:write, incidents:read, incidents:write, contacts:read, contacts:write, templates:read, templates:write, reports:read, reports:write, status_pages:read, status_pages:write, status_page_posts:read, status_page_posts:write, sensors:read, sensors:write, diagnostics:read, diagnostics:write, checks:write, account:read, openid, profile, email, offline_access. */
  scopes?: readonly string[]
  readonly created_at?: string
}

export interface ApplyData {
  /** Default: the account of the caller. */
  account_id?: number
  /** Default: `true`. */
  dry_run?: boolean
  /** Default: `true`. */
  prune?: boolean
  /** The deletions_digest of a dry run. If other objects would be deleted than in that run, nothing is changed. */
  expected_deletions?: string
  groups?: readonly {
    external_id: string
    name: string
    /** A report on each day goes to the periodic report addresses of the group with this frequency. */
    periodic_daily_reports?: boolean
    /** The same for weeks, from Monday. */
    periodic_weekly_reports?: boolean
    /** The same for months. */
    periodic_monthly_reports?: boolean
    /** Whether archived services are in these reports. */
    archived_services_in_periodic_reports?: boolean
    /** The sensors that monitor services of the group, by category of service types. */
    assigned_sensor_ids?: Record<string, readonly number[]>
    /** The agreed service level in percent, for services without their own. */
    service_level_target?: number | null
  }[]
  services?: readonly {
    external_id: string
    /** Cannot be changed afterwards. */
    type_id: string
    name: string
    /** What it means depends on the type. */
    address: string
    /** Seconds between checks. */
    interval?: number
    description?: string
    is_active?: boolean
    /** Its own sensors, used instead of those of the group. */
    sensor_ids?: readonly number[] | null
    /** Names of scenario steps, in their order: those of `extended_settings.steps`. Other types have none. */
    step_names?: readonly string[]
    notification_channel_ids?: readonly string[]
    notification_condition_ids?: readonly string[]
    notification_mode_id?: string
    recovery_notification_mode_id?: string
    /** Settings of the type; see its extended setting formats. Secrets are never returned. */
    extended_settings?: Record<string, unknown>
    /** Labels for grouping and finding services; see service tags. */
    tags?: readonly string[]
    /** The agreed service level in percent; null takes that of the group. */
    service_level_target?: number | null
    /** The name of the group; the default group if omitted. Null leaves a service in its current group. */
    group?: string | null
  }[]
  contacts?: readonly {
    external_id: string
    name: string
    description?: string
    /** Preferred language; default: that of the owner's account. */
    language_id?: string
    /** All addresses of the contact. If omitted, the addresses are not changed. */
    addresses?: readonly {
      /** A contact channel that the package of the account has. */
      channel_id: string
      /** E-mail address, telephone number etc., in the format of the channel. */
      address: string
    }[]
  }[]
  events?: readonly {
    external_id: string
    name: string
    /** What the rule looks for. Cannot be changed afterwards. */
    kind: EventKind
    description?: string
    is_active?: boolean
    /** Settings of the kind; what is left out has its default. */
    settings?: {
      /** Of `performance`, default 5000: The threshold in milliseconds; the event occurs above it. */
      response_time?: number
      /** Of `performance`, default average: Which statistic of the response times of successful checks is compared with the threshold. */
      measure?: EventMeasure
      /** Of `performance`, default 15: How many of the last minutes are evaluated. */
      minutes?: number
      /** Of `certificate_expiry`, default 14: The event occurs when fewer days than this are left. Of `domain_expiry`, default 30: The event occurs when fewer days than this are left. */
      days?: number
    }
    /** How many seconds the condition must hold before the event starts. */
    start_delay?: number
    /** How many seconds the condition must be over before the event ends. */
    end_delay?: number
    /** All services of the account, or those of some groups and single services; if nothing is given, no services. */
    scope?: {
      all_services?: boolean
      groups?: readonly string[]
      services?: readonly string[]
    }
    conditions?: readonly string[]
  }[]
  escalations?: readonly {
    external_id: string
    name: string
    is_active?: boolean
    /** Seconds from the start of the event to the first notification. */
    delay?: number
    /** Seconds between notifications while the event lasts, at least 60; 0 sends a single notification. */
    repeat_interval?: number
    /** The number of notifications after the first one. 0 repeats as long as the event lasts, but at most 1000 times. Has no effect if repeat_interval is 0. */
    maximum_repeats?: number
    /** Contact groups of the same account. */
    contact_group_ids?: readonly number[]
    /** The channels to use, among those of the package; null for all of them. */
    channel_ids?: readonly string[] | null
    /** Whether recipients of the start are also notified of the end. */
    notify_end?: boolean
    event: string
    contacts?: readonly string[]
  }[]
  report_templates?: readonly {
    external_id: string
    name: string
    /** The sections of the report, in this order. */
    section_ids: readonly string[]
    description?: string
    /** Title of the document; the name of the template if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
    title?: string
    /** Printed first. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
    introduction?: string
    /** Subject of the e-mail; a standard one if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
    email_subject?: string
    /** Text of the e-mail; a standard one if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
    email_body?: string
    /** Services with any of these tags are in the report too. */
    tags?: readonly string[]
    /** Whether e-mails carry the files or links to them. */
    delivery?: ApplyDataDelivery
    /** Whether reporting plans create reports; on demand, reports can always be created. */
    is_active?: boolean
    /** Language of the reports; default: that of the owner's account. */
    language_id?: string
    /** Time zone of the reports; default: that of the owner's account. */
    time_zone_id?: string
    reporting_plan_ids?: readonly string[]
    attachment_type_ids?: readonly string[]
    /** What counts; in a change, omitted fields stay unchanged. */
    accounting_method?: {
      /** Time of unknown status counts as time that was not ok; otherwise it is left out. Default: `false`. */
      unknown?: boolean
      /** Time in which the service was paused counts as time that was not ok; otherwise it is left out. Default: `false`. */
      paused?: boolean
      /** Time in suspensions that only suppress notifications counts as it was measured; otherwise it is left out. Default: `true`. */
      suspended?: boolean
      /** Corrections count; otherwise the figures are as measured. Default: `true`. */
      corrected?: boolean
      /** Weekly windows in the time zone of the report; time outside them is left out. None: all time counts. Default: `[]`. */
      business_hours?: readonly {
        start_minute: MinuteOfWeek
        /** Not included; if less than start_minute, the window continues past the end of the week. */
        end_minute: MinuteOfWeek
      }[]
    }
    /** The recipients of the reports that reporting plans create. */
    recipients?: readonly string[]
    /** The agreed service level in percent; null takes that of each service, or else that of its group. */
    service_level_target?: number | null
    /** All services of the account, or those of some groups and single services; if nothing is given, no services. */
    scope?: {
      all_services?: boolean
      groups?: readonly string[]
      services?: readonly string[]
    }
  }[]
  status_pages?: readonly {
    external_id: string
    title: string
    /** Part of the address of the page; unique in the installation. */
    slug: string
    /** The custom domain at which the page is served, besides its URL with the `slug`. Then set the records that `domain_record_name` and `domain_target` name. */
    domain?: string | null
    description?: string
    /** Visitors choose among them; the first is the default. */
    languages?: readonly ApplyDataLanguages[]
    /** An IANA name, such as `Europe/Warsaw`, for days and times on the page. */
    time_zone?: string
    /** `auto` follows the device of the visitor. */
    appearance?: ApplyDataAppearance
    /** Null: that of the branding of the account. */
    accent_colour?: string | null
    /** Where the logo leads to; with `https` or `http`, without credentials. */
    home_url?: string | null
    footer?: string
    /** Whether corrections count in its availability. */
    availability?: ApplyDataAvailability
    /** Who may open it: everyone; everyone who knows the address; visitors from the allowed addresses; visitors who know the password or have the link; users of the account and of the sub-accounts in visitor_account_ids. */
    visibility?: ApplyDataVisibility
    /** With the visibility `addresses`: addresses and networks (CIDR), v4 and v6. */
    allowed_addresses?: readonly string[]
    /** A page that is not published is visible only in the app. */
    is_published?: boolean
    /** Whether visitors of a public or unlisted page can subscribe to it, by e-mail or with their browser. */
    allows_subscribers?: boolean
    /** What happens when a service of a component fails: nothing, a draft for people, or a published post. */
    incident_posts?: ApplyDataIncidentPosts
    /** How long a failure must last before a post is written, in seconds. Shorter failures are not announced. */
    incident_post_delay?: number
    /** Whether one-off maintenance windows of its components are announced. */
    maintenance_posts?: ApplyDataMaintenancePosts
    /** How long before its start a maintenance window is announced, in seconds. */
    maintenance_notice?: number
    /** Texts by language, instead of the built-in ones. Variables: `{{components}}`, `{{start}}`, `{{end}}`, `{{page_title}}`. */
    announcement_templates?: {
      pl?: {
        incident_title?: string
        maintenance_title?: string
        incident_text?: string
        resolved_text?: string
        maintenance_text?: string
        rescheduled_text?: string
        started_text?: string
        completed_text?: string
        cancelled_text?: string
      }
      en?: {
        incident_title?: string
        maintenance_title?: string
        incident_text?: string
        resolved_text?: string
        maintenance_text?: string
        rescheduled_text?: string
        started_text?: string
        completed_text?: string
        cancelled_text?: string
      }
    }
  }[]
  status_page_components?: readonly {
    external_id: string
    /** The name that visitors see, instead of the name of the service. */
    name: string
    /** The heading above it; none if empty. */
    section?: string
    /** Components are ordered by it, then by age. */
    position?: number
    description?: string
    /** Of a component that is neither a service nor a group. */
    manual_status?: ApplyDataManualStatus | null
    /** How the statuses of a group become one: `worst` has a partial outage if one service fails, `any_up` works as long as one does, `share` fails with fewer than group_share. */
    group_rule?: ApplyDataGroupRule
    /** With the rule `share`: the percentage of services that must work. */
    group_share?: number
    /** Whether the page shows its last 90 days. */
    shows_history?: boolean
    shows_availability?: boolean
    /** Not available if the status is set manually. */
    shows_response_time?: boolean
    /** Whether the page leaves it out while it works. */
    only_show_if_degraded?: boolean
    status_page: string
    service?: string
    group?: string
  }[]
}

export interface ApplyResult {
  dry_run: boolean
  summary: {
    create: number
    change: number
    delete: number
    unchanged: number
  }
  /** Identifies the set of objects that are deleted; see expected_deletions. */
  deletions_digest: string
  plan: {
    action: 'create' | 'change' | 'delete' | 'unchanged'
    section: string
    external_id: string
    id?: number
    /** By field: the stored value and the declared one. */
    changes?: Record<string, unknown>
  }[]
}

export interface Artifact {
  service_id: number
  sensor_id: number
  analysis_id: string
  artifact_id: string
  /** As the server declared it; never used to display the content. */
  content_type: string
  file_name: string
  /** The stored size in bytes. */
  size: number
  /** Whether the content was longer than what is kept. */
  is_cut: boolean
  /** A link to the content that works for one hour, without further credentials. */
  url: string
}

export interface ArtifactType {
  id: string
  name: string
  description: string | null
}

export interface Audit {
  id: number
  /** Place in the chain of the account tree. */
  sequence: number
  account_id: number
  time: string
  /** The account that made the change; null for Wachta itself. */
  actor_id: number | null
  actor_scope: 'anonymous' | 'customer' | 'administrator' | 'system' | 'link'
  session_id: number | null
  /** The X-Request-Id of the request. */
  request_id: string
  operation: string
  resource: string
  object_id: string
  /** The changed fields before; null if created. */
  before: Record<string, unknown> | null
  /** The changed fields afterwards; null if deleted. */
  after: Record<string, unknown> | null
  /** Shown to administrators, and for what the account and its users did themselves. */
  client_ip_address: string | null
  /** SHA-256 over the entry and the hash of the entry before it. */
  hash: string
  /** Whether personal data has since been removed from the entry. */
  is_erased: boolean
  /** The API key that the request came with; null for other requests. */
  api_key_id: number | null
  /** The application that sent the request; null for other requests. */
  application_id: number | null
  /** The program that sent the request, from X-Client; shown under the same rules as the IP address. */
  client: string | null

  /** With `embed`. */
  account?: Partial<Account> | null
}

export interface AuthToken {
  account_id: number
  client_id: string | null
  scope: string
  timeout: number
  user_ip_address: string | null
  created_at: string
  last_used_at: string
}

export interface AuthTokenCreateData {
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username: string
  password: string
  /** API client identifier. */
  client_id?: string
  scope?: SessionScope
  /** Idle time in seconds before the session expires. Granted up to 14 days, with the scope administrator up to an hour. Default: `3600`. */
  timeout?: number
  /** IP address of the API user. */
  user_ip_address?: string
}

export interface AuthTokenCreateResult {
  /** Send it as `Authorization: Bearer`. */
  id: string
}

export interface Authentication {
  account_id: number
  time: string
  /** `oauth2`: an application got a token for the account; `client_id` names it. */
  type: 'oauth2' | 'auth_token' | 'session'
  client_id: string | null
  client_ip_address: string | null
  user_ip_address: string | null

  /** With `embed`. */
  account?: Partial<Account> | null
}

export interface AuthorizationRequestApproveData {
  /** The scopes to grant, out of the requested ones. */
  scopes: readonly ApplicationCreateDataScopes[]
}

export interface AuthorizationRequestDecision {
  /** The path that the same browser opens next; it works once. */
  continue: string
}

export interface AvailabilityChartData {
  from: string
  to: string
  /** Points are aligned to this length of time in UTC; the first and the last may be shorter. */
  aggregation: ChartAggregation
  points: {
    from: string
    to: string
    /** With corrections, like the values below. */
    ok_seconds: number
    failure_seconds: number
    /** Monitoring was switched off or suspended. */
    paused_seconds: number
    /** There were no results, or too few to decide. */
    unknown_seconds: number
    /** 100 · ok / (ok + not ok), over the time that counts; null if none does. */
    service_level: number | null
    /** The same without corrections. */
    raw_service_level: number | null
  }[]
}

export interface AvailabilityTimeRange {
  /** Null if there is no data yet. */
  from: string | null
  /** Null if there is no data yet. */
  to: string | null
}

export interface Branding {
  account_id: number
  /** Null: inherited, together with the logo. */
  name: string | null
  /** PNG, JPEG or self-contained SVG; mail programs show no SVG. Null: inherited, together with the name. */
  logo: {
    media_type: BrandingMediaType
    /** The file in base64; at most 256 KiB and 4 million pixels. */
    content: string
  } | null
  /** Such as `#1f5bc4`. Null: inherited. */
  accent_colour: string | null
  /** For example, whom to contact and when. */
  contact_text: string | null
  contact_email_address: string | null
  contact_phone_number: string | null
  /** With `https` or `http`, without credentials. */
  contact_url: string | null
}

export interface BrandingUpdateData {
  account_id?: number
  /** Null: inherited, together with the logo. */
  name?: string | null
  /** PNG, JPEG or self-contained SVG; mail programs show no SVG. Null: inherited, together with the name. */
  logo?: {
    media_type: BrandingMediaType
    /** The file in base64; at most 256 KiB and 4 million pixels. */
    content: string
  } | null
  /** Such as `#1f5bc4`. Null: inherited. */
  accent_colour?: string | null
  /** For example, whom to contact and when. */
  contact_text?: string | null
  contact_email_address?: string | null
  contact_phone_number?: string | null
  /** With `https` or `http`, without credentials. */
  contact_url?: string | null
}

export interface BulkGroupChangeData {
  service_ids: readonly number[]
  group_id: number
}

export interface BulkTagData {
  ids: readonly number[]
  /** Added to each service that does not have them. */
  add?: readonly string[]
  /** Removed from each service that has them. */
  remove?: readonly string[]
}

export interface ChangePasswordData {
  new_password: string
  /** The caller's current password. */
  password?: string
  /** A code of the authenticator, or a recovery code. */
  code?: string
}

export interface Check {
  service_id: number
  sensor_id: number
  /** The time of the analysis as yyMMddHHmmssSSS in UTC; unique within one service. */
  analysis_id: string
  /** When the check began. */
  time: string
  result: CheckResult
  /** Null when the check did not end with an error. */
  error_type_id: number | null
  /** Message returned by the sensor. */
  error_message: string | null
  /** Scenario step at which the check ended. */
  path_step: number | null
  /** Milliseconds. */
  response_time: number | null
  /** Bytes. */
  data_size: number | null
  /** Whether an artifact with id `har` exists. */
  har_available: boolean
}

export interface CheckDetail {
  service_id: number
  sensor_id: number
  /** The time of the analysis as yyMMddHHmmssSSS in UTC; unique within one service. */
  analysis_id: string
  /** The URL fetched at failure time. */
  base_url: string | null
  /** Whether an artifact with id `content` exists. */
  content_available: boolean
  /** MIME type of the fetched content. */
  content_type: string | null
  file_name: string | null
  metrics: MetricValue[] | null
  /** HTTP response headers, for failed checks only. */
  response_headers: string | null
  step_data:
    | {
        step: number
        /** Milliseconds. */
        response_time: number | null
        /** Bytes. */
        data_size: number | null
      }[]
    | null
}

export interface CloseAccountData {
  password?: string
}

export interface Contact {
  id: number
  /** Owning account. */
  owner_id: number
  name: string
  description: string
  /** Preferred language; default: that of the owner's account. */
  language_id: string
  /** Its identifier in a declarative configuration. */
  external_id: string | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ContactPermission>
  /** With `embed`. */
  language?: Partial<Language> | null
  /** With `embed`. */
  owner?: Partial<Account> | null
}

export interface ContactAddress {
  id: number
  contact_id: number
  /** A contact channel that the package of the account has. */
  channel_id: string
  /** E-mail address, telephone number etc., in the format of the channel. */
  address: string
  /** Whether the recipient has confirmed the address: a telephone number with a code, an e-mail address with a link. Always true for other channels, and for the e-mail addresses of the account itself. Nothing is sent to an address that is not verified. */
  is_verified: boolean

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ContactAddressPermission>
  /** With `embed`. */
  channel?: Partial<ContactChannel> | null
  /** With `embed`. */
  contact?: Partial<Contact> | null
}

export interface ContactAddressCreateData {
  /** E-mail address, telephone number etc., in the format of the channel. */
  address: string
  /** A contact channel that the package of the account has. */
  channel_id: string
  contact_id: number
}

export interface ContactAddressCreateResult {
  id: number
}

export interface ContactAddressPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ContactAddressSearch {
  fields?: readonly ('id' | 'contact_id' | 'channel_id' | 'address')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'channel'
    | 'channel.id'
    | 'channel.name'
    | 'channel.description'
    | 'contact'
    | 'contact.id'
    | 'contact.owner_id'
    | 'contact.name'
    | 'contact.description'
    | 'contact.language_id'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    contact_id?: readonly Condition<ValueComparison>[]
    channel_id?: readonly Condition<ValueComparison>[]
    address?: readonly Condition<TextComparison>[]
    'contact.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'contact_id'
      | 'channel_id'
      | 'address'
      | 'contact.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ContactAddressUpdateData {
  readonly id?: number
  readonly contact_id?: number
  /** A contact channel that the package of the account has. */
  channel_id?: string
  /** E-mail address, telephone number etc., in the format of the channel. */
  address?: string
  /** Whether the recipient has confirmed the address: a telephone number with a code, an e-mail address with a link. Always true for other channels, and for the e-mail addresses of the account itself. Nothing is sent to an address that is not verified. */
  readonly is_verified?: boolean
}

export interface ContactChannel {
  id: string
  name: string
  description: string | null
}

export interface ContactCreateData {
  name: string
  /** Default: `""`. */
  description?: string
  /** Preferred language; default: that of the owner's account. */
  language_id?: string
  /** Owning account. */
  owner_id?: number
}

export interface ContactCreateResult {
  id: number
}

export interface ContactGroup {
  id: number
  owner_id: number
  name: string
  description: string
  /** Contacts of the same account. */
  contact_ids: number[]

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ContactGroupPermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
  /** With `embed`. */
  contacts?: Partial<Contact>[]
}

export interface ContactGroupCreateData {
  name: string
  /** Contacts of the same account. Default: `[]`. */
  contact_ids?: readonly number[]
  /** Default: `""`. */
  description?: string
  owner_id?: number
}

export interface ContactGroupCreateResult {
  id: number
}

export interface ContactGroupPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ContactGroupSearch {
  fields?: readonly ('id' | 'owner_id' | 'name' | 'description' | 'contact_ids')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
    | 'contacts'
    | 'contacts.id'
    | 'contacts.owner_id'
    | 'contacts.name'
    | 'contacts.description'
    | 'contacts.language_id'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'name'
      | 'description'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ContactGroupUpdateData {
  readonly id?: number
  readonly owner_id?: number
  name?: string
  description?: string
  /** Contacts of the same account. */
  contact_ids?: readonly number[]
}

export interface ContactNotification {
  id: number
  /** The account on whose behalf it was sent. */
  account_id: number
  contact_id: number
  address_id: number
  service_id: number
  event_id: number
  escalation_id: number
  channel_id: string
  /** The address that it was sent to. */
  address: string
  /** As it was sent; empty if the channel has no subjects, and until it is sent. */
  subject: string
  /** As it was sent; empty until then. */
  content: string
  /** When it was sent, or when it was decided not to send it. */
  time: string
  status: NotificationStatus
  /** Why it was suppressed or failed; see the dictionary of notification reasons. */
  reason: string | null
  kind: NotificationKind
  /** 0 for the first notification of its kind. */
  repeat_number: number
  /** The delivery attempts and their outcomes. */
  attempts: {
    time: string
    /** sent, temporary or permanent. */
    outcome: string
    /** The provider's answer, as one line without addresses and secrets. */
    answer: string
  }[]
  /** The first notification of the digest in which it was sent; all notifications of a digest have the same value. */
  digest_id: number | null
  /** The alert that it is about; see occurrences. */
  occurrence_id: number | null
  created_at: string
}

export interface ContactPermission {
  create_addresses: boolean
  create_suspensions: boolean
  create_weekly_suspensions: boolean
  customize_templates: boolean
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ContactSearch {
  fields?: readonly ('id' | 'owner_id' | 'name' | 'description' | 'language_id')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.create_addresses'
    | 'permissions.create_suspensions'
    | 'permissions.create_weekly_suspensions'
    | 'permissions.customize_templates'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'language'
    | 'language.id'
    | 'language.name'
    | 'language.description'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    language_id?: readonly Condition<ValueComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.create_addresses'?: readonly Condition<'equals'>[]
    'permissions.create_suspensions'?: readonly Condition<'equals'>[]
    'permissions.create_weekly_suspensions'?: readonly Condition<'equals'>[]
    'permissions.customize_templates'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'name'
      | 'description'
      | 'language_id'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.create_addresses'
      | 'permissions.create_suspensions'
      | 'permissions.create_weekly_suspensions'
      | 'permissions.customize_templates'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ContactSuspension {
  id: number
  contact_id: number
  description: string
  /** Now, unless given. */
  start_time: string
  end_time: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ContactSuspensionPermission>
  /** With `embed`. */
  contact?: Partial<Contact> | null
}

export interface ContactSuspensionCreateData {
  contact_id: number
  end_time: string
  /** Default: `""`. */
  description?: string
  /** Now, unless given. */
  start_time?: string
}

export interface ContactSuspensionCreateResult {
  id: number
}

export interface ContactSuspensionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ContactSuspensionSearch {
  fields?: readonly ('id' | 'contact_id' | 'description' | 'start_time' | 'end_time')[]
  embed?: readonly ContactSuspensionSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    contact_id?: readonly Condition<ValueComparison>[]
    description?: readonly Condition<TextComparison>[]
    start_time?: readonly Condition<OrderComparison>[]
    end_time?: readonly Condition<OrderComparison>[]
    'contact.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'contact_id'
      | 'description'
      | 'start_time'
      | 'end_time'
      | 'contact.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ContactSuspensionUpdateData {
  readonly id?: number
  readonly contact_id?: number
  description?: string
  /** Now, unless given. */
  start_time?: string
  end_time?: string
}

export interface ContactUpdateData {
  readonly id?: number
  /** Owning account. */
  readonly owner_id?: number
  name?: string
  description?: string
  /** Preferred language; default: that of the owner's account. */
  language_id?: string
  /** Its identifier in a declarative configuration. */
  readonly external_id?: string | null
}

export interface ContactWeeklySuspension {
  id: number
  contact_id: number
  description: string
  start_minute: MinuteOfWeek
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute: MinuteOfWeek

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ContactWeeklySuspensionPermission>
  /** With `embed`. */
  contact?: Partial<Contact> | null
}

export interface ContactWeeklySuspensionCreateData {
  contact_id: number
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute: MinuteOfWeek
  start_minute: MinuteOfWeek
  /** Default: `""`. */
  description?: string
}

export interface ContactWeeklySuspensionCreateResult {
  id: number
}

export interface ContactWeeklySuspensionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ContactWeeklySuspensionSearch {
  fields?: readonly ('id' | 'contact_id' | 'description' | 'start_minute' | 'end_minute')[]
  embed?: readonly ContactSuspensionSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    contact_id?: readonly Condition<ValueComparison>[]
    description?: readonly Condition<TextComparison>[]
    'contact.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'contact_id'
      | 'description'
      | 'start_minute'
      | 'end_minute'
      | 'contact.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ContactWeeklySuspensionUpdateData {
  readonly id?: number
  readonly contact_id?: number
  description?: string
  start_minute?: MinuteOfWeek
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute?: MinuteOfWeek
}

export interface Correction {
  id: number
  /** Cannot be changed afterwards. */
  service_id: number
  /** Start of the corrected interval. */
  start_time: string
  /** End of the corrected interval. */
  end_time: string
  /** Where corrections overlap, the newest one applies; paused excludes the interval from the figures. */
  status: CorrectionStatus
  description: string
  created_at: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<CorrectionPermission>
  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface CorrectionBulkCreateData {
  service_ids: readonly number[]
  /** End of the corrected interval. */
  end_time: string
  /** Start of the corrected interval. */
  start_time: string
  /** Where corrections overlap, the newest one applies; paused excludes the interval from the figures. */
  status: CorrectionStatus
  description?: string
}

export interface CorrectionBulkUpdateData {
  ids: readonly number[]
  description?: string
  /** Where corrections overlap, the newest one applies; paused excludes the interval from the figures. */
  status?: CorrectionStatus
}

export interface CorrectionCreateData {
  /** End of the corrected interval. */
  end_time: string
  /** Cannot be changed afterwards. */
  service_id: number
  /** Start of the corrected interval. */
  start_time: string
  /** Where corrections overlap, the newest one applies; paused excludes the interval from the figures. */
  status: CorrectionStatus
  description?: string
}

export interface CorrectionCreateResult {
  id: number
}

export interface CorrectionEffect {
  from: string
  to: string
  before: {
    /** With corrections, like the values below. */
    ok_seconds: number
    failure_seconds: number
    /** Monitoring was switched off or suspended. */
    paused_seconds: number
    /** There were no results, or too few to decide. */
    unknown_seconds: number
    /** 100 · ok / (ok + not ok), over the time that counts; null if none does. */
    service_level: number | null
    /** The same without corrections. */
    raw_service_level: number | null
  }
  after: {
    /** With corrections, like the values below. */
    ok_seconds: number
    failure_seconds: number
    /** Monitoring was switched off or suspended. */
    paused_seconds: number
    /** There were no results, or too few to decide. */
    unknown_seconds: number
    /** 100 · ok / (ok + not ok), over the time that counts; null if none does. */
    service_level: number | null
    /** The same without corrections. */
    raw_service_level: number | null
  }
}

export type CorrectionIntervalsCreateData = readonly {
  /** End of the corrected interval. */
  end_time: string
  /** Start of the corrected interval. */
  start_time: string
  /** Where corrections overlap, the newest one applies; paused excludes the interval from the figures. */
  status: CorrectionStatus
  description?: string
}[]

export interface CorrectionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface CorrectionSearch {
  fields?: readonly ('id' | 'service_id' | 'start_time' | 'end_time' | 'status' | 'description' | 'created_at')[]
  embed?: readonly IncidentSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    service_id?: readonly Condition<ValueComparison>[]
    start_time?: readonly Condition<OrderComparison>[]
    end_time?: readonly Condition<OrderComparison>[]
    status?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    'service.id'?: readonly Condition<NullableValueComparison>[]
    'service.interval'?: readonly Condition<NullableOrderComparison>[]
    'service.is_active'?: readonly Condition<NullableFlagComparison>[]
    'service.is_archived'?: readonly Condition<NullableFlagComparison>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'service.owner_id'?: readonly Condition<NullableValueComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'service_id'
      | 'start_time'
      | 'end_time'
      | 'status'
      | 'description'
      | 'created_at'
      | 'service.id'
      | 'service.interval'
      | 'service.is_active'
      | 'service.is_archived'
      | 'service.name'
      | 'service.owner_id'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface CorrectionUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly service_id?: number
  /** Start of the corrected interval. */
  start_time?: string
  /** End of the corrected interval. */
  end_time?: string
  /** Where corrections overlap, the newest one applies; paused excludes the interval from the figures. */
  status?: CorrectionStatus
  description?: string
  readonly created_at?: string
}

export interface CustomAnalysisData {
  address?: string
  /** Used instead of the sensors of the service. */
  sensor_ids?: readonly number[]
  /** Override the settings of the service. */
  extended_settings?: Record<string, unknown>
}

export interface CustomTemplate {
  contact_id: number
  channel_id: string
  template_id: number

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<CustomTemplatePermission>
  /** With `embed`. */
  channel?: Partial<ContactChannel> | null
  /** With `embed`. */
  contact?: Partial<Contact> | null
  /** With `embed`. */
  template?: Partial<Template> | null
}

export interface CustomTemplatePermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface CustomTemplateUpdateData {
  readonly contact_id?: number
  readonly channel_id?: string
  template_id?: number
}

export interface CustomerPortalSession {
  url: string
}

export interface DefaultTemplate {
  /** A contact channel. */
  channel_id: string
  language_id: string
  /** What is sent when an event starts. */
  start_template: string
  /** What is sent when an event ends. */
  end_template: string
  /** Its subject, if the channel has subjects. */
  start_subject: string
  /** Its subject, if the channel has subjects. */
  end_subject: string
  /** Artifacts to attach, if the channel supports attachments. */
  artifact_type_ids: string[]

  /** With `embed`. */
  channel?: Partial<ContactChannel> | null
  /** With `embed`. */
  language?: Partial<Language> | null
}

export interface DefaultTemplateSearch {
  fields?: readonly (
    | 'channel_id'
    | 'language_id'
    | 'start_template'
    | 'end_template'
    | 'start_subject'
    | 'end_subject'
    | 'artifact_type_ids'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'channel'
    | 'channel.id'
    | 'channel.name'
    | 'channel.description'
    | 'language'
    | 'language.id'
    | 'language.name'
    | 'language.description'
  )[]
  filters?: {
    channel_id?: readonly Condition<ValueComparison>[]
    language_id?: readonly Condition<ValueComparison>[]
    start_template?: readonly Condition<TextComparison>[]
    end_template?: readonly Condition<TextComparison>[]
    start_subject?: readonly Condition<TextComparison>[]
    end_subject?: readonly Condition<TextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'channel_id'
      | 'language_id'
      | 'start_template'
      | 'end_template'
      | 'start_subject'
      | 'end_subject'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface DetectedErrorType {
  error_type_id: number
  /** Its name in the language of the caller. */
  name: string | null
  /** Checks that failed with this error. */
  checks_count: number
}

export interface DeviceAuthorizationApproveData {
  /** The code that the device shows; case and punctuation do not matter. */
  user_code: string
  /** The scopes to grant, out of the requested ones. */
  scopes: readonly ApplicationCreateDataScopes[]
}

export interface DeviceAuthorizationDenyData {
  /** The code that the device shows; case and punctuation do not matter. */
  user_code: string
}

export interface DeviceAuthorizationFindData {
  /** The code that the device shows; case and punctuation do not matter. */
  user_code: string
}

export interface DnsDiagnostic {
  id: string
  sensor_id: number
  settings: {
    dns_server: string
    address: string
    record_type: DnsDiagnosticRecordType
  }
  status: DiagnosticStatus
  /** The output of the dig program on the sensor, or an error message. */
  results: string | null
}

export interface DnsDiagnosticCreateData {
  sensor_id: number
  settings: {
    dns_server: string
    address: string
    record_type: DnsDiagnosticRecordType
  }
}

export interface DnsDiagnosticCreateResult {
  id: string
}

export interface EffectiveBranding {
  account_id: number
  /** The name of the account if none is set. */
  name: string
  /** Null if there is none. */
  logo: {
    media_type: BrandingMediaType
    /** The file in base64; at most 256 KiB and 4 million pixels. */
    content: string
  } | null
  /** As it was chosen, or the default. */
  accent_colour: string
  /** For areas: the accent colour, darker if neither white nor dark text could be read on it. */
  band_colour: string
  /** For text on such areas. */
  on_band_colour: string
  /** For text and lines on white: the accent colour, darker if needed. */
  text_colour: string
  /** For text and lines on dark pages: the accent colour, lighter if needed. */
  text_on_dark_colour: string
  /** For example, whom to contact and when. */
  contact_text: string | null
  contact_email_address: string | null
  contact_phone_number: string | null
  /** With `https` or `http`, without credentials. */
  contact_url: string | null
  /** The parts that come from the reseller: `identity` is name and logo, `contact` all contact details. */
  inherited: ('identity' | 'accent_colour' | 'contact')[]
}

export interface Fault {
  /** Detailed error code. */
  code: number
  /** Symbol that corresponds to the code. */
  error: string
  /** Message for the end user. */
  message: string
  /** Description for the application developer. */
  description?: string
  /** The part of the request that is wrong: `data.*` or `query.*`. */
  field?: string
}

export interface ErrorType {
  /** Error code. */
  id: number
  name: string
  description: string
  diagnosis: string
  extra_info: string
  category_ids: string[]

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ErrorTypePermission>
  /** With `embed`. */
  categories?: Partial<ErrorTypeCategory>[]
}

export interface ErrorTypeCategory {
  id: string
  name: string
  description: string | null
}

export interface ErrorTypePermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ErrorTypeSearch {
  fields?: readonly ('id' | 'name' | 'description' | 'diagnosis' | 'extra_info' | 'category_ids')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'categories'
    | 'categories.id'
    | 'categories.name'
    | 'categories.description'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    diagnosis?: readonly Condition<TextComparison>[]
    extra_info?: readonly Condition<TextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'name'
      | 'description'
      | 'diagnosis'
      | 'extra_info'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface Escalation {
  id: number
  /** Cannot be changed afterwards. */
  event_id: number
  name: string
  is_active: boolean
  /** Seconds from the start of the event to the first notification. */
  delay: number
  /** Seconds between notifications while the event lasts, at least 60; 0 sends a single notification. */
  repeat_interval: number
  /** The number of notifications after the first one. 0 repeats as long as the event lasts, but at most 1000 times. Has no effect if repeat_interval is 0. */
  maximum_repeats: number
  /** Contacts of the same account. There must be a contact or a contact group. */
  contact_ids: number[]
  /** Contact groups of the same account. */
  contact_group_ids: number[]
  /** The channels to use, among those of the package; null for all of them. */
  channel_ids: string[] | null
  /** Whether recipients of the start are also notified of the end. */
  notify_end: boolean
  /** Its identifier in a declarative configuration. */
  external_id: string | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<EscalationPermission>
  /** With `embed`. */
  event?: Partial<Event> | null
  /** With `embed`. */
  contacts?: Partial<Contact>[]
  /** With `embed`. */
  contact_groups?: Partial<ContactGroup>[]
  /** With `embed`. */
  channels?: Partial<ContactChannel>[]
}

export interface EscalationCreateData {
  /** Cannot be changed afterwards. */
  event_id: number
  name: string
  /** Default: `true`. */
  is_active?: boolean
  /** Seconds from the start of the event to the first notification. Default: `0`. */
  delay?: number
  /** Seconds between notifications while the event lasts, at least 60; 0 sends a single notification. Default: `0`. */
  repeat_interval?: number
  /** The number of notifications after the first one. 0 repeats as long as the event lasts, but at most 1000 times. Has no effect if repeat_interval is 0. Default: `0`. */
  maximum_repeats?: number
  /** Contacts of the same account. There must be a contact or a contact group. Default: `[]`. */
  contact_ids?: readonly number[]
  /** Contact groups of the same account. Default: `[]`. */
  contact_group_ids?: readonly number[]
  /** The channels to use, among those of the package; null for all of them. */
  channel_ids?: readonly string[] | null
  /** Whether recipients of the start are also notified of the end. Default: `true`. */
  notify_end?: boolean
}

export interface EscalationCreateResult {
  id: number
}

export interface EscalationPermission {
  create_suspensions: boolean
  create_weekly_suspensions: boolean
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface EscalationSearch {
  fields?: readonly (
    | 'id'
    | 'event_id'
    | 'name'
    | 'is_active'
    | 'delay'
    | 'repeat_interval'
    | 'maximum_repeats'
    | 'contact_ids'
    | 'contact_group_ids'
    | 'channel_ids'
    | 'notify_end'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.create_suspensions'
    | 'permissions.create_weekly_suspensions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'event'
    | 'event.id'
    | 'event.owner_id'
    | 'event.name'
    | 'event.description'
    | 'event.is_active'
    | 'event.kind'
    | 'event.settings'
    | 'event.scope'
    | 'event.start_delay'
    | 'event.end_delay'
    | 'event.condition_event_ids'
    | 'contacts'
    | 'contacts.id'
    | 'contacts.owner_id'
    | 'contacts.name'
    | 'contacts.description'
    | 'contacts.language_id'
    | 'contact_groups'
    | 'contact_groups.id'
    | 'contact_groups.owner_id'
    | 'contact_groups.name'
    | 'contact_groups.description'
    | 'contact_groups.contact_ids'
    | 'channels'
    | 'channels.id'
    | 'channels.name'
    | 'channels.description'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    event_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    is_active?: readonly Condition<'equals'>[]
    delay?: readonly Condition<OrderComparison>[]
    repeat_interval?: readonly Condition<OrderComparison>[]
    maximum_repeats?: readonly Condition<OrderComparison>[]
    notify_end?: readonly Condition<'equals'>[]
    'event.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.create_suspensions'?: readonly Condition<'equals'>[]
    'permissions.create_weekly_suspensions'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'event_id'
      | 'name'
      | 'is_active'
      | 'delay'
      | 'repeat_interval'
      | 'maximum_repeats'
      | 'notify_end'
      | 'event.name'
      | 'permissions.create_suspensions'
      | 'permissions.create_weekly_suspensions'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface EscalationStatus {
  service_id: number
  escalation_id: number
  /** `waiting`: no notification sent yet; `sent`: at least one sent; `suspended`: none are sent at the moment; `finished`: no more will be sent. */
  status: EscalationState
  /** When it is evaluated next; null if no more will be sent. */
  next_time: string | null
  /** How many times its contacts were notified, including reminders. */
  sent: number
  event_id: number
  /** The alert that was notified; see occurrences. */
  occurrence_id: number

  /** With `embed`. */
  escalation?: Partial<Escalation> | null
  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface EscalationStatusSearch {
  fields?: readonly ('service_id' | 'escalation_id' | 'status' | 'next_time' | 'sent')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'escalation'
    | 'escalation.id'
    | 'escalation.event_id'
    | 'escalation.name'
    | 'escalation.is_active'
    | 'escalation.delay'
    | 'escalation.repeat_interval'
    | 'escalation.maximum_repeats'
    | 'escalation.contact_ids'
    | 'escalation.contact_group_ids'
    | 'escalation.channel_ids'
    | 'escalation.notify_end'
    | 'service'
    | 'service.id'
    | 'service.type_id'
    | 'service.owner_id'
    | 'service.name'
    | 'service.address'
    | 'service.group_id'
    | 'service.interval'
    | 'service.description'
    | 'service.is_active'
    | 'service.is_archived'
    | 'service.sensor_ids'
    | 'service.step_names'
    | 'service.notification_channel_ids'
    | 'service.notification_condition_ids'
    | 'service.notification_mode_id'
    | 'service.recovery_notification_mode_id'
    | 'service.extended_settings'
    | 'service.silent_hours'
    | 'service.suspension_hours'
  )[]
  filters?: {
    service_id?: readonly Condition<ValueComparison>[]
    escalation_id?: readonly Condition<ValueComparison>[]
    status?: readonly Condition<TextComparison>[]
    next_time?: readonly Condition<NullableOrderComparison>[]
    sent?: readonly Condition<OrderComparison>[]
    'escalation.name'?: readonly Condition<NullableTextComparison>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'service_id'
      | 'escalation_id'
      | 'status'
      | 'next_time'
      | 'sent'
      | 'escalation.name'
      | 'service.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface EscalationSuspension {
  id: number
  escalation_id: number
  description: string
  /** Now, unless given. */
  start_time: string
  end_time: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<EscalationSuspensionPermission>
  /** With `embed`. */
  escalation?: Partial<Escalation> | null
}

export interface EscalationSuspensionCreateData {
  escalation_id: number
  end_time: string
  /** Default: `""`. */
  description?: string
  /** Now, unless given. */
  start_time?: string
}

export interface EscalationSuspensionCreateResult {
  id: number
}

export interface EscalationSuspensionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface EscalationSuspensionSearch {
  fields?: readonly ('id' | 'escalation_id' | 'description' | 'start_time' | 'end_time')[]
  embed?: readonly EscalationSuspensionSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    escalation_id?: readonly Condition<ValueComparison>[]
    description?: readonly Condition<TextComparison>[]
    start_time?: readonly Condition<OrderComparison>[]
    end_time?: readonly Condition<OrderComparison>[]
    'escalation.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'escalation_id'
      | 'description'
      | 'start_time'
      | 'end_time'
      | 'escalation.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface EscalationSuspensionUpdateData {
  readonly id?: number
  readonly escalation_id?: number
  description?: string
  /** Now, unless given. */
  start_time?: string
  end_time?: string
}

export interface EscalationUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly event_id?: number
  name?: string
  is_active?: boolean
  /** Seconds from the start of the event to the first notification. */
  delay?: number
  /** Seconds between notifications while the event lasts, at least 60; 0 sends a single notification. */
  repeat_interval?: number
  /** The number of notifications after the first one. 0 repeats as long as the event lasts, but at most 1000 times. Has no effect if repeat_interval is 0. */
  maximum_repeats?: number
  /** Contacts of the same account. There must be a contact or a contact group. */
  contact_ids?: readonly number[]
  /** Contact groups of the same account. */
  contact_group_ids?: readonly number[]
  /** The channels to use, among those of the package; null for all of them. */
  channel_ids?: readonly string[] | null
  /** Whether recipients of the start are also notified of the end. */
  notify_end?: boolean
  /** Its identifier in a declarative configuration. */
  readonly external_id?: string | null
}

export interface EscalationWeeklySuspension {
  id: number
  escalation_id: number
  description: string
  start_minute: MinuteOfWeek
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute: MinuteOfWeek

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<EscalationWeeklySuspensionPermission>
  /** With `embed`. */
  escalation?: Partial<Escalation> | null
}

export interface EscalationWeeklySuspensionCreateData {
  escalation_id: number
  start_minute: MinuteOfWeek
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute: MinuteOfWeek
  /** Default: `""`. */
  description?: string
}

export interface EscalationWeeklySuspensionCreateResult {
  id: number
}

export interface EscalationWeeklySuspensionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface EscalationWeeklySuspensionSearch {
  fields?: readonly ('id' | 'escalation_id' | 'description' | 'start_minute' | 'end_minute')[]
  embed?: readonly EscalationSuspensionSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    escalation_id?: readonly Condition<ValueComparison>[]
    description?: readonly Condition<TextComparison>[]
    'escalation.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'escalation_id'
      | 'description'
      | 'start_minute'
      | 'end_minute'
      | 'escalation.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface EscalationWeeklySuspensionUpdateData {
  readonly id?: number
  readonly escalation_id?: number
  description?: string
  start_minute?: MinuteOfWeek
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute?: MinuteOfWeek
}

export interface Event {
  id: number
  /** Owning account. */
  owner_id: number
  name: string
  description: string
  is_active: boolean
  /** What the rule looks for. Cannot be changed afterwards. */
  kind: EventKind
  /** Settings of the kind; what is left out has its default. */
  settings: {
    /** Of `performance`, default 5000: The threshold in milliseconds; the event occurs above it. */
    response_time?: number
    /** Of `performance`, default average: Which statistic of the response times of successful checks is compared with the threshold. */
    measure?: EventMeasure
    /** Of `performance`, default 15: How many of the last minutes are evaluated. */
    minutes?: number
    /** Of `certificate_expiry`, default 14: The event occurs when fewer days than this are left. Of `domain_expiry`, default 30: The event occurs when fewer days than this are left. */
    days?: number
  }
  /** The services of the owning account that it applies to. Replaced as a whole: an omitted list is empty, and without services and groups it applies to nothing. */
  scope: {
    /** All services, including future ones. */
    all_services?: boolean
    /** All services of these groups. */
    group_ids?: number[]
    service_ids?: number[]
  }
  /** How many seconds the condition must hold before the event starts. */
  start_delay: number
  /** How many seconds the condition must be over before the event ends. */
  end_delay: number
  /** Events of the same account: while one of them occurs on the same service, or on one that it depends on, notifications of this one are suppressed. */
  condition_event_ids: number[]
  /** Its identifier in a declarative configuration. */
  external_id: string | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<EventPermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
  /** With `embed`. */
  conditions?: Partial<Event>[]
}

export interface EventAvailabilityChartData {
  from: string
  to: string
  /** Points are aligned to this length of time in UTC; the first and the last may be shorter. */
  aggregation: ChartAggregation
  points: {
    from: string
    to: string
    /** The event did not occur. */
    inactive_seconds: number
    /** It occurred and was not acknowledged. */
    active_seconds: number
    /** It occurred and was acknowledged. */
    disabled_seconds: number
    /** It was not evaluated. */
    unknown_seconds: number
    /** 100 · inactive / (inactive + active + disabled); null if nothing is known. */
    service_level: number | null
  }[]
}

export interface EventCreateData {
  name: string
  /** Owning account. */
  owner_id?: number
  /** What the rule looks for. Cannot be changed afterwards. Default: `"failure"`. */
  kind?: EventKind
  /** Default: `""`. */
  description?: string
  /** Default: `true`. */
  is_active?: boolean
  /** Settings of the kind; what is left out has its default. */
  settings?: {
    /** Of `performance`, default 5000: The threshold in milliseconds; the event occurs above it. */
    response_time?: number
    /** Of `performance`, default average: Which statistic of the response times of successful checks is compared with the threshold. */
    measure?: EventMeasure
    /** Of `performance`, default 15: How many of the last minutes are evaluated. */
    minutes?: number
    /** Of `certificate_expiry`, default 14: The event occurs when fewer days than this are left. Of `domain_expiry`, default 30: The event occurs when fewer days than this are left. */
    days?: number
  }
  /** The services of the owning account that it applies to. Replaced as a whole: an omitted list is empty, and without services and groups it applies to nothing. Default: `{"all_services":true,"group_ids":[],"service_ids":[]}`. */
  scope?: {
    /** All services, including future ones. Default: `false`. */
    all_services?: boolean
    /** All services of these groups. Default: `[]`. */
    group_ids?: readonly number[]
    /** Default: `[]`. */
    service_ids?: readonly number[]
  }
  /** How many seconds the condition must hold before the event starts. Default: `0`. */
  start_delay?: number
  /** How many seconds the condition must be over before the event ends. Default: `0`. */
  end_delay?: number
  /** Events of the same account: while one of them occurs on the same service, or on one that it depends on, notifications of this one are suppressed. Default: `[]`. */
  condition_event_ids?: readonly number[]
}

export interface EventCreateResult {
  id: number
}

export interface EventPermission {
  create_escalations: boolean
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface EventSearch {
  fields?: readonly (
    | 'id'
    | 'owner_id'
    | 'name'
    | 'description'
    | 'is_active'
    | 'kind'
    | 'settings'
    | 'scope'
    | 'start_delay'
    | 'end_delay'
    | 'condition_event_ids'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.create_escalations'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
    | 'conditions'
    | 'conditions.id'
    | 'conditions.owner_id'
    | 'conditions.name'
    | 'conditions.description'
    | 'conditions.is_active'
    | 'conditions.kind'
    | 'conditions.settings'
    | 'conditions.scope'
    | 'conditions.start_delay'
    | 'conditions.end_delay'
    | 'conditions.condition_event_ids'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    is_active?: readonly Condition<'equals'>[]
    kind?: readonly Condition<TextComparison>[]
    start_delay?: readonly Condition<OrderComparison>[]
    end_delay?: readonly Condition<OrderComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.create_escalations'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'name'
      | 'description'
      | 'is_active'
      | 'kind'
      | 'start_delay'
      | 'end_delay'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.create_escalations'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface EventServiceLevel {
  from: string
  to: string
  /** The event did not occur. */
  inactive_seconds: number
  /** It occurred and was not acknowledged. */
  active_seconds: number
  /** It occurred and was acknowledged. */
  disabled_seconds: number
  /** It was not evaluated. */
  unknown_seconds: number
  /** 100 · inactive / (inactive + active + disabled); null if nothing is known. */
  service_level: number | null
}

export interface EventStatus {
  service_id: number
  event_id: number
  /** Disabled: the event occurs, and a person has acknowledged it until it ends. */
  status: EventState
  since: string
  /** The analysis that caused this status; for a disabled event, the analysis that started the event. */
  start_analysis_id: string | null
  /** The note of the acknowledgement. */
  note: string
  /** The newest occurrence; see occurrences. */
  occurrence_id: number | null
  /** Whether it starts and ends too often to notify each time. */
  is_flapping: boolean
  /** The lost sensor, if it is about one. */
  sensor_id: number | null

  /** With `embed`. */
  event?: Partial<Event> | null
  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface EventStatusChange {
  id: number
  service_id: number
  event_id: number
  status: EventState
  start_time: string
  /** Null while it lasts. */
  end_time: string | null
  /** The analysis that caused it; null if a person did. */
  analysis_id: string | null
  note: string
}

export interface EventStatusDisableData {
  /** Default: `""`. */
  note?: string
}

export interface EventStatusSearch {
  fields?: readonly ('service_id' | 'event_id' | 'status' | 'since' | 'start_analysis_id' | 'note')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'event'
    | 'event.id'
    | 'event.owner_id'
    | 'event.name'
    | 'event.description'
    | 'event.is_active'
    | 'event.kind'
    | 'event.settings'
    | 'event.scope'
    | 'event.start_delay'
    | 'event.end_delay'
    | 'event.condition_event_ids'
    | 'service'
    | 'service.id'
    | 'service.type_id'
    | 'service.owner_id'
    | 'service.name'
    | 'service.address'
    | 'service.group_id'
    | 'service.interval'
    | 'service.description'
    | 'service.is_active'
    | 'service.is_archived'
    | 'service.sensor_ids'
    | 'service.step_names'
    | 'service.notification_channel_ids'
    | 'service.notification_condition_ids'
    | 'service.notification_mode_id'
    | 'service.recovery_notification_mode_id'
    | 'service.extended_settings'
    | 'service.silent_hours'
    | 'service.suspension_hours'
  )[]
  filters?: {
    service_id?: readonly Condition<ValueComparison>[]
    event_id?: readonly Condition<ValueComparison>[]
    status?: readonly Condition<TextComparison>[]
    since?: readonly Condition<OrderComparison>[]
    start_analysis_id?: readonly Condition<NullableTextComparison>[]
    note?: readonly Condition<TextComparison>[]
    'event.name'?: readonly Condition<NullableTextComparison>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'service_id'
      | 'event_id'
      | 'status'
      | 'since'
      | 'start_analysis_id'
      | 'note'
      | 'event.name'
      | 'service.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface EventUpdateData {
  readonly id?: number
  /** Owning account. */
  readonly owner_id?: number
  name?: string
  description?: string
  is_active?: boolean
  /** What the rule looks for. Cannot be changed afterwards. */
  readonly kind?: EventKind
  /** Settings of the kind; what is left out has its default. */
  settings?: {
    /** Of `performance`, default 5000: The threshold in milliseconds; the event occurs above it. */
    response_time?: number
    /** Of `performance`, default average: Which statistic of the response times of successful checks is compared with the threshold. */
    measure?: EventMeasure
    /** Of `performance`, default 15: How many of the last minutes are evaluated. */
    minutes?: number
    /** Of `certificate_expiry`, default 14: The event occurs when fewer days than this are left. Of `domain_expiry`, default 30: The event occurs when fewer days than this are left. */
    days?: number
  }
  /** The services of the owning account that it applies to. Replaced as a whole: an omitted list is empty, and without services and groups it applies to nothing. */
  scope?: {
    /** All services, including future ones. Default: `false`. */
    all_services?: boolean
    /** All services of these groups. Default: `[]`. */
    group_ids?: readonly number[]
    /** Default: `[]`. */
    service_ids?: readonly number[]
  }
  /** How many seconds the condition must hold before the event starts. */
  start_delay?: number
  /** How many seconds the condition must be over before the event ends. */
  end_delay?: number
  /** Events of the same account: while one of them occurs on the same service, or on one that it depends on, notifications of this one are suppressed. */
  condition_event_ids?: readonly number[]
  /** Its identifier in a declarative configuration. */
  readonly external_id?: string | null
}

export interface Expiry {
  service_id: number
  /** What expires. */
  kind: 'certificate' | 'domain'
  /** Negative if it has expired; the smallest value that the sensors saw. */
  days_left: number
  /** When the sensors saw it. */
  time: string
  service: {
    name: string
    address: string
    group_id: number
  }
}

export interface ExtendedSettingFormat {
  key: string
  name: string
  /** The JSON type of a value; null is accepted too and stands for the default. */
  type: string
  /** The value that applies if nothing is set; null for none. */
  default: unknown
  minimum: number | null
  maximum: number | null
  pattern: string | null
  enum: unknown[] | null
  /** Never returned; a mask shows that there is one. */
  is_secret: boolean
  /** Where forms show the setting. */
  section: {
    id: string
    name: string
    /** Forms show the sections in this order. */
    position: number
  }
  /** How forms edit the setting; `key_values` are entries of a list such as `Name: value`, `http_steps` and `browser_steps` the steps of a scenario. */
  editor:
    | 'text'
    | 'long_text'
    | 'number'
    | 'switch'
    | 'choice'
    | 'secret'
    | 'list'
    | 'key_values'
    | 'http_steps'
    | 'browser_steps'
  /** Values that forms offer; entries that can be added, for a list. */
  presets: {
    value: unknown
    name: string
  }[]
}

export interface ForcedAnalyses {
  /** In the order of the services in the request. */
  analyses: {
    service_id: number
    /** The analysis to look for in the history. */
    analysis_id: string
  }[]
}

export interface ForcedAnalysis {
  /** The analysis to look for in the history. */
  analysis_id: string
}

export interface Group {
  id: number
  name: string
  owner_id: number
  /** The group of services that name none; it cannot be deleted. */
  is_default: boolean
  /** A report on each day goes to the periodic report addresses of the group with this frequency. */
  periodic_daily_reports: boolean
  /** The same for weeks, from Monday. */
  periodic_weekly_reports: boolean
  /** The same for months. */
  periodic_monthly_reports: boolean
  /** Whether archived services are in these reports. */
  archived_services_in_periodic_reports: boolean
  /** The sensors that monitor services of the group, by category of service types. */
  assigned_sensor_ids: Record<string, number[]>
  /** Deprecated: the assigned sensors of category `default`. */
  sensor_ids: number[]
  /** Its identifier in a declarative configuration. */
  external_id: string | null
  /** The agreed service level in percent, for services without their own. */
  service_level_target: number | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<GroupPermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
  /** With `embed`. */
  sensors?: Partial<Sensor>[]
}

export interface GroupCreateData {
  name: string
  owner_id?: number
  /** A report on each day goes to the periodic report addresses of the group with this frequency. Default: `true`. */
  periodic_daily_reports?: boolean
  /** The same for weeks, from Monday. Default: `true`. */
  periodic_weekly_reports?: boolean
  /** The same for months. Default: `true`. */
  periodic_monthly_reports?: boolean
  /** Whether archived services are in these reports. Default: `true`. */
  archived_services_in_periodic_reports?: boolean
  /** The sensors that monitor services of the group, by category of service types. */
  assigned_sensor_ids?: Record<string, readonly number[]>
  /** Deprecated: the assigned sensors of category `default`. */
  sensor_ids?: readonly number[]
  /** The agreed service level in percent, for services without their own. */
  service_level_target?: number | null
}

export interface GroupCreateResult {
  id: number
}

export interface GroupPermission {
  create_notification_addresses: boolean
  create_periodic_report_addresses: boolean
  create_services: boolean
  delete: boolean
  own: boolean
  read: boolean
  share: boolean
  update: boolean
}

export interface GroupSearch {
  fields?: readonly (
    | 'id'
    | 'name'
    | 'owner_id'
    | 'is_default'
    | 'periodic_daily_reports'
    | 'periodic_weekly_reports'
    | 'periodic_monthly_reports'
    | 'archived_services_in_periodic_reports'
    | 'assigned_sensor_ids'
    | 'sensor_ids'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.create_notification_addresses'
    | 'permissions.create_periodic_report_addresses'
    | 'permissions.create_services'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.share'
    | 'permissions.update'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
    | 'sensors'
    | 'sensors.id'
    | 'sensors.name'
    | 'sensors.location'
    | 'sensors.country_code'
    | 'sensors.latitude'
    | 'sensors.longitude'
    | 'sensors.color'
    | 'sensors.ip_addresses'
    | 'sensors.category_ids'
    | 'sensors.is_active'
    | 'sensors.owner_id'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    is_default?: readonly Condition<'equals'>[]
    periodic_daily_reports?: readonly Condition<'equals'>[]
    periodic_weekly_reports?: readonly Condition<'equals'>[]
    periodic_monthly_reports?: readonly Condition<'equals'>[]
    archived_services_in_periodic_reports?: readonly Condition<'equals'>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.create_notification_addresses'?: readonly Condition<'equals'>[]
    'permissions.create_periodic_report_addresses'?: readonly Condition<'equals'>[]
    'permissions.create_services'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.share'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'name'
      | 'owner_id'
      | 'is_default'
      | 'periodic_daily_reports'
      | 'periodic_weekly_reports'
      | 'periodic_monthly_reports'
      | 'archived_services_in_periodic_reports'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.create_notification_addresses'
      | 'permissions.create_periodic_report_addresses'
      | 'permissions.create_services'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.share'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface GroupShare {
  group_id: number
  account_id: number
  can_archive_services: boolean
  can_create_services: boolean
  can_delete_services: boolean
  can_force_analyses: boolean
  can_modify_group: boolean
  can_modify_services: boolean

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<GroupSharePermission>
  /** With `embed`. */
  group?: Partial<Group> | null
  /** With `embed`. */
  account?: Partial<Account> | null
}

export interface GroupSharePermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface GroupShareUpdateData {
  readonly group_id?: number
  readonly account_id?: number
  can_archive_services?: boolean
  can_create_services?: boolean
  can_delete_services?: boolean
  can_force_analyses?: boolean
  can_modify_group?: boolean
  can_modify_services?: boolean
}

export interface GroupStats {
  group_id: number
  own_services: number
  own_service_steps: number
  own_paused_services: number
  own_paused_service_steps: number
  own_failure_services: number
  own_failure_service_steps: number
  own_archived_services: number
  own_archived_service_steps: number
  shared_services: number
  shared_service_steps: number
  shared_paused_services: number
  shared_paused_service_steps: number
  shared_failure_services: number
  shared_failure_service_steps: number
  shared_archived_services: number
  shared_archived_service_steps: number

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<GroupStatsPermission>
  /** With `embed`. */
  group?: Partial<Group> | null
}

export interface GroupStatsPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface GroupStatsSearch {
  fields?: readonly (
    | 'group_id'
    | 'own_services'
    | 'own_service_steps'
    | 'own_paused_services'
    | 'own_paused_service_steps'
    | 'own_failure_services'
    | 'own_failure_service_steps'
    | 'own_archived_services'
    | 'own_archived_service_steps'
    | 'shared_services'
    | 'shared_service_steps'
    | 'shared_paused_services'
    | 'shared_paused_service_steps'
    | 'shared_failure_services'
    | 'shared_failure_service_steps'
    | 'shared_archived_services'
    | 'shared_archived_service_steps'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'group'
    | 'group.id'
    | 'group.name'
    | 'group.owner_id'
    | 'group.is_default'
    | 'group.periodic_daily_reports'
    | 'group.periodic_weekly_reports'
    | 'group.periodic_monthly_reports'
    | 'group.archived_services_in_periodic_reports'
    | 'group.assigned_sensor_ids'
    | 'group.sensor_ids'
  )[]
  filters?: {
    group_id?: readonly Condition<ValueComparison>[]
    own_services?: readonly Condition<OrderComparison>[]
    own_service_steps?: readonly Condition<OrderComparison>[]
    own_paused_services?: readonly Condition<OrderComparison>[]
    own_paused_service_steps?: readonly Condition<OrderComparison>[]
    own_failure_services?: readonly Condition<OrderComparison>[]
    own_failure_service_steps?: readonly Condition<OrderComparison>[]
    own_archived_services?: readonly Condition<OrderComparison>[]
    own_archived_service_steps?: readonly Condition<OrderComparison>[]
    shared_services?: readonly Condition<OrderComparison>[]
    shared_service_steps?: readonly Condition<OrderComparison>[]
    shared_paused_services?: readonly Condition<OrderComparison>[]
    shared_paused_service_steps?: readonly Condition<OrderComparison>[]
    shared_failure_services?: readonly Condition<OrderComparison>[]
    shared_failure_service_steps?: readonly Condition<OrderComparison>[]
    shared_archived_services?: readonly Condition<OrderComparison>[]
    shared_archived_service_steps?: readonly Condition<OrderComparison>[]
    'group.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'group_id'
      | 'own_services'
      | 'own_service_steps'
      | 'own_paused_services'
      | 'own_paused_service_steps'
      | 'own_failure_services'
      | 'own_failure_service_steps'
      | 'own_archived_services'
      | 'own_archived_service_steps'
      | 'shared_services'
      | 'shared_service_steps'
      | 'shared_paused_services'
      | 'shared_paused_service_steps'
      | 'shared_failure_services'
      | 'shared_failure_service_steps'
      | 'shared_archived_services'
      | 'shared_archived_service_steps'
      | 'group.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface GroupUpdateData {
  readonly id?: number
  name?: string
  readonly owner_id?: number
  /** The group of services that name none; it cannot be deleted. */
  readonly is_default?: boolean
  /** A report on each day goes to the periodic report addresses of the group with this frequency. */
  periodic_daily_reports?: boolean
  /** The same for weeks, from Monday. */
  periodic_weekly_reports?: boolean
  /** The same for months. */
  periodic_monthly_reports?: boolean
  /** Whether archived services are in these reports. */
  archived_services_in_periodic_reports?: boolean
  /** The sensors that monitor services of the group, by category of service types. */
  assigned_sensor_ids?: Record<string, readonly number[]>
  /** Deprecated: the assigned sensors of category `default`. */
  sensor_ids?: readonly number[]
  /** Its identifier in a declarative configuration. */
  readonly external_id?: string | null
  /** The agreed service level in percent, for services without their own. */
  service_level_target?: number | null
}

export interface Heartbeat {
  service_id: number
  /** Whether a URL that the job can call was created. */
  has_url: boolean
  started_at: string | null
  finished_at: string | null
  failed_at: string | null
  /** The message of the last report that the job ended. */
  message: string | null
}

export interface HeartbeatReceived {
  received: boolean
}

export interface HeartbeatToken {
  url: string
}

export interface IdList {
  ids: readonly number[]
}

export interface Incident {
  id: number
  /** For a lost sensor, one of the services that it checks. */
  service_id: number
  /** The lost sensor; null for all other kinds. */
  sensor_id: number | null
  /** The kind of its alert rules. Legacy alerts are failures. */
  kind: EventKind
  /** Resolved when its last alert has ended. Flapping if the service goes up and down and nobody has acknowledged it. */
  state: 'open' | 'acknowledged' | 'flapping' | 'resolved'
  /** When its first alert started. */
  start_time: string
  /** When its last alert ended; null while one is open. */
  end_time: string | null
  /** recovered; paused: the service was paused; removed: no alert rule covers the service any more. */
  end_reason: string | null
  /** The error of most sensors at the start of a failure. */
  error_type_id: number | null
  /** The service went down and up again too often to notify each time. */
  is_flapping: boolean
  /** The time since which the problem of an open incident has been gone. The incident is resolved at closes_at. */
  quiet_since: string | null
  /** When the incident is resolved if the problem does not return. */
  closes_at: string | null
  acknowledged_at: string | null
  /** The name of the contact or account that acknowledged it. */
  acknowledged_by: string | null
  /** The alert rules of its alerts. */
  event_ids: number[]
  /** The number of notifications about it, by status. */
  notification_counts: {
    sent: number
    pending: number
    failed: number
    suppressed: number
  }

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<IncidentPermission>
  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface IncidentBulkAcknowledgeData {
  ids: readonly number[]
  /** Default: `""`. */
  note?: string
}

export interface IncidentDiagnosticsData {
  /** Diagnostics of your account, or of the account of the incident. */
  diagnostic_ids: readonly string[]
}

export interface IncidentEntry {
  id: number
  incident_id: number
  kind: IncidentEntryKind
  /** The name of a contact or account. */
  author: string
  text: string
  /** The diagnostic that was run; null for other kinds, and when it has been deleted. */
  diagnostic_id: string | null
  /** Null for other kinds of entries. */
  diagnostic_kind: IncidentEntryDiagnosticKind | null
  created_at: string

  /** With `embed`. */
  incident?: Partial<Incident> | null
}

export interface IncidentGroup {
  /** dependency: a service that they depend on is down; address: the same host; sensors: only the same sensors see them down. */
  cause: 'dependency' | 'address' | 'sensors'
  /** The name of that service, the host, or the names of the sensors. */
  label: string
  /** How many incidents are in the group. */
  incident_count: number
  /** In order of their start; the first 1000. */
  incident_ids: number[]
}

export interface IncidentNoteCreateData {
  text: string
}

export interface IncidentNoteData {
  /** Default: `""`. */
  note?: string
}

export interface IncidentPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface IncidentSearch {
  fields?: readonly (
    | 'id'
    | 'service_id'
    | 'sensor_id'
    | 'kind'
    | 'state'
    | 'start_time'
    | 'end_time'
    | 'end_reason'
    | 'error_type_id'
    | 'is_flapping'
    | 'quiet_since'
    | 'closes_at'
    | 'acknowledged_at'
    | 'acknowledged_by'
    | 'event_ids'
    | 'notification_counts'
  )[]
  embed?: readonly IncidentSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    service_id?: readonly Condition<ValueComparison>[]
    sensor_id?: readonly Condition<NullableValueComparison>[]
    kind?: readonly Condition<TextComparison>[]
    state?: readonly Condition<TextComparison>[]
    start_time?: readonly Condition<OrderComparison>[]
    end_time?: readonly Condition<NullableOrderComparison>[]
    end_reason?: readonly Condition<NullableTextComparison>[]
    error_type_id?: readonly Condition<NullableValueComparison>[]
    is_flapping?: readonly Condition<'equals'>[]
    quiet_since?: readonly Condition<NullableOrderComparison>[]
    closes_at?: readonly Condition<NullableOrderComparison>[]
    acknowledged_at?: readonly Condition<NullableOrderComparison>[]
    acknowledged_by?: readonly Condition<NullableTextComparison>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'service.group_id'?: readonly Condition<NullableValueComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'service_id'
      | 'sensor_id'
      | 'kind'
      | 'state'
      | 'start_time'
      | 'end_time'
      | 'end_reason'
      | 'error_type_id'
      | 'is_flapping'
      | 'quiet_since'
      | 'closes_at'
      | 'acknowledged_at'
      | 'acknowledged_by'
      | 'service.name'
      | 'service.group_id'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface IncidentTimeline {
  /** One per alert rule and firing, in order of their start. */
  alerts: {
    id?: number
    service_id?: number
    /** Null for legacy notifications: the failure of the service itself. */
    event_id?: number | null
    /** The name of the alert rule; null for a legacy alert. */
    event_name?: string | null
    /** The lost sensor, if it is about one. */
    sensor_id?: number | null
    start_time?: string
    /** Null while it lasts. */
    end_time?: string | null
    /** recovered; paused, if the service was paused; or removed, if the rule was removed. */
    end_reason?: string | null
    /** Whether the rule has fired so often on the service that it is flapping. */
    is_flapping?: boolean
    /** The time until which notifications were held because many services changed at once and were checked again first. */
    held_until?: string | null
    /** When its start was detected. */
    decided_at?: string
  }[]
  /** Alerts of the conditions of its rules during the incident, such as those of a vendor that the service depends on: the newest 20, oldest first, of services that the caller may read. */
  causes: {
    /** The incident of that alert, which has its evidence. */
    incident_id?: number
    service_id?: number
    service_name?: string
    event_id?: number
    event_name?: string
    start_time?: string
    /** Null while it lasts. */
    end_time?: string | null
    /** What a sensor reported when it started. It may quote others, such as a vendor. */
    error_message?: string | null
  }[]
  escalations: {
    occurrence_id?: number
    escalation_id?: number
    name?: string
    /** `waiting`: no notification sent yet; `sent`: at least one sent; `suspended`: none are sent at the moment; `finished`: no more will be sent. */
    status?: EscalationState
    /** When it is evaluated next; null if no more will be sent. */
    next_time?: string | null
    /** How many times its contacts were notified, including reminders. */
    sent?: number
  }[]
  /** Sent and suppressed ones with the reason: the newest 1000, oldest first. */
  notifications: {
    id?: number
    occurrence_id?: number
    style?: IncidentTimelineStyle
    kind?: IncidentTimelineKind
    repeat_number?: number
    escalation_id?: number | null
    contact_id?: number | null
    /** Null for legacy notifications, deleted contacts, and callers who may not read notifications. */
    contact_name?: string | null
    address_id?: number | null
    channel_id?: string
    /** Null for callers who may not read notifications. */
    address?: string | null
    status?: NotificationStatus
    /** One of the dictionary of notification reasons. */
    reason?: string | null
    /** An explanation of the reason. */
    explanation?: string | null
    /** The first notification of the digest in which it was sent; all notifications of a digest have the same value. */
    digest_id?: number | null
    /** When it was sent, or when it was decided not to send it. */
    time?: string
  }[]
  entries: {
    id?: number
    kind?: IncidentEntryKind
    /** The name of a contact or account. */
    author?: string
    text?: string
    /** The diagnostic that was run; null for other kinds, and when it has been deleted. */
    diagnostic_id?: string | null
    /** Null for other kinds of entries. */
    diagnostic_kind?: IncidentEntryDiagnosticKind | null
    /** The host that the diagnostic is about, until it is deleted. */
    diagnostic_address?: string | null
    /** The sensor that ran the diagnostic, until it is deleted. */
    diagnostic_sensor_id?: number | null
    created_at?: string
  }[]
}

export interface InvitationData {
  /** The e-mail address of the account. */
  email_address: string
  /** What the user may do. */
  role: SsoResultRole
  /** The service groups that an editor, operator or viewer is limited to; null, the default, for all. */
  group_ids?: readonly number[] | null
  name?: string
  /** Default: the e-mail address, or a generated name if the address is not a valid username. */
  username?: string
  /** Language of periodic reports and notifications. Default: `"pl"`. */
  language_id?: string
  /** Used for weekly suspensions and quiet hours. Default: `"europe_warsaw"`. */
  time_zone_id?: string
}

export interface Language {
  id: string
  name: string
  description: string | null
}

export interface MetricType {
  id: string
  name: string
  description: string | null
}

export interface MetricValue {
  /** See the dictionary of metric types. */
  metric_type_id: string
  value: number
}

export interface MinuteOfWeek {
  /** 1 is Monday, 7 is Sunday. */
  day_of_week: number
  hour: number
  minute: number
}

export interface MobileDeviceData {
  /** The URL at which the push service of the device accepts messages. */
  endpoint: string
  /** The public key of the subscription. */
  p256dh: string
  /** The secret of the subscription. */
  auth: string
  /** Default: `""`. */
  name?: string
  /** Default: `"web_push"`. */
  platform?: 'web_push'
  /** Default: that of the caller. */
  language_id?: 'pl' | 'en'
}

export interface MobileDevicesCount {
  /** Registered devices. */
  count: number
}

export interface MobileNotification {
  id: number
  kind: NotificationKind
  /** 0 for the first notification of its kind. */
  repeat_number: number
  subject: string
  content: string
  time: string
  service_id: number | null
  event_id: number | null
  /** The same for all messages about one occurrence. */
  occurrence_id: number | null
}

export interface MonthlyUsageStatsByAccount {
  account_id: number
  /** Services that were monitored at some time in the month. */
  services: number
  /** The steps of these services. */
  service_steps: number
  /** For how long they were monitored, in total. */
  service_seconds: number
  /** Checks that were scheduled for them, on all sensors. */
  checks: number
  /** Notifications that were sent about them, by any channel. */
  notifications: number
  /** How many of these were text messages. */
  sms: number
}

export interface MonthlyUsageStatsByGroup {
  group_id: number
  account_id: number
  /** Services that were monitored at some time in the month. */
  services: number
  /** The steps of these services. */
  service_steps: number
  /** For how long they were monitored, in total. */
  service_seconds: number
  /** Checks that were scheduled for them, on all sensors. */
  checks: number
  /** Notifications that were sent about them, by any channel. */
  notifications: number
  /** How many of these were text messages. */
  sms: number
}

export interface MyIpAddress {
  ip_address: string
}

export interface Notification {
  id: number
  /** The account on whose behalf it was sent. */
  account_id: number
  address_id: number
  /** Null for a test of an address or a group. */
  service_id: number | null
  channel_id: string
  /** The address that it was sent to. */
  address: string
  /** As it was sent; empty if the channel has no subjects, and until it is sent. */
  subject: string
  /** As it was sent; empty until then. */
  content: string
  /** When it was sent, or when it was decided not to send it. */
  time: string
  status: NotificationStatus
  /** Why it was suppressed or failed; see the dictionary of notification reasons. */
  reason: string | null
  kind: NotificationKind
  /** 0 for the first notification of its kind. */
  repeat_number: number
  /** The delivery attempts and their outcomes. */
  attempts: {
    time: string
    /** sent, temporary or permanent. */
    outcome: string
    /** The provider's answer, as one line without addresses and secrets. */
    answer: string
  }[]
  /** The first notification of the digest in which it was sent; all notifications of a digest have the same value. */
  digest_id: number | null
  /** The alert that it is about; see occurrences. */
  occurrence_id: number | null
  created_at: string
}

export interface NotificationAddress {
  id: number
  /** In the format of the channel. */
  address: string
  /** A channel that the package of the account has. */
  notification_channel_id: string
  /** Default: the default group of the owner. */
  group_id: number
  description: string
  /** The account that the group belongs to. */
  owner_id: number
  /** Whether the recipient has confirmed the address: a telephone number with a code, an e-mail address with a link. Always true for other channels, and for the e-mail addresses of the account itself. Nothing is sent to an address that is not verified. */
  is_verified: boolean

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<NotificationAddressPermission>
  /** With `embed`. */
  group?: Partial<Group> | null
  /** With `embed`. */
  notification_channel?: Partial<NotificationChannel> | null
  /** With `embed`. */
  owner?: Partial<Account> | null
}

export interface NotificationAddressCreateData {
  /** In the format of the channel. */
  address: string
  /** A channel that the package of the account has. */
  notification_channel_id: string
  /** Default: the default group of the owner. */
  group_id?: number
  /** Default: `""`. */
  description?: string
  /** The account that the group belongs to. */
  owner_id?: number
}

export interface NotificationAddressCreateResult {
  id: number
}

export interface NotificationAddressPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface NotificationAddressSearch {
  fields?: readonly ('id' | 'address' | 'notification_channel_id' | 'group_id' | 'description' | 'owner_id')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'group'
    | 'group.id'
    | 'group.name'
    | 'group.owner_id'
    | 'group.is_default'
    | 'group.periodic_daily_reports'
    | 'group.periodic_weekly_reports'
    | 'group.periodic_monthly_reports'
    | 'group.archived_services_in_periodic_reports'
    | 'group.assigned_sensor_ids'
    | 'group.sensor_ids'
    | 'notification_channel'
    | 'notification_channel.id'
    | 'notification_channel.name'
    | 'notification_channel.description'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    address?: readonly Condition<TextComparison>[]
    notification_channel_id?: readonly Condition<ValueComparison>[]
    group_id?: readonly Condition<ValueComparison>[]
    description?: readonly Condition<TextComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    'group.name'?: readonly Condition<NullableTextComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'address'
      | 'notification_channel_id'
      | 'group_id'
      | 'description'
      | 'owner_id'
      | 'group.name'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface NotificationAddressUpdateData {
  readonly id?: number
  /** In the format of the channel. */
  address?: string
  /** A channel that the package of the account has. */
  notification_channel_id?: string
  /** Default: the default group of the owner. */
  group_id?: number
  description?: string
  /** The account that the group belongs to. */
  readonly owner_id?: number
  /** Whether the recipient has confirmed the address: a telephone number with a code, an e-mail address with a link. Always true for other channels, and for the e-mail addresses of the account itself. Nothing is sent to an address that is not verified. */
  readonly is_verified?: boolean
}

export interface NotificationChannel {
  id: string
  name: string
  description: string | null
}

export interface NotificationCondition {
  id: string
  name: string
  description: string | null
}

export interface NotificationMode {
  id: string
  name: string
  description: string | null
}

export interface NotificationReason {
  id: string
  name: string
  description: string | null
}

export interface ObserveAccountResult {
  id: number
  /** Send it as `Authorization: Bearer`. */
  token: string
}

export interface Occurrence {
  id: number
  service_id: number
  /** Null for legacy notifications: the failure of the service itself. */
  event_id: number | null
  /** The lost sensor, if it is about one. */
  sensor_id: number | null
  /** The incident that it belongs to. */
  incident_id: number | null
  start_time: string
  /** Null while it lasts. */
  end_time: string | null
  /** recovered; paused, if the service was paused; or removed, if the rule was removed. */
  end_reason: string | null
  /** The error of most sensors when it started. */
  error_type_id: number | null
  /** Whether the rule has fired so often on the service that it is flapping. */
  is_flapping: boolean
  /** The time until which notifications were held because many services changed at once and were checked again first. */
  held_until: string | null
  acknowledged_at: string | null
  /** The name of a contact or of an account. */
  acknowledged_by: string | null
  /** The note of the acknowledgement. */
  note: string
  /** When its start was detected. */
  decided_at: string
  /** The number of notifications about it, by status. */
  notification_counts: {
    sent: number
    pending: number
    failed: number
    suppressed: number
  }
}

export interface OccurrenceDetails {
  id: number
  service_id: number
  /** Null for legacy notifications: the failure of the service itself. */
  event_id: number | null
  /** The lost sensor, if it is about one. */
  sensor_id: number | null
  /** The incident that it belongs to. */
  incident_id: number | null
  start_time: string
  /** Null while it lasts. */
  end_time: string | null
  /** recovered; paused, if the service was paused; or removed, if the rule was removed. */
  end_reason: string | null
  /** The error of most sensors when it started. */
  error_type_id: number | null
  /** Whether the rule has fired so often on the service that it is flapping. */
  is_flapping: boolean
  /** The time until which notifications were held because many services changed at once and were checked again first. */
  held_until: string | null
  acknowledged_at: string | null
  /** The name of a contact or of an account. */
  acknowledged_by: string | null
  /** The note of the acknowledgement. */
  note: string
  /** When its start was detected. */
  decided_at: string
  /** The number of notifications about it, by status. */
  notification_counts: {
    sent: number
    pending: number
    failed: number
    suppressed: number
  }
  escalations: {
    escalation_id?: number
    name?: string
    /** `waiting`: no notification sent yet; `sent`: at least one sent; `suspended`: none are sent at the moment; `finished`: no more will be sent. */
    status?: EscalationState
    /** When it is evaluated next; null if no more will be sent. */
    next_time?: string | null
    /** How many times its contacts were notified, including reminders. */
    sent?: number
  }[]
  /** Notifications, sent and suppressed, with the reasons: the newest 1000, the oldest of them first. */
  notifications: {
    id?: number
    occurrence_id?: number
    style?: IncidentTimelineStyle
    kind?: IncidentTimelineKind
    repeat_number?: number
    escalation_id?: number | null
    contact_id?: number | null
    /** Null for legacy notifications, deleted contacts, and callers who may not read notifications. */
    contact_name?: string | null
    address_id?: number | null
    channel_id?: string
    /** Null for callers who may not read notifications. */
    address?: string | null
    status?: NotificationStatus
    /** One of the dictionary of notification reasons. */
    reason?: string | null
    /** An explanation of the reason. */
    explanation?: string | null
    /** The first notification of the digest in which it was sent; all notifications of a digest have the same value. */
    digest_id?: number | null
    /** When it was sent, or when it was decided not to send it. */
    time?: string
  }[]
}

export interface Package {
  id: number
  available_notification_channel_ids: string[]
  /** Available service types with optional limits per type. */
  available_service_types: PackageServiceTypeLimit[]
  can_force_custom_analyses: boolean
  /** Whether new accounts may register with the package. */
  is_available_for_new_accounts: boolean
  /** Number of sensors from which services may be monitored at the same time. */
  maximum_sensors: number
  maximum_services: number
  maximum_sms_numbers: number
  /** Seconds. */
  minimum_interval: number
  monthly_reports_limit: number
  name: string
  /** Requests to this interface per minute. */
  maximum_requests_per_minute: number

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<PackagePermission>
  /** With `embed`. */
  available_notification_channels?: Partial<NotificationChannel>[]
}

export interface PackagePermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface PackageSearch {
  fields?: readonly PackageSearchFields[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'available_notification_channels'
    | 'available_notification_channels.id'
    | 'available_notification_channels.name'
    | 'available_notification_channels.description'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    can_force_custom_analyses?: readonly Condition<'equals'>[]
    is_available_for_new_accounts?: readonly Condition<'equals'>[]
    maximum_sensors?: readonly Condition<OrderComparison>[]
    maximum_services?: readonly Condition<OrderComparison>[]
    maximum_sms_numbers?: readonly Condition<OrderComparison>[]
    minimum_interval?: readonly Condition<OrderComparison>[]
    monthly_reports_limit?: readonly Condition<OrderComparison>[]
    name?: readonly Condition<TextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'can_force_custom_analyses'
      | 'is_available_for_new_accounts'
      | 'maximum_sensors'
      | 'maximum_services'
      | 'maximum_sms_numbers'
      | 'minimum_interval'
      | 'monthly_reports_limit'
      | 'name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface PackageServiceTypeLimit {
  service_type_id: string
  /** Null if the type has no limit of its own. */
  maximum_services: number | null
  /** Seconds; null if the type has no limit of its own. */
  minimum_interval: number | null
}

export interface Passkey {
  id: number
  account_id: number
  name: string
  /** How browsers connect to it, such as internal or usb. */
  transports: string[]
  /** Whether the provider keeps a copy, so that it survives a lost device. */
  is_backed_up: boolean
  created_at: string
  last_used_at: string | null
  /** When its signature counter went backwards, which indicates a copied key. */
  clone_suspected_at: string | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<PasskeyPermission>
  /** With `embed`. */
  account?: Partial<Account> | null
}

export interface PasskeyAssertionData {
  credential: {
    /** The id of the credential, in base64url. */
    id: string
    /** clientDataJSON, in base64url. */
    client_data: string
    /** authenticatorData, in base64url. */
    authenticator_data: string
    /** signature, in base64url. */
    signature: string
    /** userHandle, in base64url. */
    user_handle?: string
  }
}

export interface PasskeyAuthenticationData {
  /** `sign_in` without a session; `second_factor` after the password; `step_up` before a change to credentials or access settings. */
  purpose: 'sign_in' | 'second_factor' | 'step_up'
}

export interface PasskeyCreateData {
  name: string
  credential: {
    /** The id of the credential, in base64url. */
    id: string
    /** clientDataJSON, in base64url. */
    client_data: string
    /** attestationObject, in base64url. */
    attestation_object: string
    /** Of getTransports(). */
    transports?: readonly string[]
  }
}

export interface PasskeyCreateResult {
  id: number
  /** Each works once in place of the second factor if the passkey is lost. Empty if the account had two factors before. */
  recovery_codes: string[]
}

/** For PublicKeyCredential.parseCreationOptionsFromJSON(). */
export interface PasskeyCreationOptions {
  rp: {
    id: string
    name: string
  }
  user: {
    id: string
    name: string
    displayName: string
  }
  challenge: string
  pubKeyCredParams: {
    type: string
    alg: number
  }[]
  /** Milliseconds. */
  timeout: number
  excludeCredentials: {
    type: string
    id: string
    transports: string[]
  }[]
  authenticatorSelection: {
    residentKey: string
    userVerification: string
  }
  attestation: string
}

export interface PasskeyPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

/** For PublicKeyCredential.parseRequestOptionsFromJSON(). */
export interface PasskeyRequestOptions {
  challenge: string
  rpId: string
  /** Milliseconds. */
  timeout: number
  userVerification: string
  /** Empty for a sign-in: the person chooses. */
  allowCredentials: {
    type: string
    id: string
    transports: string[]
  }[]
}

export interface PasskeySearch {
  fields?: readonly (
    | 'id'
    | 'account_id'
    | 'name'
    | 'transports'
    | 'is_backed_up'
    | 'created_at'
    | 'last_used_at'
    | 'clone_suspected_at'
  )[]
  embed?: readonly PasskeySearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    account_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    is_backed_up?: readonly Condition<'equals'>[]
    created_at?: readonly Condition<OrderComparison>[]
    last_used_at?: readonly Condition<NullableOrderComparison>[]
    clone_suspected_at?: readonly Condition<NullableOrderComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'account_id'
      | 'name'
      | 'is_backed_up'
      | 'created_at'
      | 'last_used_at'
      | 'clone_suspected_at'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface PasskeySessionCreateData {
  credential: {
    /** The id of the credential, in base64url. */
    id: string
    /** clientDataJSON, in base64url. */
    client_data: string
    /** authenticatorData, in base64url. */
    authenticator_data: string
    /** signature, in base64url. */
    signature: string
    /** userHandle, in base64url. */
    user_handle?: string
  }
  /** API client identifier. */
  client_id?: string
  scope?: SessionScope
  /** Idle time in seconds before the session expires. Granted up to 14 days, with the scope administrator up to an hour. Default: `3600`. */
  timeout?: number
}

export interface PasskeySessionCreateResult {
  id: number
  /** Send it as `Authorization: Bearer`. */
  token: string
}

export interface PasskeyUpdateData {
  readonly id?: number
  readonly account_id?: number
  name?: string
  /** How browsers connect to it, such as internal or usb. */
  readonly transports?: readonly string[]
  /** Whether the provider keeps a copy, so that it survives a lost device. */
  readonly is_backed_up?: boolean
  readonly created_at?: string
  readonly last_used_at?: string | null
  /** When its signature counter went backwards, which indicates a copied key. */
  readonly clone_suspected_at?: string | null
}

export interface PerformanceChartData {
  from: string
  to: string
  /** Null for all sensors together. */
  sensor_id: number | null
  /** What a point stands for: a single check, or the checks of this length of time from the time of the point on. */
  aggregation: 'none' | 'five_minutes' | 'hour' | 'day'
  points: {
    time: string
    /** Of a single check. */
    sensor_id: number | null
    /** Average of the successful checks, in milliseconds. */
    response_time: number | null
    ok_checks_count: number
    error_checks_count: number
    unknown_checks_count: number
  }[]
}

export interface PerformanceChecksChartData {
  from: string
  to: string
  /** Null for all sensors together. */
  sensor_id: number | null
  /** Whether these are all checks of the range; otherwise only the newest are included. */
  is_complete: boolean
  points: {
    time: string
    sensor_id: number
    /** The time of the analysis as yyMMddHHmmssSSS in UTC; unique within one service. */
    analysis_id: string
    result: CheckResult
    /** Milliseconds. */
    response_time: number | null
  }[]
}

export interface PerformancePhasesChartData {
  from: string
  to: string
  /** Null for all sensors together. */
  sensor_id: number | null
  /** The length of time that a point covers. */
  aggregation: ChartAggregation
  points: {
    time: string
    /** Successful checks whose phases were measured. */
    checks_count: number
    /** DNS lookup, in milliseconds. */
    lookup: number
    /** TCP connect, in milliseconds. */
    connect: number
    /** TLS handshake, in milliseconds. */
    tls: number
    /** From the request to the first byte of the response, in milliseconds. */
    first_byte: number
    /** The rest of the response time, in milliseconds. */
    rest: number
  }[]
}

export interface PerformanceRiverChartData {
  from: string
  to: string
  /** Null for all sensors together. */
  sensor_id: number | null
  /** The length of time that a point covers. */
  aggregation: ChartAggregation
  points: {
    time: string
    /** Successful checks, or checks that measured the metric; the percentiles are computed from these. */
    checks_count: number
    /** Minimum, in milliseconds, or in the unit of the metric. */
    minimum: number | null
    /** Median, in milliseconds, or in the unit of the metric. */
    p50: number | null
    /** Average, in milliseconds, or in the unit of the metric. */
    average: number | null
    /** 95th percentile, in milliseconds, or in the unit of the metric. */
    p95: number | null
    /** Maximum, in milliseconds, or in the unit of the metric. */
    maximum: number | null
  }[]
}

export interface PerformanceStepsChartData {
  from: string
  to: string
  aggregation: ChartAggregation
  /** The names of the steps, in order. */
  step_names: (string | null)[]
  points: {
    time: string
    step: number
    checks_count: number
    /** Average, in milliseconds. */
    response_time: number | null
    /** Average, in bytes. */
    data_size: number | null
  }[]
}

export interface PeriodicReportAddress {
  id: number
  /** An e-mail address. Nothing is sent to it before its holder confirms it. */
  address: string
  /** How often; the flag of the group for this frequency must be on. */
  report_frequency: ReportFrequency
  /** Default: the default group of the owner. */
  group_id: number
  /** The account that the group belongs to. */
  owner_id: number

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<PeriodicReportAddressPermission>
  /** With `embed`. */
  group?: Partial<Group> | null
  /** With `embed`. */
  owner?: Partial<Account> | null
}

export interface PeriodicReportAddressCreateData {
  /** An e-mail address. Nothing is sent to it before its holder confirms it. */
  address: string
  /** How often; the flag of the group for this frequency must be on. */
  report_frequency: ReportFrequency
  /** Default: the default group of the owner. */
  group_id?: number
  /** The account that the group belongs to. */
  owner_id?: number
}

export interface PeriodicReportAddressCreateResult {
  id: number
}

export interface PeriodicReportAddressPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface PeriodicReportAddressSearch {
  fields?: readonly ('id' | 'address' | 'report_frequency' | 'group_id' | 'owner_id')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'group'
    | 'group.id'
    | 'group.name'
    | 'group.owner_id'
    | 'group.is_default'
    | 'group.periodic_daily_reports'
    | 'group.periodic_weekly_reports'
    | 'group.periodic_monthly_reports'
    | 'group.archived_services_in_periodic_reports'
    | 'group.assigned_sensor_ids'
    | 'group.sensor_ids'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    address?: readonly Condition<TextComparison>[]
    report_frequency?: readonly Condition<TextComparison>[]
    group_id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    'group.name'?: readonly Condition<NullableTextComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'address'
      | 'report_frequency'
      | 'group_id'
      | 'owner_id'
      | 'group.name'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface PeriodicReportAddressUpdateData {
  readonly id?: number
  /** An e-mail address. Nothing is sent to it before its holder confirms it. */
  address?: string
  /** How often; the flag of the group for this frequency must be on. */
  report_frequency?: ReportFrequency
  /** Default: the default group of the owner. */
  group_id?: number
  /** The account that the group belongs to. */
  readonly owner_id?: number
}

export interface RecoveryCodesResult {
  recovery_codes: string[]
}

export interface RecoveryNotificationMode {
  id: string
  name: string
  description: string | null
}

export interface Report {
  id: number
  /** Owning account. */
  owner_id: number
  /** The template that it is made from, in its state when the report was ordered; null for the periodic report about a group. */
  template_id: number | null
  /** The group that a periodic report is about; null for others, and once the group is deleted. */
  group_id: number | null
  /** The title of the document; its variables are filled in when it is complete. */
  name: string
  /** Start of the period; default: 30 days before its end. Without both, the period is the last whole month. */
  start_time: string
  /** End of the period, not included. */
  end_time: string
  status: ReportStatus
  /** no_services: there are no services to report on in the period; not_printable: the document could not be printed; document_too_large: the period has too many services and failures for one document; beyond_package: the package allows no more reports this month; too_many_changes: the maintenance windows of a service were changed too often in the period. */
  failure_reason: string | null
  /** The schedule that ordered it; null if a person did. */
  reporting_plan_id: string | null
  /** A test is sent only to the account that orders it, does not count against the package, and is kept for a day. */
  is_test: boolean
  language_id: string
  time_zone_id: string
  /** Its sections in order. */
  section_ids: string[]
  /** The files that it has. */
  attachment_type_ids: string[]
  created_at: string
  completed_at: string | null
  /** SHA-256 of the certificate that the PDF file is signed with; null if it is not signed. */
  signature_fingerprint: string | null
  /** Whether a time-stamp authority confirmed when the PDF file was signed; none: the installation uses none; missing: it gave no time stamp in time. Null until the report is completed. */
  time_stamp_status: 'none' | 'stamped' | 'missing' | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ReportPermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
  /** With `embed`. */
  template?: Partial<ReportTemplate> | null
  /** With `embed`. */
  group?: Partial<Group> | null
  /** With `embed`. */
  sections?: Partial<ReportSection>[]
}

export interface ReportAttachmentType {
  id: string
  name: string
  description: string | null
}

export interface ReportCreateData {
  /** The template that it is made from, in its state when the report was ordered; null for the periodic report about a group. */
  template_id: number | null
  /** Start of the period; default: 30 days before its end. Without both, the period is the last whole month. */
  start_time?: string
  /** End of the period, not included. */
  end_time?: string
  /** A test is sent only to the account that orders it, does not count against the package, and is kept for a day. Default: `false`. */
  is_test?: boolean
}

export interface ReportCreateResult {
  id: number
}

export interface ReportDelivery {
  recipient: string
  status: 'pending' | 'sent' | 'failed'
  /** address_not_confirmed, or what the mail server answered; delivery is retried for some time. */
  failure_reason: string | null
  created_at: string
  sent_at: string | null
}

export interface ReportGeneratedAttachment {
  report_id: number
  type_id: string
  file_name: string
  media_type: string
  /** Bytes. */
  size: number
  /** Digest of the content, in hexadecimal. */
  sha256: string
  /** Why there is no content: too_large. */
  reason: string | null
  /** A link to the content that needs no sign-in, until the links of the report are revoked. */
  url: string
}

export interface ReportPermission {
  delete: boolean
  own: boolean
  read: boolean
  send: boolean
}

export interface ReportSearch {
  fields?: readonly (
    | 'id'
    | 'owner_id'
    | 'template_id'
    | 'group_id'
    | 'name'
    | 'start_time'
    | 'end_time'
    | 'status'
    | 'failure_reason'
    | 'reporting_plan_id'
    | 'is_test'
    | 'language_id'
    | 'time_zone_id'
    | 'section_ids'
    | 'attachment_type_ids'
    | 'created_at'
    | 'completed_at'
    | 'signature_fingerprint'
    | 'time_stamp_status'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.send'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
    | 'template'
    | 'template.id'
    | 'template.owner_id'
    | 'template.name'
    | 'template.description'
    | 'template.title'
    | 'template.introduction'
    | 'template.email_subject'
    | 'template.email_body'
    | 'template.tags'
    | 'template.delivery'
    | 'template.is_active'
    | 'template.language_id'
    | 'template.time_zone_id'
    | 'template.section_ids'
    | 'template.reporting_plan_ids'
    | 'template.attachment_type_ids'
    | 'template.scope'
    | 'template.accounting_method'
    | 'template.recipients'
    | 'template.created_at'
    | 'group'
    | 'group.id'
    | 'group.name'
    | 'group.owner_id'
    | 'group.is_default'
    | 'group.periodic_daily_reports'
    | 'group.periodic_weekly_reports'
    | 'group.periodic_monthly_reports'
    | 'group.archived_services_in_periodic_reports'
    | 'group.assigned_sensor_ids'
    | 'group.sensor_ids'
    | 'sections'
    | 'sections.id'
    | 'sections.name'
    | 'sections.description'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    template_id?: readonly Condition<NullableValueComparison>[]
    group_id?: readonly Condition<NullableValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    start_time?: readonly Condition<OrderComparison>[]
    end_time?: readonly Condition<OrderComparison>[]
    status?: readonly Condition<TextComparison>[]
    failure_reason?: readonly Condition<NullableTextComparison>[]
    reporting_plan_id?: readonly Condition<NullableValueComparison>[]
    is_test?: readonly Condition<'equals'>[]
    language_id?: readonly Condition<ValueComparison>[]
    time_zone_id?: readonly Condition<ValueComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    completed_at?: readonly Condition<NullableOrderComparison>[]
    signature_fingerprint?: readonly Condition<NullableTextComparison>[]
    time_stamp_status?: readonly Condition<NullableTextComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'template.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.send'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'template_id'
      | 'group_id'
      | 'name'
      | 'start_time'
      | 'end_time'
      | 'status'
      | 'failure_reason'
      | 'reporting_plan_id'
      | 'is_test'
      | 'language_id'
      | 'time_zone_id'
      | 'created_at'
      | 'completed_at'
      | 'signature_fingerprint'
      | 'time_stamp_status'
      | 'owner.name'
      | 'owner.username'
      | 'template.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.send'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ReportSection {
  id: string
  name: string
  description: string | null
}

export interface ReportTemplate {
  id: number
  /** Owning account. */
  owner_id: number
  name: string
  description: string
  /** Title of the document; the name of the template if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
  title: string
  /** Printed first. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
  introduction: string
  /** Subject of the e-mail; a standard one if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
  email_subject: string
  /** Text of the e-mail; a standard one if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
  email_body: string
  /** Services with any of these tags are in the report too. */
  tags: string[]
  /** Whether e-mails carry the files or links to them. */
  delivery: ApplyDataDelivery
  /** Whether reporting plans create reports; on demand, reports can always be created. */
  is_active: boolean
  /** Language of the reports; default: that of the owner's account. */
  language_id: string
  /** Time zone of the reports; default: that of the owner's account. */
  time_zone_id: string
  /** The sections of the report, in this order. */
  section_ids: string[]
  reporting_plan_ids: string[]
  attachment_type_ids: string[]
  /** The services of the owning account that it applies to. Replaced as a whole: an omitted list is empty, and without services and groups it applies to nothing. */
  scope: {
    /** All services, including future ones. */
    all_services?: boolean
    /** All services of these groups. */
    group_ids?: number[]
    service_ids?: number[]
  }
  /** What counts; in a change, omitted fields stay unchanged. */
  accounting_method: {
    /** Time of unknown status counts as time that was not ok; otherwise it is left out. */
    unknown?: boolean
    /** Time in which the service was paused counts as time that was not ok; otherwise it is left out. */
    paused?: boolean
    /** Time in suspensions that only suppress notifications counts as it was measured; otherwise it is left out. */
    suspended?: boolean
    /** Corrections count; otherwise the figures are as measured. */
    corrected?: boolean
    /** Weekly windows in the time zone of the report; time outside them is left out. None: all time counts. */
    business_hours?: {
      start_minute: MinuteOfWeek
      /** Not included; if less than start_minute, the window continues past the end of the week. */
      end_minute: MinuteOfWeek
    }[]
  }
  /** The recipients of the reports that reporting plans create. */
  recipients: string[]
  created_at: string
  /** Its identifier in a declarative configuration. */
  external_id: string | null
  /** The agreed service level in percent; null takes that of each service, or else that of its group. */
  service_level_target: number | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ReportTemplatePermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
  /** With `embed`. */
  language?: Partial<Language> | null
  /** With `embed`. */
  time_zone?: Partial<TimeZone> | null
  /** With `embed`. */
  sections?: Partial<ReportSection>[]
  /** With `embed`. */
  plans?: Partial<ReportingPlan>[]
  /** With `embed`. */
  attachment_types?: Partial<ReportAttachmentType>[]
}

export interface ReportTemplateCreateData {
  name: string
  /** The sections of the report, in this order. */
  section_ids: readonly string[]
  /** Owning account. */
  owner_id?: number
  /** Default: `""`. */
  description?: string
  /** Title of the document; the name of the template if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. Default: `""`. */
  title?: string
  /** Printed first. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. Default: `""`. */
  introduction?: string
  /** Subject of the e-mail; a standard one if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. Default: `""`. */
  email_subject?: string
  /** Text of the e-mail; a standard one if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. Default: `""`. */
  email_body?: string
  /** Services with any of these tags are in the report too. */
  tags?: readonly string[]
  /** Whether e-mails carry the files or links to them. Default: `"attachment"`. */
  delivery?: ApplyDataDelivery
  /** Whether reporting plans create reports; on demand, reports can always be created. Default: `true`. */
  is_active?: boolean
  /** Language of the reports; default: that of the owner's account. */
  language_id?: string
  /** Time zone of the reports; default: that of the owner's account. */
  time_zone_id?: string
  /** Default: `[]`. */
  reporting_plan_ids?: readonly string[]
  /** Default: `["pdf"]`. */
  attachment_type_ids?: readonly string[]
  /** The services of the owning account that it applies to. Replaced as a whole: an omitted list is empty, and without services and groups it applies to nothing. Default: `{"all_services":true,"group_ids":[],"service_ids":[]}`. */
  scope?: {
    /** All services, including future ones. Default: `false`. */
    all_services?: boolean
    /** All services of these groups. Default: `[]`. */
    group_ids?: readonly number[]
    /** Default: `[]`. */
    service_ids?: readonly number[]
  }
  /** What counts; in a change, omitted fields stay unchanged. */
  accounting_method?: {
    /** Time of unknown status counts as time that was not ok; otherwise it is left out. Default: `false`. */
    unknown?: boolean
    /** Time in which the service was paused counts as time that was not ok; otherwise it is left out. Default: `false`. */
    paused?: boolean
    /** Time in suspensions that only suppress notifications counts as it was measured; otherwise it is left out. Default: `true`. */
    suspended?: boolean
    /** Corrections count; otherwise the figures are as measured. Default: `true`. */
    corrected?: boolean
    /** Weekly windows in the time zone of the report; time outside them is left out. None: all time counts. Default: `[]`. */
    business_hours?: readonly {
      start_minute: MinuteOfWeek
      /** Not included; if less than start_minute, the window continues past the end of the week. */
      end_minute: MinuteOfWeek
    }[]
  }
  /** The recipients of the reports that reporting plans create. Default: `[]`. */
  recipients?: readonly string[]
  /** The agreed service level in percent; null takes that of each service, or else that of its group. */
  service_level_target?: number | null
}

export interface ReportTemplateCreateResult {
  id: number
}

export interface ReportTemplatePermission {
  create_reports: boolean
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ReportTemplatePreview {
  status: ReportStatus
  /** no_services: the template has no services in the period; not_printable: the document could not be printed; too_large: it has too many pages for a preview; too_many_changes: the maintenance windows of a service were changed too often in the period. */
  failure_reason: string | null
  /** How many pages the document has. */
  pages: number | null
  /** All pages, one below the other and equally high. */
  svg: string | null
}

export interface ReportTemplatePreviewData {
  name: string
  /** The sections of the report, in this order. */
  section_ids: readonly string[]
  /** Owning account. */
  owner_id?: number
  /** Title of the document; the name of the template if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. Default: `""`. */
  title?: string
  /** Printed first. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. Default: `""`. */
  introduction?: string
  /** Services with any of these tags are in the report too. */
  tags?: readonly string[]
  /** Language of the reports; default: that of the owner's account. */
  language_id?: string
  /** Time zone of the reports; default: that of the owner's account. */
  time_zone_id?: string
  /** The services of the owning account that it applies to. Replaced as a whole: an omitted list is empty, and without services and groups it applies to nothing. Default: `{"all_services":true,"group_ids":[],"service_ids":[]}`. */
  scope?: {
    /** All services, including future ones. Default: `false`. */
    all_services?: boolean
    /** All services of these groups. Default: `[]`. */
    group_ids?: readonly number[]
    /** Default: `[]`. */
    service_ids?: readonly number[]
  }
  /** What counts; in a change, omitted fields stay unchanged. */
  accounting_method?: {
    /** Time of unknown status counts as time that was not ok; otherwise it is left out. Default: `false`. */
    unknown?: boolean
    /** Time in which the service was paused counts as time that was not ok; otherwise it is left out. Default: `false`. */
    paused?: boolean
    /** Time in suspensions that only suppress notifications counts as it was measured; otherwise it is left out. Default: `true`. */
    suspended?: boolean
    /** Corrections count; otherwise the figures are as measured. Default: `true`. */
    corrected?: boolean
    /** Weekly windows in the time zone of the report; time outside them is left out. None: all time counts. Default: `[]`. */
    business_hours?: readonly {
      start_minute: MinuteOfWeek
      /** Not included; if less than start_minute, the window continues past the end of the week. */
      end_minute: MinuteOfWeek
    }[]
  }
  /** The agreed service level in percent; null takes that of each service, or else that of its group. */
  service_level_target?: number | null
  start_time?: string
  /** Without both, the period is the last whole month. */
  end_time?: string
}

export interface ReportTemplateSearch {
  fields?: readonly (
    | 'id'
    | 'owner_id'
    | 'name'
    | 'description'
    | 'title'
    | 'introduction'
    | 'email_subject'
    | 'email_body'
    | 'tags'
    | 'delivery'
    | 'is_active'
    | 'language_id'
    | 'time_zone_id'
    | 'section_ids'
    | 'reporting_plan_ids'
    | 'attachment_type_ids'
    | 'scope'
    | 'accounting_method'
    | 'recipients'
    | 'created_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.create_reports'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
    | 'language'
    | 'language.id'
    | 'language.name'
    | 'language.description'
    | 'time_zone'
    | 'time_zone.id'
    | 'time_zone.name'
    | 'time_zone.description'
    | 'sections'
    | 'sections.id'
    | 'sections.name'
    | 'sections.description'
    | 'plans'
    | 'plans.id'
    | 'plans.name'
    | 'plans.description'
    | 'attachment_types'
    | 'attachment_types.id'
    | 'attachment_types.name'
    | 'attachment_types.description'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    title?: readonly Condition<TextComparison>[]
    introduction?: readonly Condition<TextComparison>[]
    email_subject?: readonly Condition<TextComparison>[]
    email_body?: readonly Condition<TextComparison>[]
    delivery?: readonly Condition<TextComparison>[]
    is_active?: readonly Condition<'equals'>[]
    language_id?: readonly Condition<ValueComparison>[]
    time_zone_id?: readonly Condition<ValueComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.create_reports'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'name'
      | 'description'
      | 'title'
      | 'introduction'
      | 'email_subject'
      | 'email_body'
      | 'delivery'
      | 'is_active'
      | 'language_id'
      | 'time_zone_id'
      | 'created_at'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.create_reports'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ReportTemplateStats {
  /** All reports made from the template. */
  reports_count: number
  /** Those of the current month in UTC. */
  reports_this_month: number
  /** The maximum per month in the owner's package, for all templates together. */
  monthly_reports_limit: number
  last_report_time: string | null
}

export interface ReportTemplateUpdateData {
  readonly id?: number
  /** Owning account. */
  readonly owner_id?: number
  name?: string
  description?: string
  /** Title of the document; the name of the template if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
  title?: string
  /** Printed first. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
  introduction?: string
  /** Subject of the e-mail; a standard one if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
  email_subject?: string
  /** Text of the e-mail; a standard one if empty. May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected. */
  email_body?: string
  /** Services with any of these tags are in the report too. */
  tags?: readonly string[]
  /** Whether e-mails carry the files or links to them. */
  delivery?: ApplyDataDelivery
  /** Whether reporting plans create reports; on demand, reports can always be created. */
  is_active?: boolean
  /** Language of the reports; default: that of the owner's account. */
  language_id?: string
  /** Time zone of the reports; default: that of the owner's account. */
  time_zone_id?: string
  /** The sections of the report, in this order. */
  section_ids?: readonly string[]
  reporting_plan_ids?: readonly string[]
  attachment_type_ids?: readonly string[]
  /** The services of the owning account that it applies to. Replaced as a whole: an omitted list is empty, and without services and groups it applies to nothing. */
  scope?: {
    /** All services, including future ones. Default: `false`. */
    all_services?: boolean
    /** All services of these groups. Default: `[]`. */
    group_ids?: readonly number[]
    /** Default: `[]`. */
    service_ids?: readonly number[]
  }
  /** What counts; in a change, omitted fields stay unchanged. */
  accounting_method?: {
    /** Time of unknown status counts as time that was not ok; otherwise it is left out. Default: `false`. */
    unknown?: boolean
    /** Time in which the service was paused counts as time that was not ok; otherwise it is left out. Default: `false`. */
    paused?: boolean
    /** Time in suspensions that only suppress notifications counts as it was measured; otherwise it is left out. Default: `true`. */
    suspended?: boolean
    /** Corrections count; otherwise the figures are as measured. Default: `true`. */
    corrected?: boolean
    /** Weekly windows in the time zone of the report; time outside them is left out. None: all time counts. Default: `[]`. */
    business_hours?: readonly {
      start_minute: MinuteOfWeek
      /** Not included; if less than start_minute, the window continues past the end of the week. */
      end_minute: MinuteOfWeek
    }[]
  }
  /** The recipients of the reports that reporting plans create. */
  recipients?: readonly string[]
  readonly created_at?: string
  /** Its identifier in a declarative configuration. */
  readonly external_id?: string | null
  /** The agreed service level in percent; null takes that of each service, or else that of its group. */
  service_level_target?: number | null
}

export interface ReportTemplateVariable {
  id: string
  name: string
  description: string | null
}

export interface ReportingPlan {
  id: string
  name: string
  description: string | null
}

export interface ResetPasswordConfirmData {
  account_id: number
  /** The token of the e-mail. */
  token: string
  new_password: string
}

export interface ResetPasswordInitializeData {
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username: string
}

export interface SavedTemplatePreviewData {
  /** A past occurrence whose values replace those of the example; see occurrences. */
  occurrence_id?: number
}

export interface ScheduledCustomAnalysisData {
  address?: string
  /** Used instead of the sensors of the service. */
  sensor_ids?: readonly number[]
  /** Override the settings of the service. */
  extended_settings?: Record<string, unknown>
  /** Within the next 24 hours. */
  start_time: string
}

export interface ScheduledSuspension {
  id: number
  /** Cannot be changed afterwards. */
  service_id: number
  description: string
  /** Now, unless given. The service level before the suspension was created is not changed. */
  start_time: string
  end_time: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ScheduledSuspensionPermission>
  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface ScheduledSuspensionBulkCreateData {
  service_ids: readonly number[]
  end_time: string
  /** Default: `""`. */
  description?: string
  /** Now, unless given. The service level before the suspension was created is not changed. */
  start_time?: string
}

export interface ScheduledSuspensionCreateData {
  /** Cannot be changed afterwards. */
  service_id: number
  end_time: string
  /** Default: `""`. */
  description?: string
  /** Now, unless given. The service level before the suspension was created is not changed. */
  start_time?: string
}

export interface ScheduledSuspensionCreateResult {
  id: number
}

export interface ScheduledSuspensionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ScheduledSuspensionSearch {
  fields?: readonly ('id' | 'service_id' | 'description' | 'start_time' | 'end_time')[]
  embed?: readonly IncidentSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    service_id?: readonly Condition<ValueComparison>[]
    description?: readonly Condition<TextComparison>[]
    start_time?: readonly Condition<OrderComparison>[]
    end_time?: readonly Condition<OrderComparison>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'service_id'
      | 'description'
      | 'start_time'
      | 'end_time'
      | 'service.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ScheduledSuspensionUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly service_id?: number
  description?: string
  /** Now, unless given. The service level before the suspension was created is not changed. */
  start_time?: string
  end_time?: string
}

export interface ScimTokenCreateResult {
  /** Shown only once. */
  token: string
}

export interface SecurityEvent {
  /** Null if the account is unknown. */
  account_id: number | null
  type:
    | 'sign_in_failed'
    | 'code_failed'
    | 'password_failed'
    | 'throttled'
    | 'address_rejected'
    | 'account_rejected'
    | 'session_rejected'
    | 'access_denied'
    | 'step_up_missing'
    | 'step_up'
    | 'cross_site'
    | 'passkey_rejected'
    | 'passkey_clone_suspected'
    | 'token_reused'
  /** An IPv4 address, or the first half of an IPv6 address. */
  client_ip_address: string
  /** The time of the last attempt in the hour. */
  time: string
  /** The number of attempts in the hour. */
  count: number
}

export interface Sensor {
  id: number
  name: string
  location: string
  /** ISO 3166-1, two letters. */
  country_code: string | null
  latitude: number | null
  longitude: number | null
  /** Its color in charts. */
  color: string
  /** Where its checks come from, for your firewall. */
  ip_addresses: string[]
  /** The categories that it can check. `browser` follows from the reports of the sensor: it cannot be added, and it stays if a request omits it. */
  category_ids: string[]
  is_active: boolean
  /** The account whose private sensor it is; null for a public one. */
  owner_id: number | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<SensorPermission>
  /** With `embed`. */
  categories?: Partial<ServiceTypeCategory>[]
  /** With `embed`. */
  owner?: Partial<Account> | null
}

export interface SensorCreateData {
  name: string
  /** Default: `""`. */
  location?: string
  /** ISO 3166-1, two letters. */
  country_code?: string | null
  latitude?: number | null
  longitude?: number | null
  /** Its color in charts. Default: `"#3366cc"`. */
  color?: string
  /** Where its checks come from, for your firewall. */
  ip_addresses?: readonly string[]
  /** The categories that it can check. `browser` follows from the reports of the sensor: it cannot be added, and it stays if a request omits it. Default: `["default","mail"]`. */
  category_ids?: readonly string[]
  /** Default: `true`. */
  is_active?: boolean
  /** The account whose private sensor it is; null for a public one. */
  owner_id?: number | null
}

export interface SensorCreateResult {
  id: number
}

export interface SensorEnrolData {
  /** The one-time token of the sensor. */
  token: string
  /** The public NATS user NKey that the sensor generated. */
  public_key: string
  /** The public curve NKey of the sensor; secrets are encrypted for it. */
  encryption_key: string
  /** The sensor's protocol version; 1 if missing. Private sensors need 2 or higher. */
  protocol?: number
}

export interface SensorEnrolResult {
  sensor_id: number
  cell: string
  /** URLs of the broker for sensors. */
  nats_urls: string[]
  /** The NATS user JWT with which the sensor authenticates to the broker. */
  jwt: string
  /** The public curve NKey with which secrets are encrypted for the sensor. */
  centre_key: string
}

export interface SensorEnrolment {
  token: string
  expires_at: string
}

export interface SensorLatency {
  sensor_id: number
  /** In milliseconds. */
  median_response_time: number
  /** Checks with a response time. */
  check_count: number
}

export interface SensorPermission {
  delete: boolean
  enrol: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface SensorSearch {
  fields?: readonly (
    | 'id'
    | 'name'
    | 'location'
    | 'country_code'
    | 'latitude'
    | 'longitude'
    | 'color'
    | 'ip_addresses'
    | 'category_ids'
    | 'is_active'
    | 'owner_id'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.enrol'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'categories'
    | 'categories.id'
    | 'categories.name'
    | 'categories.description'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    location?: readonly Condition<TextComparison>[]
    country_code?: readonly Condition<NullableTextComparison>[]
    latitude?: readonly Condition<NullableOrderComparison>[]
    longitude?: readonly Condition<NullableOrderComparison>[]
    color?: readonly Condition<TextComparison>[]
    is_active?: readonly Condition<'equals'>[]
    owner_id?: readonly Condition<NullableValueComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.enrol'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'name'
      | 'location'
      | 'country_code'
      | 'latitude'
      | 'longitude'
      | 'color'
      | 'is_active'
      | 'owner_id'
      | 'permissions.delete'
      | 'permissions.enrol'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface SensorStatus {
  /** Whether a heartbeat arrived within the last 30 seconds. */
  online: boolean
  last_seen: string | null
  version: string | null
  /** How far its clock is ahead of the server's. */
  clock_offset_ms: number | null
  /** How late its checks start (99th percentile). */
  lag_ms: number | null
  /** Whether it reaches its reference targets; null if it has none. */
  self_check: boolean | null
  /** Checks that were running at its last heartbeat. */
  running: number | null
  /** Results that wait on its disk to be sent. */
  waiting: number | null
  /** How many hosts it had at its last heartbeat; null if an older version stored it. */
  hosts: number | null
  /** Whether it can run browser checks; null before it has reported. */
  browser_able: boolean | null
  /** Why it cannot run browser checks, in its own words; null if it gave no reason. */
  browser_reason: string | null
  /** Its results count as unknown. */
  quarantined: boolean
  /** Why it is quarantined. */
  reason: string | null
}

export interface SensorUpdateData {
  readonly id?: number
  name?: string
  location?: string
  /** ISO 3166-1, two letters. */
  country_code?: string | null
  latitude?: number | null
  longitude?: number | null
  /** Its color in charts. */
  color?: string
  /** Where its checks come from, for your firewall. */
  ip_addresses?: readonly string[]
  /** The categories that it can check. `browser` follows from the reports of the sensor: it cannot be added, and it stays if a request omits it. */
  category_ids?: readonly string[]
  is_active?: boolean
  /** The account whose private sensor it is; null for a public one. */
  readonly owner_id?: number | null
}

export interface Service {
  id: number
  /** Cannot be changed afterwards. */
  type_id: string
  owner_id: number
  name: string
  /** What it means depends on the type. */
  address: string
  group_id: number
  /** Seconds between checks. */
  interval: number
  description: string
  is_active: boolean
  is_archived: boolean
  /** Its own sensors, used instead of those of the group. */
  sensor_ids: number[] | null
  /** Names of scenario steps, in their order: those of `extended_settings.steps`. Other types have none. */
  step_names: string[]
  notification_channel_ids: string[]
  notification_condition_ids: string[]
  notification_mode_id: string
  recovery_notification_mode_id: string
  /** Settings of the type; see its extended setting formats. Secrets are never returned. */
  extended_settings: Record<string, unknown>
  /** Deprecated: weekly suspensions that only suppress notifications. */
  silent_hours: {
    start_minute: MinuteOfWeek
    end_minute: MinuteOfWeek
  }[]
  /** Deprecated: weekly suspensions that stop monitoring. */
  suspension_hours: {
    start_minute: MinuteOfWeek
    end_minute: MinuteOfWeek
  }[]
  /** Its identifier in a declarative configuration. */
  external_id: string | null
  /** Labels for grouping and finding services; see service tags. */
  tags: string[]
  /** The agreed service level in percent; null takes that of the group. */
  service_level_target: number | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ServicePermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
  /** With `embed`. */
  group?: Partial<Group> | null
  /** With `embed`. */
  type?: Partial<ServiceType> | null
  /** With `embed`. */
  sensors?: Partial<Sensor>[]
  /** With `embed`. */
  notification_channels?: Partial<NotificationChannel>[]
  /** With `embed`. */
  notification_conditions?: Partial<NotificationCondition>[]
  /** With `embed`. */
  notification_mode?: Partial<NotificationMode> | null
  /** With `embed`. */
  recovery_notification_mode?: Partial<RecoveryNotificationMode> | null
}

export interface ServiceCreateData {
  /** Cannot be changed afterwards. */
  type_id: string
  name: string
  /** What it means depends on the type. */
  address: string
  owner_id?: number
  group_id?: number
  /** Seconds between checks. */
  interval?: number
  /** Default: `false`. */
  is_archived?: boolean
  /** Default: `""`. */
  description?: string
  /** Default: `true`. */
  is_active?: boolean
  /** Its own sensors, used instead of those of the group. */
  sensor_ids?: readonly number[] | null
  /** Names of scenario steps, in their order: those of `extended_settings.steps`. Other types have none. */
  step_names?: readonly string[]
  notification_channel_ids?: readonly string[]
  /** Default: `["failure","recovery"]`. */
  notification_condition_ids?: readonly string[]
  /** Default: `"default"`. */
  notification_mode_id?: string
  /** Default: `"default"`. */
  recovery_notification_mode_id?: string
  /** Settings of the type; see its extended setting formats. Secrets are never returned. */
  extended_settings?: Record<string, unknown>
  /** Labels for grouping and finding services; see service tags. */
  tags?: readonly string[]
  /** The agreed service level in percent; null takes that of the group. */
  service_level_target?: number | null
}

export interface ServiceCreateResult {
  id: number
}

export interface ServiceLevel {
  from: string
  to: string
  /** With corrections, like the values below. */
  ok_seconds: number
  failure_seconds: number
  /** Monitoring was switched off or suspended. */
  paused_seconds: number
  /** There were no results, or too few to decide. */
  unknown_seconds: number
  /** 100 · ok / (ok + not ok), over the time that counts; null if none does. */
  service_level: number | null
  /** The same without corrections. */
  raw_service_level: number | null
  /** What the service level is computed from. */
  counted_ok_seconds: number
  /** What the service level is computed from. */
  counted_not_ok_seconds: number
  /** Uninterrupted periods of failure, whether or not they count. */
  failures_count: number
  longest_failure_seconds: number | null
  /** The mean time to repair. */
  mean_failure_seconds: number | null
  /** The mean time between failures, counting only time in which the service was ok. */
  mean_seconds_between_failures: number | null
  /** Null if neither the service nor its group has a target. */
  error_budget: {
    /** Of the service, or else of its group; in percent. */
    target: number
    /** How much of the counted time the service may spend in a status other than ok and still meet the target. */
    budget_seconds: number
    /** The part of the budget that was spent: counted_not_ok_seconds. */
    spent_seconds: number
    /** Negative if the target was missed. */
    left_seconds: number
    /** Spent / budget: 1 spends all of it; null if there is no budget. */
    burn_rate: number | null
    /** Null if no time counts. */
    is_met: boolean | null
  } | null
}

export interface ServicePermission {
  archive: boolean
  create_corrections: boolean
  create_suspensions: boolean
  create_weekly_suspensions: boolean
  delete: boolean
  force_analysis: boolean
  move: boolean
  own: boolean
  read: boolean
  restore: boolean
  update: boolean
}

export interface ServiceSearch {
  fields?: readonly (
    | 'id'
    | 'type_id'
    | 'owner_id'
    | 'name'
    | 'address'
    | 'group_id'
    | 'interval'
    | 'description'
    | 'is_active'
    | 'is_archived'
    | 'sensor_ids'
    | 'step_names'
    | 'notification_channel_ids'
    | 'notification_condition_ids'
    | 'notification_mode_id'
    | 'recovery_notification_mode_id'
    | 'extended_settings'
    | 'silent_hours'
    | 'suspension_hours'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.archive'
    | 'permissions.create_corrections'
    | 'permissions.create_suspensions'
    | 'permissions.create_weekly_suspensions'
    | 'permissions.delete'
    | 'permissions.force_analysis'
    | 'permissions.move'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.restore'
    | 'permissions.update'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
    | 'group'
    | 'group.id'
    | 'group.name'
    | 'group.owner_id'
    | 'group.is_default'
    | 'group.periodic_daily_reports'
    | 'group.periodic_weekly_reports'
    | 'group.periodic_monthly_reports'
    | 'group.archived_services_in_periodic_reports'
    | 'group.assigned_sensor_ids'
    | 'group.sensor_ids'
    | 'type'
    | 'type.id'
    | 'type.name'
    | 'type.description'
    | 'type.category_id'
    | 'type.address_format'
    | 'type.default_interval'
    | 'type.supports_steps'
    | 'type.artifact_type_ids'
    | 'sensors'
    | 'sensors.id'
    | 'sensors.name'
    | 'sensors.location'
    | 'sensors.country_code'
    | 'sensors.latitude'
    | 'sensors.longitude'
    | 'sensors.color'
    | 'sensors.ip_addresses'
    | 'sensors.category_ids'
    | 'sensors.is_active'
    | 'sensors.owner_id'
    | 'notification_channels'
    | 'notification_channels.id'
    | 'notification_channels.name'
    | 'notification_channels.description'
    | 'notification_conditions'
    | 'notification_conditions.id'
    | 'notification_conditions.name'
    | 'notification_conditions.description'
    | 'notification_mode'
    | 'notification_mode.id'
    | 'notification_mode.name'
    | 'notification_mode.description'
    | 'recovery_notification_mode'
    | 'recovery_notification_mode.id'
    | 'recovery_notification_mode.name'
    | 'recovery_notification_mode.description'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    type_id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    address?: readonly Condition<TextComparison>[]
    group_id?: readonly Condition<ValueComparison>[]
    interval?: readonly Condition<OrderComparison>[]
    description?: readonly Condition<TextComparison>[]
    is_active?: readonly Condition<'equals'>[]
    is_archived?: readonly Condition<'equals'>[]
    notification_mode_id?: readonly Condition<ValueComparison>[]
    recovery_notification_mode_id?: readonly Condition<ValueComparison>[]
    'group.name'?: readonly Condition<NullableTextComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.archive'?: readonly Condition<'equals'>[]
    'permissions.create_corrections'?: readonly Condition<'equals'>[]
    'permissions.create_suspensions'?: readonly Condition<'equals'>[]
    'permissions.create_weekly_suspensions'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.force_analysis'?: readonly Condition<'equals'>[]
    'permissions.move'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.restore'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'type_id'
      | 'owner_id'
      | 'name'
      | 'address'
      | 'group_id'
      | 'interval'
      | 'description'
      | 'is_active'
      | 'is_archived'
      | 'notification_mode_id'
      | 'recovery_notification_mode_id'
      | 'group.name'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.archive'
      | 'permissions.create_corrections'
      | 'permissions.create_suspensions'
      | 'permissions.create_weekly_suspensions'
      | 'permissions.delete'
      | 'permissions.force_analysis'
      | 'permissions.move'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.restore'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ServiceStatus {
  service_id: number
  status: ServiceState
  since: string
  last_analysis_id: string | null
  last_analysis_time: string | null
  /** The newest analysis that found the service up. */
  last_ok_time: string | null
  /** The newest analysis that found a failure. */
  last_error_time: string | null
  /** Of the newest analysis, in milliseconds. */
  average_response_time: number | null
  /** Sensors whose newest check ended with an error. */
  failing_sensor_ids: number[]
  /** The error that most of them saw. */
  error_type_id: number | null
  /** Whether monitoring is suspended now. */
  is_suspended: boolean
  /** Whether notifications are suppressed now. */
  is_silenced: boolean
  /** Why nothing checks it, although it is not paused: `no_able_sensor` where no assigned sensor can run checks of its type. */
  unchecked_reason: 'no_able_sensor' | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ServiceStatusPermission>
  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface ServiceStatusPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ServiceStatusSearch {
  fields?: readonly (
    | 'service_id'
    | 'status'
    | 'since'
    | 'last_analysis_id'
    | 'last_analysis_time'
    | 'last_ok_time'
    | 'last_error_time'
    | 'average_response_time'
    | 'failing_sensor_ids'
    | 'error_type_id'
    | 'is_suspended'
    | 'is_silenced'
    | 'unchecked_reason'
  )[]
  embed?: readonly IncidentSearchEmbed[]
  filters?: {
    service_id?: readonly Condition<ValueComparison>[]
    status?: readonly Condition<TextComparison>[]
    since?: readonly Condition<OrderComparison>[]
    last_analysis_id?: readonly Condition<NullableTextComparison>[]
    last_analysis_time?: readonly Condition<NullableOrderComparison>[]
    last_ok_time?: readonly Condition<NullableOrderComparison>[]
    last_error_time?: readonly Condition<NullableOrderComparison>[]
    average_response_time?: readonly Condition<NullableOrderComparison>[]
    error_type_id?: readonly Condition<NullableValueComparison>[]
    is_suspended?: readonly Condition<'equals'>[]
    is_silenced?: readonly Condition<'equals'>[]
    unchecked_reason?: readonly Condition<NullableTextComparison>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'service_id'
      | 'status'
      | 'since'
      | 'last_analysis_id'
      | 'last_analysis_time'
      | 'last_ok_time'
      | 'last_error_time'
      | 'average_response_time'
      | 'error_type_id'
      | 'is_suspended'
      | 'is_silenced'
      | 'unchecked_reason'
      | 'service.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ServiceTags {
  service_id: number
  /** In the order in which they were given. */
  tags: string[]

  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface ServiceTagsSearch {
  fields?: readonly ('service_id' | 'tags')[]
  embed?: readonly IncidentSearchEmbed[]
  filters?: {
    service_id?: readonly Condition<ValueComparison>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'service_id'
      | 'service.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ServiceType {
  id: string
  name: string
  description: string
  /** Decides which sensors can check it. */
  category_id: string
  /** What to enter as the address of a service. */
  address_format: string
  /** Seconds. */
  default_interval: number
  supports_steps: boolean
  /** What its checks can keep as evidence. */
  artifact_type_ids: string[]

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<ServiceTypePermission>
  /** With `embed`. */
  category?: Partial<ServiceTypeCategory> | null
  /** With `embed`. */
  artifact_types?: Partial<ArtifactType>[]
}

export interface ServiceTypeCategory {
  id: string
  name: string
  description: string | null
}

export interface ServiceTypePermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface ServiceTypeSearch {
  fields?: readonly (
    | 'id'
    | 'name'
    | 'description'
    | 'category_id'
    | 'address_format'
    | 'default_interval'
    | 'supports_steps'
    | 'artifact_type_ids'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'category'
    | 'category.id'
    | 'category.name'
    | 'category.description'
    | 'artifact_types'
    | 'artifact_types.id'
    | 'artifact_types.name'
    | 'artifact_types.description'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    category_id?: readonly Condition<ValueComparison>[]
    address_format?: readonly Condition<TextComparison>[]
    default_interval?: readonly Condition<OrderComparison>[]
    supports_steps?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'name'
      | 'description'
      | 'category_id'
      | 'address_format'
      | 'default_interval'
      | 'supports_steps'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface ServiceUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly type_id?: string
  readonly owner_id?: number
  name?: string
  /** What it means depends on the type. */
  address?: string
  group_id?: number
  /** Seconds between checks. */
  interval?: number
  description?: string
  is_active?: boolean
  readonly is_archived?: boolean
  /** Its own sensors, used instead of those of the group. */
  sensor_ids?: readonly number[] | null
  /** Names of scenario steps, in their order: those of `extended_settings.steps`. Other types have none. */
  step_names?: readonly string[]
  notification_channel_ids?: readonly string[]
  notification_condition_ids?: readonly string[]
  notification_mode_id?: string
  recovery_notification_mode_id?: string
  /** Settings of the type; see its extended setting formats. Secrets are never returned. */
  extended_settings?: Record<string, unknown>
  /** Deprecated: weekly suspensions that only suppress notifications. */
  readonly silent_hours?: readonly {
    start_minute: MinuteOfWeek
    end_minute: MinuteOfWeek
  }[]
  /** Deprecated: weekly suspensions that stop monitoring. */
  readonly suspension_hours?: readonly {
    start_minute: MinuteOfWeek
    end_minute: MinuteOfWeek
  }[]
  /** Its identifier in a declarative configuration. */
  readonly external_id?: string | null
  /** Labels for grouping and finding services; see service tags. */
  tags?: readonly string[]
  /** The agreed service level in percent; null takes that of the group. */
  service_level_target?: number | null
}

export interface Session {
  id: number
  account_id: number
  client_id: string | null
  scope: SessionScope
  /** Idle time in seconds before the session expires. */
  timeout: number
  created_at: string
  last_used_at: string
  client_ip_address: string | null
  user_ip_address: string | null
  /** False until the second factor has been verified. */
  is_verified: boolean
  /** Whether it is the session of this request. */
  is_current: boolean
  /** The observer who looks at the account through it and cannot change anything. */
  observer_id: number | null
  /** The single sign-on connection through which it began, if any. */
  sso_connection_id: number | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<SessionPermission>
  /** With `embed`. */
  account?: Partial<Account> | null
}

export interface SessionCreateResult {
  id: number
  /** Send it as `Authorization: Bearer`. */
  token: string
}

export interface SessionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface SessionSearch {
  fields?: readonly (
    | 'id'
    | 'account_id'
    | 'client_id'
    | 'scope'
    | 'timeout'
    | 'created_at'
    | 'last_used_at'
    | 'client_ip_address'
    | 'user_ip_address'
    | 'is_verified'
    | 'is_current'
  )[]
  embed?: readonly PasskeySearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    account_id?: readonly Condition<ValueComparison>[]
    client_id?: readonly Condition<NullableTextComparison>[]
    scope?: readonly Condition<TextComparison>[]
    timeout?: readonly Condition<OrderComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    last_used_at?: readonly Condition<OrderComparison>[]
    client_ip_address?: readonly Condition<NullableTextComparison>[]
    user_ip_address?: readonly Condition<NullableTextComparison>[]
    is_verified?: readonly Condition<'equals'>[]
    is_current?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'account_id'
      | 'client_id'
      | 'scope'
      | 'timeout'
      | 'created_at'
      | 'last_used_at'
      | 'client_ip_address'
      | 'user_ip_address'
      | 'is_verified'
      | 'is_current'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface SigningKey {
  id: number
  account_id: number
  created_at: string

  /** With `embed`. */
  account?: Partial<Account> | null
}

export interface SigningKeyCreateResult {
  id: number
  key: string
}

export type SortOrder = 'ascending' | 'descending'

export interface SsoBeginData {
  /** An e-mail address or its domain. */
  identifier?: string
  /** The slug of a connection. */
  slug?: string
  /** The SHA-256 of a secret that the client keeps, in base64url. The client needs the secret to fetch the result, as with PKCE. */
  code_challenge: string
}

export interface SsoBeginResult {
  /** Open it in the browser. */
  authorization_url: string
}

export interface SsoChallengeData {
  /** The SHA-256 of a secret that the client keeps, in base64url. The client needs the secret to fetch the result, as with PKCE. */
  code_challenge: string
}

export interface SsoClientSecretData {
  /** Stored encrypted, never shown. */
  client_secret: string | null
}

export interface SsoConnection {
  id: number
  /** Owning account; its users sign in through the connection. */
  owner_id: number
  /** The connection offered by the reseller whose issuer and client are used; null for own ones. */
  source_id: number | null
  /** Its name in the URLs for the issuer, chosen at random. */
  slug: string
  name: string
  /** The issuer identifier, exactly as the issuer writes it. Null with `source_id`. A change deletes the client secret, which has to be entered again for the new issuer. */
  issuer: string | null
  /** Our client at the issuer. Null with `source_id`. */
  client_id: string | null
  /** Scopes to request. */
  scopes: string[]
  /** The claim that lists the groups of a user. */
  groups_claim: string
  /** Which groups give which role. The most powerful role counts. `owner` cannot be given. */
  role_mappings: SsoRoleMapping[]
  /** The role of users without a mapped group; null to reject them. */
  default_role: SsoResultRole | null
  /** Whether sign-ins through it are possible. */
  is_enabled: boolean
  /** Whether additional users can sign in only through it. The owner can still use password and second factor. */
  is_enforced: boolean
  /** Whether sub-accounts may use its issuer and client. */
  is_offered: boolean
  /** `issuer`: no code is required here if the issuer says that it checked a second factor. `own`: the second factor of Wachta is always required if the user has set it up. */
  second_factor: SsoConnectionSecondFactor
  /** When the SCIM token was created; null without one. */
  scim_token_created_at: string | null
  created_at: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<SsoConnectionPermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
  /** With `embed`. */
  source?: Partial<SsoConnection> | null
}

export interface SsoConnectionCreateData {
  name: string
  /** Owning account; its users sign in through the connection. */
  owner_id?: number
  /** The connection offered by the reseller whose issuer and client are used; null for own ones. */
  source_id?: number | null
  /** The issuer identifier, exactly as the issuer writes it. Null with `source_id`. A change deletes the client secret, which has to be entered again for the new issuer. */
  issuer?: string | null
  /** Our client at the issuer. Null with `source_id`. */
  client_id?: string | null
  /** Scopes to request. */
  scopes?: readonly string[]
  /** The claim that lists the groups of a user. Default: `"groups"`. */
  groups_claim?: string
  /** Which groups give which role. The most powerful role counts. `owner` cannot be given. */
  role_mappings?: readonly SsoRoleMapping[]
  /** The role of users without a mapped group; null to reject them. */
  default_role?: SsoResultRole | null
  /** Whether sign-ins through it are possible. Default: `true`. */
  is_enabled?: boolean
  /** Whether additional users can sign in only through it. The owner can still use password and second factor. Default: `false`. */
  is_enforced?: boolean
  /** Whether sub-accounts may use its issuer and client. Default: `false`. */
  is_offered?: boolean
  /** `issuer`: no code is required here if the issuer says that it checked a second factor. `own`: the second factor of Wachta is always required if the user has set it up. Default: `"own"`. */
  second_factor?: SsoConnectionSecondFactor
  /** Stored encrypted, never shown. */
  client_secret?: string
}

export interface SsoConnectionCreateResult {
  id: number
}

export interface SsoConnectionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface SsoConnectionSearch {
  fields?: readonly (
    | 'id'
    | 'owner_id'
    | 'source_id'
    | 'slug'
    | 'name'
    | 'issuer'
    | 'client_id'
    | 'scopes'
    | 'groups_claim'
    | 'role_mappings'
    | 'default_role'
    | 'is_enabled'
    | 'is_enforced'
    | 'is_offered'
    | 'second_factor'
    | 'scim_token_created_at'
    | 'created_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
    | 'source'
    | 'source.id'
    | 'source.owner_id'
    | 'source.source_id'
    | 'source.slug'
    | 'source.name'
    | 'source.issuer'
    | 'source.client_id'
    | 'source.scopes'
    | 'source.groups_claim'
    | 'source.role_mappings'
    | 'source.default_role'
    | 'source.is_enabled'
    | 'source.is_enforced'
    | 'source.is_offered'
    | 'source.second_factor'
    | 'source.scim_token_created_at'
    | 'source.created_at'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    source_id?: readonly Condition<NullableValueComparison>[]
    slug?: readonly Condition<TextComparison>[]
    name?: readonly Condition<TextComparison>[]
    issuer?: readonly Condition<NullableTextComparison>[]
    client_id?: readonly Condition<NullableTextComparison>[]
    groups_claim?: readonly Condition<TextComparison>[]
    default_role?: readonly Condition<NullableTextComparison>[]
    is_enabled?: readonly Condition<'equals'>[]
    is_enforced?: readonly Condition<'equals'>[]
    is_offered?: readonly Condition<'equals'>[]
    second_factor?: readonly Condition<TextComparison>[]
    scim_token_created_at?: readonly Condition<NullableOrderComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'source_id'
      | 'slug'
      | 'name'
      | 'issuer'
      | 'client_id'
      | 'groups_claim'
      | 'default_role'
      | 'is_enabled'
      | 'is_enforced'
      | 'is_offered'
      | 'second_factor'
      | 'scim_token_created_at'
      | 'created_at'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface SsoConnectionUpdateData {
  readonly id?: number
  /** Owning account; its users sign in through the connection. */
  readonly owner_id?: number
  /** The connection offered by the reseller whose issuer and client are used; null for own ones. */
  readonly source_id?: number | null
  /** Its name in the URLs for the issuer, chosen at random. */
  readonly slug?: string
  name?: string
  /** The issuer identifier, exactly as the issuer writes it. Null with `source_id`. A change deletes the client secret, which has to be entered again for the new issuer. */
  issuer?: string | null
  /** Our client at the issuer. Null with `source_id`. */
  client_id?: string | null
  /** Scopes to request. */
  scopes?: readonly string[]
  /** The claim that lists the groups of a user. */
  groups_claim?: string
  /** Which groups give which role. The most powerful role counts. `owner` cannot be given. */
  role_mappings?: readonly SsoRoleMapping[]
  /** The role of users without a mapped group; null to reject them. */
  default_role?: SsoResultRole | null
  /** Whether sign-ins through it are possible. */
  is_enabled?: boolean
  /** Whether additional users can sign in only through it. The owner can still use password and second factor. */
  is_enforced?: boolean
  /** Whether sub-accounts may use its issuer and client. */
  is_offered?: boolean
  /** `issuer`: no code is required here if the issuer says that it checked a second factor. `own`: the second factor of Wachta is always required if the user has set it up. */
  second_factor?: SsoConnectionSecondFactor
  /** When the SCIM token was created; null without one. */
  readonly scim_token_created_at?: string | null
  readonly created_at?: string
}

export interface SsoDomain {
  id: number
  /** Owning account. */
  owner_id: number
  connection_id: number
  domain: string
  /** The name of the TXT record that proves the domain. */
  record_name: string
  /** The value of that record. */
  record_value: string
  /** Since when it routes sign-ins; null before it is verified. */
  verified_at: string | null
  created_at: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<SsoDomainPermission>
  /** With `embed`. */
  connection?: Partial<SsoConnection> | null
  /** With `embed`. */
  owner?: Partial<Account> | null
}

export interface SsoDomainCreateData {
  connection_id: number
  domain: string
}

export interface SsoDomainCreateResult {
  id: number
}

export interface SsoDomainPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
  verify: boolean
}

export interface SsoDomainSearch {
  fields?: readonly (
    | 'id'
    | 'owner_id'
    | 'connection_id'
    | 'domain'
    | 'record_name'
    | 'record_value'
    | 'verified_at'
    | 'created_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'permissions.verify'
    | 'connection'
    | 'connection.id'
    | 'connection.owner_id'
    | 'connection.source_id'
    | 'connection.slug'
    | 'connection.name'
    | 'connection.issuer'
    | 'connection.client_id'
    | 'connection.scopes'
    | 'connection.groups_claim'
    | 'connection.role_mappings'
    | 'connection.default_role'
    | 'connection.is_enabled'
    | 'connection.is_enforced'
    | 'connection.is_offered'
    | 'connection.second_factor'
    | 'connection.scim_token_created_at'
    | 'connection.created_at'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    connection_id?: readonly Condition<ValueComparison>[]
    domain?: readonly Condition<TextComparison>[]
    record_name?: readonly Condition<TextComparison>[]
    record_value?: readonly Condition<TextComparison>[]
    verified_at?: readonly Condition<NullableOrderComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
    'permissions.verify'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'connection_id'
      | 'domain'
      | 'record_name'
      | 'record_value'
      | 'verified_at'
      | 'created_at'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
      | 'permissions.verify'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface SsoLinkData {
  /** The SHA-256 of a secret that the client keeps, in base64url. The client needs the secret to fetch the result, as with PKCE. */
  code_challenge: string
  /** One of the connections of the account; default: the first one. */
  connection_id?: number
}

export interface SsoResult {
  purpose: 'link' | 'step_up' | 'test'
  /** Why the answer of the issuer was rejected. */
  problem: string | null
  subject: string | null
  email: string | null
  is_email_verified: boolean | null
  name: string | null
  groups: string[]
  has_second_factor: boolean
  /** The role that the user would get; null if it would be rejected. */
  role: SsoResultRole | null
  /** The service groups that the role is limited to; null for all. */
  role_group_ids: number[] | null
}

export interface SsoResultData {
  /** From the address that the issuer sent the browser back to. */
  code: string
  /** The secret whose hash is the challenge. */
  code_verifier: string
  /** A code of the authenticator, or a recovery code. */
  two_factor_code?: string
}

export interface SsoRoleMapping {
  /** A value of the groups claim, or a SCIM group. */
  group: string
  role: SsoResultRole
  /** The service groups that an editor, operator or viewer is limited to; null, the default, for all. */
  group_ids?: number[] | null
}

export interface SsoSessionCreateData {
  /** From the address that the issuer sent the browser back to. */
  code: string
  /** The secret whose hash is the challenge. */
  code_verifier: string
  /** API client identifier. */
  client_id?: string
  /** Idle time in seconds before the session expires. Granted up to 14 days. Default: `3600`. */
  timeout?: number
}

export interface SsoSessionCreateResult {
  id: number
  /** Send it as `Authorization: Bearer`. */
  token: string
}

export interface SsoTestResult {
  /** Register it at the issuer, exactly as it is. */
  redirect_uri: string
  /** For back-channel logout. */
  logout_uri: string
  steps: {
    step: 'discovery' | 'keys' | 'client'
    is_ok: boolean
    /** A description of the problem. */
    message: string | null
  }[]
}

export interface StatusChange {
  id: number
  service_id: number
  status: ServiceState
  start_time: string
  /** Null while it lasts. */
  end_time: string | null
  /** A description entered by people. */
  description: string
  /** The error of most sensors when a failure started. */
  error_type_id: number | null
  /** Whether a correction imposes a status on some of it; see corrections. */
  corrected: boolean
}

export interface StatusChangeBulkUpdateData {
  ids: readonly number[]
  /** A description entered by people. */
  description: string
}

export interface StatusChangePermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface StatusChangeStats {
  analyses_count: number
  /** Analyses that detected a failure. */
  failure_analyses_count: number
  ok_checks_count: number
  error_checks_count: number
  unknown_checks_count: number
}

export interface StatusChangeUpdateData {
  readonly id?: number
  readonly service_id?: number
  readonly status?: ServiceState
  readonly start_time?: string
  /** Null while it lasts. */
  readonly end_time?: string | null
  /** A description entered by people. */
  description?: string
  /** The error of most sensors when a failure started. */
  readonly error_type_id?: number | null
  /** Whether a correction imposes a status on some of it; see corrections. */
  readonly corrected?: boolean
}

export interface StatusPage {
  id: number
  /** Owning account. */
  owner_id: number
  title: string
  /** Part of the address of the page; unique in the installation. */
  slug: string
  description: string
  /** Visitors choose among them; the first is the default. */
  languages: ApplyDataLanguages[]
  /** An IANA name, such as `Europe/Warsaw`, for days and times on the page. */
  time_zone: string
  /** `auto` follows the device of the visitor. */
  appearance: ApplyDataAppearance
  /** Null: that of the branding of the account. */
  accent_colour: string | null
  /** Where the logo leads to; with `https` or `http`, without credentials. */
  home_url: string | null
  footer: string
  /** Whether corrections count in its availability. */
  availability: ApplyDataAvailability
  /** Who may open it: everyone; everyone who knows the address; visitors from the allowed addresses; visitors who know the password or have the link; users of the account and of the sub-accounts in visitor_account_ids. */
  visibility: ApplyDataVisibility
  /** With the visibility `addresses`: addresses and networks (CIDR), v4 and v6. */
  allowed_addresses: string[]
  /** With the visibility `users`: sub-accounts whose users may also open it. */
  visitor_account_ids: number[]
  /** Whether a password is set, which the visibility `password` requires. */
  has_password: boolean
  /** With the visibility `link`: whether there is a link. */
  has_link: boolean
  /** A page that is not published is visible only in the app. */
  is_published: boolean
  /** Whether visitors of a public or unlisted page can subscribe to it, by e-mail or with their browser. */
  allows_subscribers: boolean
  /** The custom domain at which the page is served, besides its URL with the `slug`. Then set the records that `domain_record_name` and `domain_target` name. */
  domain: string | null
  /** The name of the TXT record that verifies the domain. */
  domain_record_name: string | null
  /** The value of that record. Leave it in place. */
  domain_record_value: string | null
  /** The host that the domain has to point to, by a CNAME record or with the same IP addresses; null until it was first checked. */
  domain_target: string | null
  /** `active` if the domain is verified and its certificate is valid; `failed` if no certificate was issued. Check `domain_problem` too. Null without a domain. */
  domain_state: StatusPageDomainState | null
  /** What is wrong. `record_missing`: the TXT record is not there. `taken`: another page holds the domain, or it is a host name of the installation. `points_elsewhere`: the domain points to another server. `rejected`: the certificate authority rejected the order. `unreachable`: it could not be reached. `limited`: too many certificates were ordered recently. It is tried again. */
  domain_problem: StatusPageDomainProblem | null
  /** What the certificate authority said about the problem. */
  domain_detail: string | null
  /** When the certificate of the domain expires, unless it is renewed. Null if there is none, or if a proxy has it. */
  certificate_expires_at: string | null
  /** What happens when a service of a component fails: nothing, a draft for people, or a published post. */
  incident_posts: ApplyDataIncidentPosts
  /** How long a failure must last before a post is written, in seconds. Shorter failures are not announced. */
  incident_post_delay: number
  /** Whether one-off maintenance windows of its components are announced. */
  maintenance_posts: ApplyDataMaintenancePosts
  /** How long before its start a maintenance window is announced, in seconds. */
  maintenance_notice: number
  /** Texts by language, instead of the built-in ones. Variables: `{{components}}`, `{{start}}`, `{{end}}`, `{{page_title}}`. */
  announcement_templates: {
    pl?: {
      incident_title?: string
      maintenance_title?: string
      incident_text?: string
      resolved_text?: string
      maintenance_text?: string
      rescheduled_text?: string
      started_text?: string
      completed_text?: string
      cancelled_text?: string
    }
    en?: {
      incident_title?: string
      maintenance_title?: string
      incident_text?: string
      resolved_text?: string
      maintenance_text?: string
      rescheduled_text?: string
      started_text?: string
      completed_text?: string
      cancelled_text?: string
    }
  }
  /** Whether it has a logo of its own; otherwise the logo of the branding is shown. */
  has_logo: boolean
  has_favicon: boolean
  created_at: string
  /** Its identifier in a declarative configuration. */
  external_id: string | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<StatusPagePermission>
  /** With `embed`. */
  owner?: Partial<Account> | null
}

export interface StatusPageComponent {
  id: number
  /** Cannot be changed afterwards. */
  status_page_id: number
  /** Its id on the page and in its JSON. */
  public_id: string
  /** The heading above it; none if empty. */
  section: string
  /** Components are ordered by it, then by age. */
  position: number
  /** The name that visitors see, instead of the name of the service. */
  name: string
  description: string
  /** A service of the owner of the page, or one shared with it. */
  service_id: number | null
  /** A group of the owner of the page, or one shared with it. */
  group_id: number | null
  /** Of a component that is neither a service nor a group. */
  manual_status: ApplyDataManualStatus | null
  /** How the statuses of a group become one: `worst` has a partial outage if one service fails, `any_up` works as long as one does, `share` fails with fewer than group_share. */
  group_rule: ApplyDataGroupRule
  /** With the rule `share`: the percentage of services that must work. */
  group_share: number
  /** Whether the page shows its last 90 days. */
  shows_history: boolean
  shows_availability: boolean
  /** Not available if the status is set manually. */
  shows_response_time: boolean
  /** Whether the page leaves it out while it works. */
  only_show_if_degraded: boolean
  /** Its identifier in a declarative configuration. */
  external_id: string | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<StatusPageComponentPermission>
  /** With `embed`. */
  status_page?: Partial<StatusPage> | null
  /** With `embed`. */
  service?: Partial<Service> | null
  /** With `embed`. */
  group?: Partial<Group> | null
}

export interface StatusPageComponentCreateData {
  /** Cannot be changed afterwards. */
  status_page_id: number
  /** The name that visitors see, instead of the name of the service. */
  name: string
  /** The heading above it; none if empty. Default: `""`. */
  section?: string
  /** Components are ordered by it, then by age. Default: `0`. */
  position?: number
  /** Default: `""`. */
  description?: string
  /** A service of the owner of the page, or one shared with it. */
  service_id?: number | null
  /** A group of the owner of the page, or one shared with it. */
  group_id?: number | null
  /** Of a component that is neither a service nor a group. */
  manual_status?: ApplyDataManualStatus | null
  /** How the statuses of a group become one: `worst` has a partial outage if one service fails, `any_up` works as long as one does, `share` fails with fewer than group_share. Default: `"worst"`. */
  group_rule?: ApplyDataGroupRule
  /** With the rule `share`: the percentage of services that must work. Default: `50`. */
  group_share?: number
  /** Whether the page shows its last 90 days. Default: `true`. */
  shows_history?: boolean
  /** Default: `true`. */
  shows_availability?: boolean
  /** Not available if the status is set manually. Default: `false`. */
  shows_response_time?: boolean
  /** Whether the page leaves it out while it works. Default: `false`. */
  only_show_if_degraded?: boolean
}

export interface StatusPageComponentCreateResult {
  id: number
}

export interface StatusPageComponentPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface StatusPageComponentSearch {
  fields?: readonly (
    | 'id'
    | 'status_page_id'
    | 'public_id'
    | 'section'
    | 'position'
    | 'name'
    | 'description'
    | 'service_id'
    | 'group_id'
    | 'manual_status'
    | 'group_rule'
    | 'group_share'
    | 'shows_history'
    | 'shows_availability'
    | 'shows_response_time'
    | 'only_show_if_degraded'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'status_page'
    | 'status_page.id'
    | 'status_page.owner_id'
    | 'status_page.title'
    | 'status_page.slug'
    | 'status_page.description'
    | 'status_page.languages'
    | 'status_page.time_zone'
    | 'status_page.appearance'
    | 'status_page.accent_colour'
    | 'status_page.home_url'
    | 'status_page.footer'
    | 'status_page.availability'
    | 'status_page.visibility'
    | 'status_page.allowed_addresses'
    | 'status_page.visitor_account_ids'
    | 'status_page.has_password'
    | 'status_page.has_link'
    | 'status_page.is_published'
    | 'status_page.allows_subscribers'
    | 'status_page.domain'
    | 'status_page.domain_record_name'
    | 'status_page.domain_record_value'
    | 'status_page.domain_target'
    | 'status_page.domain_state'
    | 'status_page.domain_problem'
    | 'status_page.domain_detail'
    | 'status_page.certificate_expires_at'
    | 'status_page.incident_posts'
    | 'status_page.incident_post_delay'
    | 'status_page.maintenance_posts'
    | 'status_page.maintenance_notice'
    | 'status_page.announcement_templates'
    | 'status_page.has_logo'
    | 'status_page.has_favicon'
    | 'status_page.created_at'
    | 'service'
    | 'service.id'
    | 'service.type_id'
    | 'service.owner_id'
    | 'service.name'
    | 'service.address'
    | 'service.group_id'
    | 'service.interval'
    | 'service.description'
    | 'service.is_active'
    | 'service.is_archived'
    | 'service.sensor_ids'
    | 'service.step_names'
    | 'service.notification_channel_ids'
    | 'service.notification_condition_ids'
    | 'service.notification_mode_id'
    | 'service.recovery_notification_mode_id'
    | 'service.extended_settings'
    | 'service.silent_hours'
    | 'service.suspension_hours'
    | 'group'
    | 'group.id'
    | 'group.name'
    | 'group.owner_id'
    | 'group.is_default'
    | 'group.periodic_daily_reports'
    | 'group.periodic_weekly_reports'
    | 'group.periodic_monthly_reports'
    | 'group.archived_services_in_periodic_reports'
    | 'group.assigned_sensor_ids'
    | 'group.sensor_ids'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    status_page_id?: readonly Condition<ValueComparison>[]
    public_id?: readonly Condition<TextComparison>[]
    section?: readonly Condition<TextComparison>[]
    position?: readonly Condition<OrderComparison>[]
    name?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    service_id?: readonly Condition<NullableValueComparison>[]
    group_id?: readonly Condition<NullableValueComparison>[]
    manual_status?: readonly Condition<NullableTextComparison>[]
    group_rule?: readonly Condition<TextComparison>[]
    group_share?: readonly Condition<OrderComparison>[]
    shows_history?: readonly Condition<'equals'>[]
    shows_availability?: readonly Condition<'equals'>[]
    shows_response_time?: readonly Condition<'equals'>[]
    only_show_if_degraded?: readonly Condition<'equals'>[]
    'status_page.title'?: readonly Condition<NullableTextComparison>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'group.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'status_page_id'
      | 'public_id'
      | 'section'
      | 'position'
      | 'name'
      | 'description'
      | 'service_id'
      | 'group_id'
      | 'manual_status'
      | 'group_rule'
      | 'group_share'
      | 'shows_history'
      | 'shows_availability'
      | 'shows_response_time'
      | 'only_show_if_degraded'
      | 'status_page.title'
      | 'service.name'
      | 'group.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface StatusPageComponentUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly status_page_id?: number
  /** Its id on the page and in its JSON. */
  readonly public_id?: string
  /** The heading above it; none if empty. */
  section?: string
  /** Components are ordered by it, then by age. */
  position?: number
  /** The name that visitors see, instead of the name of the service. */
  name?: string
  description?: string
  /** A service of the owner of the page, or one shared with it. */
  service_id?: number | null
  /** A group of the owner of the page, or one shared with it. */
  group_id?: number | null
  /** Of a component that is neither a service nor a group. */
  manual_status?: ApplyDataManualStatus | null
  /** How the statuses of a group become one: `worst` has a partial outage if one service fails, `any_up` works as long as one does, `share` fails with fewer than group_share. */
  group_rule?: ApplyDataGroupRule
  /** With the rule `share`: the percentage of services that must work. */
  group_share?: number
  /** Whether the page shows its last 90 days. */
  shows_history?: boolean
  shows_availability?: boolean
  /** Not available if the status is set manually. */
  shows_response_time?: boolean
  /** Whether the page leaves it out while it works. */
  only_show_if_degraded?: boolean
  /** Its identifier in a declarative configuration. */
  readonly external_id?: string | null
}

export interface StatusPageCreateData {
  title: string
  /** Part of the address of the page; unique in the installation. */
  slug: string
  /** Owning account. */
  owner_id?: number
  /** The custom domain at which the page is served, besides its URL with the `slug`. Then set the records that `domain_record_name` and `domain_target` name. */
  domain?: string | null
  /** Default: `""`. */
  description?: string
  /** Visitors choose among them; the first is the default. Default: `["en"]`. */
  languages?: readonly ApplyDataLanguages[]
  /** An IANA name, such as `Europe/Warsaw`, for days and times on the page. Default: `"UTC"`. */
  time_zone?: string
  /** `auto` follows the device of the visitor. Default: `"auto"`. */
  appearance?: ApplyDataAppearance
  /** Null: that of the branding of the account. */
  accent_colour?: string | null
  /** Where the logo leads to; with `https` or `http`, without credentials. */
  home_url?: string | null
  /** Default: `""`. */
  footer?: string
  /** Whether corrections count in its availability. Default: `"corrected"`. */
  availability?: ApplyDataAvailability
  /** Who may open it: everyone; everyone who knows the address; visitors from the allowed addresses; visitors who know the password or have the link; users of the account and of the sub-accounts in visitor_account_ids. Default: `"public"`. */
  visibility?: ApplyDataVisibility
  /** With the visibility `addresses`: addresses and networks (CIDR), v4 and v6. Default: `[]`. */
  allowed_addresses?: readonly string[]
  /** With the visibility `users`: sub-accounts whose users may also open it. Default: `[]`. */
  visitor_account_ids?: readonly number[]
  /** A page that is not published is visible only in the app. Default: `false`. */
  is_published?: boolean
  /** Whether visitors of a public or unlisted page can subscribe to it, by e-mail or with their browser. Default: `true`. */
  allows_subscribers?: boolean
  /** What happens when a service of a component fails: nothing, a draft for people, or a published post. Default: `"none"`. */
  incident_posts?: ApplyDataIncidentPosts
  /** How long a failure must last before a post is written, in seconds. Shorter failures are not announced. Default: `300`. */
  incident_post_delay?: number
  /** Whether one-off maintenance windows of its components are announced. Default: `"none"`. */
  maintenance_posts?: ApplyDataMaintenancePosts
  /** How long before its start a maintenance window is announced, in seconds. Default: `259200`. */
  maintenance_notice?: number
  /** Texts by language, instead of the built-in ones. Variables: `{{components}}`, `{{start}}`, `{{end}}`, `{{page_title}}`. Default: `{}`. */
  announcement_templates?: {
    pl?: {
      incident_title?: string
      maintenance_title?: string
      incident_text?: string
      resolved_text?: string
      maintenance_text?: string
      rescheduled_text?: string
      started_text?: string
      completed_text?: string
      cancelled_text?: string
    }
    en?: {
      incident_title?: string
      maintenance_title?: string
      incident_text?: string
      resolved_text?: string
      maintenance_text?: string
      rescheduled_text?: string
      started_text?: string
      completed_text?: string
      cancelled_text?: string
    }
  }
}

export interface StatusPageCreateResult {
  id: number
}

export interface StatusPageEntry {
  /** Open it in the browser within a minute; it works once. */
  url: string
}

export interface StatusPageEntryData {
  /** Part of the address of the page; unique in the installation. */
  slug: string
}

export interface StatusPageLink {
  /** Anyone who has it can see the page. Null if there is none. */
  url: string | null
}

export interface StatusPageLinkCreateResult {
  /** Anyone who has it can see the page. */
  url: string
}

export interface StatusPagePasswordData {
  /** Cannot be read back. */
  password: string | null
}

export interface StatusPagePermission {
  create_components: boolean
  create_posts: boolean
  create_subscribers: boolean
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface StatusPagePictures {
  status_page_id: number
  /** PNG, JPEG or self-contained SVG. Null: that of the branding of the account. */
  logo: {
    media_type: BrandingMediaType
    /** The file in base64; at most 256 KiB and 4 million pixels. */
    content: string
  } | null
  /** The icon in the browser tab. Null: none. */
  favicon: {
    media_type: BrandingMediaType
    /** The file in base64; at most 64 KiB and 4 million pixels. */
    content: string
  } | null
}

export interface StatusPagePicturesUpdateData {
  /** PNG, JPEG or self-contained SVG. Null: that of the branding of the account. */
  logo?: {
    media_type: BrandingMediaType
    /** The file in base64; at most 256 KiB and 4 million pixels. */
    content: string
  } | null
  /** The icon in the browser tab. Null: none. */
  favicon?: {
    media_type: BrandingMediaType
    /** The file in base64; at most 64 KiB and 4 million pixels. */
    content: string
  } | null
}

export interface StatusPagePost {
  id: number
  /** Cannot be changed afterwards. */
  status_page_id: number
  /** Its id on the page and in its JSON. */
  public_id: string
  /** Cannot be changed afterwards. */
  kind: StatusPagePostKind
  title: string
  /** That of its newest update. An incident is investigating, identified, monitoring or resolved; a maintenance is scheduled, in_progress, verifying or completed. */
  state: StatusPagePostState
  /** `maintenance` is for maintenance, the others are for incidents; `minor` unless given. */
  impact: StatusPagePostImpact
  /** The affected components of the same page. */
  component_ids: number[]
  /** Now, unless given; of a maintenance, when it is planned to start. */
  start_time: string
  /** When it was resolved or completed; of a maintenance before that, when it is planned to end. */
  end_time: string | null
  /** What happened and why, once it is known; a small part of Markdown. */
  post_mortem: string
  /** True unless given: visitors do not see a draft. False publishes it, which cannot be undone. */
  is_draft: boolean
  published_at: string | null
  /** The incident that it is about. Cannot be changed afterwards. */
  incident_id: number | null
  /** Whether it was written automatically and is updated automatically. A change by a person ends this. */
  is_automatic: boolean
  created_at: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<StatusPagePostPermission>
  /** With `embed`. */
  status_page?: Partial<StatusPage> | null
  /** With `embed`. */
  components?: Partial<StatusPageComponent>[]
  /** With `embed`. */
  incident?: Partial<Incident> | null
}

export interface StatusPagePostCreateData {
  /** Cannot be changed afterwards. */
  status_page_id: number
  /** Cannot be changed afterwards. */
  kind: StatusPagePostKind
  title: string
  /** That of its newest update. An incident is investigating, identified, monitoring or resolved; a maintenance is scheduled, in_progress, verifying or completed. */
  state?: StatusPagePostState
  /** `maintenance` is for maintenance, the others are for incidents; `minor` unless given. */
  impact?: StatusPagePostImpact
  /** The affected components of the same page. Default: `[]`. */
  component_ids?: readonly number[]
  /** Now, unless given; of a maintenance, when it is planned to start. */
  start_time?: string
  /** When it was resolved or completed; of a maintenance before that, when it is planned to end. */
  end_time?: string | null
  /** What happened and why, once it is known; a small part of Markdown. Default: `""`. */
  post_mortem?: string
  /** True unless given: visitors do not see a draft. False publishes it, which cannot be undone. */
  is_draft?: boolean
  /** The incident that it is about. Cannot be changed afterwards. */
  incident_id?: number | null
  /** The text of its first update; without it, no update is created. */
  text?: string
}

export interface StatusPagePostCreateResult {
  id: number
}

export interface StatusPagePostPermission {
  create_updates: boolean
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface StatusPagePostSearch {
  fields?: readonly (
    | 'id'
    | 'status_page_id'
    | 'public_id'
    | 'kind'
    | 'title'
    | 'state'
    | 'impact'
    | 'component_ids'
    | 'start_time'
    | 'end_time'
    | 'post_mortem'
    | 'is_draft'
    | 'published_at'
    | 'incident_id'
    | 'is_automatic'
    | 'created_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.create_updates'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'status_page'
    | 'status_page.id'
    | 'status_page.owner_id'
    | 'status_page.title'
    | 'status_page.slug'
    | 'status_page.description'
    | 'status_page.languages'
    | 'status_page.time_zone'
    | 'status_page.appearance'
    | 'status_page.accent_colour'
    | 'status_page.home_url'
    | 'status_page.footer'
    | 'status_page.availability'
    | 'status_page.visibility'
    | 'status_page.allowed_addresses'
    | 'status_page.visitor_account_ids'
    | 'status_page.has_password'
    | 'status_page.has_link'
    | 'status_page.is_published'
    | 'status_page.allows_subscribers'
    | 'status_page.domain'
    | 'status_page.domain_record_name'
    | 'status_page.domain_record_value'
    | 'status_page.domain_target'
    | 'status_page.domain_state'
    | 'status_page.domain_problem'
    | 'status_page.domain_detail'
    | 'status_page.certificate_expires_at'
    | 'status_page.incident_posts'
    | 'status_page.incident_post_delay'
    | 'status_page.maintenance_posts'
    | 'status_page.maintenance_notice'
    | 'status_page.announcement_templates'
    | 'status_page.has_logo'
    | 'status_page.has_favicon'
    | 'status_page.created_at'
    | 'components'
    | 'components.id'
    | 'components.status_page_id'
    | 'components.public_id'
    | 'components.section'
    | 'components.position'
    | 'components.name'
    | 'components.description'
    | 'components.service_id'
    | 'components.group_id'
    | 'components.manual_status'
    | 'components.group_rule'
    | 'components.group_share'
    | 'components.shows_history'
    | 'components.shows_availability'
    | 'components.shows_response_time'
    | 'components.only_show_if_degraded'
    | 'incident'
    | 'incident.id'
    | 'incident.service_id'
    | 'incident.sensor_id'
    | 'incident.kind'
    | 'incident.state'
    | 'incident.start_time'
    | 'incident.end_time'
    | 'incident.end_reason'
    | 'incident.error_type_id'
    | 'incident.is_flapping'
    | 'incident.quiet_since'
    | 'incident.closes_at'
    | 'incident.acknowledged_at'
    | 'incident.acknowledged_by'
    | 'incident.event_ids'
    | 'incident.notification_counts'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    status_page_id?: readonly Condition<ValueComparison>[]
    public_id?: readonly Condition<TextComparison>[]
    kind?: readonly Condition<TextComparison>[]
    title?: readonly Condition<TextComparison>[]
    state?: readonly Condition<TextComparison>[]
    impact?: readonly Condition<TextComparison>[]
    start_time?: readonly Condition<OrderComparison>[]
    end_time?: readonly Condition<NullableOrderComparison>[]
    post_mortem?: readonly Condition<TextComparison>[]
    is_draft?: readonly Condition<'equals'>[]
    published_at?: readonly Condition<NullableOrderComparison>[]
    incident_id?: readonly Condition<NullableValueComparison>[]
    is_automatic?: readonly Condition<'equals'>[]
    created_at?: readonly Condition<OrderComparison>[]
    'status_page.title'?: readonly Condition<NullableTextComparison>[]
    'permissions.create_updates'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'status_page_id'
      | 'public_id'
      | 'kind'
      | 'title'
      | 'state'
      | 'impact'
      | 'start_time'
      | 'end_time'
      | 'post_mortem'
      | 'is_draft'
      | 'published_at'
      | 'incident_id'
      | 'is_automatic'
      | 'created_at'
      | 'status_page.title'
      | 'permissions.create_updates'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface StatusPagePostUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly status_page_id?: number
  /** Its id on the page and in its JSON. */
  readonly public_id?: string
  /** Cannot be changed afterwards. */
  readonly kind?: StatusPagePostKind
  title?: string
  /** That of its newest update. An incident is investigating, identified, monitoring or resolved; a maintenance is scheduled, in_progress, verifying or completed. */
  readonly state?: StatusPagePostState
  /** `maintenance` is for maintenance, the others are for incidents; `minor` unless given. */
  impact?: StatusPagePostImpact
  /** The affected components of the same page. */
  component_ids?: readonly number[]
  /** Now, unless given; of a maintenance, when it is planned to start. */
  start_time?: string
  /** When it was resolved or completed; of a maintenance before that, when it is planned to end. */
  end_time?: string | null
  /** What happened and why, once it is known; a small part of Markdown. */
  post_mortem?: string
  /** True unless given: visitors do not see a draft. False publishes it, which cannot be undone. */
  is_draft?: boolean
  readonly published_at?: string | null
  /** The incident that it is about. Cannot be changed afterwards. */
  readonly incident_id?: number | null
  /** Whether it was written automatically and is updated automatically. A change by a person ends this. */
  readonly is_automatic?: boolean
  readonly created_at?: string
}

export interface StatusPageSearch {
  fields?: readonly (
    | 'id'
    | 'owner_id'
    | 'title'
    | 'slug'
    | 'description'
    | 'languages'
    | 'time_zone'
    | 'appearance'
    | 'accent_colour'
    | 'home_url'
    | 'footer'
    | 'availability'
    | 'visibility'
    | 'allowed_addresses'
    | 'visitor_account_ids'
    | 'has_password'
    | 'has_link'
    | 'is_published'
    | 'allows_subscribers'
    | 'domain'
    | 'domain_record_name'
    | 'domain_record_value'
    | 'domain_target'
    | 'domain_state'
    | 'domain_problem'
    | 'domain_detail'
    | 'certificate_expires_at'
    | 'incident_posts'
    | 'incident_post_delay'
    | 'maintenance_posts'
    | 'maintenance_notice'
    | 'announcement_templates'
    | 'has_logo'
    | 'has_favicon'
    | 'created_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.create_components'
    | 'permissions.create_posts'
    | 'permissions.create_subscribers'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    title?: readonly Condition<TextComparison>[]
    slug?: readonly Condition<TextComparison>[]
    description?: readonly Condition<TextComparison>[]
    time_zone?: readonly Condition<TextComparison>[]
    appearance?: readonly Condition<TextComparison>[]
    accent_colour?: readonly Condition<NullableTextComparison>[]
    home_url?: readonly Condition<NullableTextComparison>[]
    footer?: readonly Condition<TextComparison>[]
    availability?: readonly Condition<TextComparison>[]
    visibility?: readonly Condition<TextComparison>[]
    has_password?: readonly Condition<'equals'>[]
    has_link?: readonly Condition<'equals'>[]
    is_published?: readonly Condition<'equals'>[]
    allows_subscribers?: readonly Condition<'equals'>[]
    domain?: readonly Condition<NullableTextComparison>[]
    domain_record_name?: readonly Condition<NullableTextComparison>[]
    domain_record_value?: readonly Condition<NullableTextComparison>[]
    domain_target?: readonly Condition<NullableTextComparison>[]
    domain_state?: readonly Condition<NullableTextComparison>[]
    domain_problem?: readonly Condition<NullableTextComparison>[]
    domain_detail?: readonly Condition<NullableTextComparison>[]
    certificate_expires_at?: readonly Condition<NullableOrderComparison>[]
    incident_posts?: readonly Condition<TextComparison>[]
    incident_post_delay?: readonly Condition<OrderComparison>[]
    maintenance_posts?: readonly Condition<TextComparison>[]
    maintenance_notice?: readonly Condition<OrderComparison>[]
    has_logo?: readonly Condition<'equals'>[]
    has_favicon?: readonly Condition<'equals'>[]
    created_at?: readonly Condition<OrderComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.create_components'?: readonly Condition<'equals'>[]
    'permissions.create_posts'?: readonly Condition<'equals'>[]
    'permissions.create_subscribers'?: readonly Condition<'equals'>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'title'
      | 'slug'
      | 'description'
      | 'time_zone'
      | 'appearance'
      | 'accent_colour'
      | 'home_url'
      | 'footer'
      | 'availability'
      | 'visibility'
      | 'has_password'
      | 'has_link'
      | 'is_published'
      | 'allows_subscribers'
      | 'domain'
      | 'domain_record_name'
      | 'domain_record_value'
      | 'domain_target'
      | 'domain_state'
      | 'domain_problem'
      | 'domain_detail'
      | 'certificate_expires_at'
      | 'incident_posts'
      | 'incident_post_delay'
      | 'maintenance_posts'
      | 'maintenance_notice'
      | 'has_logo'
      | 'has_favicon'
      | 'created_at'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.create_components'
      | 'permissions.create_posts'
      | 'permissions.create_subscribers'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface StatusPageSubscriber {
  id: number
  status_page_id: number
  /** `webhook`, `slack` and `ms_teams` are added by the owner of the page; visitors subscribe by `email` and `web_push`. */
  channel_id: StatusPageSubscriberChannelId
  /** In the format of the channel. Without access to contacts, only its beginning is shown. Of a browser (`web_push`), its push service and a fingerprint; the address that messages are sent to is never returned. */
  address: string
  /** Only posts about these; about all if empty. */
  component_ids: number[]
  /** The language of the messages. */
  language: ApplyDataLanguages
  /** `pending` until the holder of an e-mail address confirms it; `bounced` if the address or the browser does not exist any more. Only those that are `confirmed` get messages. */
  state: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced'
  /** What the mail server or the receiver answered when it bounced. */
  reason: string | null
  created_at: string
  /** When the state last changed, or confirmation was last asked for. */
  changed_at: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<StatusPageSubscriberPermission>
  /** With `embed`. */
  status_page?: Partial<StatusPage> | null
  /** With `embed`. */
  components?: Partial<StatusPageComponent>[]
}

export interface StatusPageSubscriberCreateData {
  status_page_id: number
  /** `webhook`, `slack` and `ms_teams` are added by the owner of the page; visitors subscribe by `email` and `web_push`. */
  channel_id: StatusPageSubscriberChannelId
  /** In the format of the channel. Without access to contacts, only its beginning is shown. Of a browser (`web_push`), its push service and a fingerprint; the address that messages are sent to is never returned. */
  address: string
  /** Only posts about these; about all if empty. Default: `[]`. */
  component_ids?: readonly number[]
  /** The language of the messages. Default: `"en"`. */
  language?: ApplyDataLanguages
}

export interface StatusPageSubscriberCreateResult {
  id: number
}

export interface StatusPageSubscriberPermission {
  delete: boolean
  own: boolean
  read: boolean
}

export interface StatusPageSubscriberSearch {
  fields?: readonly (
    | 'id'
    | 'status_page_id'
    | 'channel_id'
    | 'address'
    | 'component_ids'
    | 'language'
    | 'state'
    | 'reason'
    | 'created_at'
    | 'changed_at'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'status_page'
    | 'status_page.id'
    | 'status_page.owner_id'
    | 'status_page.title'
    | 'status_page.slug'
    | 'status_page.description'
    | 'status_page.languages'
    | 'status_page.time_zone'
    | 'status_page.appearance'
    | 'status_page.accent_colour'
    | 'status_page.home_url'
    | 'status_page.footer'
    | 'status_page.availability'
    | 'status_page.visibility'
    | 'status_page.allowed_addresses'
    | 'status_page.visitor_account_ids'
    | 'status_page.has_password'
    | 'status_page.has_link'
    | 'status_page.is_published'
    | 'status_page.allows_subscribers'
    | 'status_page.domain'
    | 'status_page.domain_record_name'
    | 'status_page.domain_record_value'
    | 'status_page.domain_target'
    | 'status_page.domain_state'
    | 'status_page.domain_problem'
    | 'status_page.domain_detail'
    | 'status_page.certificate_expires_at'
    | 'status_page.incident_posts'
    | 'status_page.incident_post_delay'
    | 'status_page.maintenance_posts'
    | 'status_page.maintenance_notice'
    | 'status_page.announcement_templates'
    | 'status_page.has_logo'
    | 'status_page.has_favicon'
    | 'status_page.created_at'
    | 'components'
    | 'components.id'
    | 'components.status_page_id'
    | 'components.public_id'
    | 'components.section'
    | 'components.position'
    | 'components.name'
    | 'components.description'
    | 'components.service_id'
    | 'components.group_id'
    | 'components.manual_status'
    | 'components.group_rule'
    | 'components.group_share'
    | 'components.shows_history'
    | 'components.shows_availability'
    | 'components.shows_response_time'
    | 'components.only_show_if_degraded'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    status_page_id?: readonly Condition<ValueComparison>[]
    channel_id?: readonly Condition<TextComparison>[]
    address?: readonly Condition<TextComparison>[]
    language?: readonly Condition<TextComparison>[]
    state?: readonly Condition<TextComparison>[]
    reason?: readonly Condition<NullableTextComparison>[]
    created_at?: readonly Condition<OrderComparison>[]
    changed_at?: readonly Condition<OrderComparison>[]
    'status_page.title'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'status_page_id'
      | 'channel_id'
      | 'address'
      | 'language'
      | 'state'
      | 'reason'
      | 'created_at'
      | 'changed_at'
      | 'status_page.title'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface StatusPageUpdate {
  id: number
  /** Cannot be changed afterwards. */
  post_id: number
  /** Its id on the page and in its JSON. */
  public_id: string
  /** One of the kind of the post. The newest update decides the state and the end of the post. */
  state: StatusPagePostState
  /** A small part of Markdown: paragraphs, emphasis, lists, code and links. */
  text: string
  /** Now, unless given; not in the future. */
  time: string

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<StatusPageUpdatePermission>
  /** With `embed`. */
  post?: Partial<StatusPagePost> | null
}

export interface StatusPageUpdateCreateData {
  /** Cannot be changed afterwards. */
  post_id: number
  /** One of the kind of the post. The newest update decides the state and the end of the post. */
  state: StatusPagePostState
  /** A small part of Markdown: paragraphs, emphasis, lists, code and links. */
  text: string
  /** Now, unless given; not in the future. */
  time?: string
}

export interface StatusPageUpdateCreateResult {
  id: number
}

export interface StatusPageUpdateData {
  readonly id?: number
  /** Owning account. */
  readonly owner_id?: number
  title?: string
  /** Part of the address of the page; unique in the installation. */
  slug?: string
  description?: string
  /** Visitors choose among them; the first is the default. */
  languages?: readonly ApplyDataLanguages[]
  /** An IANA name, such as `Europe/Warsaw`, for days and times on the page. */
  time_zone?: string
  /** `auto` follows the device of the visitor. */
  appearance?: ApplyDataAppearance
  /** Null: that of the branding of the account. */
  accent_colour?: string | null
  /** Where the logo leads to; with `https` or `http`, without credentials. */
  home_url?: string | null
  footer?: string
  /** Whether corrections count in its availability. */
  availability?: ApplyDataAvailability
  /** Who may open it: everyone; everyone who knows the address; visitors from the allowed addresses; visitors who know the password or have the link; users of the account and of the sub-accounts in visitor_account_ids. */
  visibility?: ApplyDataVisibility
  /** With the visibility `addresses`: addresses and networks (CIDR), v4 and v6. */
  allowed_addresses?: readonly string[]
  /** With the visibility `users`: sub-accounts whose users may also open it. */
  visitor_account_ids?: readonly number[]
  /** Whether a password is set, which the visibility `password` requires. */
  readonly has_password?: boolean
  /** With the visibility `link`: whether there is a link. */
  readonly has_link?: boolean
  /** A page that is not published is visible only in the app. */
  is_published?: boolean
  /** Whether visitors of a public or unlisted page can subscribe to it, by e-mail or with their browser. */
  allows_subscribers?: boolean
  /** The custom domain at which the page is served, besides its URL with the `slug`. Then set the records that `domain_record_name` and `domain_target` name. */
  domain?: string | null
  /** The name of the TXT record that verifies the domain. */
  readonly domain_record_name?: string | null
  /** The value of that record. Leave it in place. */
  readonly domain_record_value?: string | null
  /** The host that the domain has to point to, by a CNAME record or with the same IP addresses; null until it was first checked. */
  readonly domain_target?: string | null
  /** `active` if the domain is verified and its certificate is valid; `failed` if no certificate was issued. Check `domain_problem` too. Null without a domain. */
  readonly domain_state?: StatusPageDomainState | null
  /** What is wrong. `record_missing`: the TXT record is not there. `taken`: another page holds the domain, or it is a host name of the installation. `points_elsewhere`: the domain points to another server. `rejected`: the certificate authority rejected the order. `unreachable`: it could not be reached. `limited`: too many certificates were ordered recently. It is tried again. */
  readonly domain_problem?: StatusPageDomainProblem | null
  /** What the certificate authority said about the problem. */
  readonly domain_detail?: string | null
  /** When the certificate of the domain expires, unless it is renewed. Null if there is none, or if a proxy has it. */
  readonly certificate_expires_at?: string | null
  /** What happens when a service of a component fails: nothing, a draft for people, or a published post. */
  incident_posts?: ApplyDataIncidentPosts
  /** How long a failure must last before a post is written, in seconds. Shorter failures are not announced. */
  incident_post_delay?: number
  /** Whether one-off maintenance windows of its components are announced. */
  maintenance_posts?: ApplyDataMaintenancePosts
  /** How long before its start a maintenance window is announced, in seconds. */
  maintenance_notice?: number
  /** Texts by language, instead of the built-in ones. Variables: `{{components}}`, `{{start}}`, `{{end}}`, `{{page_title}}`. */
  announcement_templates?: {
    pl?: {
      incident_title?: string
      maintenance_title?: string
      incident_text?: string
      resolved_text?: string
      maintenance_text?: string
      rescheduled_text?: string
      started_text?: string
      completed_text?: string
      cancelled_text?: string
    }
    en?: {
      incident_title?: string
      maintenance_title?: string
      incident_text?: string
      resolved_text?: string
      maintenance_text?: string
      rescheduled_text?: string
      started_text?: string
      completed_text?: string
      cancelled_text?: string
    }
  }
  /** Whether it has a logo of its own; otherwise the logo of the branding is shown. */
  readonly has_logo?: boolean
  readonly has_favicon?: boolean
  readonly created_at?: string
  /** Its identifier in a declarative configuration. */
  readonly external_id?: string | null
}

export interface StatusPageUpdatePermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface StatusPageUpdateSearch {
  fields?: readonly ('id' | 'post_id' | 'public_id' | 'state' | 'text' | 'time')[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'post'
    | 'post.id'
    | 'post.status_page_id'
    | 'post.public_id'
    | 'post.kind'
    | 'post.title'
    | 'post.state'
    | 'post.impact'
    | 'post.component_ids'
    | 'post.start_time'
    | 'post.end_time'
    | 'post.post_mortem'
    | 'post.is_draft'
    | 'post.published_at'
    | 'post.incident_id'
    | 'post.is_automatic'
    | 'post.created_at'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    post_id?: readonly Condition<ValueComparison>[]
    public_id?: readonly Condition<TextComparison>[]
    state?: readonly Condition<TextComparison>[]
    text?: readonly Condition<TextComparison>[]
    time?: readonly Condition<OrderComparison>[]
    'post.title'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'post_id'
      | 'public_id'
      | 'state'
      | 'text'
      | 'time'
      | 'post.title'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface StatusPageUpdateUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly post_id?: number
  /** Its id on the page and in its JSON. */
  readonly public_id?: string
  /** One of the kind of the post. The newest update decides the state and the end of the post. */
  state?: StatusPagePostState
  /** A small part of Markdown: paragraphs, emphasis, lists, code and links. */
  text?: string
  /** Now, unless given; not in the future. */
  time?: string
}

export interface StatusPageVisitor {
  token: string
}

export interface StatusPageVisitorData {
  /** Part of the address of the page; unique in the installation. */
  slug: string
  by: 'password' | 'entry' | 'token'
  /** The password, the entry or the token. */
  secret: string
}

export interface StepUpData {
  /** The caller's current password. */
  password: string
  /** A code of the authenticator, or a recovery code. */
  code?: string
}

export interface SubaccountCreateData {
  name: string
  /** Letters, digits, `@`, `_`, `-`, `.`. */
  username: string
  user_data: UserDataCreateData
  package_id?: number
  /** Default: `false`. */
  is_read_only?: boolean
  /** Turns off legacy notifications for all services of the account, regardless of their own settings; notifications of escalations continue. Default: `false`. */
  disable_legacy_notifications?: boolean
  /** Language of periodic reports and notifications. Default: `"pl"`. */
  language_id?: string
  /** Used for weekly suspensions and quiet hours. Default: `"europe_warsaw"`. */
  time_zone_id?: string
  password?: string
  /** A page of your own where the new holder sets a password; gets `token` and `account_id`. */
  set_password_url?: string | null
  /** The reseller may block and unblock it. Default: `false`. */
  subaccount_block?: boolean
  /** The reseller may change its settings. Default: `false`. */
  subaccount_edit?: boolean
  /** Two-factor authentication must be set up before use. Default: `false`. */
  is_2fa_setup_required?: boolean
}

export interface Suspension {
  id: number
  /** Cannot be changed afterwards. */
  service_id: number
  description: string
  /** Now, unless given. The service level before the suspension was created is not changed. */
  start_time: string
  end_time: string
  /** Checks continue; only notifications are suppressed. */
  only_notifications: boolean

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<SuspensionPermission>
  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface SuspensionBulkCreateData {
  service_ids: readonly number[]
  end_time: string
  /** Default: `""`. */
  description?: string
  /** Now, unless given. The service level before the suspension was created is not changed. */
  start_time?: string
  /** Checks continue; only notifications are suppressed. Default: `false`. */
  only_notifications?: boolean
}

export interface SuspensionCreateData {
  /** Cannot be changed afterwards. */
  service_id: number
  end_time: string
  /** Default: `""`. */
  description?: string
  /** Checks continue; only notifications are suppressed. Default: `false`. */
  only_notifications?: boolean
  /** Now, unless given. The service level before the suspension was created is not changed. */
  start_time?: string
}

export interface SuspensionCreateResult {
  id: number
}

export interface SuspensionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface SuspensionSearch {
  fields?: readonly ('id' | 'service_id' | 'description' | 'start_time' | 'end_time' | 'only_notifications')[]
  embed?: readonly IncidentSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    service_id?: readonly Condition<ValueComparison>[]
    description?: readonly Condition<TextComparison>[]
    start_time?: readonly Condition<OrderComparison>[]
    end_time?: readonly Condition<OrderComparison>[]
    only_notifications?: readonly Condition<'equals'>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'service_id'
      | 'description'
      | 'start_time'
      | 'end_time'
      | 'only_notifications'
      | 'service.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface SuspensionUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly service_id?: number
  description?: string
  /** Now, unless given. The service level before the suspension was created is not changed. */
  start_time?: string
  end_time?: string
  /** Checks continue; only notifications are suppressed. */
  only_notifications?: boolean
}

export interface SystemStats {
  /** Accounts, without additional users. */
  accounts: number
  /** Everyone who can sign in, additional users included. */
  users: number
  /** Services that are not archived. */
  services: number
  /** Public sensors that are switched on. */
  sensors: number
  /** Public sensors that sent a heartbeat within the last 30 seconds. */
  online_sensors: number
  /** When this was counted. */
  time: string
}

export interface Template {
  id: number
  owner_id: number
  name: string
  /** A contact channel. */
  channel_id: string
  language_id: string
  /** What is sent when an event starts. */
  start_template: string
  /** What is sent when an event ends. */
  end_template: string
  /** Its subject, if the channel has subjects. */
  start_subject: string
  /** Its subject, if the channel has subjects. */
  end_subject: string
  /** Artifacts to attach, if the channel supports attachments. */
  artifact_type_ids: string[]

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<TemplatePermission>
  /** With `embed`. */
  artifact_types?: Partial<ArtifactType>[]
  /** With `embed`. */
  channel?: Partial<ContactChannel> | null
  /** With `embed`. */
  language?: Partial<Language> | null
  /** With `embed`. */
  owner?: Partial<Account> | null
}

export interface TemplateCreateData {
  name: string
  /** A contact channel. */
  channel_id: string
  owner_id?: number
  /** Default: `"pl"`. */
  language_id?: string
  /** What is sent when an event starts. Default: `""`. */
  start_template?: string
  /** What is sent when an event ends. Default: `""`. */
  end_template?: string
  /** Its subject, if the channel has subjects. Default: `"Wachta: {{service_name}}"`. */
  start_subject?: string
  /** Its subject, if the channel has subjects. Default: `"Wachta: {{service_name}}"`. */
  end_subject?: string
  /** Artifacts to attach, if the channel supports attachments. */
  artifact_type_ids?: readonly string[]
}

export interface TemplateCreateResult {
  id: number
}

export interface TemplatePermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface TemplatePreview {
  /** Empty if the channel has no subjects. */
  start_subject: string
  start_text: string
  /** Only of text messages, and of texts that are not empty. */
  start_segments?: {
    alphabet: TemplatePreviewAlphabet
    /** The number of text messages that the network counts and charges. */
    count: number
  }
  /** Empty if the channel has no subjects. */
  end_subject: string
  end_text: string
  /** Only of text messages, and of texts that are not empty. */
  end_segments?: {
    alphabet: TemplatePreviewAlphabet
    /** The number of text messages that the network counts and charges. */
    count: number
  }
}

export interface TemplatePreviewData {
  /** A contact channel. */
  channel_id: string
  /** Default: that of the caller. */
  language_id?: string
  /** What is sent when an event starts. Default: `""`. */
  start_template?: string
  /** What is sent when an event ends. Default: `""`. */
  end_template?: string
  /** Its subject, if the channel has subjects. Default: `"Wachta: {{service_name}}"`. */
  start_subject?: string
  /** Its subject, if the channel has subjects. Default: `"Wachta: {{service_name}}"`. */
  end_subject?: string
  /** A past occurrence whose values replace those of the example; see occurrences. */
  occurrence_id?: number
}

export interface TemplateSearch {
  fields?: readonly (
    | 'id'
    | 'owner_id'
    | 'name'
    | 'channel_id'
    | 'language_id'
    | 'start_template'
    | 'end_template'
    | 'start_subject'
    | 'end_subject'
    | 'artifact_type_ids'
  )[]
  embed?: readonly (
    | 'permissions'
    | 'permissions.delete'
    | 'permissions.own'
    | 'permissions.read'
    | 'permissions.update'
    | 'artifact_types'
    | 'artifact_types.id'
    | 'artifact_types.name'
    | 'artifact_types.description'
    | 'channel'
    | 'channel.id'
    | 'channel.name'
    | 'channel.description'
    | 'language'
    | 'language.id'
    | 'language.name'
    | 'language.description'
    | 'owner'
    | 'owner.id'
    | 'owner.name'
    | 'owner.username'
    | 'owner.package_id'
    | 'owner.parent_account_id'
    | 'owner.is_activated'
    | 'owner.is_blocked'
    | 'owner.is_read_only'
    | 'owner.language_id'
    | 'owner.time_zone_id'
    | 'owner.disable_legacy_notifications'
  )[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    owner_id?: readonly Condition<ValueComparison>[]
    name?: readonly Condition<TextComparison>[]
    channel_id?: readonly Condition<ValueComparison>[]
    language_id?: readonly Condition<ValueComparison>[]
    start_template?: readonly Condition<TextComparison>[]
    end_template?: readonly Condition<TextComparison>[]
    start_subject?: readonly Condition<TextComparison>[]
    end_subject?: readonly Condition<TextComparison>[]
    'owner.name'?: readonly Condition<NullableTextComparison>[]
    'owner.username'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'owner_id'
      | 'name'
      | 'channel_id'
      | 'language_id'
      | 'start_template'
      | 'end_template'
      | 'start_subject'
      | 'end_subject'
      | 'owner.name'
      | 'owner.username'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface TemplateUpdateData {
  readonly id?: number
  readonly owner_id?: number
  name?: string
  /** A contact channel. */
  channel_id?: string
  language_id?: string
  /** What is sent when an event starts. */
  start_template?: string
  /** What is sent when an event ends. */
  end_template?: string
  /** Its subject, if the channel has subjects. */
  start_subject?: string
  /** Its subject, if the channel has subjects. */
  end_subject?: string
  /** Artifacts to attach, if the channel supports attachments. */
  artifact_type_ids?: readonly string[]
}

export interface TemplateVariable {
  id: string
  name: string
  description: string | null
}

export interface TimeRangeInfo {
  from: string
  to: string
  /** Whether analyses of this time are stored. */
  is_available: boolean
  first_analysis_time: string | null
  last_analysis_time: string | null
}

export interface TimeZone {
  id: string
  name: string
  description: string | null
}

export interface TracerouteDiagnostic {
  id: string
  sensor_id: number
  settings: {
    /** A host name or an IP address. */
    address: string
  }
  status: DiagnosticStatus
  /** Available when the status is completed. */
  results: TracerouteHop[] | null
  /** Why there are no hops. */
  message: string | null
}

export interface TracerouteDiagnosticCreateData {
  sensor_id: number
  settings: {
    /** A host name or an IP address. */
    address: string
  }
}

export interface TracerouteDiagnosticCreateResult {
  id: string
}

export interface TracerouteHop {
  hop: number
  address: string | null
  name: string | null
  /** Round-trip time of each packet in milliseconds; null if unanswered. */
  times: (number | null)[]
}

export interface TwoFactorCodeData {
  /** A code of the authenticator, or a recovery code. */
  code: string
}

export interface TwoFactorSetupData {
  /** A code of the authenticator, or a recovery code. */
  code?: string
  /** The caller's current password. */
  password?: string
}

export interface TwoFactorSetupResult {
  /** The key for the authenticator, in base 32. */
  key: string
  /** The same as an otpauth URI, for a QR code. */
  uri: string
}

export interface TwoFactorVerifyResult {
  /** Each works once in place of the second factor if the authenticator is lost. */
  recovery_codes: string[]
}

export interface UserData {
  id: number
  /** The e-mail address of the account. */
  email_address: string
  address: string | null
  contact_person: string | null
  phone_number: string | null
  tax_identification_number: string | null
  /** Addresses and networks (CIDR), v4 and v6. */
  ip_whitelist: string[]
  ip_whitelist_enabled: boolean
  /** Keys of the stored settings. */
  settings: string[]
  created_at: string
  has_2fa_enabled: boolean
  /** Replaces email_address once it is confirmed with the link sent to it. */
  pending_email_address: string | null

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<UserDataPermission>
}

export interface UserDataCreateData {
  /** The e-mail address of the account. */
  email_address: string
  address?: string | null
  contact_person?: string | null
  phone_number?: string | null
  tax_identification_number?: string | null
  /** Addresses and networks (CIDR), v4 and v6. */
  ip_whitelist?: string[]
  ip_whitelist_enabled?: boolean
}

export interface UserDataPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface UserDataUpdateData {
  readonly id?: number
  /** The e-mail address of the account. */
  email_address?: string
  address?: string | null
  contact_person?: string | null
  phone_number?: string | null
  tax_identification_number?: string | null
  /** Addresses and networks (CIDR), v4 and v6. */
  ip_whitelist?: readonly string[]
  ip_whitelist_enabled?: boolean
  /** Keys of the stored settings. */
  readonly settings?: readonly string[]
  readonly created_at?: string
  readonly has_2fa_enabled?: boolean
  /** Replaces email_address once it is confirmed with the link sent to it. */
  readonly pending_email_address?: string | null
}

/** Any JSON value. */
export type UserSetting = unknown

export interface VerificationCodeData {
  /** As it was sent to the address. */
  code: string
}

export interface WeeklySuspension {
  id: number
  /** Cannot be changed afterwards. */
  service_id: number
  description: string
  start_minute: MinuteOfWeek
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute: MinuteOfWeek
  /** Checks continue; only notifications are suppressed. */
  only_notifications: boolean

  /** With `embed`: what the caller may do with it. */
  permissions?: Partial<WeeklySuspensionPermission>
  /** With `embed`. */
  service?: Partial<Service> | null
}

export interface WeeklySuspensionCreateData {
  /** Cannot be changed afterwards. */
  service_id: number
  start_minute: MinuteOfWeek
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute: MinuteOfWeek
  /** Default: `""`. */
  description?: string
  /** Checks continue; only notifications are suppressed. Default: `false`. */
  only_notifications?: boolean
}

export interface WeeklySuspensionCreateResult {
  id: number
}

export interface WeeklySuspensionPermission {
  delete: boolean
  own: boolean
  read: boolean
  update: boolean
}

export interface WeeklySuspensionSearch {
  fields?: readonly ('id' | 'service_id' | 'description' | 'start_minute' | 'end_minute' | 'only_notifications')[]
  embed?: readonly IncidentSearchEmbed[]
  filters?: {
    id?: readonly Condition<ValueComparison>[]
    service_id?: readonly Condition<ValueComparison>[]
    description?: readonly Condition<TextComparison>[]
    only_notifications?: readonly Condition<'equals'>[]
    'service.name'?: readonly Condition<NullableTextComparison>[]
    'permissions.delete'?: readonly Condition<'equals'>[]
    'permissions.own'?: readonly Condition<'equals'>[]
    'permissions.read'?: readonly Condition<'equals'>[]
    'permissions.update'?: readonly Condition<'equals'>[]
  }
  query?: string
  sort?: readonly {
    field:
      | 'id'
      | 'service_id'
      | 'description'
      | 'start_minute'
      | 'end_minute'
      | 'only_notifications'
      | 'service.name'
      | 'permissions.delete'
      | 'permissions.own'
      | 'permissions.read'
      | 'permissions.update'
    order?: SortOrder
  }[]
  /** Default: `10`. */
  limit?: number
  /** Default: `0`. */
  offset?: number
}

export interface WeeklySuspensionUpdateData {
  readonly id?: number
  /** Cannot be changed afterwards. */
  readonly service_id?: number
  description?: string
  start_minute?: MinuteOfWeek
  /** Not included; if less than start_minute, the window continues past the end of the week. */
  end_minute?: MinuteOfWeek
  /** Checks continue; only notifications are suppressed. */
  only_notifications?: boolean
}

export interface WhatIf {
  from: string
  to: string
  before: {
    ok_analyses_count: number
    failure_analyses_count: number
    /** Too few sensors saw the service to decide. */
    unknown_analyses_count: number
    /** With corrections, like the values below. */
    ok_seconds: number
    failure_seconds: number
    /** Monitoring was switched off or suspended. */
    paused_seconds: number
    /** There were no results, or too few to decide. */
    unknown_seconds: number
    /** 100 · ok / (ok + not ok), over the time that counts; null if none does. */
    service_level: number | null
    /** The same without corrections. */
    raw_service_level: number | null
    failures_count: number
    /** Failures longer than the delay. */
    told_failures_count: number
    /** The newest ones, in the order of their time. */
    failures: {
      start_time: string
      /** Null if it still lasts at the end of the range. */
      end_time: string | null
      duration_seconds: number
      /** When its event starts; null if it ends before that. */
      told_at: string | null
    }[]
  }
  after: {
    ok_analyses_count: number
    failure_analyses_count: number
    /** Too few sensors saw the service to decide. */
    unknown_analyses_count: number
    /** With corrections, like the values below. */
    ok_seconds: number
    failure_seconds: number
    /** Monitoring was switched off or suspended. */
    paused_seconds: number
    /** There were no results, or too few to decide. */
    unknown_seconds: number
    /** 100 · ok / (ok + not ok), over the time that counts; null if none does. */
    service_level: number | null
    /** The same without corrections. */
    raw_service_level: number | null
    failures_count: number
    /** Failures longer than the delay. */
    told_failures_count: number
    /** The newest ones, in the order of their time. */
    failures: {
      start_time: string
      /** Null if it still lasts at the end of the range. */
      end_time: string | null
      duration_seconds: number
      /** When its event starts; null if it ends before that. */
      told_at: string | null
    }[]
  }
}

export interface AccountListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<AccountSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<AccountSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.username'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.package_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.parent_account_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_activated'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_blocked'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_read_only'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.language_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.time_zone_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.disable_legacy_notifications'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.close'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_contact_groups'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_contacts'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_customer_portal_sessions'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_events'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_groups'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_report_templates'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_subaccounts'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_templates'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read_logs'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read_stats'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.setup_2fa'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.share_groups'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface AuditListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.sequence'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.account_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.actor_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.actor_scope'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.session_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.request_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.operation'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.resource'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.object_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.client_ip_address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.hash'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_erased'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.api_key_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.application_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface AuthenticationListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.account_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.type'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.client_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.client_ip_address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.user_ip_address'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ContactNotificationListQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Only notifications with this status; `all` for any. Suppressed ones were not sent and contain the reason. */
  status?: NotificationStatusFilter
  /** Only notifications on this channel. */
  channel_id?: Scalar
  /** Only notifications to this contact. */
  contact_id?: Scalar
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** `time` for the oldest first (default); `-time` for the newest. */
  sort?: TimeSort
  /** Fields to return; all unless given: id, account_id, contact_id, address_id, service_id, event_id, escalation_id, channel_id, address, subject, content, time, status, reason, kind, repeat_number, attempts, digest_id, occurrence_id, created_at. */
  fields?: readonly string[]
}

export interface EventStatusChangeListQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** `start_time` for the oldest first (default); `-start_time` for the newest. */
  sort?: StartTimeSort
  /** Fields to return; all unless given: id, service_id, event_id, status, start_time, end_time, analysis_id, note. */
  fields?: readonly string[]
}

export interface NotificationListQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Only notifications with this status; `all` for any. Suppressed ones were not sent and contain the reason. */
  status?: NotificationStatusFilter
  /** Only notifications on this channel. */
  channel_id?: Scalar
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** `time` for the oldest first (default); `-time` for the newest. */
  sort?: TimeSort
  /** Fields to return; all unless given: id, account_id, address_id, service_id, channel_id, address, subject, content, time, status, reason, kind, repeat_number, attempts, digest_id, occurrence_id, created_at. */
  fields?: readonly string[]
}

export interface OccurrenceListQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Only open alerts, or only those that have ended. */
  state?: 'current' | 'ended'
  /** Only those of events of this kind. Legacy notifications are of the kind failure. */
  kind?: EventKind
  /** Only those of this service. */
  service_id?: Scalar
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** `start_time` for the oldest first (default); `-start_time` for the newest. */
  sort?: StartTimeSort
  /** Fields to return; all unless given: id, service_id, event_id, sensor_id, incident_id, start_time, end_time, end_reason, error_type_id, is_flapping, held_until, acknowledged_at, acknowledged_by, note, decided_at, notification_counts. */
  fields?: readonly string[]
}

export interface SecurityEventListQuery {
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** Fields to return; all unless given: account_id, type, client_ip_address, time, count. */
  fields?: readonly string[]
}

export interface StatusChangeListQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** `start_time` for the oldest first (default); `-start_time` for the newest. */
  sort?: StartTimeSort
  /** Fields to return; all unless given: id, service_id, status, start_time, end_time, description, error_type_id, corrected. */
  fields?: readonly string[]
}

export interface AccountQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<AccountSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<AccountSearch['embed']>
}

export interface AccountActivationResultQuery {
  /** The token of the e-mail. */
  token: Scalar
  /** The account, as in the path. */
  account_id?: Scalar
}

export interface SensorListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SensorSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SensorSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.location'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.country_code'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.latitude'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.longitude'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.color'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_active'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.enrol'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ServiceTypeListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ServiceTypeSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ServiceTypeSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.category_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.address_format'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.default_interval'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.supports_steps'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ContactGroupListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactGroupSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactGroupSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ContactListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.language_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_addresses'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_suspensions'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_weekly_suspensions'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.customize_templates'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface GroupQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<GroupSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<GroupSearch['embed']>
}

export interface EventListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EventSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EventSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_active'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.kind'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_delay'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.end_delay'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_escalations'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ExpiryListQuery {
  /** Fields to return; all unless given: service_id, kind, days_left, time, service. */
  fields?: readonly string[]
}

export interface GroupShareListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.group_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.account_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.can_archive_services'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.can_create_services'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.can_delete_services'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.can_force_analyses'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.can_modify_group'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.can_modify_services'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface GroupListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<GroupSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<GroupSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_default'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.periodic_daily_reports'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.periodic_weekly_reports'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.periodic_monthly_reports'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.archived_services_in_periodic_reports'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_notification_addresses'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_periodic_report_addresses'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_services'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.share'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface LanguageQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface NotificationAddressListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<NotificationAddressSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<NotificationAddressSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.notification_channel_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.group_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.group.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface PackageQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<PackageSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<PackageSearch['embed']>
}

export interface PeriodicReportAddressListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<PeriodicReportAddressSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<PeriodicReportAddressSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.report_frequency'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.group_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.group.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ReportTemplateListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ReportTemplateSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ReportTemplateSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.title'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.introduction'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.email_subject'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.email_body'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.delivery'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_active'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.language_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.time_zone_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_reports'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ReportListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ReportSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ReportSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.template_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.group_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.end_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.status'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.failure_reason'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.reporting_plan_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_test'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.language_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.time_zone_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.completed_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.signature_fingerprint'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.time_stamp_status'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.template.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.send'?: Scalar
}

export interface SensorLatencyListQuery {
  /** Fields to return; all unless given: sensor_id, median_response_time, check_count. */
  fields?: readonly string[]
}

export interface ServiceListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ServiceSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ServiceSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.type_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.group_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.interval'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_active'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_archived'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.notification_mode_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.recovery_notification_mode_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.group.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.archive'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_corrections'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_suspensions'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_weekly_suspensions'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.force_analysis'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.move'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.restore'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface SigningKeyListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.account_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface AccountStatsByServiceTypeCategoryListQuery {
  /** Fields to return; all unless given: own_services, own_service_steps, own_paused_services, own_paused_service_steps, own_failure_services, own_failure_service_steps, own_archived_services, own_archived_service_steps, shared_services, shared_service_steps, shared_paused_services, shared_paused_service_steps, shared_failure_services, shared_failure_service_steps, shared_archived_services, shared_archived_service_steps, service_type_category. */
  fields?: readonly string[]
}

export interface StatusPageListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPageSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPageSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.title'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.slug'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.time_zone'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.appearance'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.accent_colour'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.home_url'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.footer'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.availability'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.visibility'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.has_password'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.has_link'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_published'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.allows_subscribers'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.domain'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.domain_record_name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.domain_record_value'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.domain_target'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.domain_state'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.domain_problem'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.domain_detail'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.certificate_expires_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.incident_posts'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.incident_post_delay'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.maintenance_posts'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.maintenance_notice'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.has_logo'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.has_favicon'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_components'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_posts'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_subscribers'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface TemplateListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<TemplateSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<TemplateSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.channel_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.language_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.start_template'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.end_template'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.start_subject'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.end_subject'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.owner.username'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface TimeZoneQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface AdminAccountListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<AdminAccountSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<AdminAccountSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.username'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.package_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.parent_account_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_activated'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_blocked'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_read_only'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.language_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.time_zone_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.email_address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.contact_person'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.phone_number'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.tax_identification_number'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.comment'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.block'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.unblock'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface AdminAccountQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<AdminAccountSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<AdminAccountSearch['embed']>
}

export interface AdminPackageListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<AdminPackageSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<AdminPackageSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.can_force_custom_analyses'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_available_for_new_accounts'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.maximum_sensors'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.maximum_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.maximum_sms_numbers'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.minimum_interval'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.monthly_reports_limit'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_accounts'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface AdminPackageQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<AdminPackageSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<AdminPackageSearch['embed']>
}

export interface MonthlyUsageStatsByAccountListQuery {
  /** The maximum number of records to return; by default 1000. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** Fields to return; all unless given: account_id, services, service_steps, service_seconds, checks, notifications, sms. */
  fields?: readonly string[]
}

export interface MonthlyUsageStatsByGroupListQuery {
  /** The maximum number of records to return; by default 1000. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** Fields to return; all unless given: group_id, account_id, services, service_steps, service_seconds, checks, notifications, sms. */
  fields?: readonly string[]
}

export interface ApiKeyListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ApiKeySearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ApiKeySearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.account_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.prefix'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.expires_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.last_used_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.revoked_at'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.revoke'?: Scalar
}

export interface ApiKeyQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ApiKeySearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ApiKeySearch['embed']>
}

export interface ApplicationGrantListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ApplicationGrantSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ApplicationGrantSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.account_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.application_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.application_name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.client_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.last_used_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.expires_at'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ApplicationGrantQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ApplicationGrantSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ApplicationGrantSearch['embed']>
}

export interface ApplicationListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ApplicationSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ApplicationSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.client_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.kind'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.rotate_secret'?: Scalar
}

export interface ApplicationQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ApplicationSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ApplicationSearch['embed']>
}

export interface ContactAddressListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactAddressSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactAddressSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.contact_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.channel_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.contact.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ContactAddressQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactAddressSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactAddressSearch['embed']>
}

export interface ContactChannelQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface ContactQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactSearch['embed']>
}

export interface ContactGroupQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactGroupSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactGroupSearch['embed']>
}

export interface ContactSuspensionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactSuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactSuspensionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.contact_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.end_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.contact.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ContactSuspensionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactSuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactSuspensionSearch['embed']>
}

export interface ContactWeeklySuspensionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactWeeklySuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactWeeklySuspensionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.contact_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.contact.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ContactWeeklySuspensionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ContactWeeklySuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ContactWeeklySuspensionSearch['embed']>
}

export interface CustomTemplateListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.contact_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.channel_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.template_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface CustomTemplateQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface CorrectionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<CorrectionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<CorrectionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.end_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.status'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.service.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.service.interval'?: Scalar
  /** A value, or type:value with one of equals, is_null. */
  'filter.service.is_active'?: Scalar
  /** A value, or type:value with one of equals, is_null. */
  'filter.service.is_archived'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.service.owner_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface CorrectionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<CorrectionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<CorrectionSearch['embed']>
}

export interface CorrectionEffectQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Default: the current value, as for the parameters below. */
  start_time?: Scalar
  /** End of the corrected interval. */
  end_time?: Scalar
  /** The status to impose. */
  status?: CorrectionStatus
}

export interface DefaultTemplateListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<DefaultTemplateSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<DefaultTemplateSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.channel_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.language_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.start_template'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.end_template'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.start_subject'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.end_subject'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface DefaultTemplateQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<DefaultTemplateSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<DefaultTemplateSearch['embed']>
}

export interface ArtifactTypeListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ArtifactTypeQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface ContactChannelListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ErrorTypeCategoryListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ErrorTypeCategoryQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface ErrorTypeListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ErrorTypeSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ErrorTypeSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.diagnosis'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.extra_info'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface LanguageListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface MetricTypeListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface MetricTypeQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface NotificationChannelListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface NotificationChannelQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface NotificationConditionListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface NotificationConditionQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface NotificationModeListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface NotificationModeQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface NotificationReasonListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface NotificationReasonQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface RecoveryNotificationModeListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface RecoveryNotificationModeQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface ReportAttachmentTypeListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ReportAttachmentTypeQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface ReportSectionListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ReportSectionQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface ReportTemplateVariableListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ReportTemplateVariableQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface ReportingPlanListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ReportingPlanQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface ServiceTypeCategoryListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ServiceTypeCategoryQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface TemplateVariableListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface TemplateVariableQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface TimeZoneListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface ErrorTypeQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ErrorTypeSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ErrorTypeSearch['embed']>
}

export interface EscalationStatusListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EscalationStatusSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EscalationStatusSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.escalation_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.status'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.next_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.sent'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.escalation.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface EscalationSuspensionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EscalationSuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EscalationSuspensionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.escalation_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.end_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.escalation.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface EscalationSuspensionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EscalationSuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EscalationSuspensionSearch['embed']>
}

export interface EscalationQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EscalationSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EscalationSearch['embed']>
}

export interface EscalationWeeklySuspensionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EscalationWeeklySuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EscalationWeeklySuspensionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.escalation_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.escalation.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface EscalationWeeklySuspensionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EscalationWeeklySuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EscalationWeeklySuspensionSearch['embed']>
}

export interface EscalationListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EscalationSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EscalationSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.event_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_active'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.delay'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.repeat_interval'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.maximum_repeats'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.notify_end'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.event.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_suspensions'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_weekly_suspensions'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface EventQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EventSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EventSearch['embed']>
}

export interface EventStatusListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<EventStatusSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<EventStatusSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.event_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.status'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.since'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.start_analysis_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.note'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.event.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface GroupStatsListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<GroupStatsSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<GroupStatsSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.group_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.own_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.own_service_steps'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.own_paused_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.own_paused_service_steps'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.own_failure_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.own_failure_service_steps'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.own_archived_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.own_archived_service_steps'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.shared_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.shared_service_steps'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.shared_paused_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.shared_paused_service_steps'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.shared_failure_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.shared_failure_service_steps'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.shared_archived_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.shared_archived_service_steps'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.group.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface GroupStatsQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<GroupStatsSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<GroupStatsSearch['embed']>
}

export interface GroupShareQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface HeartbeatReceivedQuery {
  /** What the job reports: that it started, finished or failed. */
  state?: HeartbeatState
  /** A one-line message, kept with the failure. */
  message?: Scalar
}

export interface IncidentListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<IncidentSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<IncidentSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.sensor_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.kind'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.state'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.end_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.end_reason'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.error_type_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_flapping'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.quiet_since'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.closes_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.acknowledged_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.acknowledged_by'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.service.group_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface IncidentGroupListQuery {
  /** Fields to return; all unless given: cause, label, incident_count, incident_ids. */
  fields?: readonly string[]
}

export interface IncidentQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<IncidentSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<IncidentSearch['embed']>
}

export interface IncidentEntryListQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.incident_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.kind'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.author'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.text'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.diagnostic_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.diagnostic_kind'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface NotificationAddressQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<NotificationAddressSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<NotificationAddressSearch['embed']>
}

export interface PackageListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<PackageSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<PackageSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.can_force_custom_analyses'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_available_for_new_accounts'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.maximum_sensors'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.maximum_services'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.maximum_sms_numbers'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.minimum_interval'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.monthly_reports_limit'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface PasskeyListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<PasskeySearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<PasskeySearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.account_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_backed_up'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.last_used_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.clone_suspected_at'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface PasskeyQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<PasskeySearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<PasskeySearch['embed']>
}

export interface PeriodicReportAddressQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<PeriodicReportAddressSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<PeriodicReportAddressSearch['embed']>
}

export interface ReportTemplateQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ReportTemplateSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ReportTemplateSearch['embed']>
}

export interface ReportQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ReportSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ReportSearch['embed']>
}

export interface ReportDeliveryListQuery {
  /** Fields to return; all unless given: recipient, status, failure_reason, created_at, sent_at. */
  fields?: readonly string[]
}

export interface ReportGeneratedAttachmentListQuery {
  /** Fields to return; all unless given: report_id, type_id, file_name, media_type, size, sha256, reason, url. */
  fields?: readonly string[]
}

export interface ScheduledSuspensionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ScheduledSuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ScheduledSuspensionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.end_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ScheduledSuspensionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ScheduledSuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ScheduledSuspensionSearch['embed']>
}

export interface ServiceQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ServiceSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ServiceSearch['embed']>
}

export interface SensorQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SensorSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SensorSearch['embed']>
}

export interface ServiceStatusListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ServiceStatusSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ServiceStatusSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.status'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.since'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.last_analysis_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.last_analysis_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.last_ok_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.last_error_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.average_response_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.error_type_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_suspended'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_silenced'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.unchecked_reason'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ServiceStatusQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ServiceStatusSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ServiceStatusSearch['embed']>
}

export interface ServiceTagsListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ServiceTagsSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ServiceTagsSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface ServiceTypeQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<ServiceTypeSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<ServiceTypeSearch['embed']>
}

export interface ExtendedSettingFormatListQuery {
  /** Fields to return; all unless given: key, name, type, default, minimum, maximum, pattern, enum, is_secret, section, editor, presets. */
  fields?: readonly string[]
}

export interface AvailabilityChartDataQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Whether time of unknown status counts as time that was not ok; otherwise it is left out. */
  unknown?: boolean
  /** Whether paused time counts as time that was not ok; otherwise it is left out. */
  paused?: boolean
  /** Whether time in suspensions that only suppress notifications counts; otherwise it is left out. */
  suspended?: boolean
  /** Whether corrections are applied; otherwise the figures are as measured. */
  corrected?: boolean
  /** Weekly windows, at most 100: `1T08:00-1T16:00` is Monday from 08:00 to 16:00. Time outside them is left out. Default: all time counts. */
  business_hours?: Scalar
  /** Time zone of the business hours; default: that of the owner's account. */
  time_zone_id?: Scalar
}

export interface PerformanceChartDataQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Only results of this sensor; default: all sensors together. */
  sensor_id?: Scalar
}

export interface PerformanceChecksChartDataQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Only results of this sensor; default: all sensors together. */
  sensor_id?: Scalar
}

export interface PerformancePhasesChartDataQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Only results of this sensor; default: all sensors together. */
  sensor_id?: Scalar
}

export interface PerformanceRiverChartDataQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Only results of this sensor; default: all sensors together. */
  sensor_id?: Scalar
  /** A metric of the checks in place of their response time, in its own unit, such as `largest_contentful_paint`; see the dictionary of metric types. Failed checks count too, because a page that exceeds its budget is a failed check. At most 31 days. */
  metric_type_id?: Scalar
}

export interface PerformanceStepsChartDataQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Only results of this sensor; default: all sensors together. */
  sensor_id?: Scalar
}

export interface EventAvailabilityChartDataQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
}

export interface EventServiceLevelQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
}

export interface AnalysisListQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** `time` for the oldest first (default); `-time` for the newest. */
  sort?: TimeSort
  /** Only analyses with a detected failure, or only those without; default: all of them. */
  failure?: 'true' | 'false'
  /** Fields to return; all unless given: service_id, analysis_id, time, failure, ok_checks_count, error_checks_count, unknown_checks_count, error_tolerance, error_type_id. */
  fields?: readonly string[]
}

export interface CheckListQuery {
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** Fields to return; all unless given: service_id, sensor_id, analysis_id, time, result, error_type_id, error_message, path_step, response_time, data_size, har_available. */
  fields?: readonly string[]
}

export interface ArtifactListQuery {
  /** Fields to return; all unless given: service_id, sensor_id, analysis_id, artifact_id, content_type, file_name, size, is_cut, url. */
  fields?: readonly string[]
}

export interface ArtifactQuery {
  /** Only of checks with this result; default: of any check. */
  result?: 'ok'
}

export interface AnalysisStepSummaryListQuery {
  /** Fields to return; all unless given: step, name, checks_count, error_checks_count, minimum_response_time, average_response_time, maximum_response_time, average_data_size. */
  fields?: readonly string[]
}

export interface DetectedErrorTypeListQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Fields to return; all unless given: error_type_id, name, checks_count. */
  fields?: readonly string[]
}

export interface ServiceLevelQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** Whether time of unknown status counts as time that was not ok; otherwise it is left out. */
  unknown?: boolean
  /** Whether paused time counts as time that was not ok; otherwise it is left out. */
  paused?: boolean
  /** Whether time in suspensions that only suppress notifications counts; otherwise it is left out. */
  suspended?: boolean
  /** Whether corrections are applied; otherwise the figures are as measured. */
  corrected?: boolean
  /** Weekly windows, at most 100: `1T08:00-1T16:00` is Monday from 08:00 to 16:00. Time outside them is left out. Default: all time counts. */
  business_hours?: Scalar
  /** Time zone of the business hours; default: that of the owner's account. */
  time_zone_id?: Scalar
}

export interface TimeRangeInfoQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
}

export interface WhatIfQuery {
  /** Start of the time range; by default one day before its end. */
  from?: Scalar
  /** End of the time range, not included; by default now. */
  to?: Scalar
  /** In percent; default: the tolerance that applied at the time. */
  error_tolerance?: Scalar
  /** Only these of the sensors that checked; default: all of them. */
  sensor_ids?: Scalar
  /** How many seconds a failure must last before its event starts; default: 0. */
  start_delay?: Scalar
}

export interface SuspensionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SuspensionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.end_time'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.only_notifications'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface WeeklySuspensionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<WeeklySuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<WeeklySuspensionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.only_notifications'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface SessionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SessionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SessionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.account_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.client_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.scope'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.timeout'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.last_used_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.client_ip_address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.user_ip_address'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_verified'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_current'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface SessionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SessionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SessionSearch['embed']>
}

export interface SsoConnectionListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SsoConnectionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SsoConnectionSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.source_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.slug'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.issuer'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.client_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.groups_claim'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.default_role'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_enabled'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_enforced'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_offered'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.second_factor'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.scim_token_created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface SsoConnectionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SsoConnectionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SsoConnectionSearch['embed']>
}

export interface SsoDomainListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SsoDomainSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SsoDomainSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.owner_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.connection_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.domain'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.record_name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.record_value'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.verified_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.verify'?: Scalar
}

export interface SsoDomainQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SsoDomainSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SsoDomainSearch['embed']>
}

export interface StatusPageComponentListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPageComponentSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPageComponentSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.status_page_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.public_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.section'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.position'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.description'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.service_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.group_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.manual_status'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.group_rule'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.group_share'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.shows_history'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.shows_availability'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.shows_response_time'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.only_show_if_degraded'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.status_page.title'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.service.name'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.group.name'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface StatusPageComponentQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPageComponentSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPageComponentSearch['embed']>
}

export interface StatusPageQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPageSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPageSearch['embed']>
}

export interface StatusPagePostListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPagePostSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPagePostSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.status_page_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.public_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.kind'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.title'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.state'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.impact'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.start_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.end_time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.post_mortem'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_draft'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of, is_null. */
  'filter.published_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of, is_null. */
  'filter.incident_id'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.is_automatic'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.status_page.title'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.create_updates'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface StatusPagePostQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPagePostSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPagePostSearch['embed']>
}

export interface StatusPageUpdateListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPageUpdateSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPageUpdateSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.post_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.public_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.state'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.text'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.time'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.post.title'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.update'?: Scalar
}

export interface StatusPageSubscriberListQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPageSubscriberSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPageSubscriberSearch['embed']>
  /** Free text: every word must occur. */
  query?: Scalar
  /** Fields to sort by; a leading `-` sorts in descending order. */
  sort?: readonly string[]
  /** The maximum number of records to return. */
  limit?: number
  /** The number of records to skip. */
  offset?: number
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, one_of. */
  'filter.status_page_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.channel_id'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.address'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.language'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of. */
  'filter.state'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.reason'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.created_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, greater_than, lower_than, not_greater_than, not_lower_than, one_of. */
  'filter.changed_at'?: Scalar
  /** A value, or type:value with one of equals, not_equals, contains, starts_with, one_of, is_null. */
  'filter.status_page.title'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.delete'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.own'?: Scalar
  /** A value, or type:value with one of equals. */
  'filter.permissions.read'?: Scalar
}

export interface StatusPageSubscriberQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPageSubscriberSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPageSubscriberSearch['embed']>
}

export interface StatusPageUpdateQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<StatusPageUpdateSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<StatusPageUpdateSearch['embed']>
}

export interface SuspensionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<SuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<SuspensionSearch['embed']>
}

export interface TemplateQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<TemplateSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<TemplateSearch['embed']>
}

export interface UserDataQuery {
  /** Fields to return; all unless given. */
  fields?: readonly string[]
  /** Related objects to add. */
  embed?: readonly string[]
}

export interface WeeklySuspensionQuery {
  /** Fields to return; all unless given. */
  fields?: NonNullable<WeeklySuspensionSearch['fields']>
  /** Related objects to add. */
  embed?: NonNullable<WeeklySuspensionSearch['embed']>
}

/** Every operation: what it takes and what it returns. */
export interface Operations {
  /** List of account records that the caller may read. */
  list_accounts: {
    query?: AccountListQuery
    result: Account[]
    isList: true
  }
  /** Create an additional user of an account. */
  create_account: {
    body: AccountCreateData
    result: AccountCreateResult
    isList: false
  }
  /** Invite a person by e-mail to become a user of the account, with a role. The e-mail has a link for setting a password; until then the user cannot sign in. Needs a step-up. */
  invite_user: {
    body: InvitationData
    result: AccountCreateResult
    isList: false
  }
  /** Register a new account; it becomes active with the link in the e-mail. */
  register_account: {
    body: AccountCreateData
    result: AccountCreateResult
    isList: false
  }
  /** Advanced search of account records. */
  search_accounts: {
    body?: AccountSearch
    result: Account[]
    isList: true
  }
  /** Create a dependent account, with which groups can be shared. */
  create_subaccount: {
    body: SubaccountCreateData
    result: AccountCreateResult
    isList: false
  }
  /** Every change to the objects of the account. */
  list_account_audits: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
    }
    query?: AuditListQuery
    result: Audit[]
    isList: true
  }
  /** Successful authentications to the account. */
  list_account_authentications: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
    }
    query?: AuthenticationListQuery
    result: Authentication[]
    isList: true
  }
  /** Notifications sent to the contacts of the account in a time range; `status` also selects those that were not sent, with the reason. */
  list_account_contact_notifications: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
    }
    query?: ContactNotificationListQuery
    result: ContactNotification[]
    isList: true
  }
  /** One notification to a contact of the account. */
  read_contact_notification: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
      _id: string | number
    }
    result: ContactNotification
    isList: false
  }
  /** State changes of the account's events. */
  list_account_event_status_changes: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
    }
    query?: EventStatusChangeListQuery
    result: EventStatusChange[]
    isList: true
  }
  /** Legacy notifications sent in a time range; `status` also selects those that were not sent, with the reason. */
  list_account_notifications: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
    }
    query?: NotificationListQuery
    result: Notification[]
    isList: true
  }
  /** One legacy notification. */
  read_notification: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
      _id: string | number
    }
    result: Notification
    isList: false
  }
  /** List the alerts of an account in a time range. All alerts that overlap the range, including those that began before it or are still open. A failure that an event of the kind failure covers is listed once, as that event. */
  list_account_occurrences: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
    }
    query?: OccurrenceListQuery
    result: Occurrence[]
    isList: true
  }
  /** Failed sign-ins, wrong codes, rejected requests and step-ups of an account, newest first, by hour and address. */
  list_account_security_events: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
    }
    query?: SecurityEventListQuery
    result: SecurityEvent[]
    isList: true
  }
  /** State changes of the account's services. */
  list_account_status_changes: {
    path: {
      /** An id, or my_account for the caller's own. */
      _account_id: string | number
    }
    query?: StatusChangeListQuery
    result: StatusChange[]
    isList: true
  }
  /** Read one account. */
  read_account: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** Change one account; fields left out stay as they are. */
  update_account: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body: AccountUpdateData
    result: undefined
    isList: false
  }
  /** Delete one account. */
  delete_account: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** Generate a 2FA key; 2fa/verify with a code made from it switches 2FA on. Needs a step-up, or the current password in the request and, where 2FA is on, a code of the current key. */
  setup_account_2fa: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body?: TwoFactorSetupData
    result: TwoFactorSetupResult
    isList: false
  }
  /** Check a one-time code and switch 2FA on; all other sessions end. Answers with recovery codes. */
  verify_account_2fa: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body: TwoFactorCodeData
    result: TwoFactorVerifyResult
    isList: false
  }
  /** Activate an account. */
  activate_account: {
    path: {
      _id: string | number
    }
    query: AccountActivationResultQuery
    result: AccountActivationResult
    isList: false
  }
  /** Sensors available to an account. */
  list_account_available_sensors: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: SensorListQuery
    result: Sensor[]
    isList: true
  }
  /** Service types usable in the account's package. */
  list_account_available_service_types: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: ServiceTypeListQuery
    result: ServiceType[]
    isList: true
  }
  /** Block an account: its sessions end and sign-in is blocked. */
  block_account: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** Branding that an account has set itself; null is inherited from its reseller. */
  read_account_branding: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: Branding
    isList: false
  }
  /** Change the branding of an account. Omitted fields stay unchanged. */
  update_account_branding: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body: BrandingUpdateData
    result: undefined
    isList: false
  }
  /** Delete the branding of an account: everything is inherited again. */
  delete_account_branding: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** Branding that is shown for an account: its own, that of its reseller, or the default. */
  read_account_effective_branding: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: EffectiveBranding
    isList: false
  }
  /** Change the password of an account; all its sessions end. Needs a step-up, or the caller's own password in the request and, with 2FA on, a code. */
  change_account_password: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body: ChangePasswordData
    result: undefined
    isList: false
  }
  /** Close an account: sign-in is blocked, and after 30 days all its data is erased. Needs a step-up, or the current password in the request of an account without 2FA. */
  close_account: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body?: CloseAccountData
    result: undefined
    isList: false
  }
  /** Contact groups of an account. */
  list_account_contact_groups: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: ContactGroupListQuery
    result: ContactGroup[]
    isList: true
  }
  /** Contacts of an account. */
  list_account_contacts: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: ContactListQuery
    result: Contact[]
    isList: true
  }
  /** Copy group permissions of one account to many accounts. */
  copy_group_shares: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body: AccountsScope
    result: undefined
    isList: false
  }
  /** Open a billing-portal session. */
  create_customer_portal_session: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: CustomerPortalSession
    isList: false
  }
  /** Default group of an account. */
  read_account_default_group: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: GroupQuery
    result: Group
    isList: false
  }
  /** Events of an account. */
  list_account_events: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: EventListQuery
    result: Event[]
    isList: true
  }
  /** When the certificates and domains of services expire, soonest first. Of the services of the account and of those shared with it, by the newest analysis. Services that are paused, or that could not be connected to for half an hour, are left out. At most 2000. */
  list_account_expiries: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: ExpiryListQuery
    result: Expiry[]
    isList: true
  }
  /** Everything that the account holds, and what its holder may read of its users, as a ZIP archive of JSON files. */
  export_account: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: Blob
    isList: false
  }
  /** Group shares belonging to an account. */
  list_account_group_shares: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: GroupShareListQuery
    result: GroupShare[]
    isList: true
  }
  /** Groups of an account. */
  list_account_groups: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: GroupListQuery
    result: Group[]
    isList: true
  }
  /** Default language of notifications and reports. */
  read_account_language: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: LanguageQuery
    result: Language
    isList: false
  }
  /** The statuses of the services of the account, in the text format of Prometheus. Status, response time, time of the newest analysis and days left of the certificate, of each service of the account and of those shared with it. At most 2000 services in one answer: if there are more, request them group by group, or page by page with `offset`; `X-Total-Count` says how many there are. */
  read_account_metrics: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: {
      /** Only services of this group. */
      group_id?: Scalar
      /** The number of services to skip, in the order of their ids. */
      offset?: Scalar
    }
    result: Blob
    isList: false
  }
  /** Notification addresses of an account. */
  list_account_notification_addresses: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: NotificationAddressListQuery
    result: NotificationAddress[]
    isList: true
  }
  /** Open a read-only session with the owner's view of the account: every write is rejected. */
  observe_account: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: ObserveAccountResult
    isList: false
  }
  /** Package of an account. */
  read_account_package: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: PackageQuery
    result: Package
    isList: false
  }
  /** Periodic report addresses of an account. */
  list_account_periodic_report_addresses: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: PeriodicReportAddressListQuery
    result: PeriodicReportAddress[]
    isList: true
  }
  /** What the caller may do with one account. */
  read_account_permissions: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: AccountPermission
    isList: false
  }
  /** Create new recovery codes; the earlier ones no longer work. They are shown only once. Needs a step-up. */
  renew_account_recovery_codes: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: RecoveryCodesResult
    isList: false
  }
  /** Report templates of an account. */
  list_account_report_templates: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: ReportTemplateListQuery
    result: ReportTemplate[]
    isList: true
  }
  /** Reports of an account. */
  list_account_reports: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: ReportListQuery
    result: Report[]
    isList: true
  }
  /** Send the link of an invitation again, to a user who has not set a password yet. */
  resend_invitation: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** Give an additional user a role, for the whole account or for some service groups. Needs a step-up. */
  change_account_role: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body: AccountRoleData
    result: undefined
    isList: false
  }
  /** Read how a user can sign in, and what the account requires. */
  read_account_security: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: AccountSecurity
    isList: false
  }
  /** Require passkeys from users with some roles, from everyone or from no one. Needs a step-up. A user without a passkey can then sign in only to add one. Codes of an authenticator app are no longer accepted from users who have a passkey; recovery codes are. */
  update_account_security: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    body: AccountSecurityUpdateData
    result: undefined
    isList: false
  }
  /** Median response time of the last day, by sensor. Over the services of the account and those shared with it: the median of their hourly medians. Sensors without a result are left out. Of accounts with more than 1000 services, those with the lowest ids count. */
  list_account_sensor_latencies: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: SensorLatencyListQuery
    result: SensorLatency[]
    isList: true
  }
  /** Services of an account. */
  list_account_services: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: ServiceListQuery
    result: Service[]
    isList: true
  }
  /** Keys that sign requests to addresses of the account. */
  list_account_signing_keys: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: SigningKeyListQuery
    result: SigningKey[]
    isList: true
  }
  /** Create a key that signs requests to addresses of the account; it is shown only once. There are at most 2, and all of them sign. */
  create_signing_key: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: SigningKeyCreateResult
    isList: false
  }
  /** Delete a signing key; it is no longer used for signing. */
  delete_signing_key: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
      _key_id: string | number
    }
    result: undefined
    isList: false
  }
  /** Account statistics. */
  read_account_stats: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: AccountStats
    isList: false
  }
  /** Account statistics split by service type category. */
  list_account_stats_by_category: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: AccountStatsByServiceTypeCategoryListQuery
    result: AccountStatsByServiceTypeCategory[]
    isList: true
  }
  /** Status pages of an account. */
  list_account_status_pages: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: StatusPageListQuery
    result: StatusPage[]
    isList: true
  }
  /** Notification templates of an account. */
  list_account_templates: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: TemplateListQuery
    result: Template[]
    isList: true
  }
  /** Default time zone for weekly suspensions and silent mode. */
  read_account_time_zone: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    query?: TimeZoneQuery
    result: TimeZone
    isList: false
  }
  /** Unblock an account; a closed account that is not erased yet is reopened. */
  unblock_account: {
    path: {
      /** An id, or my_account for the caller's own. */
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** List of account (administrator view) records that the caller may read. */
  list_admin_accounts: {
    query?: AdminAccountListQuery
    result: AdminAccount[]
    isList: true
  }
  /** Create one account (administrator view). */
  create_admin_account: {
    body: AdminAccountCreateData
    result: AdminAccountCreateResult
    isList: false
  }
  /** Advanced search of account (administrator view) records. */
  search_admin_accounts: {
    body?: AdminAccountSearch
    result: AdminAccount[]
    isList: true
  }
  /** Read one account (administrator view). */
  read_admin_account: {
    path: {
      _id: number
    }
    query?: AdminAccountQuery
    result: AdminAccount
    isList: false
  }
  /** Change one account (administrator view); fields left out stay as they are. */
  update_admin_account: {
    path: {
      _id: number
    }
    body: AdminAccountUpdateData
    result: undefined
    isList: false
  }
  /** Delete one account (administrator view). */
  delete_admin_account: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Block an account: its sessions end and sign-in is blocked. */
  block_admin_account: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one account (administrator view). */
  read_admin_account_permissions: {
    path: {
      _id: number
    }
    result: AdminAccountPermission
    isList: false
  }
  /** Unblock an account; a closed account that is not erased yet is reopened. */
  unblock_admin_account: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** List of package (administrator view) records that the caller may read. */
  list_admin_packages: {
    query?: AdminPackageListQuery
    result: AdminPackage[]
    isList: true
  }
  /** Create one package (administrator view). */
  create_admin_package: {
    body: AdminPackageCreateData
    result: AdminPackageCreateResult
    isList: false
  }
  /** Advanced search of package (administrator view) records. */
  search_admin_packages: {
    body?: AdminPackageSearch
    result: AdminPackage[]
    isList: true
  }
  /** Read one package (administrator view). */
  read_admin_package: {
    path: {
      _id: number
    }
    query?: AdminPackageQuery
    result: AdminPackage
    isList: false
  }
  /** Change one package (administrator view); fields left out stay as they are. */
  update_admin_package: {
    path: {
      _id: number
    }
    body: AdminPackageUpdateData
    result: undefined
    isList: false
  }
  /** Delete one package (administrator view). */
  delete_admin_package: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one package (administrator view). */
  read_admin_package_permissions: {
    path: {
      _id: number
    }
    result: AdminPackagePermission
    isList: false
  }
  /** Security events of the whole installation, including those that concern no account. */
  list_admin_security_events: {
    query?: SecurityEventListQuery
    result: SecurityEvent[]
    isList: true
  }
  /** Resource usage statistics per account. */
  list_usage_stats_by_account: {
    path: {
      year: string | number
      month: string | number
    }
    query?: MonthlyUsageStatsByAccountListQuery
    result: MonthlyUsageStatsByAccount[]
    isList: true
  }
  /** Resource usage statistics per group. */
  list_usage_stats_by_group: {
    path: {
      year: string | number
      month: string | number
    }
    query?: MonthlyUsageStatsByGroupListQuery
    result: MonthlyUsageStatsByGroup[]
    isList: true
  }
  /** List of API key records that the caller may read. */
  list_api_keys: {
    query?: ApiKeyListQuery
    result: ApiKey[]
    isList: true
  }
  /** Create an API key of the caller; it is shown only once. Send it as `Authorization: Bearer wak_…`. It acts as the caller, within its scopes and groups. Needs a step-up. */
  create_api_key: {
    body: ApiKeyCreateData
    result: ApiKeyCreateResult
    isList: false
  }
  /** Advanced search of API key records. */
  search_api_keys: {
    body?: ApiKeySearch
    result: ApiKey[]
    isList: true
  }
  /** Read one API key. */
  read_api_key: {
    path: {
      _id: number
    }
    query?: ApiKeyQuery
    result: ApiKey
    isList: false
  }
  /** Change one API key; fields left out stay as they are. */
  update_api_key: {
    path: {
      _id: number
    }
    body: ApiKeyUpdateData
    result: undefined
    isList: false
  }
  /** What the caller may do with one API key. */
  read_api_key_permissions: {
    path: {
      _id: number
    }
    result: ApiKeyPermission
    isList: false
  }
  /** Revoke an API key: it is rejected from now on, and cannot be restored. */
  revoke_api_key: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** List of application with access records that the caller may read. */
  list_application_grants: {
    query?: ApplicationGrantListQuery
    result: ApplicationGrant[]
    isList: true
  }
  /** Advanced search of application with access records. */
  search_application_grants: {
    body?: ApplicationGrantSearch
    result: ApplicationGrant[]
    isList: true
  }
  /** Read one application with access. */
  read_application_grant: {
    path: {
      _id: number
    }
    query?: ApplicationGrantQuery
    result: ApplicationGrant
    isList: false
  }
  /** Delete one application with access. */
  delete_application_grant: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one application with access. */
  read_application_grant_permissions: {
    path: {
      _id: number
    }
    result: ApplicationGrantPermission
    isList: false
  }
  /** List of application records that the caller may read. */
  list_applications: {
    query?: ApplicationListQuery
    result: Application[]
    isList: true
  }
  /** Register an application that can ask for access; its secret is shown only once. Needs a step-up. */
  create_application: {
    body: ApplicationCreateData
    result: ApplicationCreateResult
    isList: false
  }
  /** Advanced search of application records. */
  search_applications: {
    body?: ApplicationSearch
    result: Application[]
    isList: true
  }
  /** Read one application. */
  read_application: {
    path: {
      _id: number
    }
    query?: ApplicationQuery
    result: Application
    isList: false
  }
  /** Change one application; fields left out stay as they are. */
  update_application: {
    path: {
      _id: number
    }
    body: ApplicationUpdateData
    result: undefined
    isList: false
  }
  /** Delete one application. */
  delete_application: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one application. */
  read_application_permissions: {
    path: {
      _id: number
    }
    result: ApplicationPermission
    isList: false
  }
  /** Replace the secret of an application; the new one is shown only once, and the old one is rejected. Needs a step-up. */
  rotate_application_secret: {
    path: {
      _id: number
    }
    result: ApplicationSecret
    isList: false
  }
  /** Create, change and delete groups, services, contacts, events, escalations, report templates and status pages of an account, as the document declares. Objects are identified by their external_id. In each given section, objects that have an external_id and are no longer declared are deleted, unless prune is false; sections that are left out, and objects that no document has declared, are left alone. With dry_run (the default) everything is tried and rolled back; a plaintext secret then always shows as a change. */
  apply: {
    body: ApplyData
    result: ApplyResult
    isList: false
  }
  /**
   * Start a new session. With 2FA it can be used only for POST /sessions/my_session/2fa/verify until it is verified.
   * @deprecated
   */
  create_auth_token: {
    body: AuthTokenCreateData
    result: AuthTokenCreateResult
    isList: false
  }
  /**
   * The calling session.
   * @deprecated
   */
  read_auth_token: {
    result: AuthToken
    isList: false
  }
  /**
   * End the calling session.
   * @deprecated
   */
  delete_auth_token: {
    result: undefined
    isList: false
  }
  /** The access that an application asks for. */
  read_authorization_request: {
    path: {
      _uid: string | number
    }
    result: ApplicationRequest
    isList: false
  }
  /** Give the application access to the account of the caller, with all or some of the scopes that it asks for. Needs a step-up. */
  approve_authorization_request: {
    path: {
      _uid: string | number
    }
    body: AuthorizationRequestApproveData
    result: AuthorizationRequestDecision
    isList: false
  }
  /** Deny access to the application, which gets the error access_denied. */
  deny_authorization_request: {
    path: {
      _uid: string | number
    }
    result: AuthorizationRequestDecision
    isList: false
  }
  /** List of contact address records that the caller may read. */
  list_contact_addresses: {
    query?: ContactAddressListQuery
    result: ContactAddress[]
    isList: true
  }
  /** Create one contact address. */
  create_contact_address: {
    body: ContactAddressCreateData
    result: ContactAddressCreateResult
    isList: false
  }
  /** Advanced search of contact address records. */
  search_contact_addresses: {
    body?: ContactAddressSearch
    result: ContactAddress[]
    isList: true
  }
  /** Read one contact address. */
  read_contact_address: {
    path: {
      _id: number
    }
    query?: ContactAddressQuery
    result: ContactAddress
    isList: false
  }
  /** Change one contact address; fields left out stay as they are. */
  update_contact_address: {
    path: {
      _id: number
    }
    body: ContactAddressUpdateData
    result: undefined
    isList: false
  }
  /** Delete one contact address. */
  delete_contact_address: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Channel of a contact address. */
  read_contact_address_channel: {
    path: {
      _id: number
    }
    query?: ContactChannelQuery
    result: ContactChannel
    isList: false
  }
  /** Contact that an address belongs to. */
  read_contact_address_contact: {
    path: {
      _id: number
    }
    query?: ContactQuery
    result: Contact
    isList: false
  }
  /** What the caller may do with one contact address. */
  read_contact_address_permissions: {
    path: {
      _id: number
    }
    result: ContactAddressPermission
    isList: false
  }
  /** Send a test to an address of a contact; the notification log shows the result. */
  send_test_to_contact_address: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Send a code of six digits to the number of a contact address, or a link to its e-mail address. A code is valid for ten minutes. A link is sent automatically when an e-mail address is added, and is valid for 48 hours. */
  send_contact_address_verification_code: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Verify the number of a contact address with the code that was sent to it. */
  verify_contact_address: {
    path: {
      _id: number
    }
    body: VerificationCodeData
    result: undefined
    isList: false
  }
  /** List of contact group records that the caller may read. */
  list_contact_groups: {
    query?: ContactGroupListQuery
    result: ContactGroup[]
    isList: true
  }
  /** Create one contact group. */
  create_contact_group: {
    body: ContactGroupCreateData
    result: ContactGroupCreateResult
    isList: false
  }
  /** Advanced search of contact group records. */
  search_contact_groups: {
    body?: ContactGroupSearch
    result: ContactGroup[]
    isList: true
  }
  /** Read one contact group. */
  read_contact_group: {
    path: {
      _id: number
    }
    query?: ContactGroupQuery
    result: ContactGroup
    isList: false
  }
  /** Change one contact group; fields left out stay as they are. */
  update_contact_group: {
    path: {
      _id: number
    }
    body: ContactGroupUpdateData
    result: undefined
    isList: false
  }
  /** Delete one contact group. */
  delete_contact_group: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Contacts in a group. */
  read_contact_group_contacts: {
    path: {
      _id: number
    }
    query?: ContactListQuery
    result: Contact[]
    isList: true
  }
  /** Owning account of a contact group. */
  read_contact_group_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** What the caller may do with one contact group. */
  read_contact_group_permissions: {
    path: {
      _id: number
    }
    result: ContactGroupPermission
    isList: false
  }
  /** List of contact suspension records that the caller may read. */
  list_contact_suspensions: {
    query?: ContactSuspensionListQuery
    result: ContactSuspension[]
    isList: true
  }
  /** Create one contact suspension. */
  create_contact_suspension: {
    body: ContactSuspensionCreateData
    result: ContactSuspensionCreateResult
    isList: false
  }
  /** Advanced search of contact suspension records. */
  search_contact_suspensions: {
    body?: ContactSuspensionSearch
    result: ContactSuspension[]
    isList: true
  }
  /** Read one contact suspension. */
  read_contact_suspension: {
    path: {
      _id: number
    }
    query?: ContactSuspensionQuery
    result: ContactSuspension
    isList: false
  }
  /** Change one contact suspension; fields left out stay as they are. */
  update_contact_suspension: {
    path: {
      _id: number
    }
    body: ContactSuspensionUpdateData
    result: undefined
    isList: false
  }
  /** Delete one contact suspension. */
  delete_contact_suspension: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Contact of a suspension. */
  read_contact_suspension_contact: {
    path: {
      _id: number
    }
    query?: ContactQuery
    result: Contact
    isList: false
  }
  /** What the caller may do with one contact suspension. */
  read_contact_suspension_permissions: {
    path: {
      _id: number
    }
    result: ContactSuspensionPermission
    isList: false
  }
  /** List of weekly contact suspension records that the caller may read. */
  list_contact_weekly_suspensions: {
    query?: ContactWeeklySuspensionListQuery
    result: ContactWeeklySuspension[]
    isList: true
  }
  /** Create one weekly contact suspension. */
  create_contact_weekly_suspension: {
    body: ContactWeeklySuspensionCreateData
    result: ContactWeeklySuspensionCreateResult
    isList: false
  }
  /** Advanced search of weekly contact suspension records. */
  search_contact_weekly_suspensions: {
    body?: ContactWeeklySuspensionSearch
    result: ContactWeeklySuspension[]
    isList: true
  }
  /** Read one weekly contact suspension. */
  read_contact_weekly_suspension: {
    path: {
      _id: number
    }
    query?: ContactWeeklySuspensionQuery
    result: ContactWeeklySuspension
    isList: false
  }
  /** Change one weekly contact suspension; fields left out stay as they are. */
  update_contact_weekly_suspension: {
    path: {
      _id: number
    }
    body: ContactWeeklySuspensionUpdateData
    result: undefined
    isList: false
  }
  /** Delete one weekly contact suspension. */
  delete_contact_weekly_suspension: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Contact of a weekly suspension. */
  read_contact_weekly_suspension_contact: {
    path: {
      _id: number
    }
    query?: ContactQuery
    result: Contact
    isList: false
  }
  /** What the caller may do with one weekly contact suspension. */
  read_contact_weekly_suspension_permissions: {
    path: {
      _id: number
    }
    result: ContactWeeklySuspensionPermission
    isList: false
  }
  /** List of contact records that the caller may read. */
  list_contacts: {
    query?: ContactListQuery
    result: Contact[]
    isList: true
  }
  /** Create one contact. */
  create_contact: {
    body: ContactCreateData
    result: ContactCreateResult
    isList: false
  }
  /** Advanced search of contact records. */
  search_contacts: {
    body?: ContactSearch
    result: Contact[]
    isList: true
  }
  /** Read one contact. */
  read_contact: {
    path: {
      _id: number
    }
    query?: ContactQuery
    result: Contact
    isList: false
  }
  /** Change one contact; fields left out stay as they are. */
  update_contact: {
    path: {
      _id: number
    }
    body: ContactUpdateData
    result: undefined
    isList: false
  }
  /** Delete one contact. */
  delete_contact: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Addresses of a contact. */
  list_contact_contact_addresses: {
    path: {
      _id: number
    }
    query?: ContactAddressListQuery
    result: ContactAddress[]
    isList: true
  }
  /** Custom templates assigned to a contact. */
  list_contact_custom_templates: {
    path: {
      _id: number
    }
    query?: CustomTemplateListQuery
    result: CustomTemplate[]
    isList: true
  }
  /** Read one custom template. */
  read_custom_template: {
    path: {
      _id: number
      _channel_id: string | number
    }
    query?: CustomTemplateQuery
    result: CustomTemplate
    isList: false
  }
  /** Create or change one custom template. */
  put_custom_template: {
    path: {
      _id: number
      _channel_id: string | number
    }
    body: CustomTemplateUpdateData
    result: undefined
    isList: false
  }
  /** Delete one custom template. */
  delete_custom_template: {
    path: {
      _id: number
      _channel_id: string | number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one custom template. */
  read_custom_template_permissions: {
    path: {
      _id: number
      _channel_id: string | number
    }
    result: CustomTemplatePermission
    isList: false
  }
  /** Owning account of a contact. */
  read_contact_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** What the caller may do with one contact. */
  read_contact_permissions: {
    path: {
      _id: number
    }
    result: ContactPermission
    isList: false
  }
  /** One-off suspensions of a contact. */
  list_contact_contact_suspensions: {
    path: {
      _id: number
    }
    query?: ContactSuspensionListQuery
    result: ContactSuspension[]
    isList: true
  }
  /** Weekly suspensions of a contact. */
  list_contact_contact_weekly_suspensions: {
    path: {
      _id: number
    }
    query?: ContactWeeklySuspensionListQuery
    result: ContactWeeklySuspension[]
    isList: true
  }
  /** List of correction records that the caller may read. */
  list_corrections: {
    query?: CorrectionListQuery
    result: Correction[]
    isList: true
  }
  /** Create one correction. */
  create_correction: {
    body: CorrectionCreateData
    result: CorrectionCreateResult
    isList: false
  }
  /** Add one correction to many services. */
  bulk_create_corrections: {
    body: CorrectionBulkCreateData
    result: CorrectionCreateResult[]
    isList: true
  }
  /** Delete many corrections. */
  bulk_delete_corrections: {
    body: IdList
    result: undefined
    isList: false
  }
  /** Change the status or the description of many corrections. */
  bulk_update_corrections: {
    body: CorrectionBulkUpdateData
    result: undefined
    isList: false
  }
  /** Advanced search of correction records. */
  search_corrections: {
    body?: CorrectionSearch
    result: Correction[]
    isList: true
  }
  /** Read one correction. */
  read_correction: {
    path: {
      _id: number
    }
    query?: CorrectionQuery
    result: Correction
    isList: false
  }
  /** Change one correction; fields left out stay as they are. */
  update_correction: {
    path: {
      _id: number
    }
    body: CorrectionUpdateData
    result: undefined
    isList: false
  }
  /** Delete one correction. */
  delete_correction: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Preview how a change of a correction would affect the service level. The service level in a time range as it is (`before`), and as it would be with the change (`after`). Nothing is changed. */
  read_correction_effect: {
    path: {
      _id: number
    }
    query?: CorrectionEffectQuery
    result: CorrectionEffect
    isList: false
  }
  /** What the caller may do with one correction. */
  read_correction_permissions: {
    path: {
      _id: number
    }
    result: CorrectionPermission
    isList: false
  }
  /** List of default template records that the caller may read. */
  list_default_templates: {
    query?: DefaultTemplateListQuery
    result: DefaultTemplate[]
    isList: true
  }
  /** Advanced search of default template records. */
  search_default_templates: {
    body?: DefaultTemplateSearch
    result: DefaultTemplate[]
    isList: true
  }
  /** Read one default template. */
  read_default_template: {
    path: {
      _channel_id: string | number
      _language_id: string | number
    }
    query?: DefaultTemplateQuery
    result: DefaultTemplate
    isList: false
  }
  /** Give the device access to the account of the caller, with all or some of the scopes that it asks for. Needs a step-up. */
  approve_device_authorization: {
    body: DeviceAuthorizationApproveData
    result: undefined
    isList: false
  }
  /** Deny access to the device, which gets the error access_denied. */
  deny_device_authorization: {
    body: DeviceAuthorizationDenyData
    result: undefined
    isList: false
  }
  /** The access that the device with this code asks for. */
  find_device_authorization: {
    body: DeviceAuthorizationFindData
    result: ApplicationRequest
    isList: false
  }
  /** List of artifact type records that the caller may read. */
  list_dictionaries_artifact_types: {
    query?: ArtifactTypeListQuery
    result: ArtifactType[]
    isList: true
  }
  /** Read one artifact type. */
  read_artifact_type: {
    path: {
      _id: string | number
    }
    query?: ArtifactTypeQuery
    result: ArtifactType
    isList: false
  }
  /** List of contact channel records that the caller may read. */
  list_dictionaries_contact_channels: {
    query?: ContactChannelListQuery
    result: ContactChannel[]
    isList: true
  }
  /** Read one contact channel. */
  read_contact_channel: {
    path: {
      _id: string | number
    }
    query?: ContactChannelQuery
    result: ContactChannel
    isList: false
  }
  /** List of error type category records that the caller may read. */
  list_dictionaries_error_type_categories: {
    query?: ErrorTypeCategoryListQuery
    result: ErrorTypeCategory[]
    isList: true
  }
  /** Read one error type category. */
  read_error_type_category: {
    path: {
      _id: string | number
    }
    query?: ErrorTypeCategoryQuery
    result: ErrorTypeCategory
    isList: false
  }
  /** Error types of a category. */
  list_error_type_category_error_types: {
    path: {
      _id: string | number
    }
    query?: ErrorTypeListQuery
    result: ErrorType[]
    isList: true
  }
  /** List of language records that the caller may read. */
  list_dictionaries_languages: {
    query?: LanguageListQuery
    result: Language[]
    isList: true
  }
  /** Read one language. */
  read_language: {
    path: {
      _id: string | number
    }
    query?: LanguageQuery
    result: Language
    isList: false
  }
  /** List of metric type records that the caller may read. */
  list_dictionaries_metric_types: {
    query?: MetricTypeListQuery
    result: MetricType[]
    isList: true
  }
  /** Read one metric type. */
  read_metric_type: {
    path: {
      _id: string | number
    }
    query?: MetricTypeQuery
    result: MetricType
    isList: false
  }
  /** List of notification channel records that the caller may read. */
  list_dictionaries_notification_channels: {
    query?: NotificationChannelListQuery
    result: NotificationChannel[]
    isList: true
  }
  /** Read one notification channel. */
  read_notification_channel: {
    path: {
      _id: string | number
    }
    query?: NotificationChannelQuery
    result: NotificationChannel
    isList: false
  }
  /** List of notification condition records that the caller may read. */
  list_dictionaries_notification_conditions: {
    query?: NotificationConditionListQuery
    result: NotificationCondition[]
    isList: true
  }
  /** Read one notification condition. */
  read_notification_condition: {
    path: {
      _id: string | number
    }
    query?: NotificationConditionQuery
    result: NotificationCondition
    isList: false
  }
  /** List of notification mode records that the caller may read. */
  list_dictionaries_notification_modes: {
    query?: NotificationModeListQuery
    result: NotificationMode[]
    isList: true
  }
  /** Read one notification mode. */
  read_notification_mode: {
    path: {
      _id: string | number
    }
    query?: NotificationModeQuery
    result: NotificationMode
    isList: false
  }
  /** List of notification reason records that the caller may read. */
  list_dictionaries_notification_reasons: {
    query?: NotificationReasonListQuery
    result: NotificationReason[]
    isList: true
  }
  /** Read one notification reason. */
  read_notification_reason: {
    path: {
      _id: string | number
    }
    query?: NotificationReasonQuery
    result: NotificationReason
    isList: false
  }
  /** List of recovery notification mode records that the caller may read. */
  list_dictionaries_recovery_notification_modes: {
    query?: RecoveryNotificationModeListQuery
    result: RecoveryNotificationMode[]
    isList: true
  }
  /** Read one recovery notification mode. */
  read_recovery_notification_mode: {
    path: {
      _id: string | number
    }
    query?: RecoveryNotificationModeQuery
    result: RecoveryNotificationMode
    isList: false
  }
  /** List of report attachment type records that the caller may read. */
  list_dictionaries_report_attachment_types: {
    query?: ReportAttachmentTypeListQuery
    result: ReportAttachmentType[]
    isList: true
  }
  /** Read one report attachment type. */
  read_report_attachment_type: {
    path: {
      _id: string | number
    }
    query?: ReportAttachmentTypeQuery
    result: ReportAttachmentType
    isList: false
  }
  /** List of report section records that the caller may read. */
  list_dictionaries_report_sections: {
    query?: ReportSectionListQuery
    result: ReportSection[]
    isList: true
  }
  /** Read one report section. */
  read_report_section: {
    path: {
      _id: string | number
    }
    query?: ReportSectionQuery
    result: ReportSection
    isList: false
  }
  /** List of report template variable records that the caller may read. */
  list_dictionaries_report_template_variables: {
    query?: ReportTemplateVariableListQuery
    result: ReportTemplateVariable[]
    isList: true
  }
  /** Read one report template variable. */
  read_report_template_variable: {
    path: {
      _id: string | number
    }
    query?: ReportTemplateVariableQuery
    result: ReportTemplateVariable
    isList: false
  }
  /** List of reporting plan records that the caller may read. */
  list_dictionaries_reporting_plans: {
    query?: ReportingPlanListQuery
    result: ReportingPlan[]
    isList: true
  }
  /** Read one reporting plan. */
  read_reporting_plan: {
    path: {
      _id: string | number
    }
    query?: ReportingPlanQuery
    result: ReportingPlan
    isList: false
  }
  /** List of service type category records that the caller may read. */
  list_dictionaries_service_type_categories: {
    query?: ServiceTypeCategoryListQuery
    result: ServiceTypeCategory[]
    isList: true
  }
  /** Read one service type category. */
  read_service_type_category: {
    path: {
      _id: string | number
    }
    query?: ServiceTypeCategoryQuery
    result: ServiceTypeCategory
    isList: false
  }
  /** Sensors able to check services of the category. */
  list_service_type_category_sensors: {
    path: {
      _id: string | number
    }
    query?: SensorListQuery
    result: Sensor[]
    isList: true
  }
  /** List of template variable records that the caller may read. */
  list_dictionaries_template_variables: {
    query?: TemplateVariableListQuery
    result: TemplateVariable[]
    isList: true
  }
  /** Read one template variable. */
  read_template_variable: {
    path: {
      _id: string | number
    }
    query?: TemplateVariableQuery
    result: TemplateVariable
    isList: false
  }
  /** List of time zone records that the caller may read. */
  list_dictionaries_time_zones: {
    query?: TimeZoneListQuery
    result: TimeZone[]
    isList: true
  }
  /** Read one time zone. */
  read_time_zone: {
    path: {
      _id: string | number
    }
    query?: TimeZoneQuery
    result: TimeZone
    isList: false
  }
  /** List of error type records that the caller may read. */
  list_error_types: {
    query?: ErrorTypeListQuery
    result: ErrorType[]
    isList: true
  }
  /** Advanced search of error type records. */
  search_error_types: {
    body?: ErrorTypeSearch
    result: ErrorType[]
    isList: true
  }
  /** Read one error type. */
  read_error_type: {
    path: {
      _id: number
    }
    query?: ErrorTypeQuery
    result: ErrorType
    isList: false
  }
  /** What the caller may do with one error type. */
  read_error_type_permissions: {
    path: {
      _id: number
    }
    result: ErrorTypePermission
    isList: false
  }
  /** List of escalation status records that the caller may read. */
  list_escalation_statuses: {
    query?: EscalationStatusListQuery
    result: EscalationStatus[]
    isList: true
  }
  /** Advanced search of escalation status records. */
  search_escalation_statuses: {
    body?: EscalationStatusSearch
    result: EscalationStatus[]
    isList: true
  }
  /** List of escalation suspension records that the caller may read. */
  list_escalation_suspensions: {
    query?: EscalationSuspensionListQuery
    result: EscalationSuspension[]
    isList: true
  }
  /** Create one escalation suspension. */
  create_escalation_suspension: {
    body: EscalationSuspensionCreateData
    result: EscalationSuspensionCreateResult
    isList: false
  }
  /** Advanced search of escalation suspension records. */
  search_escalation_suspensions: {
    body?: EscalationSuspensionSearch
    result: EscalationSuspension[]
    isList: true
  }
  /** Read one escalation suspension. */
  read_escalation_suspension: {
    path: {
      _id: number
    }
    query?: EscalationSuspensionQuery
    result: EscalationSuspension
    isList: false
  }
  /** Change one escalation suspension; fields left out stay as they are. */
  update_escalation_suspension: {
    path: {
      _id: number
    }
    body: EscalationSuspensionUpdateData
    result: undefined
    isList: false
  }
  /** Delete one escalation suspension. */
  delete_escalation_suspension: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Escalation of a suspension. */
  read_escalation_suspension_escalation: {
    path: {
      _id: number
    }
    query?: EscalationQuery
    result: Escalation
    isList: false
  }
  /** What the caller may do with one escalation suspension. */
  read_escalation_suspension_permissions: {
    path: {
      _id: number
    }
    result: EscalationSuspensionPermission
    isList: false
  }
  /** List of weekly escalation suspension records that the caller may read. */
  list_escalation_weekly_suspensions: {
    query?: EscalationWeeklySuspensionListQuery
    result: EscalationWeeklySuspension[]
    isList: true
  }
  /** Create one weekly escalation suspension. */
  create_escalation_weekly_suspension: {
    body: EscalationWeeklySuspensionCreateData
    result: EscalationWeeklySuspensionCreateResult
    isList: false
  }
  /** Advanced search of weekly escalation suspension records. */
  search_escalation_weekly_suspensions: {
    body?: EscalationWeeklySuspensionSearch
    result: EscalationWeeklySuspension[]
    isList: true
  }
  /** Read one weekly escalation suspension. */
  read_escalation_weekly_suspension: {
    path: {
      _id: number
    }
    query?: EscalationWeeklySuspensionQuery
    result: EscalationWeeklySuspension
    isList: false
  }
  /** Change one weekly escalation suspension; fields left out stay as they are. */
  update_escalation_weekly_suspension: {
    path: {
      _id: number
    }
    body: EscalationWeeklySuspensionUpdateData
    result: undefined
    isList: false
  }
  /** Delete one weekly escalation suspension. */
  delete_escalation_weekly_suspension: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Escalation of a weekly suspension. */
  read_escalation_weekly_suspension_escalation: {
    path: {
      _id: number
    }
    query?: EscalationQuery
    result: Escalation
    isList: false
  }
  /** What the caller may do with one weekly escalation suspension. */
  read_escalation_weekly_suspension_permissions: {
    path: {
      _id: number
    }
    result: EscalationWeeklySuspensionPermission
    isList: false
  }
  /** List of escalation records that the caller may read. */
  list_escalations: {
    query?: EscalationListQuery
    result: Escalation[]
    isList: true
  }
  /** Create one escalation. */
  create_escalation: {
    body: EscalationCreateData
    result: EscalationCreateResult
    isList: false
  }
  /** Advanced search of escalation records. */
  search_escalations: {
    body?: EscalationSearch
    result: Escalation[]
    isList: true
  }
  /** Read one escalation. */
  read_escalation: {
    path: {
      _id: number
    }
    query?: EscalationQuery
    result: Escalation
    isList: false
  }
  /** Change one escalation; fields left out stay as they are. */
  update_escalation: {
    path: {
      _id: number
    }
    body: EscalationUpdateData
    result: undefined
    isList: false
  }
  /** Delete one escalation. */
  delete_escalation: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Event that an escalation notifies about. */
  read_escalation_event: {
    path: {
      _id: number
    }
    query?: EventQuery
    result: Event
    isList: false
  }
  /** What the caller may do with one escalation. */
  read_escalation_permissions: {
    path: {
      _id: number
    }
    result: EscalationPermission
    isList: false
  }
  /** Current statuses of the escalation per service. */
  list_escalation_escalation_statuses: {
    path: {
      _id: number
    }
    query?: EscalationStatusListQuery
    result: EscalationStatus[]
    isList: true
  }
  /** One-off suspensions of an escalation. */
  list_escalation_escalation_suspensions: {
    path: {
      _id: number
    }
    query?: EscalationSuspensionListQuery
    result: EscalationSuspension[]
    isList: true
  }
  /** Weekly suspensions of an escalation. */
  list_escalation_escalation_weekly_suspensions: {
    path: {
      _id: number
    }
    query?: EscalationWeeklySuspensionListQuery
    result: EscalationWeeklySuspension[]
    isList: true
  }
  /** List of event status records that the caller may read. */
  list_event_statuses: {
    query?: EventStatusListQuery
    result: EventStatus[]
    isList: true
  }
  /** Advanced search of event status records. */
  search_event_statuses: {
    body?: EventStatusSearch
    result: EventStatus[]
    isList: true
  }
  /** List of event records that the caller may read. */
  list_events: {
    query?: EventListQuery
    result: Event[]
    isList: true
  }
  /** Create one event. */
  create_event: {
    body: EventCreateData
    result: EventCreateResult
    isList: false
  }
  /** Advanced search of event records. */
  search_events: {
    body?: EventSearch
    result: Event[]
    isList: true
  }
  /** Read one event. */
  read_event: {
    path: {
      _id: number
    }
    query?: EventQuery
    result: Event
    isList: false
  }
  /** Change one event; fields left out stay as they are. */
  update_event: {
    path: {
      _id: number
    }
    body: EventUpdateData
    result: undefined
    isList: false
  }
  /** Delete one event. */
  delete_event: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Escalations of an event. */
  list_event_escalations: {
    path: {
      _id: number
    }
    query?: EscalationListQuery
    result: Escalation[]
    isList: true
  }
  /** Owning account of an event. */
  read_event_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** What the caller may do with one event. */
  read_event_permissions: {
    path: {
      _id: number
    }
    result: EventPermission
    isList: false
  }
  /** Events that an event may depend on, including those that it already depends on. */
  list_event_possible_conditions: {
    path: {
      _id: number
    }
    query?: EventListQuery
    result: Event[]
    isList: true
  }
  /** Current statuses of the event per service. */
  list_event_event_statuses: {
    path: {
      _id: number
    }
    query?: EventStatusListQuery
    result: EventStatus[]
    isList: true
  }
  /** List of group statistics records that the caller may read. */
  list_group_stats: {
    query?: GroupStatsListQuery
    result: GroupStats[]
    isList: true
  }
  /** Advanced search of group statistics records. */
  search_group_stats: {
    body?: GroupStatsSearch
    result: GroupStats[]
    isList: true
  }
  /** Read one group statistics. */
  read_group_stats: {
    path: {
      _id: number
    }
    query?: GroupStatsQuery
    result: GroupStats
    isList: false
  }
  /** What the caller may do with one group statistics. */
  read_group_stats_permissions: {
    path: {
      _id: number
    }
    result: GroupStatsPermission
    isList: false
  }
  /** List of group records that the caller may read. */
  list_groups: {
    query?: GroupListQuery
    result: Group[]
    isList: true
  }
  /** Create one group. */
  create_group: {
    body: GroupCreateData
    result: GroupCreateResult
    isList: false
  }
  /** Delete many groups; if one of them has services, none is deleted. */
  bulk_delete_groups: {
    body: IdList
    result: undefined
    isList: false
  }
  /** Advanced search of group records. */
  search_groups: {
    body?: GroupSearch
    result: Group[]
    isList: true
  }
  /** Read one group. */
  read_group: {
    path: {
      _id: number
    }
    query?: GroupQuery
    result: Group
    isList: false
  }
  /** Change one group; fields left out stay as they are. */
  update_group: {
    path: {
      _id: number
    }
    body: GroupUpdateData
    result: undefined
    isList: false
  }
  /** Delete one group. */
  delete_group: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Sensors available to a group. */
  list_group_available_sensors: {
    path: {
      _id: number
    }
    query?: SensorListQuery
    result: Sensor[]
    isList: true
  }
  /** Sensors available to services of a type within the group. */
  list_group_available_sensors_by_service_type: {
    path: {
      _id: number
      _service_type_id: string | number
    }
    query?: SensorListQuery
    result: Sensor[]
    isList: true
  }
  /** Service types usable by the account that owns the group. */
  list_group_available_service_types: {
    path: {
      _id: number
    }
    query?: ServiceTypeListQuery
    result: ServiceType[]
    isList: true
  }
  /** Number of mobile devices notified about the group's services. */
  read_group_mobile_devices_count: {
    path: {
      _id: number
    }
    result: MobileDevicesCount
    isList: false
  }
  /** Notification addresses assigned to a group. */
  list_group_notification_addresses: {
    path: {
      _id: number
    }
    query?: NotificationAddressListQuery
    result: NotificationAddress[]
    isList: true
  }
  /** Owning account of a group. */
  read_group_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** Periodic report addresses assigned to a group. */
  list_group_periodic_report_addresses: {
    path: {
      _id: number
    }
    query?: PeriodicReportAddressListQuery
    result: PeriodicReportAddress[]
    isList: true
  }
  /** What the caller may do with one group. */
  read_group_permissions: {
    path: {
      _id: number
    }
    result: GroupPermission
    isList: false
  }
  /** Send a test SMS to the phone numbers assigned to a group. */
  send_test_sms_to_group: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Sensors assigned to the group in category default. */
  read_group_sensors: {
    path: {
      _id: number
    }
    query?: SensorListQuery
    result: Sensor[]
    isList: true
  }
  /** Services of a group. */
  list_group_services: {
    path: {
      _id: number
    }
    query?: ServiceListQuery
    result: Service[]
    isList: true
  }
  /** Sharing settings of a group. */
  list_group_group_shares: {
    path: {
      _id: number
    }
    query?: GroupShareListQuery
    result: GroupShare[]
    isList: true
  }
  /** Read one group share. */
  read_group_share: {
    path: {
      _id: number
      _account_id: string | number
    }
    query?: GroupShareQuery
    result: GroupShare
    isList: false
  }
  /** Create or change one group share. */
  put_group_share: {
    path: {
      _id: number
      _account_id: string | number
    }
    body: GroupShareUpdateData
    result: undefined
    isList: false
  }
  /** Delete one group share. */
  delete_group_share: {
    path: {
      _id: number
      _account_id: string | number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one group share. */
  read_group_share_permissions: {
    path: {
      _id: number
      _account_id: string | number
    }
    result: GroupSharePermission
    isList: false
  }
  /** Report of a monitored job; the URL is its credential. */
  report_heartbeat: {
    path: {
      _token: string | number
    }
    query?: HeartbeatReceivedQuery
    result: HeartbeatReceived
    isList: false
  }
  /** Report of a monitored job; the URL is its credential. */
  post_heartbeat: {
    path: {
      _token: string | number
    }
    query?: {
      /** What the job reports: that it started, finished or failed. */
      state?: HeartbeatState
      /** A one-line message, kept with the failure. */
      message?: Scalar
    }
    result: undefined
    isList: false
  }
  /** List of incident records that the caller may read. */
  list_incidents: {
    query?: IncidentListQuery
    result: Incident[]
    isList: true
  }
  /** Acknowledge several incidents at once. Incidents that have been resolved since are skipped. */
  bulk_acknowledge_incidents: {
    body: IncidentBulkAcknowledgeData
    result: undefined
    isList: false
  }
  /** Open failures that started together and probably have one cause. Acknowledge them together with bulk_acknowledge; they stay separate incidents. Each is in at most one group. The response has the 50 largest groups; X-Total-Count says how many there are. Of more than 5000 open failures, the oldest are grouped. */
  list_incident_groups: {
    query?: IncidentGroupListQuery
    result: IncidentGroup[]
    isList: true
  }
  /** Advanced search of incident records. */
  search_incidents: {
    body?: IncidentSearch
    result: Incident[]
    isList: true
  }
  /** Read one incident. */
  read_incident: {
    path: {
      _id: number
    }
    query?: IncidentQuery
    result: Incident
    isList: false
  }
  /** Acknowledge an open incident: no reminders and no further escalation steps for any of its alerts. Recipients are still notified of the recovery. Acknowledging an incident that another person has acknowledged takes it over. */
  acknowledge_incident: {
    path: {
      _id: number
    }
    body?: IncidentNoteData
    result: undefined
    isList: false
  }
  /** Add DNS or traceroute diagnostics to the timeline of an incident. Everyone who can read the incident then sees what was run and by whom, and users of its account can read the results, which are kept for 30 days. A diagnostic that was added before is not added again. */
  add_incident_diagnostics: {
    path: {
      _id: number
    }
    body: IncidentDiagnosticsData
    result: undefined
    isList: false
  }
  /** What people did about an incident. */
  list_incident_incident_entries: {
    path: {
      _id: number
    }
    query?: IncidentEntryListQuery
    result: IncidentEntry[]
    isList: true
  }
  /** Add a note to an incident. */
  add_incident_note: {
    path: {
      _id: number
    }
    body: IncidentNoteCreateData
    result: undefined
    isList: false
  }
  /** What the caller may do with one incident. */
  read_incident_permissions: {
    path: {
      _id: number
    }
    result: IncidentPermission
    isList: false
  }
  /** Everything that happened in an incident: alerts, escalation steps, notifications, and what people did. */
  read_incident_timeline: {
    path: {
      _id: number
    }
    result: IncidentTimeline
    isList: false
  }
  /** Undo the acknowledgement of an open incident: its escalations continue. */
  unacknowledge_incident: {
    path: {
      _id: number
    }
    body?: IncidentNoteData
    result: undefined
    isList: false
  }
  /** Changes of service statuses and incidents, as server-sent events. A stream that stays open while the session lasts. `ready` comes first; `status` has an array of service statuses that have changed, `incident` one of incidents; `refresh` means that too many have changed and that the client must load the lists again. Changes during a disconnection are not kept: after reconnecting, load the lists. */
  watch_service_statuses: {
    result: AsyncGenerator<ServerEvent, void, undefined>
    isList: false
  }
  /** Register a device for push, or update its registration. A device that was registered by another account before, with the same identifier and the same keys, is removed from that account, because the device has changed hands. */
  put_mobile_device: {
    path: {
      _id: string | number
    }
    body: MobileDeviceData
    result: undefined
    isList: false
  }
  /** Unregister a device from push. */
  delete_mobile_device: {
    path: {
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** Full text of a push notification, for the account that it was sent for. */
  read_mobile_notification: {
    path: {
      _id: string | number
    }
    result: MobileNotification
    isList: false
  }
  /** List of notification address records that the caller may read. */
  list_notification_addresses: {
    query?: NotificationAddressListQuery
    result: NotificationAddress[]
    isList: true
  }
  /** Create one notification address. */
  create_notification_address: {
    body: NotificationAddressCreateData
    result: NotificationAddressCreateResult
    isList: false
  }
  /** Advanced search of notification address records. */
  search_notification_addresses: {
    body?: NotificationAddressSearch
    result: NotificationAddress[]
    isList: true
  }
  /** Read one notification address. */
  read_notification_address: {
    path: {
      _id: number
    }
    query?: NotificationAddressQuery
    result: NotificationAddress
    isList: false
  }
  /** Change one notification address; fields left out stay as they are. */
  update_notification_address: {
    path: {
      _id: number
    }
    body: NotificationAddressUpdateData
    result: undefined
    isList: false
  }
  /** Delete one notification address. */
  delete_notification_address: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Group of a notification address. */
  read_notification_address_group: {
    path: {
      _id: number
    }
    query?: GroupQuery
    result: Group
    isList: false
  }
  /** Channel of a notification address. */
  read_notification_address_notification_channel: {
    path: {
      _id: number
    }
    query?: NotificationChannelQuery
    result: NotificationChannel
    isList: false
  }
  /** Owning account of a notification address. */
  read_notification_address_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** What the caller may do with one notification address. */
  read_notification_address_permissions: {
    path: {
      _id: number
    }
    result: NotificationAddressPermission
    isList: false
  }
  /** Send a test SMS to a notification address. */
  send_test_sms_to_notification_address: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Send a code of six digits to the number of a notification address, or a link to its e-mail address. A code is valid for ten minutes. A link is sent automatically when an e-mail address is added, and is valid for 48 hours. */
  send_notification_address_verification_code: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Verify the number of a notification address with the code that was sent to it. */
  verify_notification_address: {
    path: {
      _id: number
    }
    body: VerificationCodeData
    result: undefined
    isList: false
  }
  /** One alert, with its escalations, its notifications and the person who acknowledged it. */
  read_occurrence: {
    path: {
      _id: string | number
    }
    result: OccurrenceDetails
    isList: false
  }
  /** List of package records that the caller may read. */
  list_packages: {
    query?: PackageListQuery
    result: Package[]
    isList: true
  }
  /** Packages offered at registration. */
  list_packages_for_new_accounts: {
    query?: PackageListQuery
    result: Package[]
    isList: true
  }
  /** Advanced search of package records. */
  search_packages: {
    body?: PackageSearch
    result: Package[]
    isList: true
  }
  /** Read one package. */
  read_package: {
    path: {
      /** An id, or my_package for the caller's own. */
      _id: string | number
    }
    query?: PackageQuery
    result: Package
    isList: false
  }
  /** Notification channels of the package. */
  read_package_available_notification_channels: {
    path: {
      /** An id, or my_package for the caller's own. */
      _id: string | number
    }
    query?: NotificationChannelListQuery
    result: NotificationChannel[]
    isList: true
  }
  /** What the caller may do with one package. */
  read_package_permissions: {
    path: {
      /** An id, or my_package for the caller's own. */
      _id: string | number
    }
    result: PackagePermission
    isList: false
  }
  /** List of passkey records that the caller may read. */
  list_passkeys: {
    query?: PasskeyListQuery
    result: Passkey[]
    isList: true
  }
  /** Add the passkey that the browser created. With its first second factor, an account gets recovery codes. Follows `begin_passkey_registration`, which asks for the step-up, in the same session. */
  create_passkey: {
    body: PasskeyCreateData
    result: PasskeyCreateResult
    isList: false
  }
  /** Begin to use a passkey. Answers with options for navigator.credentials.get(). The answer is valid for 5 minutes, once, for that purpose and, except for a sign-in, for the calling session. */
  begin_passkey_authentication: {
    body: PasskeyAuthenticationData
    result: PasskeyRequestOptions
    isList: false
  }
  /** Begin to add a passkey. Answers with options for navigator.credentials.create(). Needs a step-up. The answer is valid for 5 minutes, once, for the calling session. */
  begin_passkey_registration: {
    result: PasskeyCreationOptions
    isList: false
  }
  /** Advanced search of passkey records. */
  search_passkeys: {
    body?: PasskeySearch
    result: Passkey[]
    isList: true
  }
  /** Read one passkey. */
  read_passkey: {
    path: {
      _id: number
    }
    query?: PasskeyQuery
    result: Passkey
    isList: false
  }
  /** Change one passkey; fields left out stay as they are. */
  update_passkey: {
    path: {
      _id: number
    }
    body: PasskeyUpdateData
    result: undefined
    isList: false
  }
  /** Delete one passkey. */
  delete_passkey: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one passkey. */
  read_passkey_permissions: {
    path: {
      _id: number
    }
    result: PasskeyPermission
    isList: false
  }
  /** List of periodic report address records that the caller may read. */
  list_periodic_report_addresses: {
    query?: PeriodicReportAddressListQuery
    result: PeriodicReportAddress[]
    isList: true
  }
  /** Create one periodic report address. */
  create_periodic_report_address: {
    body: PeriodicReportAddressCreateData
    result: PeriodicReportAddressCreateResult
    isList: false
  }
  /** Advanced search of periodic report address records. */
  search_periodic_report_addresses: {
    body?: PeriodicReportAddressSearch
    result: PeriodicReportAddress[]
    isList: true
  }
  /** Read one periodic report address. */
  read_periodic_report_address: {
    path: {
      _id: number
    }
    query?: PeriodicReportAddressQuery
    result: PeriodicReportAddress
    isList: false
  }
  /** Change one periodic report address; fields left out stay as they are. */
  update_periodic_report_address: {
    path: {
      _id: number
    }
    body: PeriodicReportAddressUpdateData
    result: undefined
    isList: false
  }
  /** Delete one periodic report address. */
  delete_periodic_report_address: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Group of a periodic report address. */
  read_periodic_report_address_group: {
    path: {
      _id: number
    }
    query?: GroupQuery
    result: Group
    isList: false
  }
  /** Owning account of a periodic report address. */
  read_periodic_report_address_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** What the caller may do with one periodic report address. */
  read_periodic_report_address_permissions: {
    path: {
      _id: number
    }
    result: PeriodicReportAddressPermission
    isList: false
  }
  /** List of report template records that the caller may read. */
  list_report_templates: {
    query?: ReportTemplateListQuery
    result: ReportTemplate[]
    isList: true
  }
  /** Create one report template. */
  create_report_template: {
    body: ReportTemplateCreateData
    result: ReportTemplateCreateResult
    isList: false
  }
  /** Preview the document of an unsaved report template. Repeat the request until it is rendered. The document is rendered from the record like any report, is not sent to anyone, does not count against the package, and is kept for an hour. */
  preview_report_template_data: {
    body: ReportTemplatePreviewData
    result: ReportTemplatePreview
    isList: false
  }
  /** Advanced search of report template records. */
  search_report_templates: {
    body?: ReportTemplateSearch
    result: ReportTemplate[]
    isList: true
  }
  /** Read one report template. */
  read_report_template: {
    path: {
      _id: number
    }
    query?: ReportTemplateQuery
    result: ReportTemplate
    isList: false
  }
  /** Change one report template; fields left out stay as they are. */
  update_report_template: {
    path: {
      _id: number
    }
    body: ReportTemplateUpdateData
    result: undefined
    isList: false
  }
  /** Delete one report template. */
  delete_report_template: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Owning account of a report template. */
  read_report_template_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** What the caller may do with one report template. */
  read_report_template_permissions: {
    path: {
      _id: number
    }
    result: ReportTemplatePermission
    isList: false
  }
  /** Active reporting plans of a template; none if the template is inactive. */
  read_report_template_reporting_plans: {
    path: {
      _id: number
    }
    query?: ReportingPlanListQuery
    result: ReportingPlan[]
    isList: true
  }
  /** Reports made from a template. */
  list_report_template_reports: {
    path: {
      _id: number
    }
    query?: ReportListQuery
    result: Report[]
    isList: true
  }
  /** Sections of reports made from a template; section_ids of the template has their order. */
  read_report_template_sections: {
    path: {
      _id: number
    }
    query?: ReportSectionListQuery
    result: ReportSection[]
    isList: true
  }
  /** Statistics of a report template. */
  read_report_template_stats: {
    path: {
      _id: number
    }
    result: ReportTemplateStats
    isList: false
  }
  /** List of report records that the caller may read. */
  list_reports: {
    query?: ReportListQuery
    result: Report[]
    isList: true
  }
  /** Create one report. */
  create_report: {
    body: ReportCreateData
    result: ReportCreateResult
    isList: false
  }
  /** Advanced search of report records. */
  search_reports: {
    body?: ReportSearch
    result: Report[]
    isList: true
  }
  /** Read one report. */
  read_report: {
    path: {
      _id: number
    }
    query?: ReportQuery
    result: Report
    isList: false
  }
  /** Delete one report. */
  delete_report: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Recipients of a report, and whether their mail servers accepted it. */
  list_report_deliveries: {
    path: {
      _id: number
    }
    query?: ReportDeliveryListQuery
    result: ReportDelivery[]
    isList: true
  }
  /** Attachments of a report. */
  list_report_generated_attachments: {
    path: {
      _id: number
    }
    query?: ReportGeneratedAttachmentListQuery
    result: ReportGeneratedAttachment[]
    isList: true
  }
  /** Content of an attachment of a report, through a token. */
  read_report_generated_attachment_by_token: {
    path: {
      _id: string | number
      _type_id: string | number
      file_name: string | number
    }
    query: {
      /** From `url`. */
      token: Scalar
    }
    result: Blob
    isList: false
  }
  /** Content of an attachment of a report. */
  read_report_generated_attachment_plain: {
    path: {
      _id: number
      _type_id: string | number
    }
    result: Blob
    isList: false
  }
  /** Report file as JSON. */
  read_report_json: {
    path: {
      _id: number
    }
    result: unknown
    isList: false
  }
  /** Owning account of a report. */
  read_report_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** Report file as PDF. */
  read_report_pdf: {
    path: {
      _id: number
    }
    result: Blob
    isList: false
  }
  /** Report file as PDF, through a token. */
  read_report_pdf_by_token: {
    path: {
      _id: string | number
      file_name: string | number
    }
    query: {
      /** From `url`. */
      token: Scalar
    }
    result: Blob
    isList: false
  }
  /** What the caller may do with one report. */
  read_report_permissions: {
    path: {
      _id: number
    }
    result: ReportPermission
    isList: false
  }
  /** Proof that a report is sealed in the chain of evidence. */
  read_report_proof: {
    path: {
      _id: number
    }
    result: unknown
    isList: false
  }
  /** Proof of a report, through a token. */
  read_report_proof_by_token: {
    path: {
      _id: string | number
      file_name: string | number
    }
    query: {
      /** From `url`. */
      token: Scalar
    }
    result: unknown
    isList: false
  }
  /** Invalidate all links to the files of a report, including those in e-mails. */
  revoke_report_links: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Sections of a report; section_ids of the report has their order. */
  read_report_sections: {
    path: {
      _id: number
    }
    query?: ReportSectionListQuery
    result: ReportSection[]
    isList: true
  }
  /** The template that a report was made from. */
  read_template_of_report: {
    path: {
      _id: number
    }
    query?: ReportTemplateQuery
    result: ReportTemplate
    isList: false
  }
  /** Data of one attachment of a report. */
  read_report_generated_attachment: {
    path: {
      _report_id: number
      _type_id: string | number
    }
    result: ReportGeneratedAttachment
    isList: false
  }
  /**
   * List of scheduled suspension records that the caller may read.
   * @deprecated
   */
  list_scheduled_suspensions: {
    query?: ScheduledSuspensionListQuery
    result: ScheduledSuspension[]
    isList: true
  }
  /**
   * Create one scheduled suspension.
   * @deprecated
   */
  create_scheduled_suspension: {
    body: ScheduledSuspensionCreateData
    result: ScheduledSuspensionCreateResult
    isList: false
  }
  /**
   * Suspend many services, with a planned suspension each.
   * @deprecated
   */
  bulk_create_scheduled_suspensions: {
    body: ScheduledSuspensionBulkCreateData
    result: ScheduledSuspensionCreateResult[]
    isList: true
  }
  /**
   * Delete many planned suspensions.
   * @deprecated
   */
  bulk_delete_scheduled_suspensions: {
    body: IdList
    result: undefined
    isList: false
  }
  /**
   * Advanced search of scheduled suspension records.
   * @deprecated
   */
  search_scheduled_suspensions: {
    body?: ScheduledSuspensionSearch
    result: ScheduledSuspension[]
    isList: true
  }
  /**
   * Read one scheduled suspension.
   * @deprecated
   */
  read_scheduled_suspension: {
    path: {
      _id: number
    }
    query?: ScheduledSuspensionQuery
    result: ScheduledSuspension
    isList: false
  }
  /**
   * Change one scheduled suspension; fields left out stay as they are.
   * @deprecated
   */
  update_scheduled_suspension: {
    path: {
      _id: number
    }
    body: ScheduledSuspensionUpdateData
    result: undefined
    isList: false
  }
  /**
   * Delete one scheduled suspension.
   * @deprecated
   */
  delete_scheduled_suspension: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /**
   * What the caller may do with one scheduled suspension.
   * @deprecated
   */
  read_scheduled_suspension_permissions: {
    path: {
      _id: number
    }
    result: ScheduledSuspensionPermission
    isList: false
  }
  /**
   * Service of a planned suspension.
   * @deprecated
   */
  read_scheduled_suspension_service: {
    path: {
      _id: number
    }
    query?: ServiceQuery
    result: Service
    isList: false
  }
  /** List of sensor records that the caller may read. */
  list_sensors: {
    query?: SensorListQuery
    result: Sensor[]
    isList: true
  }
  /** Create one sensor. */
  create_sensor: {
    body: SensorCreateData
    result: SensorCreateResult
    isList: false
  }
  /** Enrol a sensor with its one-time token; its previous credentials are revoked. */
  enrol_sensor: {
    body: SensorEnrolData
    result: SensorEnrolResult
    isList: false
  }
  /** Advanced search of sensor records. */
  search_sensors: {
    body?: SensorSearch
    result: Sensor[]
    isList: true
  }
  /** Read one sensor. */
  read_sensor: {
    path: {
      _id: number
    }
    query?: SensorQuery
    result: Sensor
    isList: false
  }
  /** Change one sensor; fields left out stay as they are. */
  update_sensor: {
    path: {
      _id: number
    }
    body: SensorUpdateData
    result: undefined
    isList: false
  }
  /** Delete one sensor. */
  delete_sensor: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Create a one-time token with which the sensor enrols; it is shown only once. */
  create_sensor_enrolment: {
    path: {
      _id: number
    }
    result: SensorEnrolment
    isList: false
  }
  /** What the caller may do with one sensor. */
  read_sensor_permissions: {
    path: {
      _id: number
    }
    result: SensorPermission
    isList: false
  }
  /** Revoke all credentials of a sensor; the broker disconnects it within a minute. */
  revoke_sensor: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Current working status of a sensor. */
  read_sensor_status: {
    path: {
      _id: number
    }
    result: SensorStatus
    isList: false
  }
  /** List of service status records that the caller may read. */
  list_service_statuses: {
    query?: ServiceStatusListQuery
    result: ServiceStatus[]
    isList: true
  }
  /** Advanced search of service status records. */
  search_service_statuses: {
    body?: ServiceStatusSearch
    result: ServiceStatus[]
    isList: true
  }
  /** Read one service status. */
  read_service_status: {
    path: {
      _id: number
    }
    query?: ServiceStatusQuery
    result: ServiceStatus
    isList: false
  }
  /** What the caller may do with one service status. */
  read_service_status_permissions: {
    path: {
      _id: number
    }
    result: ServiceStatusPermission
    isList: false
  }
  /** List of service tags records that the caller may read. */
  list_service_tags: {
    query?: ServiceTagsListQuery
    result: ServiceTags[]
    isList: true
  }
  /** Advanced search of service tags records. */
  search_service_tags: {
    body?: ServiceTagsSearch
    result: ServiceTags[]
    isList: true
  }
  /** List of service type records that the caller may read. */
  list_service_types: {
    query?: ServiceTypeListQuery
    result: ServiceType[]
    isList: true
  }
  /** Advanced search of service type records. */
  search_service_types: {
    body?: ServiceTypeSearch
    result: ServiceType[]
    isList: true
  }
  /** Read one service type. */
  read_service_type: {
    path: {
      _id: string | number
    }
    query?: ServiceTypeQuery
    result: ServiceType
    isList: false
  }
  /** Format specifications of extended settings for the type. */
  list_extended_setting_formats: {
    path: {
      _id: string | number
    }
    query?: ExtendedSettingFormatListQuery
    result: ExtendedSettingFormat[]
    isList: true
  }
  /** What the caller may do with one service type. */
  read_service_type_permissions: {
    path: {
      _id: string | number
    }
    result: ServiceTypePermission
    isList: false
  }
  /** List of service records that the caller may read. */
  list_services: {
    query?: ServiceListQuery
    result: Service[]
    isList: true
  }
  /** Create one service. */
  create_service: {
    body: ServiceCreateData
    result: ServiceCreateResult
    isList: false
  }
  /** Switch monitoring on for many services. */
  bulk_activate_services: {
    body: IdList
    result: undefined
    isList: false
  }
  /** Move many services to a group. */
  bulk_change_group: {
    body: BulkGroupChangeData
    result: undefined
    isList: false
  }
  /** Delete many services. */
  bulk_delete_services: {
    body: IdList
    result: undefined
    isList: false
  }
  /** Force an analysis of many services outside the schedule. */
  bulk_force_analysis: {
    body: IdList
    result: ForcedAnalyses
    isList: false
  }
  /** Switch monitoring off for many services. */
  bulk_pause_services: {
    body: IdList
    result: undefined
    isList: false
  }
  /** Add tags to many services, or remove them. */
  bulk_tag_services: {
    body: BulkTagData
    result: undefined
    isList: false
  }
  /** Advanced search of service records. */
  search_services: {
    body?: ServiceSearch
    result: Service[]
    isList: true
  }
  /** Read one service. */
  read_service: {
    path: {
      _id: number
    }
    query?: ServiceQuery
    result: Service
    isList: false
  }
  /** Change one service; fields left out stay as they are. */
  update_service: {
    path: {
      _id: number
    }
    body: ServiceUpdateData
    result: undefined
    isList: false
  }
  /** Delete one service. */
  delete_service: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Archive a service. */
  archive_service: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Groups the service may be moved to. */
  list_service_available_groups: {
    path: {
      _id: number
    }
    query?: GroupListQuery
    result: Group[]
    isList: true
  }
  /** Sensors available to a service. */
  list_service_available_sensors: {
    path: {
      _id: number
    }
    query?: SensorListQuery
    result: Sensor[]
    isList: true
  }
  /** Service Level chart data. */
  read_availability_chart: {
    path: {
      _id: number
    }
    query?: AvailabilityChartDataQuery
    result: AvailabilityChartData
    isList: false
  }
  /** Time range with availability data. */
  read_availability_range: {
    path: {
      _id: number
    }
    result: AvailabilityTimeRange
    isList: false
  }
  /** Response time chart data, automatic aggregation. Single checks where there are at most 1000, else by five minutes, hours or days (UTC). */
  read_performance_chart: {
    path: {
      _id: number
    }
    query?: PerformanceChartDataQuery
    result: PerformanceChartData
    isList: false
  }
  /** Response time chart data of single checks. */
  read_performance_checks_chart: {
    path: {
      _id: number
    }
    query?: PerformanceChecksChartDataQuery
    result: PerformanceChecksChartData
    isList: false
  }
  /** Chart data of the phases of response times. Averages, which add up to the average response time. At most 31 days. */
  read_performance_phases_chart: {
    path: {
      _id: number
    }
    query?: PerformancePhasesChartDataQuery
    result: PerformancePhasesChartData
    isList: false
  }
  /** Time range with response time chart data. */
  read_performance_range: {
    path: {
      _id: number
    }
    result: AvailabilityTimeRange
    isList: false
  }
  /** Aggregated response time chart data. Percentiles of hours and days are off by less than 1/128 of their value. */
  read_performance_river_chart: {
    path: {
      _id: number
    }
    query?: PerformanceRiverChartDataQuery
    result: PerformanceRiverChartData
    isList: false
  }
  /** Response time chart data split by steps. Steps are kept as long as the details of checks are. */
  read_performance_steps_chart: {
    path: {
      _id: number
    }
    query?: PerformanceStepsChartDataQuery
    result: PerformanceStepsChartData
    isList: false
  }
  /** Sensors that monitored the service. */
  list_performance_used_sensors: {
    path: {
      _id: number
    }
    query?: {
      /** Start of the time range; by default one day before its end. */
      from?: Scalar
      /** End of the time range, not included; by default now. */
      to?: Scalar
      /** The maximum number of records to return. */
      limit?: number
      /** The number of records to skip. */
      offset?: number
      /** Fields to return; all unless given: id, name, location, country_code, latitude, longitude, color, ip_addresses, category_ids, is_active, owner_id. */
      fields?: NonNullable<SensorSearch['fields']>
    }
    result: Sensor[]
    isList: true
  }
  /** Corrections of the recorded statuses of a service. */
  list_service_corrections: {
    path: {
      _id: number
    }
    query?: CorrectionListQuery
    result: Correction[]
    isList: true
  }
  /** Add many corrections to one service. */
  bulk_create_service_corrections: {
    path: {
      _id: number
    }
    body: CorrectionIntervalsCreateData
    result: CorrectionCreateResult[]
    isList: true
  }
  /** Current escalation statuses for the service. */
  list_service_escalation_statuses: {
    path: {
      _id: number
    }
    query?: EscalationStatusListQuery
    result: EscalationStatus[]
    isList: true
  }
  /** Current status of one escalation for a service. */
  read_escalation_status: {
    path: {
      _id: number
      _escalation_id: string | number
    }
    result: EscalationStatus
    isList: false
  }
  /** Service Level chart data for one event. */
  read_event_availability_chart: {
    path: {
      _id: number
      _event_id: string | number
    }
    query?: EventAvailabilityChartDataQuery
    result: EventAvailabilityChartData
    isList: false
  }
  /** Time range with Service Level data for the event. */
  read_event_availability_range: {
    path: {
      _id: number
      _event_id: string | number
    }
    result: AvailabilityTimeRange
    isList: false
  }
  /** Service Level for service and event in a time range. */
  read_event_service_level: {
    path: {
      _id: number
      _event_id: string | number
    }
    query?: EventServiceLevelQuery
    result: EventServiceLevel
    isList: false
  }
  /** Event state changes for the service in a time range. */
  list_event_status_changes: {
    path: {
      _id: number
      _event_id: string | number
    }
    query?: EventStatusChangeListQuery
    result: EventStatusChange[]
    isList: true
  }
  /** One event state change. */
  read_event_status_change: {
    path: {
      _id: number
      _event_id: string | number
      _change_id: string | number
    }
    result: EventStatusChange
    isList: false
  }
  /** Current event statuses for the service. */
  list_service_event_statuses: {
    path: {
      _id: number
    }
    query?: EventStatusListQuery
    result: EventStatus[]
    isList: true
  }
  /** Current status of one event for a service. */
  read_event_status: {
    path: {
      _id: number
      _event_id: string | number
    }
    result: EventStatus
    isList: false
  }
  /** Acknowledge the incident of the active alert, which stops its reminders and later escalation steps. */
  disable_event_status: {
    path: {
      _id: number
      _event_id: string | number
    }
    body?: EventStatusDisableData
    result: undefined
    isList: false
  }
  /** Force an analysis outside the schedule. */
  force_analysis: {
    path: {
      _id: number
    }
    result: ForcedAnalysis
    isList: false
  }
  /** Force an analysis with non-standard settings; it does not change the status of the service. */
  force_custom_analysis: {
    path: {
      _id: number
    }
    body?: CustomAnalysisData
    result: ForcedAnalysis
    isList: false
  }
  /** Group of a service. */
  read_service_group: {
    path: {
      _id: number
    }
    query?: GroupQuery
    result: Group
    isList: false
  }
  /** What the job of a heartbeat service reported last. */
  read_heartbeat: {
    path: {
      _id: number
    }
    result: Heartbeat
    isList: false
  }
  /** Create the URL that the job of a heartbeat service calls; an earlier one no longer works. */
  create_heartbeat_token: {
    path: {
      _id: number
    }
    result: HeartbeatToken
    isList: false
  }
  /** Analyses in a time range. Analyses that were forced with settings of their own are not listed; each can be read by its id. The account can list those of a service that it has deleted, as long as they are kept. */
  list_analyses: {
    path: {
      _id: number
    }
    query?: AnalysisListQuery
    result: Analysis[]
    isList: true
  }
  /** One analysis. */
  read_analysis: {
    path: {
      _id: number
      _analysis_id: string | number
    }
    result: Analysis
    isList: false
  }
  /** Checks of an analysis. One for each sensor that was expected to check, by sensor. */
  list_analysis_checks: {
    path: {
      _id: number
      _analysis_id: string | number
    }
    query?: CheckListQuery
    result: Check[]
    isList: true
  }
  /** One check. */
  read_check: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
    }
    result: Check
    isList: false
  }
  /** Artifacts of a check. */
  list_check_artifacts: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
    }
    query?: ArtifactListQuery
    result: Artifact[]
    isList: true
  }
  /** Artifact information. */
  read_check_artifact: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
      _artifact_id: string | number
    }
    result: Artifact
    isList: false
  }
  /** Artifact content through a token. */
  read_check_artifact_by_token: {
    path: {
      _id: string | number
      _analysis_id: string | number
      _sensor_id: string | number
      _artifact_id: string | number
      file_name: string | number
    }
    query: {
      /** From `url`. */
      token: Scalar
    }
    result: Blob
    isList: false
  }
  /** The same artifact of an earlier check. The latest earlier one of the same sensor that is still kept; 404 if there is none. With `result=ok`, that of a successful check, to compare a failure with. */
  read_earlier_check_artifact: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
      _artifact_id: string | number
    }
    query?: ArtifactQuery
    result: Artifact
    isList: false
  }
  /** Artifact content. */
  read_check_artifact_plain: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
      _artifact_id: string | number
    }
    result: Blob
    isList: false
  }
  /** Artifact content as a ZIP archive. */
  read_check_artifact_zip: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
      _artifact_id: string | number
    }
    result: Blob
    isList: false
  }
  /**
   * Page content at failure time, compressed.
   * @deprecated
   */
  read_check_content: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
    }
    result: Blob
    isList: false
  }
  /** Details of a check. Details are kept for a shorter time than checks; afterwards they are null. */
  read_check_details: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
    }
    result: CheckDetail
    isList: false
  }
  /**
   * HAR file of a check.
   * @deprecated
   */
  read_check_har: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
    }
    result: Blob
    isList: false
  }
  /**
   * Page content at failure time, not compressed.
   * @deprecated
   */
  read_check_uncompressed_content: {
    path: {
      _id: number
      _analysis_id: string | number
      _sensor_id: string | number
    }
    result: Blob
    isList: false
  }
  /** Scenario step statistics of an analysis. */
  read_steps_summary: {
    path: {
      _id: number
      _analysis_id: string | number
    }
    query?: AnalysisStepSummaryListQuery
    result: AnalysisStepSummary[]
    isList: true
  }
  /** Checks in a time range. Ordered by the time of their analysis, then by sensor. The account can list those of a service that it has deleted, as long as they are kept. */
  list_checks: {
    path: {
      _id: number
    }
    query?: {
      /** Start of the time range; by default one day before its end. */
      from?: Scalar
      /** End of the time range, not included; by default now. */
      to?: Scalar
      /** The maximum number of records to return. */
      limit?: number
      /** The number of records to skip. */
      offset?: number
      /** `time` for the oldest first (default); `-time` for the newest. */
      sort?: TimeSort
      /** Fields to return; all unless given: service_id, sensor_id, analysis_id, time, result, error_type_id, error_message, path_step, response_time, data_size, har_available. */
      fields?: readonly string[]
    }
    result: Check[]
    isList: true
  }
  /** Errors found while monitoring the service. The most frequent first. */
  list_detected_error_types: {
    path: {
      _id: number
    }
    query?: DetectedErrorTypeListQuery
    result: DetectedErrorType[]
    isList: true
  }
  /** Availability in a time range. In whole seconds, which add up to the range without its part in the future. */
  read_service_level: {
    path: {
      _id: number
    }
    query?: ServiceLevelQuery
    result: ServiceLevel
    isList: false
  }
  /** Service state changes in a time range. All that overlap the range, including those that began before it or end after it. */
  list_status_changes: {
    path: {
      _id: number
    }
    query?: StatusChangeListQuery
    result: StatusChange[]
    isList: true
  }
  /** Update descriptions of many state changes. */
  bulk_update_status_changes: {
    path: {
      _id: number
    }
    body: StatusChangeBulkUpdateData
    result: undefined
    isList: false
  }
  /** One state change. */
  read_status_change: {
    path: {
      _id: number
      _change_id: string | number
    }
    result: StatusChange
    isList: false
  }
  /** Update one state change; only its description can be changed. */
  update_status_change: {
    path: {
      _id: number
      _change_id: string | number
    }
    body: StatusChangeUpdateData
    result: undefined
    isList: false
  }
  /** Permissions to a historic state change. */
  read_status_change_permissions: {
    path: {
      _id: number
      _change_id: string | number
    }
    result: StatusChangePermission
    isList: false
  }
  /** Check counts within the chosen state. */
  read_status_change_stats: {
    path: {
      _id: number
      _change_id: string | number
    }
    result: StatusChangeStats
    isList: false
  }
  /** Whether history is available in a time range. */
  read_time_range_info: {
    path: {
      _id: number
    }
    query?: TimeRangeInfoQuery
    result: TimeRangeInfo
    isList: false
  }
  /** Sensors that monitored the service. */
  list_used_sensors: {
    path: {
      _id: number
    }
    query?: {
      /** Start of the time range; by default one day before its end. */
      from?: Scalar
      /** End of the time range, not included; by default now. */
      to?: Scalar
      /** The maximum number of records to return. */
      limit?: number
      /** The number of records to skip. */
      offset?: number
      /** Fields to return; all unless given: id, name, location, country_code, latitude, longitude, color, ip_addresses, category_ids, is_active, owner_id. */
      fields?: NonNullable<SensorSearch['fields']>
    }
    result: Sensor[]
    isList: true
  }
  /** Simulate other settings on the stored checks. What was decided (`before`), and what would have been decided with another tolerance, fewer sensors or a delay (`after`), by the same rules that decide for good. Nothing is changed. At most 31 days. */
  read_what_if: {
    path: {
      _id: number
    }
    query?: WhatIfQuery
    result: WhatIf
    isList: false
  }
  /** Incidents of a service. */
  list_service_incidents: {
    path: {
      _id: number
    }
    query?: IncidentListQuery
    result: Incident[]
    isList: true
  }
  /** Number of mobile devices notified about the service. */
  read_service_mobile_devices_count: {
    path: {
      _id: number
    }
    result: MobileDevicesCount
    isList: false
  }
  /** Sensors that monitor the service. */
  list_service_monitoring_sensors: {
    path: {
      _id: number
    }
    query?: SensorListQuery
    result: Sensor[]
    isList: true
  }
  /** Notification addresses of the group whose channel is enabled for the service. */
  list_service_notification_addresses: {
    path: {
      _id: number
    }
    query?: NotificationAddressListQuery
    result: NotificationAddress[]
    isList: true
  }
  /** Notification channels enabled for the service. */
  read_service_notification_channels: {
    path: {
      _id: number
    }
    query?: NotificationChannelListQuery
    result: NotificationChannel[]
    isList: true
  }
  /** Notification conditions enabled for the service. */
  read_service_notification_conditions: {
    path: {
      _id: number
    }
    query?: NotificationConditionListQuery
    result: NotificationCondition[]
    isList: true
  }
  /** Notification mode. */
  read_service_notification_mode: {
    path: {
      _id: number
    }
    query?: NotificationModeQuery
    result: NotificationMode
    isList: false
  }
  /** List the alerts of a service in a time range. All alerts that overlap the range, including those that began before it or are still open. A failure that an event of the kind failure covers is listed once, as that event. */
  list_service_occurrences: {
    path: {
      _id: number
    }
    query?: {
      /** Start of the time range; by default one day before its end. */
      from?: Scalar
      /** End of the time range, not included; by default now. */
      to?: Scalar
      /** The maximum number of records to return. */
      limit?: number
      /** The number of records to skip. */
      offset?: number
      /** `start_time` for the oldest first (default); `-start_time` for the newest. */
      sort?: StartTimeSort
      /** Fields to return; all unless given: id, service_id, event_id, sensor_id, incident_id, start_time, end_time, end_reason, error_type_id, is_flapping, held_until, acknowledged_at, acknowledged_by, note, decided_at, notification_counts. */
      fields?: readonly string[]
    }
    result: Occurrence[]
    isList: true
  }
  /** Owning account of a service. */
  read_service_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** Addresses that get periodic reports on the service, for the frequencies that its group has switched on. */
  list_service_periodic_report_addresses: {
    path: {
      _id: number
    }
    query?: PeriodicReportAddressListQuery
    result: PeriodicReportAddress[]
    isList: true
  }
  /** What the caller may do with one service. */
  read_service_permissions: {
    path: {
      _id: number
    }
    result: ServicePermission
    isList: false
  }
  /** End-of-failure notification mode. */
  read_service_recovery_notification_mode: {
    path: {
      _id: number
    }
    query?: RecoveryNotificationModeQuery
    result: RecoveryNotificationMode
    isList: false
  }
  /** Restore an archived service; it stays switched off. */
  restore_service: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Force an analysis with non-standard settings at a given time. */
  schedule_custom_analysis: {
    path: {
      _id: number
    }
    body: ScheduledCustomAnalysisData
    result: ForcedAnalysis
    isList: false
  }
  /**
   * Planned suspensions of a service, in the legacy view.
   * @deprecated
   */
  list_service_scheduled_suspensions: {
    path: {
      _id: number
    }
    query?: ScheduledSuspensionListQuery
    result: ScheduledSuspension[]
    isList: true
  }
  /** Send a test SMS to the phone numbers assigned to a service. */
  send_test_sms_to_service: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Planned suspensions of a service. */
  list_service_suspensions: {
    path: {
      _id: number
    }
    query?: SuspensionListQuery
    result: Suspension[]
    isList: true
  }
  /** Type of a service. */
  read_type_of_service: {
    path: {
      _id: number
    }
    query?: ServiceTypeQuery
    result: ServiceType
    isList: false
  }
  /** Weekly suspensions of a service. */
  list_service_weekly_suspensions: {
    path: {
      _id: number
    }
    query?: WeeklySuspensionListQuery
    result: WeeklySuspension[]
    isList: true
  }
  /** List of session records that the caller may read. */
  list_sessions: {
    query?: SessionListQuery
    result: Session[]
    isList: true
  }
  /** Create a session. With 2FA it can be used only for 2fa/verify until it is verified. */
  create_session: {
    body: AuthTokenCreateData
    result: SessionCreateResult
    isList: false
  }
  /** Create a session with a passkey, without username and password. Follows `begin_passkey_authentication` with the purpose `sign_in`. The authenticator verifies its holder, so this counts as two factors: the session is verified. */
  create_session_with_passkey: {
    body: PasskeySessionCreateData
    result: PasskeySessionCreateResult
    isList: false
  }
  /** Advanced search of session records. */
  search_sessions: {
    body?: SessionSearch
    result: Session[]
    isList: true
  }
  /** Confirm the calling session with the current password and, with 2FA on, a code. It is valid for 5 minutes. Changing e-mail address, username, password, 2FA or the allow-list, adding users, creating API keys, observing and closing accounts are rejected with `step_up_required` without it. Signing in counts as a step-up; a request with Basic carries the password itself and needs none. */
  step_up_session: {
    body: StepUpData
    result: undefined
    isList: false
  }
  /** Confirm the calling session with a passkey instead of password and code. It is valid for 5 minutes. Follows `begin_passkey_authentication` with the purpose `step_up`. */
  step_up_session_with_passkey: {
    body: PasskeyAssertionData
    result: undefined
    isList: false
  }
  /** Read one session. */
  read_session: {
    path: {
      /** An id, or my_session for the caller's own. */
      _id: string | number
    }
    query?: SessionQuery
    result: Session
    isList: false
  }
  /** Delete one session. */
  delete_session: {
    path: {
      /** An id, or my_session for the caller's own. */
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** Verify the calling session with a one-time 2FA code. */
  verify_session_2fa: {
    path: {
      /** An id, or my_session for the caller's own. */
      _id: string | number
    }
    body: TwoFactorCodeData
    result: undefined
    isList: false
  }
  /** Verify the calling session with a passkey instead of a one-time code. Follows `begin_passkey_authentication` with the purpose `second_factor`. */
  verify_session_passkey: {
    path: {
      /** An id, or my_session for the caller's own. */
      _id: string | number
    }
    body: PasskeyAssertionData
    result: undefined
    isList: false
  }
  /** What the caller may do with one session. */
  read_session_permissions: {
    path: {
      /** An id, or my_session for the caller's own. */
      _id: string | number
    }
    result: SessionPermission
    isList: false
  }
  /** Begin to link the calling user with its user at the issuer. For additional users; the holder of an account always signs in with a password. Needs a step-up. */
  begin_sso_link: {
    body: SsoLinkData
    result: SsoBeginResult
    isList: false
  }
  /** Complete a link, a step-up or a test sign-in that the caller began. With 2FA on, a step-up also needs `two_factor_code`, unless the connection trusts the second factor of the issuer. If the code is missing or wrong, the request can be repeated with another one. */
  finish_sso_request: {
    body: SsoResultData
    result: SsoResult
    isList: false
  }
  /** Create a session from a sign-in at the issuer. At the first sign-in it creates the user. At every sign-in the groups of the user decide its role. With 2FA, only 2fa/verify is allowed until the session is verified, unless the connection trusts the second factor of the issuer. */
  finish_sso_sign_in: {
    body: SsoSessionCreateData
    result: SsoSessionCreateResult
    isList: false
  }
  /** Begin to sign in at the issuer of an e-mail domain or connection. The connection is found by its slug or the domain of the address, never by the user, so the answer does not reveal whether a user exists. The issuer sends the browser back to `/sso/finish#code=…` of the web app. */
  begin_sso_sign_in: {
    body: SsoBeginData
    result: SsoBeginResult
    isList: false
  }
  /** Begin to confirm the calling session at the issuer through which it began. The issuer is asked to authenticate the user again. For users without a password. */
  begin_sso_step_up: {
    body: SsoChallengeData
    result: SsoBeginResult
    isList: false
  }
  /** List of single sign-on connection records that the caller may read. */
  list_sso_connections: {
    query?: SsoConnectionListQuery
    result: SsoConnection[]
    isList: true
  }
  /** Create one single sign-on connection. */
  create_sso_connection: {
    body: SsoConnectionCreateData
    result: SsoConnectionCreateResult
    isList: false
  }
  /** Advanced search of single sign-on connection records. */
  search_sso_connections: {
    body?: SsoConnectionSearch
    result: SsoConnection[]
    isList: true
  }
  /** Read one single sign-on connection. */
  read_sso_connection: {
    path: {
      _id: number
    }
    query?: SsoConnectionQuery
    result: SsoConnection
    isList: false
  }
  /** Change one single sign-on connection; fields left out stay as they are. */
  update_sso_connection: {
    path: {
      _id: number
    }
    body: SsoConnectionUpdateData
    result: undefined
    isList: false
  }
  /** Delete one single sign-on connection. */
  delete_sso_connection: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Replace the client secret of a connection; null for a client without one. Needs a step-up. */
  change_sso_client_secret: {
    path: {
      _id: number
    }
    body: SsoClientSecretData
    result: undefined
    isList: false
  }
  /** What the caller may do with one single sign-on connection. */
  read_sso_connection_permissions: {
    path: {
      _id: number
    }
    result: SsoConnectionPermission
    isList: false
  }
  /** Create the token with which the directory manages users by SCIM; it is shown only once. Replaces the former token, which is rejected from now on. Needs a step-up. */
  create_scim_token: {
    path: {
      _id: number
    }
    result: ScimTokenCreateResult
    isList: false
  }
  /** Delete the SCIM token: the directory no longer manages users. Users stay as they are. */
  delete_scim_token: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Test a connection: the metadata and keys of the issuer, and whether it accepts our client. It stops at the first step that fails. */
  test_sso_connection: {
    path: {
      _id: number
    }
    result: SsoTestResult
    isList: false
  }
  /** Begin a test sign-in: it shows the claims and the resulting role, and creates neither user nor session. */
  begin_sso_test_sign_in: {
    path: {
      _id: number
    }
    body: SsoChallengeData
    result: SsoBeginResult
    isList: false
  }
  /** List of single sign-on domain records that the caller may read. */
  list_sso_domains: {
    query?: SsoDomainListQuery
    result: SsoDomain[]
    isList: true
  }
  /** Create one single sign-on domain. */
  create_sso_domain: {
    body: SsoDomainCreateData
    result: SsoDomainCreateResult
    isList: false
  }
  /** Advanced search of single sign-on domain records. */
  search_sso_domains: {
    body?: SsoDomainSearch
    result: SsoDomain[]
    isList: true
  }
  /** Read one single sign-on domain. */
  read_sso_domain: {
    path: {
      _id: number
    }
    query?: SsoDomainQuery
    result: SsoDomain
    isList: false
  }
  /** Delete one single sign-on domain. */
  delete_sso_domain: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one single sign-on domain. */
  read_sso_domain_permissions: {
    path: {
      _id: number
    }
    result: SsoDomainPermission
    isList: false
  }
  /** Verify a domain by its TXT record; from then on its users are sent to the issuer. Administrators of the installation verify it without a record. A domain belongs to one connection only. Needs a step-up. */
  verify_sso_domain: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** List of component of a status page records that the caller may read. */
  list_status_page_components: {
    query?: StatusPageComponentListQuery
    result: StatusPageComponent[]
    isList: true
  }
  /** Create one component of a status page. */
  create_status_page_component: {
    body: StatusPageComponentCreateData
    result: StatusPageComponentCreateResult
    isList: false
  }
  /** Advanced search of component of a status page records. */
  search_status_page_components: {
    body?: StatusPageComponentSearch
    result: StatusPageComponent[]
    isList: true
  }
  /** Read one component of a status page. */
  read_status_page_component: {
    path: {
      _id: number
    }
    query?: StatusPageComponentQuery
    result: StatusPageComponent
    isList: false
  }
  /** Change one component of a status page; fields left out stay as they are. */
  update_status_page_component: {
    path: {
      _id: number
    }
    body: StatusPageComponentUpdateData
    result: undefined
    isList: false
  }
  /** Delete one component of a status page. */
  delete_status_page_component: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Group that a component shows. */
  read_status_page_component_group: {
    path: {
      _id: number
    }
    query?: GroupQuery
    result: Group
    isList: false
  }
  /** What the caller may do with one component of a status page. */
  read_status_page_component_permissions: {
    path: {
      _id: number
    }
    result: StatusPageComponentPermission
    isList: false
  }
  /** Service that a component shows. */
  read_status_page_component_service: {
    path: {
      _id: number
    }
    query?: ServiceQuery
    result: Service
    isList: false
  }
  /** Status page of a component. */
  read_status_page_component_status_page: {
    path: {
      _id: number
    }
    query?: StatusPageQuery
    result: StatusPage
    isList: false
  }
  /** Let the caller visit a status page with the visibility `users`. Needs a session: the visit ends with it. */
  create_status_page_entry: {
    body: StatusPageEntryData
    result: StatusPageEntry
    isList: false
  }
  /** List of post of a status page records that the caller may read. */
  list_status_page_posts: {
    query?: StatusPagePostListQuery
    result: StatusPagePost[]
    isList: true
  }
  /** Create one post of a status page. */
  create_status_page_post: {
    body: StatusPagePostCreateData
    result: StatusPagePostCreateResult
    isList: false
  }
  /** Advanced search of post of a status page records. */
  search_status_page_posts: {
    body?: StatusPagePostSearch
    result: StatusPagePost[]
    isList: true
  }
  /** Read one post of a status page. */
  read_status_page_post: {
    path: {
      _id: number
    }
    query?: StatusPagePostQuery
    result: StatusPagePost
    isList: false
  }
  /** Change one post of a status page; fields left out stay as they are. */
  update_status_page_post: {
    path: {
      _id: number
    }
    body: StatusPagePostUpdateData
    result: undefined
    isList: false
  }
  /** Delete one post of a status page. */
  delete_status_page_post: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Components that a post affects. */
  read_status_page_post_components: {
    path: {
      _id: number
    }
    query?: StatusPageComponentListQuery
    result: StatusPageComponent[]
    isList: true
  }
  /** What the caller may do with one post of a status page. */
  read_status_page_post_permissions: {
    path: {
      _id: number
    }
    result: StatusPagePostPermission
    isList: false
  }
  /** Status page of a post. */
  read_status_page_post_status_page: {
    path: {
      _id: number
    }
    query?: StatusPageQuery
    result: StatusPage
    isList: false
  }
  /** Updates of a post. */
  list_status_page_post_status_page_updates: {
    path: {
      _id: number
    }
    query?: StatusPageUpdateListQuery
    result: StatusPageUpdate[]
    isList: true
  }
  /** List of subscriber of a status page records that the caller may read. */
  list_status_page_subscribers: {
    query?: StatusPageSubscriberListQuery
    result: StatusPageSubscriber[]
    isList: true
  }
  /** Create one subscriber of a status page. */
  create_status_page_subscriber: {
    body: StatusPageSubscriberCreateData
    result: StatusPageSubscriberCreateResult
    isList: false
  }
  /** Advanced search of subscriber of a status page records. */
  search_status_page_subscribers: {
    body?: StatusPageSubscriberSearch
    result: StatusPageSubscriber[]
    isList: true
  }
  /** Read one subscriber of a status page. */
  read_status_page_subscriber: {
    path: {
      _id: number
    }
    query?: StatusPageSubscriberQuery
    result: StatusPageSubscriber
    isList: false
  }
  /** Delete one subscriber of a status page. */
  delete_status_page_subscriber: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Components that a subscriber chose. */
  read_status_page_subscriber_components: {
    path: {
      _id: number
    }
    query?: StatusPageComponentListQuery
    result: StatusPageComponent[]
    isList: true
  }
  /** What the caller may do with one subscriber of a status page. */
  read_status_page_subscriber_permissions: {
    path: {
      _id: number
    }
    result: StatusPageSubscriberPermission
    isList: false
  }
  /** Status page of a subscriber. */
  read_status_page_subscriber_status_page: {
    path: {
      _id: number
    }
    query?: StatusPageQuery
    result: StatusPage
    isList: false
  }
  /** List of update of a post records that the caller may read. */
  list_status_page_updates: {
    query?: StatusPageUpdateListQuery
    result: StatusPageUpdate[]
    isList: true
  }
  /** Create one update of a post. */
  create_status_page_update: {
    body: StatusPageUpdateCreateData
    result: StatusPageUpdateCreateResult
    isList: false
  }
  /** Advanced search of update of a post records. */
  search_status_page_updates: {
    body?: StatusPageUpdateSearch
    result: StatusPageUpdate[]
    isList: true
  }
  /** Read one update of a post. */
  read_status_page_update: {
    path: {
      _id: number
    }
    query?: StatusPageUpdateQuery
    result: StatusPageUpdate
    isList: false
  }
  /** Change one update of a post; fields left out stay as they are. */
  update_status_page_update: {
    path: {
      _id: number
    }
    body: StatusPageUpdateUpdateData
    result: undefined
    isList: false
  }
  /** Delete one update of a post. */
  delete_status_page_update: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one update of a post. */
  read_status_page_update_permissions: {
    path: {
      _id: number
    }
    result: StatusPageUpdatePermission
    isList: false
  }
  /** Post of an update. */
  read_status_page_update_post: {
    path: {
      _id: number
    }
    query?: StatusPagePostQuery
    result: StatusPagePost
    isList: false
  }
  /** Get the token with which a visitor opens a status page. By the password of the page, by an entry of a user, which works once, or by the token of a user, which is renewed. */
  admit_status_page_visitor: {
    body: StatusPageVisitorData
    result: StatusPageVisitor
    isList: false
  }
  /** List of status page records that the caller may read. */
  list_status_pages: {
    query?: StatusPageListQuery
    result: StatusPage[]
    isList: true
  }
  /** Create one status page. */
  create_status_page: {
    body: StatusPageCreateData
    result: StatusPageCreateResult
    isList: false
  }
  /** Advanced search of status page records. */
  search_status_pages: {
    body?: StatusPageSearch
    result: StatusPage[]
    isList: true
  }
  /** Read one status page. */
  read_status_page: {
    path: {
      _id: number
    }
    query?: StatusPageQuery
    result: StatusPage
    isList: false
  }
  /** Change one status page; fields left out stay as they are. */
  update_status_page: {
    path: {
      _id: number
    }
    body: StatusPageUpdateData
    result: undefined
    isList: false
  }
  /** Delete one status page. */
  delete_status_page: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Components of a status page. */
  list_status_page_status_page_components: {
    path: {
      _id: number
    }
    query?: StatusPageComponentListQuery
    result: StatusPageComponent[]
    isList: true
  }
  /** The link that opens a status page. */
  read_status_page_link: {
    path: {
      _id: number
    }
    result: StatusPageLink
    isList: false
  }
  /** Create the link that opens a status page with the visibility `link`. Replaces the former link, which no longer works. */
  create_status_page_link: {
    path: {
      _id: number
    }
    result: StatusPageLinkCreateResult
    isList: false
  }
  /** Delete the link that opens a status page: it cannot be opened until a new link is created. */
  delete_status_page_link: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Owning account of a status page. */
  read_status_page_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** Set the password that visitors of a status page enter; null removes it. Set it before you choose the visibility `password`. Visitors who entered the former password have to enter the new one. */
  change_status_page_password: {
    path: {
      _id: number
    }
    body: StatusPagePasswordData
    result: undefined
    isList: false
  }
  /** What the caller may do with one status page. */
  read_status_page_permissions: {
    path: {
      _id: number
    }
    result: StatusPagePermission
    isList: false
  }
  /** Logo and favicon that a status page has itself. */
  read_status_page_pictures: {
    path: {
      _id: number
    }
    result: StatusPagePictures
    isList: false
  }
  /** Change the logo and favicon of a status page. Omitted fields stay unchanged. */
  update_status_page_pictures: {
    path: {
      _id: number
    }
    body: StatusPagePicturesUpdateData
    result: undefined
    isList: false
  }
  /** Posts of a status page. */
  list_status_page_status_page_posts: {
    path: {
      _id: number
    }
    query?: StatusPagePostListQuery
    result: StatusPagePost[]
    isList: true
  }
  /** Subscribers of a status page. */
  list_status_page_status_page_subscribers: {
    path: {
      _id: number
    }
    query?: StatusPageSubscriberListQuery
    result: StatusPageSubscriber[]
    isList: true
  }
  /** List of suspension records that the caller may read. */
  list_suspensions: {
    query?: SuspensionListQuery
    result: Suspension[]
    isList: true
  }
  /** Create one suspension. */
  create_suspension: {
    body: SuspensionCreateData
    result: SuspensionCreateResult
    isList: false
  }
  /** Suspend many services, with a planned suspension each. */
  bulk_create_suspensions: {
    body: SuspensionBulkCreateData
    result: SuspensionCreateResult[]
    isList: true
  }
  /** Delete many planned suspensions. */
  bulk_delete_suspensions: {
    body: IdList
    result: undefined
    isList: false
  }
  /** Advanced search of suspension records. */
  search_suspensions: {
    body?: SuspensionSearch
    result: Suspension[]
    isList: true
  }
  /** Read one suspension. */
  read_suspension: {
    path: {
      _id: number
    }
    query?: SuspensionQuery
    result: Suspension
    isList: false
  }
  /** Change one suspension; fields left out stay as they are. */
  update_suspension: {
    path: {
      _id: number
    }
    body: SuspensionUpdateData
    result: undefined
    isList: false
  }
  /** Delete one suspension. */
  delete_suspension: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one suspension. */
  read_suspension_permissions: {
    path: {
      _id: number
    }
    result: SuspensionPermission
    isList: false
  }
  /** Service of a suspension. */
  read_suspension_service: {
    path: {
      _id: number
    }
    query?: ServiceQuery
    result: Service
    isList: false
  }
  /** Create a DNS diagnostic query. */
  create_dns_diagnostic: {
    body: DnsDiagnosticCreateData
    result: DnsDiagnosticCreateResult
    isList: false
  }
  /** Read a DNS diagnostic query. */
  read_dns_diagnostic: {
    path: {
      _id: string | number
    }
    result: DnsDiagnostic
    isList: false
  }
  /** Delete a DNS diagnostic query. */
  delete_dns_diagnostic: {
    path: {
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** IP address of the API client. */
  read_my_ip_address: {
    result: MyIpAddress
    isList: false
  }
  /** Set a new password with the token of the e-mail. Two-factor authentication stays on. */
  confirm_password_reset: {
    body: ResetPasswordConfirmData
    result: undefined
    isList: false
  }
  /** Request an e-mail with a link for setting a new password. The response does not reveal whether the account exists. */
  initialize_password_reset: {
    body: ResetPasswordInitializeData
    result: undefined
    isList: false
  }
  /** Current statistics of the whole system. */
  read_system_stats: {
    result: SystemStats
    isList: false
  }
  /** Create a traceroute diagnostic query. */
  create_traceroute_diagnostic: {
    body: TracerouteDiagnosticCreateData
    result: TracerouteDiagnosticCreateResult
    isList: false
  }
  /** Read a traceroute diagnostic query. */
  read_traceroute_diagnostic: {
    path: {
      _id: string | number
    }
    result: TracerouteDiagnostic
    isList: false
  }
  /** Delete a traceroute diagnostic query. */
  delete_traceroute_diagnostic: {
    path: {
      _id: string | number
    }
    result: undefined
    isList: false
  }
  /** List of template records that the caller may read. */
  list_templates: {
    query?: TemplateListQuery
    result: Template[]
    isList: true
  }
  /** Create one template. */
  create_template: {
    body: TemplateCreateData
    result: TemplateCreateResult
    isList: false
  }
  /** Preview a template before it is saved, filled in with the values of an example or of a past occurrence. */
  preview_template_data: {
    body: TemplatePreviewData
    result: TemplatePreview
    isList: false
  }
  /** Advanced search of template records. */
  search_templates: {
    body?: TemplateSearch
    result: Template[]
    isList: true
  }
  /** Read one template. */
  read_template: {
    path: {
      _id: number
    }
    query?: TemplateQuery
    result: Template
    isList: false
  }
  /** Change one template; fields left out stay as they are. */
  update_template: {
    path: {
      _id: number
    }
    body: TemplateUpdateData
    result: undefined
    isList: false
  }
  /** Delete one template. */
  delete_template: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** Owning account of a notification template. */
  read_template_owner: {
    path: {
      _id: number
    }
    query?: AccountQuery
    result: Account
    isList: false
  }
  /** What the caller may do with one template. */
  read_template_permissions: {
    path: {
      _id: number
    }
    result: TemplatePermission
    isList: false
  }
  /** Preview a template, filled in with the values of an example or of a past occurrence. */
  preview_template: {
    path: {
      _id: number
    }
    body?: SavedTemplatePreviewData
    result: TemplatePreview
    isList: false
  }
  /** Read one user data. */
  read_user_data: {
    path: {
      /** An id, or my_user_data for the caller's own. */
      _id: string | number
    }
    query?: UserDataQuery
    result: UserData
    isList: false
  }
  /** Change one user data; fields left out stay as they are. */
  update_user_data: {
    path: {
      /** An id, or my_user_data for the caller's own. */
      _id: string | number
    }
    body: UserDataUpdateData
    result: undefined
    isList: false
  }
  /** What the caller may do with one user data. */
  read_user_data_permissions: {
    path: {
      /** An id, or my_user_data for the caller's own. */
      _id: string | number
    }
    result: UserDataPermission
    isList: false
  }
  /** Value of one user setting. */
  read_user_setting: {
    path: {
      /** An id, or my_user_data for the caller's own. */
      _id: string | number
      _key: string | number
    }
    result: UserSetting
    isList: false
  }
  /** Create or update one user setting. */
  update_user_setting: {
    path: {
      /** An id, or my_user_data for the caller's own. */
      _id: string | number
      _key: string | number
    }
    body: UserSetting
    result: undefined
    isList: false
  }
  /** Delete one user setting. */
  delete_user_setting: {
    path: {
      /** An id, or my_user_data for the caller's own. */
      _id: string | number
      _key: string | number
    }
    result: undefined
    isList: false
  }
  /** List of weekly suspension records that the caller may read. */
  list_weekly_suspensions: {
    query?: WeeklySuspensionListQuery
    result: WeeklySuspension[]
    isList: true
  }
  /** Create one weekly suspension. */
  create_weekly_suspension: {
    body: WeeklySuspensionCreateData
    result: WeeklySuspensionCreateResult
    isList: false
  }
  /** Advanced search of weekly suspension records. */
  search_weekly_suspensions: {
    body?: WeeklySuspensionSearch
    result: WeeklySuspension[]
    isList: true
  }
  /** Read one weekly suspension. */
  read_weekly_suspension: {
    path: {
      _id: number
    }
    query?: WeeklySuspensionQuery
    result: WeeklySuspension
    isList: false
  }
  /** Change one weekly suspension; fields left out stay as they are. */
  update_weekly_suspension: {
    path: {
      _id: number
    }
    body: WeeklySuspensionUpdateData
    result: undefined
    isList: false
  }
  /** Delete one weekly suspension. */
  delete_weekly_suspension: {
    path: {
      _id: number
    }
    result: undefined
    isList: false
  }
  /** What the caller may do with one weekly suspension. */
  read_weekly_suspension_permissions: {
    path: {
      _id: number
    }
    result: WeeklySuspensionPermission
    isList: false
  }
  /** Service of a weekly suspension. */
  read_weekly_suspension_service: {
    path: {
      _id: number
    }
    query?: ServiceQuery
    result: Service
    isList: false
  }
}

import type { Table } from './table.ts'

const channels = [
  'alerta',
  'email',
  'email_dedicated',
  'email_extended',
  'email_short',
  'email_simplified',
  'gadu_gadu',
  'hipchat',
  'jabber',
  'json_post',
  'ms_teams',
  'ms_teams_extended',
  'pagerduty',
  'push',
  'rocketchat',
  'signal',
  'slack',
  'sms',
  'telephone',
]

/** The API says that it leaves out the types and bounds of six fields, but names only five and `maximum_sensors`. */
const count = { minimum: 0, maximum: 2_147_483_647 }

export const adminPackage: Table = {
  schema: 'admin_package',
  closed: false,
  rows: [
    ['id', 'integer', { min: 1 }],
    ['available_notification_channel_ids', 'array of string', { unique: true, default: channels, key: true }],
    // The API does not document the elements either; their maximum number is our own choice.
    ['available_service_types', 'array of object', { ours: { maxItems: 100 } }],
    ['can_force_custom_analyses', 'boolean', { default: false }],
    ['is_available_for_new_accounts', 'boolean'],
    ['maximum_sensors', 'integer', { ours: count }],
    ['maximum_services', 'not shown'],
    ['maximum_sms_numbers', 'not shown'],
    ['minimum_interval', 'not shown'],
    ['monthly_reports_limit', 'not shown'],
    ['name', 'not shown'],
  ],
  ours: ['maximum_requests_per_minute'],
}

export const errorType: Table = {
  schema: 'error_type',
  closed: false,
  rows: [
    ['id', 'integer', { min: 1 }],
    ['name', 'string', { min: 1, max: 255 }],
    ['description', 'string', { min: 0, max: 100_000 }],
    ['diagnosis', 'string', { min: 0, max: 100_000 }],
    ['extra_info', 'string', { min: 0, max: 100_000 }],
    ['category_ids', 'array of string', { unique: true, default: [], key: true }],
  ],
}

export const errorObject: Table = {
  schema: 'error',
  closed: true,
  required: ['code', 'error', 'message'],
  rows: [
    ['code', 'integer'],
    ['error', 'string'],
    ['message', 'string'],
    ['description', 'string'],
    ['field', 'string'],
  ],
}

const dictionaryValue = (schema: string): Table => ({
  schema,
  closed: false,
  rows: [
    ['id', 'string', { key: true }],
    ['name', 'string'],
    ['description', 'string|null'],
  ],
})

/** All dictionaries share one shape. */
export const dictionaries: readonly Table[] = [
  'artifact_type',
  'contact_channel',
  'error_type_category',
  'language',
  'metric_type',
  'notification_channel',
  'notification_condition',
  'notification_mode',
  'recovery_notification_mode',
  'report_attachment_type',
  'report_section',
  'report_template_variable',
  'reporting_plan',
  'service_type_category',
  'template_variable',
  'time_zone',
].map(dictionaryValue)

export const authenticationRecord: Table = {
  schema: 'authentication',
  closed: false,
  rows: [
    ['account_id', 'integer', { min: 1 }],
    ['time', 'dateTime'],
    ['type', 'string', { oneOf: ['oauth2', 'auth_token', 'session'] }],
    ['client_id', 'string|null'],
    ['client_ip_address', 'string|null'],
    ['user_ip_address', 'string|null'],
  ],
}

/** Default columns per kind, the most important first. A name with a dot is a field of a related record. */
const defaultColumnsByKind: Readonly<Record<string, readonly string[]>> = {
  accounts: ['id', 'username', 'name', 'is_read_only', 'is_blocked', 'package.name'],
  'admin-accounts': ['id', 'username', 'name', 'is_blocked'],
  contacts: ['id', 'name', 'language_id', 'description'],
  'contact-addresses': ['id', 'contact.name', 'channel_id', 'address'],
  'contact-groups': ['id', 'name', 'description'],
  corrections: ['id', 'service.name', 'status', 'start_time', 'end_time', 'description'],
  'error-types': ['id', 'name', 'description'],
  escalations: ['id', 'name', 'event.name', 'is_active', 'delay', 'repeat_interval'],
  events: ['id', 'name', 'kind', 'is_active', 'start_delay', 'end_delay'],
  'event-statuses': ['service.name', 'event.name', 'status', 'since', 'note'],
  groups: ['id', 'name', 'is_default', 'owner.username'],
  incidents: ['id', 'service.name', 'state', 'start_time', 'end_time', 'kind', 'acknowledged_by'],
  reports: ['id', 'name', 'status', 'start_time', 'end_time', 'reporting_plan_id', 'created_at'],
  'report-templates': ['id', 'name', 'is_active', 'reporting_plan_ids', 'time_zone_id', 'recipients'],
  'scheduled-suspensions': ['id', 'service.name', 'start_time', 'end_time', 'description'],
  sensors: ['id', 'name', 'is_active', 'location', 'country_code'],
  'service-statuses': [
    ...['service_id', 'service.name', 'status', 'since', 'average_response_time', 'last_analysis_time'],
    'unchecked_reason',
  ],
  'service-types': ['id', 'name', 'category_id', 'default_interval'],
  services: ['id', 'name', 'is_active', 'type_id', 'address', 'interval', 'group.name'],
  sessions: ['id', 'account.username', 'last_used_at', 'is_current', 'scope', 'client_id', 'client_ip_address'],
  'status-page-components': [
    'id',
    'status_page.title',
    'section',
    'name',
    'service.name',
    'group.name',
    'manual_status',
  ],
  'status-page-posts': ['id', 'status_page.title', 'title', 'kind', 'state', 'impact', 'is_draft', 'start_time'],
  'status-pages': ['id', 'title', 'slug', 'visibility', 'is_published'],
  suspensions: ['id', 'service.name', 'start_time', 'end_time', 'only_notifications', 'description'],
  'weekly-suspensions': ['id', 'service.name', 'start_minute', 'end_minute', 'only_notifications', 'description'],
}

const maxColumns = 7

/**
 * Returns the default columns; undefined for kinds without defaults, for which `chooseColumns` chooses columns.
 */
export const getDefaultColumns = (kind: string): readonly string[] | undefined => defaultColumnsByKind[kind]

/** Returns the first scalar fields of a record, for kinds without default columns. */
export const chooseColumns = (record: object): readonly string[] =>
  Object.entries(record)
    .filter(([, value]) => typeof value !== 'object' || value === null)
    .map(([name]) => name)
    .slice(0, maxColumns)

/** Returns the `fields` and `embed` parameters for these columns. */
export const toQuery = (columns: readonly string[]): { fields?: string; embed?: string } => {
  const fields = columns.filter((name) => !name.includes('.'))
  const embed = columns.filter((name) => name.includes('.'))
  return {
    ...(fields.length > 0 && { fields: fields.join(',') }),
    ...(embed.length > 0 && { embed: embed.join(',') }),
  }
}

/** Adds the fields that the text of a column needs besides its own: a port is in the settings of a service. */
export const addNeededFields = (kind: string, columns: readonly string[]): readonly string[] =>
  kind === 'services' && columns.includes('address')
    ? [...new Set([...columns, 'type_id', 'extended_settings'])]
    : columns

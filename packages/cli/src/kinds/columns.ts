/** What a list shows unless told otherwise: few enough for a terminal. What has a dot belongs to a related record. */
const usual: Readonly<Record<string, readonly string[]>> = {
  accounts: ['id', 'username', 'name', 'is_read_only', 'is_blocked', 'package.name'],
  'admin-accounts': ['id', 'username', 'name', 'is_blocked'],
  contacts: ['id', 'name', 'language_id', 'description'],
  'contact-addresses': ['id', 'contact.name', 'channel_id', 'address'],
  'contact-groups': ['id', 'name', 'description'],
  corrections: ['id', 'service.name', 'status', 'start_time', 'end_time', 'description'],
  escalations: ['id', 'name', 'event.name', 'delay', 'repeat_interval', 'is_active'],
  events: ['id', 'name', 'kind', 'start_delay', 'end_delay', 'is_active'],
  'event-statuses': ['service.name', 'event.name', 'status', 'since', 'note'],
  groups: ['id', 'name', 'is_default', 'owner.username'],
  'scheduled-suspensions': ['id', 'service.name', 'start_time', 'end_time', 'description'],
  sensors: ['id', 'name', 'location', 'country_code', 'is_active'],
  'service-statuses': ['service_id', 'service.name', 'status', 'since', 'average_response_time', 'is_suspended'],
  'service-types': ['id', 'name', 'category_id', 'default_interval'],
  services: ['id', 'name', 'type_id', 'address', 'interval', 'is_active', 'group.name'],
  sessions: ['id', 'account.username', 'client_id', 'scope', 'last_used_at', 'client_ip_address', 'is_current'],
  suspensions: ['id', 'service.name', 'start_time', 'end_time', 'only_notifications', 'description'],
  'weekly-suspensions': ['id', 'service.name', 'only_notifications', 'description'],
}

const most = 7

/** The columns of a kind; undefined where the records have to be looked at. */
export const defaultColumns = (kind: string): readonly string[] | undefined => usual[kind]

/** Of records that nobody has chosen columns for: what is short enough to stand in one. */
export const chooseColumns = (record: object): readonly string[] =>
  Object.entries(record)
    .filter(([, value]) => typeof value !== 'object' || value === null)
    .map(([name]) => name)
    .slice(0, most)

/** What has to be asked for so that the columns can be filled. */
export const parseColumns = (columns: readonly string[]): { fields?: string; embed?: string } => {
  const fields = columns.filter((name) => !name.includes('.'))
  const embed = columns.filter((name) => name.includes('.'))
  return {
    ...(fields.length > 0 && { fields: fields.join(',') }),
    ...(embed.length > 0 && { embed: embed.join(',') }),
  }
}

/** The value under a name with dots, as one line of text. */
export function formatCell(record: unknown, name: string): string | null {
  const value = name
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | null | undefined)?.[part], record)
  return toText(value)
}

export function toText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'object') return String(value)
  return Array.isArray(value) && value.every((each) => typeof each !== 'object')
    ? value.join(', ')
    : JSON.stringify(value)
}

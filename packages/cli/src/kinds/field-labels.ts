import type { LocalizedText } from '../frame/localized-text.ts'

/** Labels of fields. The label of a field that is not listed here is its name without the underscores. */
const labels: Readonly<Record<string, LocalizedText>> = {
  account: { en: 'Account', pl: 'Konto' },
  acknowledged_at: { en: 'Acknowledged', pl: 'Potwierdzono' },
  acknowledged_by: { en: 'Acknowledged by', pl: 'Potwierdził(a)' },
  address: { en: 'Address', pl: 'Adres' },
  address_format: { en: 'Address format', pl: 'Format adresu' },
  average_response_time: { en: 'Response time', pl: 'Czas odpowiedzi' },
  category: { en: 'Category', pl: 'Kategoria' },
  channel: { en: 'Channel', pl: 'Kanał' },
  client: { en: 'Browser or app', pl: 'Przeglądarka lub aplikacja' },
  client_ip_address: { en: 'IP address', pl: 'Adres IP' },
  closes_at: { en: 'Resolves', pl: 'Zakończy się' },
  completed_at: { en: 'Completed', pl: 'Ukończono' },
  condition_event_ids: { en: 'Suppressed by', pl: 'Wyciszana przez' },
  contact: { en: 'Contact', pl: 'Kontakt' },
  contact_groups: { en: 'Contact groups', pl: 'Grupy kontaktów' },
  contacts: { en: 'Contacts', pl: 'Kontakty' },
  count: { en: 'Count', pl: 'Liczba' },
  country_code: { en: 'Country', pl: 'Kraj' },
  created_at: { en: 'Created', pl: 'Utworzono' },
  default_interval: { en: 'Default interval', pl: 'Domyślny interwał' },
  delay: { en: 'Delay', pl: 'Opóźnienie' },
  description: { en: 'Description', pl: 'Opis' },
  email_address: { en: 'E-mail', pl: 'E-mail' },
  end_delay: { en: 'End delay', pl: 'Opóźnienie końca' },
  end_minute: { en: 'End', pl: 'Koniec' },
  end_reason: { en: 'Reason', pl: 'Powód' },
  end_time: { en: 'End', pl: 'Koniec' },
  error_type: { en: 'Error', pl: 'Błąd' },
  escalation: { en: 'Escalation step', pl: 'Krok eskalacji' },
  event: { en: 'Alert rule', pl: 'Reguła alertu' },
  expires_at: { en: 'Expires', pl: 'Wygasa' },
  extended_settings: { en: 'Settings', pl: 'Ustawienia' },
  external_id: { en: 'Name in apply', pl: 'Nazwa w apply' },
  failing_sensors: { en: 'Failing sensors', pl: 'Sensory z błędem' },
  group: { en: 'Group', pl: 'Grupa' },
  id: { en: 'ID', pl: 'ID' },
  interval: { en: 'Interval', pl: 'Interwał' },
  is_activated: { en: 'Activated', pl: 'Aktywowane' },
  is_active: { en: 'Active', pl: 'Włączone' },
  is_archived: { en: 'Archived', pl: 'Zarchiwizowana' },
  is_blocked: { en: 'Blocked', pl: 'Zablokowane' },
  is_current: { en: 'This session', pl: 'Ta sesja' },
  is_default: { en: 'Default', pl: 'Domyślna' },
  is_flapping: { en: 'Flapping', pl: 'Niestabilna' },
  is_read_only: { en: 'Read-only', pl: 'Tylko odczyt' },
  is_silenced: { en: 'Notifications suppressed', pl: 'Powiadomienia wyciszone' },
  is_suspended: { en: 'In maintenance', pl: 'Okno serwisowe' },
  is_verified: { en: 'Confirmed', pl: 'Potwierdzony' },
  kind: { en: 'Kind', pl: 'Rodzaj' },
  language: { en: 'Language', pl: 'Język' },
  last_analysis_time: { en: 'Last check', pl: 'Sprawdzono' },
  last_error_time: { en: 'Last failure', pl: 'Ostatnia awaria' },
  last_ok_time: { en: 'Last success', pl: 'Ostatni sukces' },
  last_used_at: { en: 'Last used', pl: 'Ostatnio użyto' },
  location: { en: 'Location', pl: 'Lokalizacja' },
  name: { en: 'Name', pl: 'Nazwa' },
  note: { en: 'Note', pl: 'Notatka' },
  notifications: { en: 'Notifications', pl: 'Powiadomienia' },
  notify_end: { en: 'Notify on recovery', pl: 'Powiadom o końcu' },
  only_notifications: { en: 'Only notifications', pl: 'Tylko powiadomienia' },
  owner: { en: 'Owner', pl: 'Właściciel' },
  package: { en: 'Package', pl: 'Pakiet' },
  phone_number: { en: 'Phone', pl: 'Telefon' },
  prefix: { en: 'Key', pl: 'Klucz' },
  problem: { en: 'Problem', pl: 'Problem' },
  quiet_since: { en: 'No problem since', pl: 'Bez problemu od' },
  recipients: { en: 'Recipients', pl: 'Odbiorcy' },
  repeat_interval: { en: 'Repeats every', pl: 'Powtórzenia co' },
  reporting_plan: { en: 'Schedule', pl: 'Harmonogram' },
  reporting_plans: { en: 'Schedule', pl: 'Harmonogram' },
  revoked_at: { en: 'Revoked', pl: 'Unieważniono' },
  schedule: { en: 'Schedule', pl: 'Harmonogram' },
  scope: { en: 'Scope', pl: 'Zakres' },
  scopes: { en: 'Scopes', pl: 'Zakresy' },
  sections: { en: 'Sections', pl: 'Sekcje' },
  sensor: { en: 'Sensor', pl: 'Sensor' },
  sensors: { en: 'Sensors', pl: 'Sensory' },
  service: { en: 'Service', pl: 'Usługa' },
  service_level_target: { en: 'Service level target', pl: 'Docelowa dostępność' },
  service_id: { en: 'Service ID', pl: 'ID usługi' },
  since: { en: 'Since', pl: 'Od' },
  start_delay: { en: 'Start delay', pl: 'Opóźnienie początku' },
  start_minute: { en: 'Start', pl: 'Początek' },
  start_time: { en: 'Start', pl: 'Początek' },
  state: { en: 'State', pl: 'Stan' },
  status: { en: 'Status', pl: 'Stan' },
  time: { en: 'Time', pl: 'Czas' },
  time_zone: { en: 'Time zone', pl: 'Strefa czasowa' },
  title: { en: 'Title', pl: 'Tytuł' },
  type: { en: 'Type', pl: 'Typ' },
  unchecked_reason: { en: 'Not checked', pl: 'Niesprawdzana' },
  username: { en: 'Username', pl: 'Nazwa użytkownika' },
}

/** Words that are not written in lower case. */
const acronyms = /\b(?:id|ids|ip|url|dns|http|https|tls|ssl|tcp|sms|smtp|api)\b/g

/** The heading of a field of a record: `group.name` is the group, `sensor_ids` are its sensors. */
export function getFieldLabel(name: string): LocalizedText {
  const [first = '', ...rest] = name.split('.')
  const label = labels[first] ?? labels[omitIdSuffix(first)] ?? toReadableLabel(omitIdSuffix(first))
  if (rest.length === 0 || ['name', 'username'].includes(rest.join('.'))) return label
  const inner = getFieldLabel(rest.join('.'))
  return { en: `${label.en}: ${lowercaseFirst(inner.en)}`, pl: `${label.pl}: ${lowercaseFirst(inner.pl)}` }
}

/** Fields that get the heading of another field in records of a kind. */
const fieldByKind: Readonly<Record<string, string>> = {
  'services is_active': 'state',
  'service-statuses service_id': 'id',
}

/** The heading of a field among records of a kind. */
export const getFieldHeading = (kind: string, name: string): LocalizedText =>
  getFieldLabel(fieldByKind[`${kind} ${name}`] ?? name)

const omitIdSuffix = (name: string): string => name.replace(/(?<=.)_id$/, '').replace(/(?<=.)_ids$/, 's')

function toReadableLabel(name: string): LocalizedText {
  const words = name
    .replace(/^is_(?=.)/, '')
    .replaceAll('_', ' ')
    .replaceAll(acronyms, (word) => (word === 'ids' ? 'IDs' : word.toUpperCase()))
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return { en: text, pl: text }
}

const lowercaseFirst = (text: string): string =>
  /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

import type { Tone } from '../frame/color.ts'
import type { LocalizedText } from '../frame/localized-text.ts'

export interface StateLabel extends LocalizedText {
  readonly tone?: Tone
}

/** The status of services, and of corrections, which replace it. */
export const serviceStates: Readonly<Record<string, StateLabel>> = {
  ok: { en: 'Up', pl: 'Działa', tone: 'good' },
  failure: { en: 'Down', pl: 'Awaria', tone: 'bad' },
  unknown: { en: 'Unknown', pl: 'Stan nieznany', tone: 'warning' },
  paused: { en: 'Paused', pl: 'Wstrzymana', tone: 'muted' },
}

/** Why nothing checks a service, although it is not paused. */
export const uncheckedReasons: Readonly<Record<string, StateLabel>> = {
  no_able_sensor: {
    en: 'No assigned sensor can run this type of check',
    pl: 'Żaden z przypisanych sensorów nie może wykonać sprawdzenia tego typu',
    tone: 'warning',
  },
}

export const alertStates: Readonly<Record<string, StateLabel>> = {
  active: { en: 'Open', pl: 'Otwarty', tone: 'bad' },
  disabled: { en: 'Acknowledged', pl: 'Potwierdzony', tone: 'warning' },
  inactive: { en: 'Resolved', pl: 'Zakończony', tone: 'good' },
}

export const checkResults: Readonly<Record<string, StateLabel>> = {
  ok: { en: 'OK', pl: 'OK', tone: 'good' },
  error: { en: 'Error', pl: 'Błąd', tone: 'bad' },
  unknown: { en: 'Unknown', pl: 'Nieznany', tone: 'warning' },
}

export const notificationStates: Readonly<Record<string, StateLabel>> = {
  sent: { en: 'Sent', pl: 'Wysłane', tone: 'good' },
  pending: { en: 'Pending', pl: 'W kolejce', tone: 'warning' },
  failed: { en: 'Failed', pl: 'Niedostarczone', tone: 'bad' },
  suppressed: { en: 'Suppressed', pl: 'Wyciszone', tone: 'muted' },
}

const ruleKinds: Readonly<Record<string, StateLabel>> = {
  failure: { en: 'Failure', pl: 'Awaria' },
  performance: { en: 'Slow response', pl: 'Wolne odpowiedzi' },
  certificate_expiry: { en: 'Certificate expiry', pl: 'Wygaśnięcie certyfikatu' },
  domain_expiry: { en: 'Domain expiry', pl: 'Wygaśnięcie domeny' },
  sensor_lost: { en: 'Sensor offline or in quarantine', pl: 'Sensor offline lub w kwarantannie' },
}

const incidentStates: Readonly<Record<string, StateLabel>> = {
  open: { en: 'Open', pl: 'Otwarty', tone: 'bad' },
  flapping: { en: 'Flapping', pl: 'Niestabilna', tone: 'bad' },
  acknowledged: { en: 'Acknowledged', pl: 'Potwierdzony', tone: 'warning' },
  resolved: { en: 'Resolved', pl: 'Zakończony', tone: 'good' },
}

const endReasons: Readonly<Record<string, StateLabel>> = {
  recovered: { en: 'recovered', pl: 'usługa działa' },
  paused: { en: 'service paused', pl: 'usługa wstrzymana' },
  removed: { en: 'alert rule removed', pl: 'usunięto regułę alertu' },
}

const entryKinds: Readonly<Record<string, StateLabel>> = {
  acknowledged: { en: 'Acknowledged', pl: 'Potwierdzono', tone: 'warning' },
  unacknowledged: { en: 'Acknowledgement undone', pl: 'Cofnięto potwierdzenie', tone: 'bad' },
  note: { en: 'Note', pl: 'Notatka' },
  diagnostic: { en: 'Diagnostics added', pl: 'Dodano diagnostykę' },
}

const monitoringStates: Readonly<Record<string, StateLabel>> = {
  true: { en: 'Active', pl: 'Aktywna' },
  false: { en: 'Paused', pl: 'Wstrzymana', tone: 'muted' },
}

const reportStates: Readonly<Record<string, StateLabel>> = {
  pending: { en: 'In the queue', pl: 'W kolejce', tone: 'warning' },
  in_progress: { en: 'In progress', pl: 'W toku', tone: 'warning' },
  completed: { en: 'Completed', pl: 'Gotowy', tone: 'good' },
  failed: { en: 'Failed', pl: 'Nie powstał', tone: 'bad' },
}

const deliveryStates: Readonly<Record<string, StateLabel>> = {
  sent: { en: 'Sent', pl: 'Wysłano', tone: 'good' },
  pending: { en: 'Pending', pl: 'W kolejce', tone: 'warning' },
  failed: { en: 'Failed', pl: 'Nie dostarczono', tone: 'bad' },
}

/** The labels of API values, by kind of record and field. */
const labelsByField: Readonly<Record<string, Readonly<Record<string, StateLabel>>>> = {
  'services is_active': monitoringStates,
  'service-statuses status': serviceStates,
  'service-statuses unchecked_reason': uncheckedReasons,
  'corrections status': serviceStates,
  'event-statuses status': alertStates,
  'events kind': ruleKinds,
  'incidents kind': ruleKinds,
  'incidents state': incidentStates,
  'incidents end_reason': endReasons,
  'incident-entries kind': entryKinds,
  'reports status': reportStates,
  'report-deliveries status': deliveryStates,
}

const yes = { en: 'yes', pl: 'tak' }
const no = { en: 'no', pl: 'nie' }

/** The label of a value of a field; undefined if the value is shown as it is. */
export function findStateLabel(kind: string, field: string, value: unknown): StateLabel | undefined {
  const found = labelsByField[`${kind} ${field}`]?.[String(value)]
  if (found) return found
  if (value === true) return field === 'is_blocked' ? { ...yes, tone: 'bad' } : yes
  if (value === false) return field === 'is_active' ? { ...no, tone: 'muted' } : no
  return undefined
}

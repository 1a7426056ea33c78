import type { Client, Incident } from '@wachta/client'
import type { CliLanguage } from '../frame/localized-text.ts'
import type { OutputColumn } from '../frame/output.ts'
import { createNameLookup } from '../kinds/names.ts'
import { findStateLabel } from '../kinds/state-labels.ts'
import { formatLocalTime, formatRelativeTime } from '../times/time-text.ts'

interface IncidentStyle {
  readonly language: CliLanguage
  readonly now: Date
  /** The name of an error type. */
  readonly errorName: (id: number | null) => string
}

/** Reads the names of the error types of incidents. */
export const readErrorNames = (client: Client, incidents: readonly Incident[]) =>
  createNameLookup(client, 'list_error_types')(incidents.map(({ error_type_id }) => error_type_id))

/** The columns of a list of incidents: what is down, since when, and who acknowledged it. */
export function getIncidentColumns(style: IncidentStyle): OutputColumn<Incident>[] {
  const { language, now } = style
  const formatAgo = (time: string | null) => (time === null ? null : formatRelativeTime(time, now, language))
  return [
    { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
    { title: { en: 'Service', pl: 'Usługa' }, value: getServiceName },
    {
      title: { en: 'State', pl: 'Stan' },
      value: ({ state }) => findStateLabel('incidents', 'state', state)?.[language],
      tone: ({ state }) => findStateLabel('incidents', 'state', state)?.tone,
      isNeverCut: true,
    },
    { title: { en: 'Started', pl: 'Początek' }, value: ({ start_time }) => formatAgo(start_time), isNeverCut: true },
    { title: { en: 'Problem', pl: 'Problem' }, value: (incident) => formatProblem(incident, style) },
    { title: { en: 'Acknowledged by', pl: 'Potwierdził(a)' }, value: ({ acknowledged_by }) => acknowledged_by },
    { title: { en: 'Ends', pl: 'Koniec' }, value: (incident) => formatEnd(incident, style) },
  ]
}

export const getServiceName = ({ service, service_id }: Incident): string => service?.name ?? `#${service_id}`

export function formatProblem(
  { kind, error_type_id }: Pick<Incident, 'kind' | 'error_type_id'>,
  { language, errorName }: Pick<IncidentStyle, 'language' | 'errorName'>,
): string | undefined {
  return error_type_id === null ? findStateLabel('events', 'kind', kind)?.[language] : errorName(error_type_id)
}

/** Returns when and why an incident ended; for an open one whose problem is gone, when it will end. */
function formatEnd({ end_time, end_reason, quiet_since, closes_at }: Incident, { language, now }: IncidentStyle) {
  if (end_time !== null) {
    const reason = findStateLabel('incidents', 'end_reason', end_reason)?.[language]
    return `${formatRelativeTime(end_time, now, language)}${reason === undefined ? '' : ` (${reason})`}`
  }
  if (quiet_since === null || closes_at === null) return null
  const [since, closes] = [quiet_since, closes_at].map((time) => formatTimeOfDay(time, now))
  return language === 'pl'
    ? `bez problemu od ${since}, zakończy się ${closes?.includes(' ') ? '' : 'o '}${closes}`
    : `no problem since ${since}, resolves at ${closes}`
}

/** The time without seconds; with its day, unless that is today. */
function formatTimeOfDay(time: string, now: Date): string {
  const local = formatLocalTime(time).slice(0, 16)
  const today = formatLocalTime(now.toISOString()).slice(0, 10)
  return local.startsWith(today) ? local.slice(11) : local
}

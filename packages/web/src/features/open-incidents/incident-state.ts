import type { Incident } from '@wachta/client'
import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { Translate } from '../../app/i18n/translate.ts'
import type { Status } from '../../ui/status-mark.tsx'

/** The displayed state: a state of the API, or `recovering` while the problem of an open incident is gone. */
export type ShownIncidentState = Incident['state'] | 'recovering'

type IncidentStatus = Pick<
  Incident,
  'state' | 'start_time' | 'end_time' | 'is_flapping' | 'quiet_since' | 'closes_at' | 'acknowledged_by'
>

/** Returns the state of an incident. An open one whose problem is gone is about to be resolved. */
export const getIncidentState = ({ state, quiet_since }: IncidentStatus): ShownIncidentState =>
  state === 'open' && quiet_since !== null ? 'recovering' : state

/** The status mark for each state of an incident. */
export const incidentMarks: Readonly<Record<ShownIncidentState, Status>> = {
  open: 'failure',
  flapping: 'unknown',
  recovering: 'slow',
  acknowledged: 'acknowledged',
  resolved: 'resolved',
}

interface StateContext {
  readonly t: Translate
  readonly formats: LocaleFormats
  readonly now: Date
}

/**
 * Describes the state of an incident in the same words in every view: since when it is open, who has acknowledged it,
 * since when the problem is gone and when it will be resolved, or how long it lasted.
 */
export function describeIncident(incident: IncidentStatus, { t, formats, now }: StateContext): string {
  const { start_time, end_time, quiet_since, closes_at, is_flapping, acknowledged_by } = incident
  const length = formats.duration(getIncidentSeconds(incident, now))
  const isQuiet = end_time === null && quiet_since !== null
  const parts = [
    !isQuiet
      ? t(end_time === null ? 'incident.openFor' : 'incident.resolvedAfter', {
          time: length,
          since: formats.since(start_time, now),
        })
      : t(is_flapping ? 'incident.flappingQuiet' : 'incident.quiet', {
          since: formats.since(quiet_since, now),
          at: closes_at === null ? '' : formats.since(closes_at, now),
          closes: closes_at === null ? 'unknown' : formats.day(closes_at) === formats.day(now) ? 'today' : 'later',
        }),
    ...(is_flapping && !isQuiet ? [t('incident.flapping')] : []),
    ...(acknowledged_by === null || end_time !== null ? [] : [t('incident.owner', { who: acknowledged_by })]),
  ]
  return parts.join(' · ')
}

/** Returns the duration of the incident so far, in seconds; rounded to minutes from five minutes on. */
export function getIncidentSeconds(
  { start_time, end_time }: Pick<Incident, 'start_time' | 'end_time'>,
  now: Date,
): number {
  const end = end_time === null ? now.getTime() : Date.parse(end_time)
  const seconds = Math.max((end - Date.parse(start_time)) / 1000, 0)
  return seconds < 300 ? Math.round(seconds) : Math.floor(seconds / 60) * 60
}

/** Whether to offer acknowledging: the incident is open and not acknowledged, and the caller may change it. */
export const mayAcknowledge = ({ end_time, acknowledged_at, permissions }: Incident): boolean =>
  end_time === null && acknowledged_at === null && permissions?.update === true

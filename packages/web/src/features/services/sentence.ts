import type { ErrorType, Service, ServiceStatus } from '@wachta/client'
import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { Translate } from '../../app/i18n/translate.ts'
import type { ServiceWithStatus } from './queries.ts'
import { getShownState, isUnassigned } from './state.ts'

interface SentenceContext {
  readonly t: Translate
  readonly formats: LocaleFormats
  readonly errorTypes: ReadonlyMap<number, Pick<ErrorType, 'name'>>
  readonly now: Date
}

type ShownStatus = Pick<
  ServiceWithStatus,
  'status' | 'since' | 'average_response_time' | 'failing' | 'error_type_id' | 'is_suspended' | 'sensors'
> &
  Partial<Pick<ServiceStatus, 'unchecked_reason'> & Pick<Service, 'is_archived'>>

/** How many sensors the last analysis had, and how many of them answered. */
export interface SensorCounts {
  readonly sensors: number
  readonly answered: number
}

/** Returns the status of a service as a sentence: "Down since 16:37: certificate expired (3 of 5 sensors)". */
export function describeService(service: ShownStatus, context: SentenceContext, counts?: SensorCounts): string {
  const { t, formats, now } = context
  const since = formats.since(service.since, now)
  switch (getShownState(service)) {
    case 'failure':
      return getFailureSentence(service, context, counts)
    case 'unknown':
      if (isUnassigned(service)) return t('sentence.unassigned')
      if (service.unchecked_reason === 'no_able_sensor') return t('sentence.unable')
      return counts ? t('sentence.unknownOf', { since, ...counts }) : t('sentence.unknown', { since })
    case 'paused':
      // The status says since when it is paused, which can be long before it was archived.
      if (service.is_archived) return t('sentence.archived')
      return t(service.is_suspended ? 'sentence.suspended' : 'sentence.paused', { since })
    case 'slow':
      return t('sentence.slow', { since, time: formats.milliseconds(service.average_response_time) })
    case 'ok':
      return t('sentence.ok', { since })
  }
}

/** Returns when a service was last checked and how often it is; an archived service is no longer checked. */
export function getCheckedText(
  { interval, is_archived }: Pick<Service, 'interval' | 'is_archived'>,
  last: string | null,
  { t, formats, now }: Pick<SentenceContext, 't' | 'formats' | 'now'>,
): string {
  const ago = last === null ? null : formats.ago(last, now)
  if (is_archived) return ago === null ? t('service.noData') : t('service.lastAnalysis', { ago })
  const every = formats.duration(interval)
  return ago === null ? t('service.noCheck', { every }) : t('service.lastCheck', { ago, every })
}

function getFailureSentence(service: ShownStatus, context: SentenceContext, counts?: SensorCounts): string {
  const { t, formats, errorTypes, now } = context
  const since = formats.since(service.since, now)
  const error = service.error_type_id === null ? undefined : errorTypes.get(service.error_type_id)?.name
  const sentence = error
    ? t('sentence.failureCause', { since, cause: lowercaseFirst(error) })
    : t('sentence.failure', { since })
  const failing = service.failing.length
  if (failing === 0) return sentence
  const sensors = counts?.sensors ?? service.sensors ?? 0
  return sensors >= failing
    ? t('sentence.sensorsOf', { sentence, failing, sensors })
    : t('sentence.sensors', { sentence, failing })
}

/** Lowercases the first letter for use inside a sentence, but not of names such as "DNS" and "WebSocket". */
export const lowercaseFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}+(?!\p{L})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

import type { ErrorType, Event, Occurrence, Sensor } from '@wachta/client'
import type { Translate } from '../../app/i18n/translate.ts'
import type { Status } from '../../ui/status-mark.tsx'
import type { RuleKind } from '../alert-rules/queries.ts'
import { lowerFirst } from '../services/sentence.ts'
import type { AlertState } from './timeline-entries.ts'

/** The status mark for each state of an alert. */
export const alertMarks: Readonly<Record<AlertState, Status>> = {
  current: 'failure',
  acknowledged: 'slow',
  ended: 'ok',
}

type AlertSource = Pick<Occurrence, 'event_id' | 'sensor_id' | 'service_id' | 'error_type_id'>

interface Names {
  readonly t: Translate
  readonly rules: readonly Pick<Event, 'id' | 'kind' | 'name'>[]
  readonly sensors: ReadonlyMap<number, Pick<Sensor, 'name'>>
  readonly services: ReadonlyMap<number, string>
  readonly errorTypes: ReadonlyMap<number, Pick<ErrorType, 'name'>>
}

export interface AlertText {
  /** A service, or the sensor that was lost. */
  readonly subject: string
  /** The type of the rule, with the error. */
  readonly what: string
  readonly kind: RuleKind
  readonly rule: Pick<Event, 'id' | 'name'> | null
}

/** The texts that name an alert. Legacy notifications have no rule and report failures only. */
export function getAlertText({ event_id, sensor_id, service_id, error_type_id }: AlertSource, names: Names): AlertText {
  const { t, rules, sensors, services, errorTypes } = names
  const rule = rules.find(({ id }) => id === event_id) ?? null
  const kind = rule?.kind ?? (sensor_id === null ? 'failure' : 'sensor_lost')
  const error = error_type_id === null ? undefined : errorTypes.get(error_type_id)?.name
  const what = t(`kind.${kind}`)
  return {
    subject:
      sensor_id === null
        ? (services.get(service_id) ?? t('alert.service', { id: service_id }))
        : t('alert.sensor', { name: sensors.get(sensor_id)?.name ?? `#${sensor_id}` }),
    what: error && kind === 'failure' ? t('alert.cause', { kind: what, cause: lowerFirst(error) }) : what,
    kind,
    rule,
  }
}

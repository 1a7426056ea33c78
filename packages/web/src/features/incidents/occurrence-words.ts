import type { ErrorType, Event, Occurrence, Sensor } from '@wachta/client'
import type { Translate } from '../../app/i18n/translate.ts'
import type { Status } from '../../ui/status-mark.tsx'
import type { EventKind } from '../alert-rules/queries.ts'
import type { OccurrenceState } from './thread-entries.ts'

/** The shape beside the word for how an occurrence stands. */
export const markOf: Readonly<Record<OccurrenceState, Status>> = { current: 'failure', taken: 'slow', ended: 'ok' }

type Told = Pick<Occurrence, 'event_id' | 'sensor_id' | 'service_id' | 'error_type_id'>

interface Names {
  readonly t: Translate
  readonly rules: readonly Pick<Event, 'id' | 'kind' | 'name'>[]
  readonly sensors: ReadonlyMap<number, Pick<Sensor, 'name'>>
  readonly services: ReadonlyMap<number, string>
  readonly errorTypes: ReadonlyMap<number, Pick<ErrorType, 'name'>>
}

export interface Words {
  /** What it occurred on: a service, or the sensor that was lost. */
  readonly subject: string
  /** What it is, and what was seen. */
  readonly what: string
  readonly kind: EventKind
  readonly rule: Pick<Event, 'id' | 'name'> | null
}

/** What is said of an occurrence wherever it is named. The older style has no rule: it tells of failures. */
export function wordsOf({ event_id, sensor_id, service_id, error_type_id }: Told, names: Names): Words {
  const { t, rules, sensors, services, errorTypes } = names
  const rule = rules.find(({ id }) => id === event_id) ?? null
  const kind = rule?.kind ?? (sensor_id === null ? 'failure' : 'sensor_lost')
  const error = error_type_id === null ? undefined : errorTypes.get(error_type_id)?.name
  const what = t(`kind.${kind}`)
  return {
    subject:
      sensor_id === null
        ? (services.get(service_id) ?? t('event.service', { id: service_id }))
        : t('event.sensor', { name: sensors.get(sensor_id)?.name ?? `#${sensor_id}` }),
    what: error && kind === 'failure' ? t('sentence.because', { what, why: error }) : what,
    kind,
    rule,
  }
}

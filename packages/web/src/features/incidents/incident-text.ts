import type { ErrorType, Incident, Sensor } from '@wachta/client'
import type { Translate } from '../../app/i18n/translate.ts'
import { lowercaseFirst } from '../services/sentence.ts'

interface IncidentNames {
  readonly t: Translate
  readonly sensors: ReadonlyMap<number, Pick<Sensor, 'name'>>
  readonly errorTypes: ReadonlyMap<number, Pick<ErrorType, 'name'>>
}

export interface IncidentText {
  /** A service, or the sensor that was lost. */
  readonly subject: string
  /** The kind of the problem, with the error. */
  readonly problem: string
}

type NamedIncident = Pick<Incident, 'kind' | 'service_id' | 'sensor_id' | 'error_type_id' | 'service'>

/** Returns the texts that name an incident. */
export function getIncidentText(incident: NamedIncident, { t, sensors, errorTypes }: IncidentNames): IncidentText {
  const { kind, service_id, sensor_id, error_type_id, service } = incident
  const error = error_type_id === null ? undefined : errorTypes.get(error_type_id)?.name
  const kindName = t(`kind.${kind}`)
  return {
    subject:
      sensor_id === null
        ? (service?.name ?? t('incident.service', { id: service_id }))
        : t('incident.sensor', { name: sensors.get(sensor_id)?.name ?? `#${sensor_id}` }),
    problem:
      error && kind === 'failure' ? t('incident.cause', { kind: kindName, cause: lowercaseFirst(error) }) : kindName,
  }
}

import { listAnalysisChecks, type PackedCheck } from '@wachta/domain'
import type { PendingMessage } from './pending.ts'

/** The results of sensors, for the template variables. */
export interface FailureFacts {
  /** For alerts about anything but failures, such as slow responses, the sensors whose checks succeeded. */
  readonly failing_sensors: readonly string[]
  readonly sensors_count: number
  readonly error_message: string
  readonly step_number: number | null
  /** The average in the analysis that ended the alert or, before there is one, that it started with. */
  readonly response_time: number | null
}

type AlertChecks = Pick<
  PendingMessage,
  'checks' | 'end_checks' | 'sensor_ids' | 'sensor_names' | 'check_messages' | 'error_type' | 'event' | 'lost_sensor'
>

/** Finds the failing sensors and the error message of one of them. */
export function collectFailureFacts(pending: AlertChecks): FailureFacts {
  const { checks, end_checks, sensor_ids, sensor_names, lost_sensor } = pending
  if (lost_sensor) return { ...noDetails, failing_sensors: [lost_sensor.name], sensors_count: 1 }
  const startChecks = checks === null ? [] : listAnalysisChecks({ checks, sensor_ids })
  // `sensor_ids` belong to the analysis at the start of the alert; the analysis at its end may have had other sensors.
  const endChecks = end_checks === null ? startChecks : listAnalysisChecks({ checks: end_checks, sensor_ids: null })
  const check = findRepresentativeCheck(startChecks, pending)
  return {
    failing_sensors: findAffectedSensors(startChecks, pending).map((id) => sensor_names[id] ?? String(id)),
    sensors_count: startChecks.length > 0 ? startChecks.length : (sensor_ids?.length ?? 0),
    error_message: check?.error_message ?? '',
    step_number: check?.path_step ?? null,
    response_time: computeAverageResponseTime(endChecks),
  }
}

/** Lists the sensors whose checks failed in the analysis that the alert started with. */
export function findFailedSensorIds({ checks, sensor_ids }: Pick<PendingMessage, 'checks' | 'sensor_ids'>): number[] {
  const startChecks = checks === null ? [] : listAnalysisChecks({ checks, sensor_ids })
  return startChecks.filter(({ result }) => result === 'error').map(({ sensor_id }) => sensor_id)
}

const noDetails: Omit<FailureFacts, 'failing_sensors' | 'sensors_count'> = {
  error_message: '',
  step_number: null,
  response_time: null,
}

/**
 * Returns the sensors whose checks failed. If none failed and the alert is not about failures, returns those whose
 * checks succeeded or, without checks, all expected ones.
 */
function findAffectedSensors(checks: readonly PackedCheck[], { event, sensor_ids }: AlertChecks): readonly number[] {
  const failed = checks.filter(({ result }) => result === 'error')
  if (failed.length > 0 || (event?.kind ?? 'failure') === 'failure') return failed.map(({ sensor_id }) => sensor_id)
  const successful = checks.filter(({ result }) => result === 'ok').map(({ sensor_id }) => sensor_id)
  return checks.length > 0 ? successful : (sensor_ids ?? [])
}

/** Returns a failed check with the error type of the alert, preferably one with an error message. */
function findRepresentativeCheck(checks: readonly PackedCheck[], { check_messages, error_type }: AlertChecks) {
  const errorMessages = new Map(check_messages.map((row) => [row.sensor_id, row.error_message]))
  const failed = checks
    .filter(({ result }) => result === 'error')
    .map(({ sensor_id, error_type_id, path_step }) => ({
      error_type_id,
      path_step,
      error_message: errorMessages.get(sensor_id),
    }))
  const withAlertType = failed.filter(({ error_type_id }) => error_type_id === error_type?.id)
  const candidates = withAlertType.length > 0 ? withAlertType : failed
  return candidates.find(({ error_message }) => error_message !== undefined) ?? candidates[0]
}

function computeAverageResponseTime(checks: readonly PackedCheck[]): number | null {
  const times = checks.flatMap(({ response_time }) => response_time ?? [])
  return times.length === 0 ? null : Math.round(times.reduce((sum, time) => sum + time, 0) / times.length)
}

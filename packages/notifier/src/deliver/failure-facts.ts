import { analysisChecks, type PackedCheck } from '@wachta/domain'
import type { PendingMessage } from './pending.ts'

/** What sensors saw, for the template variables. */
export interface FailureFacts {
  readonly failing_sensors: readonly string[]
  readonly sensors_count: number
  readonly error_message: string
  readonly step_number: number | null
  readonly response_time: number | null
}

type Analysed = Pick<
  PendingMessage,
  'checks' | 'end_checks' | 'sensor_ids' | 'sensor_names' | 'check_messages' | 'error_type' | 'event' | 'lost_sensor'
>

/** Finds the failing sensors and the error message of one of them. */
export function failureFacts(pending: Analysed): FailureFacts {
  const { checks, end_checks, sensor_ids, sensor_names, lost_sensor } = pending
  if (lost_sensor) return { ...nothing, failing_sensors: [lost_sensor.name], sensors_count: 1 }
  const made = checks === null ? [] : analysisChecks({ checks, sensor_ids })
  const ended = end_checks === null ? made : analysisChecks({ checks: end_checks, sensor_ids: null })
  const witness = findWitness(made, pending)
  return {
    failing_sensors: witnesses(made, pending).map((id) => sensor_names[id] ?? String(id)),
    sensors_count: made.length > 0 ? made.length : (sensor_ids?.length ?? 0),
    error_message: witness?.error_message ?? '',
    step_number: witness?.path_step ?? null,
    response_time: average(ended),
  }
}

/** Lists the sensors whose checks failed in the analysis that the alert started with. */
export function failedSensors({ checks, sensor_ids }: Pick<PendingMessage, 'checks' | 'sensor_ids'>): number[] {
  const made = checks === null ? [] : analysisChecks({ checks, sensor_ids })
  return made.filter(({ result }) => result === 'error').map(({ sensor_id }) => sensor_id)
}

const nothing: Omit<FailureFacts, 'failing_sensors' | 'sensors_count'> = {
  error_message: '',
  step_number: null,
  response_time: null,
}

/** The sensors whose checks failed. For other alerts, such as slow responses, all sensors with a result. */
function witnesses(checks: readonly PackedCheck[], { event, sensor_ids }: Analysed): readonly number[] {
  const failed = checks.filter(({ result }) => result === 'error')
  if (failed.length > 0 || (event?.kind ?? 'failure') === 'failure') return failed.map(({ sensor_id }) => sensor_id)
  const seeing = checks.filter(({ result }) => result === 'ok').map(({ sensor_id }) => sensor_id)
  return checks.length > 0 ? seeing : (sensor_ids ?? [])
}

/** A failed check with the error type of the alert, preferably one with an error message. */
function findWitness(checks: readonly PackedCheck[], { check_messages, error_type }: Analysed) {
  const errorMessages = new Map(check_messages.map((row) => [row.sensor_id, row.error_message]))
  const failed = checks
    .filter(({ result }) => result === 'error')
    .map(({ sensor_id, error_type_id, path_step }) => ({
      error_type_id,
      path_step,
      error_message: errorMessages.get(sensor_id),
    }))
  const typical = failed.filter(({ error_type_id }) => error_type_id === error_type?.id)
  const candidates = typical.length > 0 ? typical : failed
  return candidates.find(({ error_message }) => error_message !== undefined) ?? candidates[0]
}

function average(checks: readonly PackedCheck[]): number | null {
  const times = checks.flatMap(({ response_time }) => response_time ?? [])
  return times.length === 0 ? null : Math.round(times.reduce((sum, time) => sum + time, 0) / times.length)
}

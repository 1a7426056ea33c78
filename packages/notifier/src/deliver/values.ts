import { formatDuration, formatWallTime, type Language, toAnalysisId, toZoneName } from '@wachta/domain'
import type { Signer } from '@wachta/runtime/signer'
import { collectFailureFacts } from './failure-facts.ts'
import type { PendingMessage } from './pending.ts'
import { type Explanation, texts } from './texts.ts'

export interface Links {
  /** The public URL of this installation. */
  readonly publicUrl: string
  readonly signer: Signer
}

/** Builds the template variables as plain text in the language of the recipient; empty where there is no value. */
export function buildValues(pending: PendingMessage, language: Language, links: Links): Record<string, string> {
  return {
    account_name: pending.account_name,
    escalation_name: pending.escalation_name ?? '',
    repeat_number: String(pending.repeat_number),
    contact_name: pending.contact_name ?? '',
    event_name: pending.event?.name ?? texts[language].legacyRule,
    status: getStatus(pending, language),
    ...getServiceValues(pending, links),
    ...getExplanationValues(pending, language),
    ...getFailureValues(pending),
    ...getTimeValues(pending, language),
    ...getAnalysisValues(pending, links),
    acknowledge_link: buildAcknowledgeLink(pending, links),
  }
}

/**
 * An alert about a lost sensor is stored with the first service that the sensor checks. That service may be up, so what
 * describes it would mislead: the message names the sensor instead. "Sensor" is the same word in English and Polish.
 */
function getServiceValues({ service, lost_sensor }: PendingMessage, { publicUrl }: Links) {
  if (lost_sensor) {
    return { ...noService, service_id: toText(service?.id), service_name: `Sensor ${lost_sensor.name}` }
  }
  return {
    group_name: service?.group_name ?? '',
    service_id: toText(service?.id),
    service_name: service?.name ?? '',
    service_address: service?.address ?? '',
    service_description: service?.description ?? '',
    service_type: service?.type ?? '',
    service_link: service ? `${publicUrl}/services/${service.id}` : '',
  }
}

const noService = { group_name: '', service_address: '', service_description: '', service_type: '', service_link: '' }

function getExplanationValues({ error_type, lost_sensor, service, event }: PendingMessage, language: Language) {
  const { sensorLost, explanations } = texts[language]
  if (lost_sensor) {
    return { ...sensorLost({ ...lost_sensor, service_name: service?.name ?? '' }), error_type_id: '' }
  }
  if (error_type) {
    const { id, name, diagnosis, next_steps } = error_type
    return { error_type: name, error_type_id: String(id), diagnosis, next_steps }
  }
  const kind = event?.kind ?? 'failure'
  const explained: Explanation | undefined = Object.hasOwn(explanations, kind) ? explanations[kind] : undefined
  return {
    error_type: explained?.error_type ?? event?.name ?? '',
    error_type_id: '',
    diagnosis: explained?.diagnosis ?? '',
    next_steps: explained?.next_steps ?? '',
  }
}

function getFailureValues(pending: PendingMessage) {
  const { failing_sensors, sensors_count, error_message, step_number, response_time } = collectFailureFacts(pending)
  return {
    failing_sensors: failing_sensors.join(', '),
    failing_sensors_count: String(failing_sensors.length),
    sensors_count: String(sensors_count),
    error_message,
    step_number: toText(step_number),
    step_name: (step_number === null ? undefined : pending.service?.step_names[step_number - 1]) ?? '',
    response_time: toText(response_time),
  }
}

/** Uses the time at which the message was created, so that every attempt has the same values. */
function getTimeValues({ kind, alert, time_zone_id, created_at }: PendingMessage, language: Language) {
  const zone = toZoneName(time_zone_id) ?? 'UTC'
  if (!alert) return { start_time: '', end_time: '', duration: '', time_zone: zone }
  const start = new Date(alert.start_time)
  const end = kind === 'end' && alert.end_time !== null ? new Date(alert.end_time) : undefined
  return {
    start_time: formatWallTime(start, zone),
    end_time: end ? formatWallTime(end, zone) : '',
    duration: formatDuration((end ?? created_at).getTime() - start.getTime(), language),
    time_zone: zone,
  }
}

function getAnalysisValues({ kind, service, analysis_time, end_analysis_time }: PendingMessage, { publicUrl }: Links) {
  const time = (kind === 'end' ? end_analysis_time : null) ?? analysis_time
  if (!service || time === null) return { analysis_id: '', analysis_link: '' }
  const id = toAnalysisId(time.getTime())
  return { analysis_id: id, analysis_link: `${publicUrl}/services/${service.id}/analyses/${id}` }
}

/** Only an open alert can be acknowledged. */
const buildAcknowledgeLink = ({ kind, id, alert }: PendingMessage, { publicUrl, signer }: Links): string =>
  kind === 'start' && alert ? `${publicUrl}/acknowledge/${signer.sign(id)}` : ''

function getStatus({ kind, event, alert }: PendingMessage, language: Language): string {
  const { ok, resolved, failure, warning, flapping } = texts[language].status
  const isFailure = (event?.kind ?? 'failure') === 'failure'
  const status = kind === 'end' ? (isFailure ? ok : resolved) : isFailure ? failure : warning
  return kind !== 'end' && alert?.is_flapping ? `${status}, ${flapping}` : status
}

const toText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

import type {
  BulletinPayload,
  DeliverPayload,
  JobName,
  JobPayloads,
  MessageSubscribersPayload,
  NotifyPayload,
  ReportPayload,
  ReportPreviewPayload,
} from './jobs.ts'
import { readMailRequest } from './mail-request.ts'
import { PermanentJobError } from './permanent-job-error.ts'

const maxDeliveredPerJob = 1_000

/** Checks a stored payload, which another version may have written. Throws a PermanentJobError if it cannot be read. */
export const readPayload = <Name extends JobName>(name: Name, payload: unknown): JobPayloads[Name] =>
  readers[name](payload)

const readers: { readonly [Name in JobName]: (payload: unknown) => JobPayloads[Name] } = {
  tell: readNotifyPayload,
  deliver: readDeliverPayload,
  mail: readMailRequest,
  report: readReportPayload,
  report_preview: readReportPreviewPayload,
  send_bulletin: readBulletinPayload,
  message_subscribers: readMessageSubscribersPayload,
  message_web_subscribers: readMessageSubscribersPayload,
}

function readNotifyPayload(payload: unknown): NotifyPayload {
  const { occurrences, not_before } = toFields(payload)
  if (!Array.isArray(occurrences) || !occurrences.every(isId))
    throw new PermanentJobError('The job has no list of alerts.')
  return { occurrences, ...(typeof not_before === 'number' && { not_before }) }
}

/** Ignores invalid ids, so that the other notifications are still sent. */
function readDeliverPayload(payload: unknown): DeliverPayload {
  const { notifications } = toFields(payload)
  if (!Array.isArray(notifications)) throw new PermanentJobError('The job has no list of notifications.')
  return { notifications: notifications.filter(isId).slice(0, maxDeliveredPerJob) }
}

function readReportPayload(payload: unknown): ReportPayload {
  const { report } = toFields(payload)
  if (!isId(report)) throw new PermanentJobError('The job contains no report.')
  return { report }
}

function readReportPreviewPayload(payload: unknown): ReportPreviewPayload {
  const { preview } = toFields(payload)
  if (!isId(preview)) throw new PermanentJobError('The job contains no preview.')
  return { preview }
}

function readBulletinPayload(payload: unknown): BulletinPayload {
  const { post } = toFields(payload)
  if (!isId(post)) throw new PermanentJobError('The job contains no post.')
  return { post }
}

function readMessageSubscribersPayload(payload: unknown): MessageSubscribersPayload {
  const { deliveries } = toFields(payload)
  if (!Array.isArray(deliveries)) throw new PermanentJobError('The job has no list of messages.')
  return { deliveries: deliveries.filter(isId).slice(0, maxDeliveredPerJob) }
}

const toFields = (payload: unknown): Readonly<Record<string, unknown>> =>
  typeof payload === 'object' && payload !== null ? { ...payload } : {}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

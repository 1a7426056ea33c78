import { CheckFailure } from '../failure.ts'

/** How much content a sensor reads. */
const maxBodyBytes = 1_048_576

/** The maximum size of content, and the failure if it is exceeded. */
export interface SizeLimit {
  readonly bytes: number
  readonly createFailure: () => CheckFailure
}

/** Returns the limit of the service, or that of sensors if the service sets none or a larger one. */
export function getSizeLimit(serviceLimit: number | null | undefined): SizeLimit {
  if (serviceLimit === null || serviceLimit === undefined || serviceLimit > maxBodyBytes) return sensorLimit
  const createFailure = () => new CheckFailure('content_too_large', `the content has more than ${serviceLimit} bytes`)
  return { bytes: serviceLimit, createFailure }
}

const sensorLimit: SizeLimit = {
  bytes: maxBodyBytes,
  createFailure: () => new CheckFailure('http_body_too_large', `the content has more than ${maxBodyBytes} bytes`),
}

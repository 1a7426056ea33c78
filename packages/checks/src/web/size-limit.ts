import { CheckFailure } from '../failure.ts'

/** How much content a sensor reads. */
const maxBodyBytes = 1_048_576

/** The maximum size of content, and the failure if it is exceeded. */
export interface SizeLimit {
  readonly bytes: number
  readonly failure: () => CheckFailure
}

/** Returns the limit of the service if it sets a smaller one than that of sensors. */
export function getSizeLimit(serviceLimit: number | null | undefined): SizeLimit {
  if (serviceLimit === null || serviceLimit === undefined || serviceLimit > maxBodyBytes) return sensorLimit
  const failure = () => new CheckFailure('content_too_large', `the content has more than ${serviceLimit} bytes`)
  return { bytes: serviceLimit, failure }
}

const sensorLimit: SizeLimit = {
  bytes: maxBodyBytes,
  failure: () => new CheckFailure('http_body_too_large', `the content has more than ${maxBodyBytes} bytes`),
}

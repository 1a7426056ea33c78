import { CheckFailure } from '../failure.ts'

/** Bytes of content that a sensor reads at most. */
const maximumBody = 1_048_576

/** The maximum size of content, and the failure if it is exceeded. */
export interface SizeLimit {
  readonly bytes: number
  readonly failure: () => CheckFailure
}

/** The limit of a service that sets one is its own; else there is that of the sensor. */
export function sizeLimit(ofService: number | null | undefined): SizeLimit {
  if (ofService === null || ofService === undefined || ofService > maximumBody) return ofSensor
  const failure = () => new CheckFailure('content_too_large', `the content has more than ${ofService} bytes`)
  return { bytes: ofService, failure }
}

const ofSensor: SizeLimit = {
  bytes: maximumBody,
  failure: () => new CheckFailure('http_body_too_large', `the content has more than ${maximumBody} bytes`),
}

/**
 * Thrown if the service is not as it should be. The kind is that of an error type; the message is for the owner of the
 * service.
 */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure'
  readonly kind: string

  constructor(kind: string, message: string) {
    super(message)
    this.kind = kind
  }
}

/** The sensor cannot run this check at all, so the result says nothing about the service. */
export class UnsupportedError extends Error {
  override readonly name = 'Unsupported'
}

/** The sensor was too busy for an honest measurement, so the result says nothing about the service. */
export class OverloadedError extends Error {
  override readonly name = 'Overloaded'
}

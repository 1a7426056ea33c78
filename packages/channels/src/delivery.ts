/** What a provider said when it took a message, in a line that holds no address and no secret. */
export interface Delivery {
  readonly answer: string
  /** What the provider counts and charges by: parts of a text message, for one. */
  readonly units?: number
}

export interface DeliveryProblem {
  /** What happened, in a line that holds no address and no secret: it is shown to customers and logged. */
  readonly answer: string
  /** The same message to the same address will never be taken. */
  readonly isPermanent?: boolean
  /** The operator has no such carrier, so there was nobody to hand it to. */
  readonly isUnconfigured?: boolean
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number
}

/** A message that was not taken. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly isPermanent: boolean
  readonly isUnconfigured: boolean
  readonly retryAfterMs: number | undefined

  constructor({ answer, isPermanent = false, isUnconfigured = false, retryAfterMs }: DeliveryProblem) {
    super(answer)
    this.isPermanent = isPermanent || isUnconfigured
    this.isUnconfigured = isUnconfigured
    this.retryAfterMs = retryAfterMs
  }
}

/** For a channel whose carrier this installation does not have. */
export function notConfigured(carrier: string): DeliveryError {
  return new DeliveryError({ answer: `not configured: this installation has no ${carrier}`, isUnconfigured: true })
}

/** For a channel whose product is gone. */
export function discontinued(product: string): DeliveryError {
  return new DeliveryError({ answer: `${product} is discontinued: choose another channel`, isPermanent: true })
}

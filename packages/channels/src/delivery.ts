/** The result of a delivery that the provider accepted. */
export interface Delivery {
  /** The answer of the provider, in one line without addresses and secrets. */
  readonly answer: string
  /** The number of units that the provider charges, such as the segments of an SMS. */
  readonly units?: number
}

export interface DeliveryProblem {
  /** What happened, in one line without addresses and secrets, because it is shown to customers and logged. */
  readonly answer: string
  /** The same message to the same address will never be accepted. */
  readonly isPermanent?: boolean
  /** The address does not exist, or not any more: no message will ever arrive there. */
  readonly isAddressGone?: boolean
  /** The operator has not configured the carrier. */
  readonly isUnconfigured?: boolean
  /** How long the provider asks us to wait. */
  readonly retryAfterMs?: number
}

/** A message that was not accepted. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly isPermanent: boolean
  readonly isAddressGone: boolean
  readonly isUnconfigured: boolean
  readonly retryAfterMs: number | undefined

  constructor(problem: DeliveryProblem) {
    const { answer, isPermanent = false, isAddressGone = false, isUnconfigured = false, retryAfterMs } = problem
    super(answer)
    this.isPermanent = isPermanent || isAddressGone || isUnconfigured
    this.isAddressGone = isAddressGone
    this.isUnconfigured = isUnconfigured
    this.retryAfterMs = retryAfterMs
  }
}

/** For a channel whose carrier is not configured. */
export function createNotConfiguredError(carrier: string): DeliveryError {
  return new DeliveryError({ answer: `not configured: this installation has no ${carrier}`, isUnconfigured: true })
}

/** For a channel whose product is discontinued. */
export function createDiscontinuedError(product: string): DeliveryError {
  return new DeliveryError({ answer: `${product} is discontinued: choose another channel`, isPermanent: true })
}

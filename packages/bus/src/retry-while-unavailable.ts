import { setTimeout as wait } from 'node:timers/promises'
import { JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/nats-core'

export interface RetryOptions {
  readonly signal: AbortSignal
  /** Called with each failure after which the work is tried again. */
  readonly onRetry: (error: unknown) => void
  /** After this time, a failure is final. */
  readonly timeoutMs?: number
}

const retryDelayMs = 500
/** A cluster elects its leaders within seconds; a broker that reads large streams takes longer to start. */
const defaultTimeoutMs = 60_000
const unavailableStatus = 503
/** The name of an error that the client does not export. */
const notEnabledErrorName = 'JetStreamNotEnabled'

/** Repeats the work while the broker cannot do it, such as while a cluster elects the leader of a stream. */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onRetry, timeoutMs = defaultTimeoutMs } = options
  const end = performance.now() + timeoutMs
  for (;;) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > end) throw error
      onRetry(error)
      await wait(retryDelayMs, undefined, { signal })
    }
  }
}

/**
 * Returns whether the request may succeed later. Without a leader nothing answers the requests of a stream, which the
 * client reports as JetStream that is not enabled.
 */
function isUnavailable(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.status === unavailableStatus
  if (error instanceof errors.RequestError) return error.isNoResponders()
  if (error instanceof errors.NoRespondersError || error instanceof errors.TimeoutError) return true
  return error instanceof Error && error.name === notEnabledErrorName
}

import type { Logger } from 'pino'

/** The message that a process sends to its supervisor once it is ready. */
export interface ReadyMessage {
  readonly isReady: true
  /** The port of its metrics. */
  readonly metricsPort: number
}

interface SupervisedProcess {
  readonly stop: AbortController
  readonly log: Logger
}

/**
 * Stops the process properly when the channel to its supervisor closes, so that it never outlives the supervisor.
 * Without a channel it does nothing.
 */
export function followSupervisor({ stop, log }: SupervisedProcess): { tell(message: ReadyMessage): void } {
  if (!process.send) return { tell: () => undefined }
  const onDisconnect = () => {
    if (stop.signal.aborted) return
    log.warn('the supervisor is gone: stopping')
    stop.abort()
  }
  if (process.connected) process.once('disconnect', onDisconnect)
  else onDisconnect()
  let isTold = false
  return {
    tell(message) {
      if (isTold) return
      isTold = true
      // If the supervisor ends right now, the disconnect event handles it.
      if (process.connected) process.send?.(message, undefined, {}, () => undefined)
    },
  }
}

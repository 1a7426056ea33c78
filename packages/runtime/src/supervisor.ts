import type { Logger } from 'pino'

/** What a process tells whoever started it with a channel between them, once it does its work. */
export interface ReadyMessage {
  readonly isReady: true
  /** Where it serves its metrics. */
  readonly metricsPort: number
}

interface Followed {
  readonly stop: AbortController
  readonly log: Logger
}

/**
 * A process that was started with a channel to its supervisor does not outlive it: when the channel closes, however that
 * came about, it stops in order. Without a channel there is nobody to follow.
 */
export function followSupervisor({ stop, log }: Followed): { tell(message: ReadyMessage): void } {
  if (!process.send) return { tell: () => undefined }
  const isGone = () => {
    if (stop.signal.aborted) return
    log.warn('the supervisor is gone: stopping')
    stop.abort()
  }
  if (process.connected) process.once('disconnect', isGone)
  else isGone()
  let isTold = false
  return {
    tell(message) {
      if (isTold) return
      isTold = true
      // Where it is gone in this instant, the end of the channel says so.
      if (process.connected) process.send?.(message, undefined, {}, () => undefined)
    },
  }
}

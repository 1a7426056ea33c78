import { parentPort, workerData } from 'node:worker_threads'
import type { Logger } from 'pino'

/** The message that a process sends to its supervisor once it is ready. */
export interface ReadyMessage {
  readonly isReady: true
  /** The port of its metrics. */
  readonly metricsPort: number
}

const standardOutput = 1

interface SupervisedProcess {
  readonly stop: AbortController
  readonly log: Logger
}

/**
 * Stops the process properly when the channel to its supervisor closes, so that it never outlives the supervisor.
 * Without a channel it does nothing. A process that runs as a thread is stopped by a message, because it gets no
 * signals.
 */
export function followSupervisor({ stop, log }: SupervisedProcess): { tell(message: ReadyMessage): void } {
  const tell = parentPort ? followHost({ stop, log }, parentPort) : followChannel({ stop, log })
  let isTold = false
  return {
    tell(message) {
      if (!isTold) tell(message)
      isTold = true
    },
  }
}

/** The descriptor that the log is written to: a thread has its own, so that its lines are not mixed with others. */
export const logDescriptor = (): number =>
  (workerData as { readonly logDescriptor?: number } | null)?.logDescriptor ?? standardOutput

function followHost({ stop, log }: SupervisedProcess, port: NonNullable<typeof parentPort>) {
  port.on('message', (message: unknown) => {
    if (message !== 'stop' || stop.signal.aborted) return
    log.info('stopping')
    stop.abort()
  })
  return (message: ReadyMessage) => port.postMessage(message)
}

function followChannel({ stop, log }: SupervisedProcess): (message: ReadyMessage) => void {
  if (!process.send) return () => undefined
  const onDisconnect = () => {
    if (stop.signal.aborted) return
    log.warn('the supervisor is gone: stopping')
    stop.abort()
  }
  if (process.connected) process.once('disconnect', onDisconnect)
  else onDisconnect()
  return (message) => {
    // If the supervisor ends right now, the disconnect event handles it.
    if (process.connected) process.send?.(message, undefined, {}, () => undefined)
  }
}

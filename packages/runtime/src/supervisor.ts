import { parentPort, workerData } from 'node:worker_threads'
import type { Logger } from 'pino'

/** The message that a process sends to its supervisor once it is ready. */
export interface ReadyMessage {
  readonly isReady: true
  /** The metrics port of the process. */
  readonly metricsPort: number
}

const standardOutput = 1

interface SupervisedProcess {
  readonly stop: AbortController
  readonly log: Logger
}

/**
 * Stops the process gracefully when the channel to its supervisor closes, so that it never outlives the supervisor.
 * Without a channel, it does nothing. A process that runs as a thread is stopped by a message, because it gets no
 * signals.
 */
export function followSupervisor({ stop, log }: SupervisedProcess): { send(message: ReadyMessage): void } {
  const sendMessage = parentPort ? followParentThread({ stop, log }, parentPort) : followParentProcess({ stop, log })
  let isSent = false
  return {
    send(message) {
      if (!isSent) sendMessage(message)
      isSent = true
    },
  }
}

/** Returns the descriptor to which the log is written: each thread has its own, so that lines are not mixed. */
export const logDescriptor = (): number =>
  (workerData as { readonly logDescriptor?: number } | null)?.logDescriptor ?? standardOutput

function followParentThread({ stop, log }: SupervisedProcess, port: NonNullable<typeof parentPort>) {
  port.on('message', (message: unknown) => {
    if (message !== 'stop' || stop.signal.aborted) return
    log.info('stopping')
    stop.abort()
  })
  return (message: ReadyMessage) => port.postMessage(message)
}

function followParentProcess({ stop, log }: SupervisedProcess): (message: ReadyMessage) => void {
  if (!process.send) return () => undefined
  const onDisconnect = () => {
    if (stop.signal.aborted) return
    log.warn('the supervisor is gone: stopping')
    stop.abort()
  }
  if (process.connected) process.once('disconnect', onDisconnect)
  else onDisconnect()
  return (message) => {
    // If the supervisor is just ending, the disconnect event handles it.
    if (process.connected) process.send?.(message, undefined, {}, () => undefined)
  }
}

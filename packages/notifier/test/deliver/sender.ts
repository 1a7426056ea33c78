import { createDeliverTask, type DeliverOptions, type DeliverTask } from '../../src/deliver/index.ts'
import { createdAt, type Installation, publicUrl, signer, vault } from './installation.ts'
import { carriersOver, plainChannels } from './providers.ts'

export function taskOf(installation: Installation, more: Partial<DeliverOptions> = {}): DeliverTask {
  return createDeliverTask({
    ...installation,
    carriers: carriersOver(),
    channel: plainChannels(),
    publicUrl,
    signer,
    vault,
    cell: 'main',
    now: () => createdAt,
    random: () => 0.5,
    ...more,
  })
}

/** Runs a job with the messages, and also waits for messages that take longer than the job. */
export function senderOf(installation: Installation, more: Partial<DeliverOptions> = {}) {
  const task = taskOf(installation, more)
  return async (...notifications: readonly number[]): Promise<void> => {
    try {
      await task({ notifications })
    } finally {
      // On a busy machine an attempt may take longer than its job: it ends before anything else is tried.
      await task[Symbol.asyncDispose]()
    }
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryContext } from './delivery-context.ts'
import { type DeliveryRecord, recordOutcomes } from './record.ts'

/** Outcomes within this time are recorded together. */
const batchMs = 50
/** How long a stop waits for attempts in progress. */
const stopTimeoutMs = 8_000

export interface LateOutcomes extends AsyncDisposable {
  /** Records the outcome of an attempt that takes longer than its job. Resolves when it is recorded or cannot be. */
  follow(ended: Promise<readonly DeliveryRecord[]>): Promise<void>
}

/**
 * Records attempts that outlast their jobs when they end. If that fails, or the process ends first, the follow-up job
 * sends the message again with the same id.
 */
export function createLateOutcomes(context: DeliveryContext): LateOutcomes {
  const following = new Set<Promise<void>>()
  let batch: { readonly records: DeliveryRecord[]; readonly recorded: Promise<void> } | undefined

  function addToBatch(records: readonly DeliveryRecord[]): Promise<void> {
    batch ??= openBatch()
    batch.records.push(...records)
    return batch.recorded
  }

  function openBatch() {
    const records: DeliveryRecord[] = []
    const recorded = wait(batchMs)
      .then(() => {
        batch = undefined
        return recordOutcomes(context, records)
      })
      .catch((err: unknown) => {
        const notifications = records.map(({ id }) => id)
        context.log?.warn({ err, notifications }, 'could not record outcomes; the messages are sent again')
      })
    return { records, recorded }
  }

  return {
    follow(ended) {
      const followed = ended.then(addToBatch).finally(() => following.delete(followed))
      following.add(followed)
      return followed
    },
    async [Symbol.asyncDispose]() {
      await Promise.race([Promise.all(following), wait(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryContext } from './delivery-context.ts'
import { type Entry, record } from './record.ts'

/** What ends within this time of each other is recorded together. */
const batchMs = 50
/** How long a stop waits for those that are under way. */
const stopWithinMs = 8_000

export interface LateOutcomes extends AsyncDisposable {
  /** Records what becomes of an attempt that takes longer than its job. Done when that is written, or cannot be. */
  follow(ended: Promise<Entry>): Promise<void>
}

/**
 * Attempts that take longer than their jobs are recorded when they end. Should that fail, or the process end before, the
 * job that looks after the message sends it again, as the same message.
 */
export function createLateOutcomes(context: DeliveryContext): LateOutcomes {
  const following = new Set<Promise<void>>()
  let gathering: { readonly entries: Entry[]; readonly recorded: Promise<void> } | undefined

  function gather(entry: Entry): Promise<void> {
    gathering ??= open()
    gathering.entries.push(entry)
    return gathering.recorded
  }

  function open() {
    const entries: Entry[] = []
    const recorded = wait(batchMs)
      .then(() => {
        gathering = undefined
        return record(context, entries)
      })
      .catch((err: unknown) => {
        const notifications = entries.map(({ id }) => id)
        context.log?.warn({ err, notifications }, 'outcomes could not be recorded; the messages are sent again')
      })
    return { entries, recorded }
  }

  return {
    follow(ended) {
      const followed = ended.then(gather).finally(() => following.delete(followed))
      following.add(followed)
      return followed
    },
    async [Symbol.asyncDispose]() {
      await Promise.race([Promise.all(following), wait(stopWithinMs, undefined, { ref: false })])
    },
  }
}

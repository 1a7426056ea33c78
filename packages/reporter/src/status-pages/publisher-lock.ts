import { connectForLock, type Database, tryLock } from '@wachta/database'

/** Whether this reporter publishes: newly (`taken`), still (`kept`), or not, because another one does (`elsewhere`). */
export type LockState = 'taken' | 'kept' | 'elsewhere'

export interface PublisherLock extends AsyncDisposable {
  /** Tries to take the lock, or verifies that it is still held. Rejects if the database is unavailable. */
  hold(): Promise<LockState>
  /** Whether it was held at the last check. */
  readonly isHeld: boolean
}

/**
 * Lets only one reporter publish pages. The lock lasts as long as its connection, so it is released as soon as the
 * reporter or its connection ends.
 */
export function createPublisherLock(database: Pick<Database, 'pool'>): PublisherLock {
  let client: Awaited<ReturnType<typeof connectForLock>> | undefined
  let isHeld = false
  const release = () => {
    // The connection is closed, because the lock belongs to it.
    client?.release(true)
    client = undefined
    isHeld = false
  }

  return {
    get isHeld() {
      return isHeld
    },
    async hold() {
      try {
        client ??= await connectForLock(database)
        if (isHeld) {
          await client.query('select 1')
          return 'kept'
        }
        isHeld = await tryLock(client, 'wachta status pages')
        return isHeld ? 'taken' : 'elsewhere'
      } catch (error) {
        release()
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      release()
    },
  }
}

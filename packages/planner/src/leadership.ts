import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'

export interface Leadership extends AsyncDisposable {
  /** Aborted when the connection that holds the lock is gone: somebody else may lead by then. */
  readonly lost: AbortSignal
}

const retry_ms = 1_000

/** Waits until no other process leads under this name. The lock lives as long as its connection. */
export async function lead(database: Database, name: string, stopping: AbortSignal): Promise<Leadership | undefined> {
  const lost = new AbortController()
  const client = await database.pool.connect()
  client.once('error', () => lost.abort())
  client.once('end', () => lost.abort())
  // A leader that is gone without a word, as by a power cut, would otherwise hold the lock for hours.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
  while (!stopping.aborted) {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as held', [name])
    if (rows[0]?.held === true)
      return {
        lost: lost.signal,
        async [Symbol.asyncDispose]() {
          client.release(true)
        },
      }
    await wait(retry_ms, undefined, { signal: stopping }).catch(() => undefined)
  }
  client.release()
  return undefined
}

import type { Database } from './database.ts'

/**
 * Opens a connection for a lock, which lasts as long as the connection. Without keepalives, a process that disappears,
 * for example in a power cut, would hold the lock for hours.
 */
export async function connectForLock({ pool }: Pick<Database, 'pool'>) {
  const client = await pool.connect()
  try {
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The part of a connection that takes locks. */
interface LockClient {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** Takes the lock with this name, unless another process has it. Returns whether it is held now. */
export async function tryLock(client: LockClient, name: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as held', [name])
  return rows[0]?.['held'] === true
}

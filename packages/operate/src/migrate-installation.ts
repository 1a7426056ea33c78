import { syncDictionaries } from '@wachta/api'
import { migrate, openDatabase, readSchemaState } from '@wachta/database'
import { ensurePartitions } from '@wachta/reporter'

interface MigrateInstallationOptions {
  readonly log: (message: string) => void
  readonly onWait: (reason: 'another migration' | 'a lock') => void
  /** Stops the migration between two steps. */
  readonly signal?: AbortSignal
  /** The number of the cell, for a database without accounts. */
  readonly cellNumber?: number | undefined
}

/**
 * Migrates the database to the latest schema, updates the dictionaries to this version, and creates today's partitions.
 * Returns the applied migrations.
 */
export async function migrateInstallation(
  url: string,
  { log, onWait, signal, cellNumber }: MigrateInstallationOptions,
): Promise<readonly string[]> {
  await using owner = openDatabase(url, { role: null, connections: 1 })
  const before = await readSchemaState(owner.pool)
  const applied = before.kind === 'older' ? before.pending : []
  await migrate(url, {
    log: (message) => message.startsWith('No migrations') || log(message),
    onWait,
    signal,
    cellNumber,
  })
  await owner.transaction(syncDictionaries)
  await ensurePartitions(owner, new Date())
  return applied
}

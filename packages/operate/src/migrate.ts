import { syncDictionaries } from '@wachta/api'
import { migrate, openDatabase } from '@wachta/database'
import { ensurePartitions } from '@wachta/reporter'
import { databaseUrl } from './command-error.ts'

/** Brings the database to the newest schema, the dictionaries in it to what this version says, and makes room for today. */
export async function migrateInstallation(): Promise<void> {
  const url = databaseUrl()
  await migrate(url, { log: (message) => console.log(message) })
  await using owner = openDatabase(url, { role: null, connections: 1 })
  await owner.transaction(syncDictionaries)
  await ensurePartitions(owner, new Date())
  console.log('The database is up to date.')
}

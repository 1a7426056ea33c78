import type { Database } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { sql } from 'kysely'

/**
 * Deletes test reports a day after they were ordered, and the kept data of deleted services once analyses of that time
 * would be deleted too. Returns the number of deleted rows. Other reports are kept until a user deletes them.
 */
export async function deleteOldReports(database: Pick<Database, 'query'>, days: number, now: Date): Promise<number> {
  const tests = await database.query(
    sql`delete from report where is_test and created_at < ${new Date(now.getTime() - dayMs)} returning id`,
  )
  const services = await database.query(
    sql`delete from deleted_service where deleted_at < ${new Date(now.getTime() - days * dayMs)} returning service_id`,
  )
  return tests.length + services.length
}

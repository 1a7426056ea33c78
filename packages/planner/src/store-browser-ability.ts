import type { ReportedBrowser } from '@wachta/bus'
import { type Database, reviseSensorServices } from '@wachta/database'
import { browserCategory } from '@wachta/domain'
import { sql } from 'kysely'

/** A changed browser report of a sensor. */
export interface BrowserChange extends ReportedBrowser {
  readonly sensor_id: number
  /** The stored value; null if there is none. */
  readonly wasAble: boolean | null
}

/**
 * Stores the browser report of a sensor. A sensor has the category `browser` exactly while it can run a browser, and
 * the services of that category are revised when this changes.
 */
export async function storeBrowserAbility(database: Database, change: BrowserChange, now: Date): Promise<void> {
  const { sensor_id, able, reason, wasAble } = change
  await database.transaction(async (tx) => {
    // The sensor is locked first, as in the api, to avoid deadlocks.
    const [sensor] = await tx.query(sql`select from sensor where id = ${sensor_id} for no key update`)
    if (!sensor) return
    await tx.query(
      sql`update sensor_state set browser_able = ${able}, browser_reason = ${reason} where sensor_id = ${sensor_id}`,
    )
    if (able === wasAble) return
    await tx.query(sql`update sensor set category_ids = array_remove(category_ids, ${browserCategory}) || ${able ? [browserCategory] : []}::text[]
where id = ${sensor_id}`)
    await reviseSensorServices({ sensor_id, category_ids: [browserCategory] }, { db: tx, now })
  })
}

import type { ReportedBrowser } from '@wachta/bus'
import { type Database, reviseSensorServices } from '@wachta/database'
import { browserCategory } from '@wachta/domain'
import { sql } from 'kysely'

/** A sensor that has changed what it reports about its browser. */
export interface BrowserChange extends ReportedBrowser {
  readonly sensor_id: number
  /** The stored value; null if there is none. */
  readonly wasAble: boolean | null
}

/**
 * Stores what a sensor reports about its browser. It has the category `browser` exactly while it is able, and the
 * services of that category are revised when this changes.
 */
export async function storeBrowserAbility(database: Database, change: BrowserChange, now: Date): Promise<void> {
  const { sensor_id, able, reason, wasAble } = change
  await database.transaction(async (tx) => {
    // Locked first, as the api does, so that both do not wait for each other.
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

import type { Call } from '@wachta/resource'
import { decimal, nullable, unlisted } from '@wachta/resource/field'
import type { RowRef } from '@wachta/resource/permission'
import { sql } from 'kysely'

/** The field `service_level_target`; at 5 decimals, a year has an error budget of 3 seconds. */
export const buildTargetField = (description: string) =>
  unlisted(nullable(decimal({ min: 0, max: 100, decimals: 5, description })))

/** Reads the column as a number, because the driver returns `numeric` as text. */
export const readTarget = (row: RowRef) => sql`${row('service_level_target')}::double precision`

/** Returns the target that applies to a service: its own, or else that of its group. */
export async function loadTarget(service: number, { db }: Pick<Call, 'db'>): Promise<number | null> {
  const [row] = await db.query(
    sql<{
      target: number | null
    }>`select coalesce(v.service_level_target, g.service_level_target)::double precision as target
from service v join service_group g on g.id = v.group_id where v.id = ${service}`,
  )
  return row?.target ?? null
}

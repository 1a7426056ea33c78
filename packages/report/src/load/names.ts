import type { Queryable } from '@wachta/database'
import { jobSensorId, type Language } from '@wachta/domain'
import { sql } from 'kysely'

/** Looks up the names of ids, in the language of the report. */
export interface ReportNames {
  errorType(id: number): string
  sensor(id: number): string
}

export async function loadNames(db: Queryable, language: Language): Promise<ReportNames> {
  const errors = await db.query(
    sql<{ id: number; name: string }>`select id, name ->> ${language} as name from error_type`,
  )
  const sensors = await db.query(sql<{ id: number; name: string }>`select id, name from sensor`)
  const [errorNames, sensorNames] = [errors, sensors].map((rows) => new Map(rows.map(({ id, name }) => [id, name])))
  return {
    errorType: (id) => errorNames?.get(id) ?? `#${id}`,
    sensor: (id) => (id === jobSensorId ? '–' : (sensorNames?.get(id) ?? `#${id}`)),
  }
}

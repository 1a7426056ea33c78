import type { CheckTexts } from '@wachta/bus'
import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import type { AnalysisToStore } from '../slots/open-slot.ts'
import { encodeInt8s, encodeTimestamps } from './binary-array.ts'
import { toCopyRows } from './copied-rows.ts'

const rowsPerStatement = 1000

const copyStatement = `copy analysis (service_id, time, revision, error_tolerance, ok_checks_count, error_checks_count,
  unknown_checks_count, failure, kind, checks) from stdin with (format binary)`

/**
 * Stores analyses, and returns those that it has stored. With `mayBeStored`, analyses that are stored already are left
 * out; without it, they make the statement fail, because looking for them costs more than storing all others.
 */
export async function writeAnalyses(
  tx: Transaction,
  analyses: readonly AnalysisToStore[],
  { mayBeStored }: { readonly mayBeStored: boolean },
): Promise<readonly AnalysisToStore[]> {
  const written = mayBeStored ? await omitStored(tx, analyses) : analyses
  if (written.length > 0) await tx.copy(copyStatement, toCopyRows(written))
  return written
}

/** Whether a statement failed because an analysis is stored already. */
export const isStoredAlready = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  'table' in error &&
  error.code === '23505' &&
  /^analysis_\d{8}$/.test(String(error.table))

async function omitStored(tx: Transaction, analyses: readonly AnalysisToStore[]): Promise<readonly AnalysisToStore[]> {
  // A lateral subquery with `offset 0` for each key, so that PostgreSQL never plans to read whole days.
  const stored = await tx.run<{ service_id: number; slot: number }>({
    text: `select a.* from unnest($1::int8[], $2::timestamptz[]) n (service_id, time), lateral (
  select x.service_id, (extract(epoch from x.time) * 1000)::int8 as slot
  from analysis x where x.service_id = n.service_id and x.time = n.time offset 0) a`,
    values: [encodeInt8s(analyses, (row) => row.service_id), encodeTimestamps(analyses, (row) => row.slot)],
  })
  const keys = new Set(stored.map(({ service_id, slot }) => `${service_id} ${slot}`))
  return analyses.filter(({ service_id, slot }) => !keys.has(`${service_id} ${slot}`))
}

export interface CheckDetailToStore {
  readonly service_id: number
  readonly slot: number
  readonly sensor_id: number
  readonly detail: CheckTexts
}

/** Stores the texts and metrics of checks. */
export async function writeCheckDetails(tx: Transaction, details: readonly CheckDetailToStore[]): Promise<void> {
  for (let from = 0; from < details.length; from += rowsPerStatement) {
    const rows = details.slice(from, from + rowsPerStatement).map(({ service_id, slot, sensor_id, detail }) => ({
      service_id,
      time: new Date(slot),
      sensor_id,
      ...detail,
    }))
    await tx.query(sql`insert into check_detail (service_id, time, sensor_id, error_message, base_url, content_type,
  file_name, response_headers, metrics, step_data)
select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, time timestamptz, sensor_id bigint,
  error_message text, base_url text, content_type text, file_name text, response_headers text, metrics jsonb, step_data jsonb)
on conflict do nothing`)
  }
}

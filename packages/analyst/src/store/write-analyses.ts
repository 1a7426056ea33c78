import type { CheckTexts } from '@wachta/bus'
import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import type { AnalysisToStore } from '../slots/open-slot.ts'
import { booleans, byteas, chars, int2s, int4s, int8s, timestamps } from './binary-array.ts'

const rowsPerStatement = 1000

const insert = `with written as (
  insert into analysis (service_id, time, revision, error_tolerance, ok_checks_count, error_checks_count,
    unknown_checks_count, failure, kind, checks)
  select * from unnest($1::int8[], $2::timestamptz[], $3::int4[], $4::int2[], $5::int2[], $6::int2[], $7::int2[],
    $8::bool[], $9::"char"[], $10::bytea[])
  on conflict do nothing returning service_id, time)
select count(*)::int as count,
  case when count(*) < $11::int then array_agg(service_id) end as services,
  case when count(*) < $11::int then array_agg((extract(epoch from time) * 1000)::int8) end as times
from written`

interface Written {
  readonly count: number
  /** The keys of the new rows, only if some rows existed before. */
  readonly services: number[] | null
  readonly times: number[] | null
}

/** Stores analyses. Returns only the newly stored ones; the rest were already processed. */
export async function writeAnalyses(
  tx: Transaction,
  analyses: readonly AnalysisToStore[],
): Promise<readonly AnalysisToStore[]> {
  const fresh: AnalysisToStore[] = []
  for (let from = 0; from < analyses.length; from += rowsPerStatement) {
    const part = analyses.slice(from, from + rowsPerStatement)
    const [written] = await tx.run<Written>({ name: 'insert analyses', text: insert, values: toColumns(part) })
    if (written?.count === part.length) fresh.push(...part)
    else fresh.push(...selectWritten(part, written))
  }
  return fresh
}

const toColumns = (rows: readonly AnalysisToStore[]) => [
  int8s(rows, (row) => row.service_id),
  timestamps(rows, (row) => row.slot),
  int4s(rows, (row) => row.revision),
  int2s(rows, (row) => row.error_tolerance),
  int2s(rows, (row) => row.ok),
  int2s(rows, (row) => row.error),
  int2s(rows, (row) => row.unknown),
  booleans(rows, (row) => row.failure),
  chars(rows, (row) => row.kind),
  byteas(rows, (row) => row.checks),
  rows.length,
]

function selectWritten(part: readonly AnalysisToStore[], written: Written | undefined): AnalysisToStore[] {
  const { services, times } = written ?? { services: null, times: null }
  const keys = new Set(services?.map((service, index) => `${service} ${times?.[index]}`))
  return part.filter(({ service_id, slot }) => keys.has(`${service_id} ${slot}`))
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

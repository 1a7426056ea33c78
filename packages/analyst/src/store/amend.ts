import type { ReceivedReport } from '@wachta/bus'
import type { Transaction } from '@wachta/database'
import { type CheckSlice, isQuorum, type SlotOutcome, toSlotOutcome } from '@wachta/domain'
import type { QuarantineLookup } from '../quarantine-lookup.ts'
import { type AnalysisToStore, computeAnalysis, toQuarantinedCheck } from '../slots/open-slot.ts'
import type { Strays } from '../slots/strays.ts'
import { encodeBooleans, encodeByteas, encodeInt2s, encodeInt8s, encodeTimestamps } from './binary-array.ts'
import { markRollups } from './mark-rollups.ts'
import { readStoredChecks } from './read-stored-checks.ts'
import type { RecordedAnalysis } from './recorded-analysis.ts'
import { type CheckDetailToStore, writeCheckDetails } from './write-analyses.ts'

interface StoredAnalysis extends RecordedAnalysis {
  readonly ok: number
  readonly error: number
  readonly failure: boolean
}

/** An amended analysis, and whether its outcome has changed. */
export interface AmendedAnalysis extends AnalysisToStore {
  readonly hasChangedOutcome: boolean
}

export interface AmendContext {
  readonly now: Date
  readonly quarantined: QuarantineLookup
  readonly strays: Strays
}

const rowsPerStatement = 1000

/** Adds late results to the stored analyses of their slots. A repeated result changes nothing. */
export async function amendAnalyses(
  tx: Transaction,
  late: readonly ReceivedReport[],
  context: AmendContext,
): Promise<AmendedAnalysis[]> {
  const bySlot = Map.groupBy(late, ({ service_id, slot }) => `${service_id} ${slot}`)
  const slots = [...bySlot.values()]
  const amended: AmendedAnalysis[] = []
  for (let from = 0; from < slots.length; from += rowsPerStatement) {
    const part = slots.slice(from, from + rowsPerStatement)
    const stored = new Map((await readStored(tx, part)).map((row) => [`${row.service_id} ${row.slot}`, row]))
    const rows = part.flatMap((reports) => amendOne(reports, stored, context))
    await writeAmended(tx, rows, context.now)
    amended.push(...rows)
  }
  return amended
}

async function readStored(tx: Transaction, slots: readonly (readonly ReceivedReport[])[]): Promise<StoredAnalysis[]> {
  const keys = slots.flatMap(([first]) => first ?? [])
  // A lateral subquery with `offset 0` for each key, so that PostgreSQL never plans to read whole days.
  return tx.run<StoredAnalysis>({
    name: 'read analyses to amend',
    text: `select a.* from unnest($1::int8[], $2::timestamptz[]) n (service_id, time), lateral (
  select x.service_id, (extract(epoch from x.time) * 1000)::int8 as slot, x.kind, x.revision, x.error_tolerance,
    x.ok_checks_count as ok, x.error_checks_count as error, x.failure, x.checks
  from analysis x where x.service_id = n.service_id and x.time = n.time offset 0) a`,
    values: [encodeInt8s(keys, (key) => key.service_id), encodeTimestamps(keys, (key) => key.slot)],
  })
}

function amendOne(
  reports: readonly ReceivedReport[],
  stored: ReadonlyMap<string, StoredAnalysis>,
  { quarantined, strays }: AmendContext,
): AmendedAnalysis[] {
  const [first] = reports
  if (first === undefined) return []
  const row = stored.get(`${first.service_id} ${first.slot}`)
  if (row === undefined) {
    for (const { sensor_id } of reports) strays.add(sensor_id, 'not_on_grid')
    return []
  }
  const checks: CheckSlice[] = readStoredChecks(row)
  const details: { sensor_id: number; detail: NonNullable<ReceivedReport['words']> }[] = []
  let isChanged = false
  for (const report of reports) {
    const { sensor_id } = report
    const rank = checks.findIndex((check) => check.sensor_id === sensor_id)
    const before = checks[rank]
    if (before === undefined || report.revision !== row.revision) {
      strays.add(sensor_id, before === undefined ? 'wrong_sensor' : 'wrong_revision')
    } else if (before.reason === 'no_answer') {
      checks[rank] = quarantined.has(sensor_id, row.slot) ? toQuarantinedCheck(report) : report
      if (report.words !== null) details.push({ sensor_id, detail: report.words })
      isChanged = true
    } else if (!isSameResult(before, report)) strays.add(sensor_id, 'differs')
  }
  if (!isChanged) return []
  const after = { ...computeAnalysis(row, row, checks), service_id: row.service_id, slot: row.slot, details }
  return [{ ...after, hasChangedOutcome: getOutcome(row, checks.length) !== getOutcome(after, checks.length) }]
}

const isSameResult = (stored: CheckSlice, { result, started }: ReceivedReport): boolean =>
  stored.started === started && (stored.result === result || stored.reason === 'quarantined')

const getOutcome = (
  { ok, error, failure }: Pick<StoredAnalysis, 'ok' | 'error' | 'failure'>,
  expected: number,
): SlotOutcome => toSlotOutcome({ hasQuorum: isQuorum(ok + error, expected), failure })

async function writeAmended(tx: Transaction, rows: readonly AmendedAnalysis[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const [services, times] = [encodeInt8s(rows, (row) => row.service_id), encodeTimestamps(rows, (row) => row.slot)]
  await tx.run({
    name: 'amend analyses',
    text: `update analysis a set ok_checks_count = n.ok, error_checks_count = n.error, unknown_checks_count = n.unknown,
  failure = n.failure, checks = n.checks
from unnest($1::int8[], $2::timestamptz[], $3::int2[], $4::int2[], $5::int2[], $6::bool[], $7::bytea[])
  n (service_id, time, ok, error, unknown, failure, checks)
where a.service_id = n.service_id and a.time = n.time and a.time between $8 and $9`,
    values: [
      services,
      times,
      encodeInt2s(rows, (row) => row.ok),
      encodeInt2s(rows, (row) => row.error),
      encodeInt2s(rows, (row) => row.unknown),
      encodeBooleans(rows, (row) => row.failure),
      encodeByteas(rows, (row) => row.checks),
      new Date(rows.reduce((least, { slot }) => Math.min(least, slot), Number.POSITIVE_INFINITY)),
      new Date(rows.reduce((most, { slot }) => Math.max(most, slot), 0)),
    ],
  })
  await tx.run({
    text: `insert into analysis_amendment (service_id, time, amended_at) select service_id, time, $3
from unnest($1::int8[], $2::timestamptz[]) n (service_id, time)
on conflict (service_id, time) do update set amended_at = excluded.amended_at`,
    values: [services, times, now],
  })
  await markRollups(tx, rows)
  const details: CheckDetailToStore[] = rows.flatMap(({ service_id, slot, details: slotDetails }) =>
    slotDetails.map((one) => ({ service_id, slot, ...one })),
  )
  await writeCheckDetails(tx, details)
}

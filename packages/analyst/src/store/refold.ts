import type { Transaction } from '@wachta/database'
import { type ServiceState, unpackChecks, withoutMoments } from '@wachta/domain'
import { sql } from 'kysely'
import { type AnalysisKind, analysisOf } from '../desk/open-slot.ts'
import { afterAnalysis, afterTurn, type FoldedAnalysis, type Standing, type StatusStart } from './standing.ts'

interface StoredChange {
  readonly id: number
  readonly status: StatusStart['status']
  readonly start: number
  readonly end: number | null
}

interface StoredAnalysis {
  readonly slot: number
  readonly kind: AnalysisKind
  readonly revision: number
  readonly error_tolerance: number
  readonly checks: Buffer
}

/**
 * Computes the statuses of a service again from a slot on that has changed, and stores what differs. Rows that stay the
 * same keep their ids and descriptions. Gives the standing that follows.
 */
export async function refold(
  tx: Transaction,
  service_id: number,
  { from, standing }: { readonly from: number; readonly standing: Standing },
): Promise<Standing> {
  const stored = await readChanges(tx, service_id, from)
  const [before] = stored.filter(({ start }) => start < from)
  const later = stored.filter(({ start }) => start >= from)
  const analyses = await readAnalyses(tx, service_id, from)
  const { starts, standing: after } = fold({
    from: await standingBefore(tx, service_id, { from, before, standing }),
    analyses,
    turns: turnsOf(stored, from),
  })
  await writeDifferences(tx, service_id, { before, later, starts })
  const { state } = after
  return { ...after, state: { ...state, last_slot: latest(state.last_slot, standing.state.last_slot) } }
}

/** All statuses from the one that held at the time on. */
const readChanges = (tx: Transaction, service_id: number, from: number): Promise<StoredChange[]> =>
  tx.query(sql<StoredChange>`select id, status, (extract(epoch from start_time) * 1000)::int8 as start,
  (extract(epoch from end_time) * 1000)::int8 as end
from status_change where service_id = ${service_id} and start_time >= coalesce((select max(start_time) from status_change
  where service_id = ${service_id} and start_time < ${new Date(from)}), ${new Date(from)}) order by start_time for update`)

async function readAnalyses(tx: Transaction, service_id: number, from: number): Promise<FoldedAnalysis[]> {
  const rows =
    await tx.query(sql<StoredAnalysis>`select (extract(epoch from time) * 1000)::int8 as slot, kind, revision,
  error_tolerance, checks from analysis where service_id = ${service_id} and time >= ${new Date(from)} and kind <> 'c' order by time`)
  return rows.map((row) => ({ slot: row.slot, ...analysisOf(row, row, unpackChecks(row.checks)) }))
}

/** The standing at the time, just before whatever happened then. */
async function standingBefore(
  tx: Transaction,
  service_id: number,
  { from, before, standing }: { from: number; before: StoredChange | undefined; standing: Standing },
): Promise<Standing> {
  const newest = async (condition: ReturnType<typeof sql<boolean>>) => {
    const [row] = await tx.query(sql<{
      slot: number
    }>`select (extract(epoch from time) * 1000)::int8 as slot from analysis
where service_id = ${service_id} and time < ${new Date(from)} and time >= ${new Date(from - longestLook)} and kind <> 'c' and ${condition}
order by time desc limit 1`)
    return row?.slot ?? null
  }
  const known = sql<boolean>`ok_checks_count + error_checks_count >= greatest(1, (ok_checks_count + error_checks_count + unknown_checks_count + 1) / 2)`
  const { last_ok, last_error, since } = standing.state
  const isPaused = before?.status === 'paused'
  const status = before === undefined || before.status === 'paused' ? 'unknown' : before.status
  const state: ServiceState = {
    status,
    since: before?.start ?? Math.min(since, from),
    last_slot: null,
    last_ok: last_ok !== null && last_ok >= from ? await newest(sql<boolean>`not failure and ${known}`) : last_ok,
    last_error: last_error !== null && last_error >= from ? await newest(sql<boolean>`failure`) : last_error,
  }
  return { ...standing, state, isPaused }
}

/** How far back an earlier ok or failure is looked for. */
const longestLook = 86_400_000

/** Pauses stand as they are: no analysis brings or ends them. */
function turnsOf(stored: readonly StoredChange[], from: number): { at: number; isPaused: boolean }[] {
  return stored
    .filter(({ status }) => status === 'paused')
    .flatMap(({ start, end }) => [
      ...(start >= from ? [{ at: start, isPaused: true }] : []),
      ...(end !== null && end >= from ? [{ at: end, isPaused: false }] : []),
    ])
}

function fold({
  from,
  analyses,
  turns,
}: {
  from: Standing
  analyses: readonly FoldedAnalysis[]
  turns: readonly { at: number; isPaused: boolean }[]
}): { starts: StatusStart[]; standing: Standing } {
  // Of the same time, the turn comes first: it decides whether there is a slot.
  const happened = [
    ...turns.map((turn) => ({ at: turn.at, next: (now: Standing) => afterTurn(now, turn) })),
    ...analyses.map((analysis) => ({ at: analysis.slot, next: (now: Standing) => afterAnalysis(now, analysis) })),
  ].sort((one, other) => one.at - other.at)
  const starts: StatusStart[] = []
  let standing = from
  for (const { next } of happened) {
    const step = next(standing)
    standing = step.standing
    if (step.begins !== undefined) starts.push(step.begins)
  }
  return { starts: withoutMoments(starts), standing }
}

async function writeDifferences(
  tx: Transaction,
  service_id: number,
  {
    before,
    later,
    starts,
  }: { before: StoredChange | undefined; later: readonly StoredChange[]; starts: readonly StatusStart[] },
): Promise<void> {
  const kept = new Set<number>()
  const wanted = starts.map((begun, index) => {
    const same = later.find(({ status, start }) => status === begun.status && start === begun.start)
    if (same !== undefined) kept.add(same.id)
    return { ...begun, end: starts[index + 1]?.start ?? null, same }
  })
  const gone = later.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await tx.query(sql`delete from status_change where id = any(${gone})`)
  const endOf = (id: number, end: number | null) =>
    tx.query(sql`update status_change set end_time = ${end === null ? null : new Date(end)} where id = ${id}`)
  const firstStart = wanted[0]?.start ?? null
  if (before !== undefined && before.end !== firstStart) await endOf(before.id, firstStart)
  for (const { status, start, end, error_type_id, same } of wanted) {
    if (same === undefined)
      await tx.query(sql`insert into status_change (service_id, status, start_time, end_time, error_type_id)
values (${service_id}, ${status}, ${new Date(start)}, ${end === null ? null : new Date(end)}, ${error_type_id})`)
    else if (same.end !== end) await endOf(same.id, end)
  }
}

const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

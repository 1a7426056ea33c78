import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { readChecks, type StoredCheck } from './packed-checks.ts'
import { judge, type Verdict } from './verdict.ts'

/** An analysis that a transaction stored, or amended with late results. */
export interface JournalAnalysis {
  readonly kind: 'closed' | 'amended'
  readonly service_id: number
  readonly slot: number
  readonly revision: number
  readonly checks: readonly StoredCheck[]
  readonly verdict: Verdict
  /** When it was stored. */
  readonly at: number
}

/** A status that a transaction stored or deleted. */
export interface JournalStatus {
  readonly kind: 'started' | 'removed'
  readonly service_id: number
  readonly status: string
  readonly start: number
}

/** What one transaction did to one service. */
export interface JournalStep {
  readonly service_id: number
  readonly at: number
  readonly analyses: readonly JournalAnalysis[]
  readonly statuses: readonly JournalStatus[]
}

/**
 * Creates triggers that record what every transaction does to analyses and statuses, because a later amendment
 * overwrites it.
 */
export async function createJournal(db: Database): Promise<void> {
  await db.query(sql`create table journal (number bigint generated always as identity primary key, tx bigint default txid_current(),
  at bigint default extract(epoch from clock_timestamp()) * 1000, kind text, service_id bigint, time bigint, status text, revision integer,
  tolerance integer, checks bytea)`)
  await db.query(sql`create function note_analysis() returns trigger language plpgsql security definer as $$ begin
  insert into journal (kind, service_id, time, revision, tolerance, checks) values (case tg_op when 'INSERT' then 'closed' else 'amended' end,
    new.service_id, extract(epoch from new.time) * 1000, new.revision, new.error_tolerance, new.checks);
  return null; end $$`)
  await db.query(
    sql`create trigger note_analysis after insert or update on analysis for each row execute function note_analysis()`,
  )
  await db.query(sql`create function note_status() returns trigger language plpgsql security definer as $$ begin
  if tg_op <> 'INSERT' then insert into journal (kind, service_id, time, status)
    values ('removed', old.service_id, extract(epoch from old.start_time) * 1000, old.status); end if;
  if tg_op <> 'DELETE' then insert into journal (kind, service_id, time, status)
    values ('started', new.service_id, extract(epoch from new.start_time) * 1000, new.status); end if;
  return null; end $$`)
  await db.query(
    sql`create trigger note_status after insert or delete on status_change for each row execute function note_status()`,
  )
  await db.query(sql`create trigger note_other_status after update on status_change for each row
  when (old.status <> new.status or old.start_time <> new.start_time) execute function note_status()`)
}

interface Row {
  readonly tx: number
  readonly at: number
  readonly kind: 'closed' | 'amended' | 'started' | 'removed'
  readonly service_id: number
  readonly time: number
  readonly status: string
  readonly revision: number
  readonly tolerance: number
  readonly checks: Buffer
}

/** Returns the journal, with one step for each service that a transaction changed, in the order of transactions. */
export async function readJournal(db: Database): Promise<JournalStep[]> {
  const rows = await db.query(sql<Row>`select * from journal order by number`)
  return [...Map.groupBy(rows, ({ tx, service_id }) => `${tx} ${service_id}`).values()].map((group) => {
    const [first] = group
    return {
      service_id: first?.service_id ?? 0,
      at: first?.at ?? 0,
      analyses: group.flatMap((row) =>
        row.kind === 'closed' || row.kind === 'amended' ? toJournalAnalysis(row, row.kind) : [],
      ),
      statuses: group.flatMap(({ kind, service_id, status, time }) =>
        kind === 'started' || kind === 'removed' ? { kind, service_id, status, start: time } : [],
      ),
    }
  })
}

function toJournalAnalysis(row: Row, kind: JournalAnalysis['kind']): JournalAnalysis {
  const { service_id, time, revision, tolerance, at } = row
  const checks = readChecks(row.checks)
  return { kind, service_id, slot: time, revision, checks, verdict: judge(checks, tolerance), at }
}

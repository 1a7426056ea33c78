import type { Database, Queryable, Transaction } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'

const rowsPerFetch = 1_000

/** Some rows of one table. */
export interface RowSet {
  readonly table: string
  /** The schema of the rows, if it is not `public`. */
  readonly schema?: string
  readonly where?: RawBuilder<boolean>
}

const toFromClause = ({ table, schema = 'public', where }: RowSet) =>
  sql`${sql.id(schema, table)} t ${where ? sql`where ${where}` : sql``}`

/**
 * Runs work with settings that write every value as text in the same way in both cells. Triggers and foreign keys are
 * off: rows arrive as they were, and many arrive before the rows that they refer to.
 */
export const runCopyTransaction = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await tx.query(sql`set local timezone = 'UTC'`)
    await tx.query(sql`set local datestyle = 'ISO'`)
    await tx.query(sql`set local session_replication_role = replica`)
    return work(tx)
  })

/** Reads rows as text, in portions that fit into memory. */
export async function* readRows(tx: Transaction, rows: RowSet): AsyncGenerator<readonly string[]> {
  const cursor = sql.id(`move_${rows.table}`)
  await tx.query(sql`declare ${cursor} no scroll cursor for select t::text as line from ${toFromClause(rows)}`)
  for (;;) {
    const lines = await tx.query(sql<{ line: string }>`fetch ${sql.lit(rowsPerFetch)} from ${cursor}`)
    if (lines.length === 0) break
    yield lines.map(({ line }) => line)
  }
  await tx.query(sql`close ${cursor}`)
}

/** Writes rows that were read as text. Existing rows stay as they are. */
export async function writeRows(tx: Transaction, table: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const columns = (await listColumns(tx, table)).filter((name) => !ownColumns.includes(name))
  const values = sql.join(columns.map((column) => sql`(y.t).${sql.id(column)}`))
  // `offset 0` makes PostgreSQL parse each line once, instead of once for each column.
  await tx.query(sql`insert into ${sql.id('public', table)} (${sql.join(columns.map((column) => sql.id(column)))})
overriding system value select ${values} from (select x.line::${sql.id('public', table)} as t
  from unnest(${lines}::text[]) x (line) offset 0) y on conflict do nothing`)
}

/** Columns that each database writes itself. */
const ownColumns: readonly string[] = ['changed_by']

/** Lists the columns of a table that can be written. */
export async function listColumns(db: Queryable, table: string): Promise<string[]> {
  const rows = await db.query(sql<{ name: string }>`select attname as name from pg_attribute
where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  return rows.map(({ name }) => name)
}

export interface RowDigest {
  readonly count: number
  readonly digest: string
}

/** A digest of the rows, whatever their order. */
export const digestExpression = sql<string>`md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))`

export async function digestRows(tx: Transaction, rows: RowSet): Promise<RowDigest> {
  const [found] = await tx.query(
    sql<RowDigest>`select count(*)::int8 as count, ${digestExpression} as digest from ${toFromClause(rows)}`,
  )
  return found ?? { count: 0, digest: '' }
}

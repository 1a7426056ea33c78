import { type Database, openDatabase } from '@wachta/database'
import { sql } from 'kysely'

/**
 * `entry` stores which cell a name leads to. Two cells may both have a name for a while, or by mistake: the one that
 * had it first keeps it. Names of kind `secret` (the SHA-256 digest of a secret) and `id` belong to accounts that have
 * moved away from the cell that created them, and only these have a `tree_id`; all others are copied from the cells.
 */
const schema = sql`
create schema if not exists directory;
create table if not exists directory.cell (
  number integer primary key check (number between 0 and 255),
  name text not null unique,
  api text not null,
  pages text not null,
  pages_tls text not null,
  accounts bigint not null default 0,
  services bigint not null default 0,
  most_services bigint not null
);
create table if not exists directory.entry (
  kind text not null check (kind in ('user', 'page', 'host', 'sso', 'secret', 'id')),
  name text not null,
  cell integer not null references directory.cell,
  since timestamptz not null default clock_timestamp(),
  tree_id bigint,
  primary key (kind, name, cell)
);
create index if not exists entry_cell on directory.entry (cell, kind, name);
create index if not exists entry_tree on directory.entry (tree_id) where tree_id is not null;`

/** Opens the database of the directory, and creates its tables if they are missing. */
export async function openDirectory(url: string, onError?: (error: Error) => void): Promise<Database> {
  const database = openDatabase(url, { role: null, connections: 4, ...(onError && { onError }) })
  try {
    await database.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('wachta directory'))`)
      await tx.query(schema)
    })
    return database
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}

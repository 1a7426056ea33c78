import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'

type Store = Pick<Queryable, 'query'>

/** A cell as routers and operators see it. */
export interface Cell {
  readonly number: number
  readonly name: string
  /** Where the router reaches the api and the pages of the cell: `host:port`, several separated by commas. */
  readonly api: string
  readonly pages: string
  /** Where the pages of the cell speak TLS for custom domains; empty if they do not. */
  readonly pages_tls: string
  readonly accounts: number
  readonly services: number
  /** With this many services or more, it gets no new accounts. */
  readonly most_services: number
}

/** The kinds of names that the directory copies from the cells. */
export type NameKind = 'user' | 'page' | 'host' | 'sso'

export interface NameEntry {
  readonly kind: NameKind | 'secret' | 'id'
  readonly name: string
  readonly cell: number
}

export const listCells = (db: Store): Promise<Cell[]> =>
  db.query(sql<Cell>`select * from directory.cell order by number`)

/** Adds a cell, or changes its addresses. */
export const addCell = (db: Store, cell: Omit<Cell, 'accounts' | 'services'>): Promise<unknown> =>
  db.query(sql`insert into directory.cell (number, name, api, pages, pages_tls, most_services)
values (${cell.number}, ${cell.name}, ${cell.api}, ${cell.pages}, ${cell.pages_tls}, ${cell.most_services})
on conflict (number) do update set name = excluded.name, api = excluded.api, pages = excluded.pages,
  pages_tls = excluded.pages_tls, most_services = excluded.most_services`)

/** Returns the cell that a name leads to. */
export async function findCell(db: Store, kind: string, name: string): Promise<number | undefined> {
  const [found] = await db.query(sql<{ cell: number }>`select cell from directory.entry
where kind = ${kind} and name = ${name} order by since, cell limit 1`)
  return found?.cell
}

/** Returns the cell that new accounts are created in: the least full one; undefined if all are full. */
export async function findCellForNewAccounts(db: Store): Promise<number | undefined> {
  const [found] = await db.query(sql<{
    number: number
  }>`select number from directory.cell where services < most_services
order by services::float8 / most_services, number limit 1`)
  return found?.number
}

/** Returns all names of some kinds with the cells that they lead to. */
export const listNameEntries = (db: Store, kinds: readonly NameEntry['kind'][]): Promise<NameEntry[]> =>
  db.query(sql<NameEntry>`select distinct on (kind, name) kind, name, cell from directory.entry
where kind = any(${kinds}) order by kind, name, since, cell`)

export interface Name {
  readonly kind: string
  readonly name: string
}

/** Replaces all names that were copied from a cell. */
export const replaceNames = (db: Store, cell: number, names: readonly Name[]): Promise<unknown> =>
  db.query(sql`with here as (select * from ${unnest(names)}),
gone as (delete from directory.entry e where cell = ${cell} and tree_id is null
  and not exists (select from here h where h.kind = e.kind and h.name = e.name))
insert into directory.entry (kind, name, cell) select kind, name, ${cell} from here on conflict do nothing`)

/** Adds and removes names of a cell. */
export async function updateNames(
  db: Store,
  cell: number,
  { added, removed }: { readonly added: readonly Name[]; readonly removed: readonly Name[] },
): Promise<void> {
  if (removed.length > 0)
    await db.query(sql`delete from directory.entry e using ${unnest(removed)} where cell = ${cell} and tree_id is null
  and e.kind = n.kind and e.name = n.name`)
  if (added.length > 0)
    await db.query(sql`insert into directory.entry (kind, name, cell) select kind, name, ${cell} from ${unnest(added)}
on conflict do nothing`)
}

const unnest = (names: readonly Name[]) =>
  sql`(select distinct * from unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ name }) => name)}::text[]) v (kind, name)) n`

export const storeCellSize = (
  db: Store,
  cell: number,
  size: { accounts: number; services: number },
): Promise<unknown> =>
  db.query(
    sql`update directory.cell set accounts = ${size.accounts}, services = ${size.services} where number = ${cell}`,
  )

/**
 * What belongs to accounts, one entry for each resource in the files matrix-kinds-….ts: the oracle knows of it what
 * stands there, and nothing that the service itself says.
 *
 * To add a resource of the v3 API, add an entry to one of them, behind what it hangs on; a resource beyond it has a file in
 * `additions/`. An entry says:
 * - `table`, and `hangsOn`: the resource of the row that it is created under (`account`, `group`, `service`, `contact`,
 *   …). One row is seeded for every account of `owners`, or on every seeded row that bears others; with `combined`
 *   also on those that differ in their shares alone (see shares.ts). `mirrors`: nothing is seeded, because the
 *   resource is another view of the rows of that one.
 * - `flags`: who holds which flag, as a table (see flags.ts). `ofAccount`, `ofGroup` and
 *   `ofService` write the usual ones; further arguments are flags that go with `update`, e.g. `create_addresses`.
 * - `columns`: what a seeded row holds. Put the canary `word` into every column of text, so that it shows wherever it
 *   leaks; `find(resource, owner)` gives rows of the same account that were seeded before.
 * - `createFlag`, `body`, `change`: the flag of the parent that `create_…` or `put_…` needs, a body that is in order
 *   without the column of the parent, and a change that is; functions, where they name other rows of the same account.
 * - `serves`: the mechanical operations, all seven unless given. `open`: those that need no credentials.
 * - `unflagged`: nothing shows the flags of such a row.
 * - `routes`: operations `read_<resource>_<relation>`, each with the resource that it leads to; `x[]` where it answers
 *   with many, and their ids then stand in `lists`; `word` for a dictionary.
 * - `collections`: operations `list_<parent>_<plural>`.
 * - `hide`: an assignment for SQL that changes every column, for rows that a role may not read.
 * - `references`: fields that name other rows, for the proof that a hidden row is answered like an absent one. Behind a
 *   dot stands what tells two references in one field apart.
 *
 * Targets, lists, searches, embeds, flags, requests, fingerprints and hidden changes follow from the entry. What is left
 * to do elsewhere: rules of hand-written operations and their bodies (rules.ts, requests.ts; bulk
 * operations are `bulk(resource, flag)`), and the table in `owners` of effects.ts where it has no `owner_id`.
 */
export interface Kind {
  readonly table: string
  readonly flags: string
  readonly hangsOn: string
  /** The field that names the row it hangs on. */
  readonly column?: string
  readonly key?: readonly string[]
  readonly plural?: string
  readonly serves?: string
  readonly open?: string
  readonly unflagged?: true
  readonly createFlag?: string
  readonly owners?: readonly (string | null)[]
  readonly mirrors?: string
  readonly combined?: boolean
  readonly routes?: Readonly<Record<string, string>>
  readonly collections?: readonly string[]
  columns?(word: string, context: Context): Columns
  /** Ids that the row names, by the relation that leads to them. */
  lists?(context: Context): Readonly<Record<string, readonly Id[]>>
  readonly body?: Body
  readonly change?: Body
  readonly hide?: string
  readonly references?: Readonly<Record<string, Reference>>
}

export type Id = string | number
type Columns = Readonly<Record<string, unknown>>

/** What a request says; `find` gives rows of the account that the target belongs to. */
export type Body = object | ((find: (resource: string) => readonly Id[]) => object)

/** Where a row is seeded. */
export interface Context {
  readonly owner: number | null
  readonly parent: Id | null
  find(resource: string, owner?: number | null): readonly number[]
}

/** The resource that a field names rows of, and how an id is written there. */
export interface Reference {
  readonly to: string
  written(id: number): unknown
}

export const one = (to: string): Reference => ({ to, written: (id) => id })
export const many = (to: string): Reference => ({ to, written: (id) => [id] })

/** The accounts that have something of everything. */
export const owners = ['A.main', 'A.sub', 'B.main', 'C.main', 'D.main'] as const

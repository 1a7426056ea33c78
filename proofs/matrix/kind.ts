/**
 * The resources of accounts, each with an entry in the files kinds-….ts. Everything that the oracle knows about a
 * resource is in its entry; nothing is read from the product.
 *
 * To add a resource of the v3 API, add an entry to one of these files, after its parent; a resource beyond the v3 API
 * has a file in `additions/`. The fields of an entry:
 * - `table`, and `parentResource`: the resource of the parent row (`account`, `group`, `service`, …). One row is
 *   seeded for every account of `owners`, or below every seeded row that may be a parent; with `combined` also below
 *   those that differ only in their shares (see shares.ts). `mirroredResource`: nothing is seeded: the resource is
 *   another view of the rows of that one.
 * - `flags`: the holders of each flag (see flags.ts). `createAccountFlags`, `createGroupFlags` and `createServiceFlags`
 *   write the usual tables; further arguments are flags with the same holders as `update`, e.g. `create_addresses`.
 * - `columns`: the values of a seeded row. Put the canary `word` into every text column, so that it shows wherever it
 *   leaks; `find(resource, owner)` gives rows of the same account that were seeded before.
 * - `createFlag`, `body`, `change`: the flag of the parent that `create_…` or `put_…` needs, a valid body without the
 *   column of the parent, and a valid change; functions, if they name other rows of the same account.
 * - `serves`: the generated operations, all seven unless given. `open`: those that need no credentials.
 * - `unflagged`: no record shows the flags of such a row.
 * - `routes`: operations `read_<resource>_<relation>`, each with the resource of the response; `x[]` if it returns many
 *   rows, whose ids are then in `lists`; `word` for a dictionary.
 * - `collections`: operations `list_<parent>_<plural>`.
 * - `hide`: an SQL assignment that changes every column, for rows that a role may not read.
 * - `references`: fields that name other rows, to test that a hidden row gets the same response as a missing one. A
 *   suffix after a dot distinguishes two references in one field.
 *
 * Targets, lists, searches, embeds, flags, requests, fingerprints and hidden changes follow from the entry. Add by
 * hand: rules of hand-written operations and their bodies (rules.ts, requests.ts; bulk operations are
 * `bulk(resource, flag)`), and the table in `ownerExpressions` of effects.ts if it has no `owner_id`.
 */
export interface Kind {
  readonly table: string
  readonly flags: string
  readonly parentResource: string
  /** The field that names its parent row. */
  readonly column?: string
  readonly key?: readonly string[]
  readonly plural?: string
  readonly serves?: string
  readonly open?: string
  readonly unflagged?: true
  readonly createFlag?: string
  readonly owners?: readonly (string | null)[]
  readonly mirroredResource?: string
  readonly combined?: boolean
  readonly routes?: Readonly<Record<string, string>>
  readonly collections?: readonly string[]
  columns?(word: string, context: Context): Columns
  /** Ids that the row names, by the relation. */
  lists?(context: Context): Readonly<Record<string, readonly Id[]>>
  readonly body?: Body
  readonly change?: Body
  readonly hide?: string
  readonly references?: Readonly<Record<string, Reference>>
}

export type Id = string | number
type Columns = Readonly<Record<string, unknown>>

/** The body of a request; `find` gives rows of the account that the target belongs to. */
export type Body = object | ((find: (resource: string) => readonly Id[]) => object)

/** Where a row is seeded. */
export interface Context {
  readonly owner: number | null
  readonly parent: Id | null
  find(resource: string, owner?: number | null): readonly number[]
}

/** The resource whose rows a field names, and the form of an id in it. */
export interface Reference {
  readonly to: string
  toValue(id: number): unknown
}

export const referenceToOne = (to: string): Reference => ({ to, toValue: (id) => id })
export const referenceToMany = (to: string): Reference => ({ to, toValue: (id) => [id] })

/** The accounts that own one row of everything. */
export const owners = ['A.main', 'A.sub', 'B.main', 'C.main', 'D.main'] as const

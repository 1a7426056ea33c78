import type { RawBuilder } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Caller } from './caller.ts'
import type { Field } from './field.ts'
import type { OperationAnswer, Written } from './outcome.ts'
import type { CallerRef, Predicate, RowRef } from './permission.ts'
import type { StatementRunner } from './statement.ts'

export type Fields = Readonly<Record<string, Field>>
export type Values = Readonly<Record<string, unknown>>

/** A route that follows a relation, from either of its ends. */
export interface RelationRoute {
  readonly tag: string
  readonly summary: string
}

export interface Relation {
  readonly kind: 'one' | 'many'
  readonly target: string
  /** The field that holds the target's key, or the list of keys. */
  readonly column: string
  /** Serves `GET /<these>/{_id}/<relation>`. */
  readonly route?: RelationRoute
  /** Serves the other direction: `GET /<targets>/{_id}/<path>`, for callers who hold `flag` of the target. */
  readonly collection?: RelationRoute & { readonly path: string; readonly flag?: string; readonly parameter?: string }
}

type RelationOptions = Pick<Relation, 'route' | 'collection'>

export const one = (target: string, column: string, options: RelationOptions = {}): Relation => ({
  kind: 'one',
  target,
  column,
  ...options,
})
export const many = (target: string, column: string, options: RelationOptions = {}): Relation => ({
  kind: 'many',
  target,
  column,
  ...options,
})

export type Served = 'list' | 'search' | 'read' | 'create' | 'update' | 'put' | 'delete' | 'permissions'

/** What is served of a resource, and where. */
export interface Serving {
  readonly path: string
  /** Where one row is, if not at `<path>/{_id}`: with one parameter for each column of the key. */
  readonly item?: string
  readonly tag: string
  /** The tag of the permissions, where the API has another than `permissions`. */
  readonly permissionsTag?: string
  readonly deprecated?: true
  readonly operations: readonly Served[]
  /** Operations that need no credentials. */
  readonly public?: readonly Served[]
  /** Who the operations are for; administrators' ones demand their scope. */
  readonly scope?: 'customer' | 'administrator'
}

export interface Prepared {
  readonly columns: Values
  readonly kept?: Values
}

export interface Creation<F extends Fields> {
  readonly required: readonly (keyof F & string)[]
  readonly optional?: readonly (keyof F & string)[]
  /** What a request says beyond the record's fields, e.g. a password. */
  readonly also?: {
    readonly required?: Readonly<Record<string, TSchema>>
    readonly optional?: Readonly<Record<string, TSchema>>
  }
  /** The row it is created under and the flag of that row that allows it. */
  readonly under?: readonly [relation: string, flag: string]
  /** Who may create where there is no parent row. */
  readonly by?: (caller: Caller) => boolean
  /** Values for fields that the request leaves out, e.g. the parent that it is created under. */
  readonly defaults?: (data: Values, call: Call) => Values | Promise<Values>
  /** Checks what a schema cannot, and turns the request into column values, and into what `created` needs to keep. */
  readonly prepare?: (data: Values, call: Call) => Promise<Prepared>
  /** Runs in the same transaction once the row exists. */
  readonly created?: (id: number, kept: Values, call: Call) => Promise<void>
  /** True where `prepare` takes long, e.g. hashes a password: it then runs before the transaction opens. */
  readonly slow?: true
}

export interface Change<F extends Fields> {
  readonly fields: readonly (keyof F & string)[]
  /** Checks what a schema cannot, and turns the changes into column values. */
  readonly prepare?: (changes: Values, before: Values, call: Call) => Promise<Values>
  /** Runs in the same transaction after the change. */
  readonly changed?: (change: RowChange, call: Call) => Promise<void>
}

/** A change that was made to a row: what it set, and the record as it was before. */
export interface RowChange {
  readonly id: number
  readonly changes: Values
  readonly before: Values
}

export interface Removal {
  /** Runs in the same transaction before the row goes. */
  readonly prepare?: (before: Values, call: Call) => Promise<void>
}

export interface Definition<F extends Fields, P extends string> {
  readonly table?: string
  /** What one row is called in the documents. */
  readonly title?: string
  readonly fields: F
  /** The column that identifies a row and ends every order; several where a row is addressed by more than one. */
  readonly key?: string | readonly string[]
  /** The word that stands for the caller's own row in a path, and which of the caller's ids it means. */
  readonly alias?: readonly [word: string, id: 'accountId' | 'packageId' | 'sessionId']
  /** Which rows of the table are this resource at all. */
  readonly rows?: (row: RowRef) => RawBuilder<unknown>
  /** Fields that are not a column of the table, as SQL over the row. */
  readonly computed?: { readonly [K in keyof F]?: (row: RowRef, caller: CallerRef) => RawBuilder<unknown> }
  readonly relations?: Readonly<Record<string, Relation>>
  /** Names of related fields that may be filtered and sorted by, e.g. `owner.name`. */
  readonly paths?: readonly string[]
  /** Fields that may be sorted by but not filtered. */
  readonly unfiltered?: readonly (keyof F & string)[]
  /** Text columns that the free-text `query` looks into. */
  readonly query?: readonly (keyof F & string)[]
  /** A stored column with the folded text of those, where there are many rows of one account to look through. */
  readonly queryColumn?: string
  readonly permissions: { readonly [K in P | 'read' | 'own']: Predicate }
  /**
   * Which rows a caller sees that is limited to groups: those that meet the condition; all, where it says `none`; and no
   * row at all unless given.
   */
  readonly groupLimit?: Predicate | 'none'
  /** Flags that are returned, but absent from the closed names of embed, filters and sort. */
  readonly unlistedPermissions?: readonly NoInfer<P>[]
  /** Unique constraints of the table, and the field that a clash is reported on. */
  readonly unique?: Readonly<Record<string, keyof F & string>>
  /** The column that names the account a row belongs to; null where rows belong to the installation. */
  readonly owner: string | null
  readonly serve?: Serving
  readonly create?: Creation<F>
  readonly update?: Change<F>
  readonly delete?: Removal
}

export interface Resource<N extends string = string, F extends Fields = Fields, P extends string = string>
  extends Omit<Definition<F, P>, 'key'> {
  readonly name: N
  readonly table: string
  readonly key: string
  readonly keys: readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds resources of every shape
export type AnyResource = Resource<string, any, any>

export interface Registry {
  get(name: string): AnyResource
  readonly all: readonly AnyResource[]
}

/** One call of an operation. Writes run inside one transaction, and `db` is that transaction. */
export interface Call {
  /** All that is served: what a row of one resource allows may depend on a row of another. */
  readonly registry: Registry
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
  readonly db: StatementRunner
  readonly now: Date
  readonly request: { readonly id: string; readonly address: string; readonly session: number | null }
  /** Keeps what was written, in order; many writes cost one round trip. */
  record(...written: readonly Written[]): Promise<void>
  /** Whether the caller holds a flag of a row; a row it may not read is as good as absent. */
  holds(resource: string, key: string | number, flag: string): Promise<boolean>
  /** Rejects a caller who has not proved who they are in the last minutes: a token alone may have been stolen. */
  demandStepUp(): Promise<void>
  /** Encrypts a secret for storage; it opens with the same context only, such as its table, row and column. */
  seal(plain: string, context: readonly string[]): string
  /** Runs the work in a transaction: the one that is open, or for a slow operation a new one. */
  transaction(work: (call: Call) => Promise<OperationAnswer | undefined>): Promise<OperationAnswer | undefined>
}

/** The TypeScript type of a resource's record. */
export type Row<R> =
  R extends Resource<string, infer F, string> ? { -readonly [K in keyof F]: Static<F[K]['schema']> } : never

export function defineResource<const N extends string, F extends Fields, P extends string>(
  name: N,
  definition: Definition<F, P>,
): Resource<N, F, P> {
  const keys = [definition.key ?? 'id'].flat()
  return Object.freeze({ ...definition, name, table: definition.table ?? name, key: keys[0] ?? 'id', keys })
}

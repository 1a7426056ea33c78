import type { RawBuilder } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Caller } from './caller.ts'
import type { Field } from './field.ts'
import type { AuditedWrite, OperationAnswer } from './outcome.ts'
import type { CallerRef, Predicate, RowRef } from './permission.ts'
import type { StatementRunner } from './statement.ts'

export type Fields = Readonly<Record<string, Field>>
export type Values = Readonly<Record<string, unknown>>

/** A route along a relation, in either direction. */
export interface RelationRoute {
  readonly tag: string
  readonly summary: string
}

export interface Relation {
  readonly kind: 'one' | 'many'
  readonly target: string
  /** The field with the key, or the list of keys, of the target. */
  readonly column: string
  /** Serves the target at `GET <path of the resource>/{_id}/<relation>`. */
  readonly route?: RelationRoute
  /** Lists the rows of a target at `GET <path of the target>/{_id}/<path>`; needs its permission `flag`. */
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

export type ResourceOperation = 'list' | 'search' | 'read' | 'create' | 'update' | 'put' | 'delete' | 'permissions'

/** The operations that are served for a resource, and their paths. */
export interface ResourceRoutes {
  readonly path: string
  /** The path of one row, with one parameter for each column of the key; default: `<path>/{_id}`. */
  readonly item?: string
  readonly tag: string
  /** The tag of the permissions operation; default: `permissions`. */
  readonly permissionsTag?: string
  readonly deprecated?: true
  readonly operations: readonly ResourceOperation[]
  /** Operations that need no credentials. */
  readonly public?: readonly ResourceOperation[]
  /** The scope that the operations need; default: `customer`. */
  readonly scope?: 'customer' | 'administrator'
}

/** The outcome of `prepare`: the column values of the new row, and the values that `created` gets. */
export interface PreparedRow {
  readonly columns: Values
  readonly forCreated?: Values
}

export interface Creation<F extends Fields> {
  readonly required: readonly (keyof F & string)[]
  readonly optional?: readonly (keyof F & string)[]
  /** Fields of the request that are not fields of the record, e.g. a password. */
  readonly extraFields?: {
    readonly required?: Readonly<Record<string, TSchema>>
    readonly optional?: Readonly<Record<string, TSchema>>
  }
  /** The relation to the parent row, and the permission on that row that creating needs. */
  readonly under?: readonly [relation: string, flag: string]
  /** Returns whether the caller may create rows, for resources without a parent. */
  readonly mayCreate?: (caller: Caller) => boolean
  /** Returns values for fields that the request omits, e.g. the parent row. */
  readonly defaults?: (data: Values, call: Call) => Values | Promise<Values>
  /**
   * Validates the constraints that a schema cannot express, and converts the request to column values and values for
   * `created`.
   */
  readonly prepare?: (data: Values, call: Call) => Promise<PreparedRow>
  /** Runs after the row was inserted, in the same transaction. */
  readonly created?: (id: number, forCreated: Values, call: Call) => Promise<void>
  /** True if `prepare` is slow, e.g. hashes a password; it then runs before the transaction begins. */
  readonly slow?: true
}

export interface Change<F extends Fields> {
  readonly fields: readonly (keyof F & string)[]
  /** Validates the constraints that a schema cannot express, and converts the changes to column values. */
  readonly prepare?: (changes: Values, before: Values, call: Call) => Promise<Values>
  /** Runs after the row was updated, in the same transaction. */
  readonly changed?: (change: RowChange, call: Call) => Promise<void>
}

/** An update of a row: the changed values, and the record before. */
export interface RowChange {
  readonly id: number
  readonly changes: Values
  readonly before: Values
}

export interface Removal {
  /** Runs before the row is deleted, in the same transaction. */
  readonly prepare?: (before: Values, call: Call) => Promise<void>
}

export interface Definition<F extends Fields, P extends string> {
  readonly table?: string
  /** The name of one row in the API documents; default: the name of the resource. */
  readonly title?: string
  readonly fields: F
  /** The column, or columns, that identify a row; every sort order ends with them. Default: `id`. */
  readonly key?: string | readonly string[]
  /** A word for the caller's own row in a path, and the id of the caller that replaces it. */
  readonly alias?: readonly [word: string, id: 'accountId' | 'packageId' | 'sessionId']
  /** The condition that selects the rows of this resource, if the table contains others too. */
  readonly rows?: (row: RowRef) => RawBuilder<unknown>
  /** Fields that are not columns of the table, as SQL expressions. */
  readonly computed?: { readonly [K in keyof F]?: (row: RowRef, caller: CallerRef) => RawBuilder<unknown> }
  readonly relations?: Readonly<Record<string, Relation>>
  /** Fields of related rows that can be used in filters and sort, e.g. `owner.name`. */
  readonly paths?: readonly string[]
  /** Fields that can be used in sort but not in filters. */
  readonly unfiltered?: readonly (keyof F & string)[]
  /** Text columns that the free-text `query` searches. */
  readonly query?: readonly (keyof F & string)[]
  /** A stored column with the folded text of these columns, for resources with many rows per account. */
  readonly queryColumn?: string
  readonly permissions: { readonly [K in P | 'read' | 'own']: Predicate }
  /**
   * The rows that a caller limited to groups can see: those that meet the condition, or all for `none`. Without a group
   * limit, such a caller sees no rows.
   */
  readonly groupLimit?: Predicate | 'none'
  /**
   * True for resources that belong to a person, such as sessions: a user who is limited to groups has access to them
   * too.
   */
  readonly isPersonal?: true
  /** Permissions that are returned, but cannot be named in embed, filters and sort. */
  readonly unlistedPermissions?: readonly NoInfer<P>[]
  /** Unique constraints of the table, with the field that a violation is reported for. */
  readonly unique?: Readonly<Record<string, keyof F & string>>
  /** The column with the account that owns a row; null if rows belong to the installation. */
  readonly owner: string | null
  readonly serve?: ResourceRoutes
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
  /** All resources, because permissions on a row can depend on rows of other resources. */
  readonly registry: Registry
  readonly caller: Caller
  /** The number of the cell that serves the call; secrets that the call creates contain the number. */
  readonly cellNumber: number
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
  readonly db: StatementRunner
  readonly now: Date
  readonly request: {
    readonly id: string
    readonly address: string
    readonly session: number | null
    /** The name that the client program gave itself. */
    readonly client?: string
    /** Whether a total beyond `maxCounted` need not be exact. */
    readonly prefersBoundedCount?: boolean
  }
  /** Records writes in the audit log, in order; pass many at once to save round trips. */
  record(...written: readonly AuditedWrite[]): Promise<void>
  /** Returns whether the caller has a permission on a row; false if it may not read the row. */
  holds(resource: string, key: string | number, flag: string): Promise<boolean>
  /** Rejects a caller without a recent step-up, because a token alone may have been stolen. */
  requireStepUp(): Promise<void>
  /** Encrypts a secret for storage. It can only be opened with the same context, such as its table, row and column. */
  seal(plain: string, context: readonly string[]): string
  /** Runs the work in the open transaction, or in a new one if none is open, as in a slow operation. */
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

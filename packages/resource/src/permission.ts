import { type RawBuilder, sql } from 'kysely'
import type { Caller } from './caller.ts'
import { parameter } from './statement.ts'

/** The caller as used in a statement: properties that determine the SQL text are values, all others are parameters. */
export interface CallerRef {
  readonly scope: Caller['scope']
  readonly readOnly: boolean
  readonly isObserver: boolean
  readonly role: string
  /** Whether the caller is limited to groups: as a person, who also sees personal rows, or as a key, which does not. */
  readonly limitedToGroups: 'person' | 'key' | null
  readonly groupIds: RawBuilder<readonly number[]>
  /** Returns whether the limits of the caller include a permission on records of a resource; true without limits. */
  allows(resource: string, permission: string): boolean
  readonly accountId: RawBuilder<number>
  readonly actsFor: RawBuilder<number>
  readonly packageId: RawBuilder<number>
  readonly sessionId: RawBuilder<number>
  readonly language: RawBuilder<string>
}

export const toCallerRef = ({ scope, readOnly, role, observerId, limits }: Caller): CallerRef => ({
  scope,
  readOnly,
  role,
  isObserver: observerId !== undefined,
  limitedToGroups: (limits?.groupIds ?? null) === null ? null : limits?.isPerson ? 'person' : 'key',
  groupIds: sql`${parameter(({ caller }) => caller.limits?.groupIds ?? null)}::bigint[]`,
  allows: (resource, permission) => limits === undefined || limits.allows(resource, permission),
  accountId: sql`${parameter(({ caller }) => caller.accountId)}::bigint`,
  actsFor: sql`${parameter(({ caller }) => caller.actsFor)}::bigint`,
  packageId: sql`${parameter(({ caller }) => caller.packageId)}::bigint`,
  sessionId: sql`${parameter(({ caller }) => caller.sessionId)}::bigint`,
  language: sql`${parameter(({ caller }) => caller.language)}::text`,
})

export type Bool = RawBuilder<boolean>

/** A reference to a row in a statement: `row('owner_id')` is its column. */
export interface RowRef {
  (column: string): RawBuilder<unknown>
  /** The permission on the related row of a to-one relation. */
  related(relation: string, flag: string): Bool
}

/** A permission: an SQL condition on one row and the caller, always evaluated by the database. */
export type Predicate = (row: RowRef, caller: CallerRef) => Bool

export const yes: Bool = sql<boolean>`true`
export const no: Bool = sql<boolean>`false`

export const always: Predicate = () => yes
export const never: Predicate = () => no
export const administrator: Predicate = (_row, caller) => (caller.scope === 'administrator' ? yes : no)
export const signedIn: Predicate = (_row, caller) => (caller.scope === 'anonymous' ? no : yes)
export const writer: Predicate = (_row, caller) => (caller.readOnly || caller.scope === 'anonymous' ? no : yes)

/** The caller has one of the roles in the account that it acts for. */
export const inRole =
  (...roles: string[]): Predicate =>
  (_row, caller) =>
    caller.scope !== 'anonymous' && roles.includes(caller.role) ? yes : no

/** The row belongs to the account that the caller acts for. */
export const own =
  (column = 'owner_id'): Predicate =>
  (row, caller) =>
    caller.scope === 'anonymous' ? no : sql<boolean>`${row(column)} = ${caller.actsFor}`

/** The row belongs to the account that signed in; for an additional user, that is not the account that it acts for. */
export const self =
  (column = 'id'): Predicate =>
  (row, caller) =>
    caller.scope === 'anonymous' ? no : sql<boolean>`${row(column)} = ${caller.accountId}`

/** The row does not belong to the account that signed in. */
export const notSelf =
  (column = 'id'): Predicate =>
  (row, caller) =>
    sql<boolean>`${row(column)} <> ${caller.accountId}`

/** A condition on the row alone, e.g. `where((row) => sql`${row('parent_account_id')} is null`)`. */
export const where =
  (condition: (row: RowRef) => RawBuilder<unknown>): Predicate =>
  (row) =>
    sql<boolean>`${condition(row)}`

/** The permission on the parent row, e.g. callers who may change a contact may change its addresses. */
export const via =
  (relation: string, flag: string): Predicate =>
  (row) =>
    row.related(relation, flag)

/**
 * The column is in a set that depends on the caller alone. Written as an array of a subquery and not as
 * `exists`: inside an `or`, only this form lets the planner use the column's index.
 */
export const among =
  (column: string, set: (caller: CallerRef) => RawBuilder<unknown>): Predicate =>
  (row, caller) =>
    caller.scope === 'anonymous' ? no : sql<boolean>`${row(column)} = any(array(${set(caller)}))`

export const any = (...predicates: Predicate[]): Predicate =>
  combine(predicates, { absorbing: yes, neutral: no, operator: sql` or ` })

export const all = (...predicates: Predicate[]): Predicate =>
  combine(predicates, { absorbing: no, neutral: yes, operator: sql` and ` })

/** Combines predicates and simplifies constants, so that statements of administrators have no useless conditions. */
const combine =
  (predicates: readonly Predicate[], { absorbing, neutral, operator }: Connective): Predicate =>
  (row, caller) => {
    const terms = predicates.map((predicate) => predicate(row, caller)).filter((term) => term !== neutral)
    if (terms.includes(absorbing)) return absorbing
    if (terms.length < 2) return terms[0] ?? neutral
    return sql<boolean>`(${sql.join(terms, operator)})`
  }

interface Connective {
  readonly absorbing: Bool
  readonly neutral: Bool
  readonly operator: RawBuilder<unknown>
}

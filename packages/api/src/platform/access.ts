import {
  administrator,
  all,
  among,
  any,
  type CallerRef,
  own,
  type Predicate,
  writer,
} from '@wachta/resource/permission'
import { type RawBuilder, sql } from 'kysely'

/** The permissions that a share of a group can grant. */
export const shareFlags = [
  'can_archive_services',
  'can_create_services',
  'can_delete_services',
  'can_force_analyses',
  'can_modify_group',
  'can_modify_services',
] as const
export type ShareFlag = (typeof shareFlags)[number]

/** Selects the groups shared with the caller's account; with `flag`, only those whose share grants it. */
const sharedGroups =
  (flag?: ShareFlag) =>
  ({ actsFor }: CallerRef): RawBuilder<unknown> =>
    sql`select s.group_id from group_share s where s.account_id = ${actsFor}${flag ? sql` and s.${sql.id(flag)}` : sql``}`

const servicesOfSharedGroups = (caller: CallerRef): RawBuilder<unknown> =>
  sql`select v.id from service v where v.group_id = any(array(${sharedGroups()(caller)}))`

/** Allows users of the owning account and administrators. */
export const keeper: Predicate = any(own(), administrator)
/** Like `keeper`, without read-only callers. */
export const editor: Predicate = all(writer, keeper)

/** Allows the owner, accounts that the group is shared with, and administrators; `column` holds the group id. */
export const canReadGroup = (column: string): Predicate => any(own(), among(column, sharedGroups()), administrator)
export const canEditGroup = (column: string, flag: ShareFlag): Predicate =>
  all(writer, any(own(), among(column, sharedGroups(flag)), administrator))

/** Allows reading rows of a service, such as its corrections, to the owner, sharees and administrators. */
export const serviceReader: Predicate = any(own(), among('service_id', servicesOfSharedGroups), administrator)

/** Selects the rows in the groups that the caller is limited to; `column` holds the group id. */
export const limitToGroups = (column: string): Predicate =>
  among(column, ({ groupIds }) => sql`select unnest(${groupIds})`)

/** Like `limitToGroups`, for rows of services in these groups. */
export const limitToServices: Predicate = among(
  'service_id',
  ({ groupIds }) => sql`select v.id from service v where v.group_id = any(${groupIds})`,
)

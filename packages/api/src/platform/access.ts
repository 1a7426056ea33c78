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

/** What a share of a group lets the account do that it is shared with. */
export const shareFlags = [
  'can_archive_services',
  'can_create_services',
  'can_delete_services',
  'can_force_analyses',
  'can_modify_group',
  'can_modify_services',
] as const
export type ShareFlag = (typeof shareFlags)[number]

/** Groups that are shared with the account the caller acts for, and let it do what the flag says. */
const sharedGroups =
  (flag?: ShareFlag) =>
  ({ actsFor }: CallerRef): RawBuilder<unknown> =>
    sql`select s.group_id from group_share s where s.account_id = ${actsFor}${flag ? sql` and s.${sql.id(flag)}` : sql``}`

const servicesOfSharedGroups = (caller: CallerRef): RawBuilder<unknown> =>
  sql`select v.id from service v where v.group_id = any(array(${sharedGroups()(caller)}))`

/** Whatever belongs to an account alone: those who act for it, and administrators. */
export const keeper: Predicate = any(own(), administrator)
/** The same, where something is to be changed. */
export const editor: Predicate = all(writer, keeper)

/** A group, or what hangs on one, by the column that names the group. */
export const groupReader = (column: string): Predicate => any(own(), among(column, sharedGroups()), administrator)
export const groupEditor = (column: string, flag: ShareFlag): Predicate =>
  all(writer, any(own(), among(column, sharedGroups(flag)), administrator))

/** What hangs on a service, e.g. its corrections. */
export const serviceReader: Predicate = any(own(), among('service_id', servicesOfSharedGroups), administrator)

/** For callers limited to groups: rows by the column that names their group. */
export const limitToGroups = (column: string): Predicate =>
  among(column, ({ groupIds }) => sql`select unnest(${groupIds})`)

/** The same for what hangs on a service. */
export const limitToServices: Predicate = among(
  'service_id',
  ({ groupIds }) => sql`select v.id from service v where v.group_id = any(${groupIds})`,
)

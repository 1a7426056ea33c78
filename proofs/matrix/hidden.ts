import { sql } from 'kysely'
import { getKeyColumns, kinds } from './kinds.ts'
import { getVisible } from './oracle.ts'
import type { Role } from './roles.ts'
import type { ApiSandbox } from './sandbox.ts'
import type { AccountTrees } from './trees.ts'

/** An incident shows when its alerts are suppressed, their rules, and the number of notifications. */
const partsOfIncidents = ['event_status', 'occurrence', 'notification', 'contact_notification']

/**
 * Changes everything that the role may not read, and nothing that it may: accounts, their holders, packages, sessions,
 * logs, and rows of accounts. Every response that changes reveals something hidden.
 */
export async function changeHidden(sandbox: ApiSandbox, role: Role, trees: AccountTrees): Promise<void> {
  const { accounts, people, logged, packages, sessions, things } = getVisible(role, trees)
  const listOthers = (all: readonly { readonly id: number }[], seen: readonly { readonly id: number }[]) =>
    all.filter((one) => !seen.includes(one)).map(({ id }) => id)
  // A key that sees nothing of its holder's account still has its rights and its shares.
  const holders = trees.holders.filter((one) => !role.key || (one !== role.holder && one !== role.holder?.parent))
  const hiddenAccounts = listOthers(holders, accounts)
  const hiddenPeople = listOthers(holders, people)
  const sparePackageId = trees.offer('spare').id
  const isLimited = (role.key?.group ?? role.person?.group ?? null) !== null
  await sandbox.asOwner(sql`update account set name = 'changed ' || id, username = 'changed.' || id, package_id = ${sparePackageId},
  is_activated = not is_activated, is_read_only = not is_read_only, is_blocked = not is_blocked,
  language_id = case language_id when 'pl' then 'en' else 'pl' end, time_zone_id = 'africa_abidjan',
  disable_legacy_notifications = not disable_legacy_notifications where id = any(${hiddenAccounts})`)
  await sandbox.asOwner(sql`update account set email_address = 'changed' || id || '@example.com', address = null,
  contact_person = 'changed', phone_number = null, tax_identification_number = 'changed', ip_whitelist = '{}',
  ip_whitelist_enabled = not ip_whitelist_enabled, created_at = created_at - interval '1 year', comment = 'changed'
where id = any(${hiddenPeople})`)
  await sandbox.asOwner(sql`delete from user_setting where account_id = any(${hiddenPeople})`)
  await sandbox.asOwner(sql`update credential set totp_secret = 'changed' where account_id = any(${hiddenPeople})`)
  await sandbox.asOwner(sql`update package set name = 'changed ' || id, maximum_services = maximum_services + 1000,
  maximum_sensors = 0, minimum_interval = 7, can_force_custom_analyses = not can_force_custom_analyses,
  available_notification_channel_ids = '{sms}' where id = any(${listOthers(trees.packages, packages)})`)
  await sandbox.asOwner(sql`update session set client_id = 'changed', timeout = 7200, client_ip_address = '192.0.2.99',
  created_at = created_at - interval '1 hour' where id = any(${listOthers(trees.sessions, sessions)})`)
  const hiddenLogAccounts = listOthers(trees.holders, logged)
  await sandbox.asOwner(
    sql`update authentication set client_id = 'changed', type = 'oauth2' where account_id = any(${hiddenLogAccounts})`,
  )
  await sandbox.asOwner(
    sql`update audit set operation = 'changed', actor_id = 1 where account_id = any(${hiddenLogAccounts})`,
  )
  for (const [resource, { table, hide }] of Object.entries(kinds)) {
    if (hide === undefined || (role.key && resource === 'group_share')) continue
    if (isLimited && partsOfIncidents.includes(resource)) continue
    const hiddenKeys = trees.things
      .filter((one) => one.resource === resource && !things.has(one))
      .map(({ id }) => String(id))
    const key = sql.join(getKeyColumns(resource).map((column) => sql.id(column)))
    await sandbox.asOwner(
      sql`update ${sql.table(table)} set ${sql.raw(hide)} where concat_ws('/', ${key}) = any(${hiddenKeys})`,
    )
  }
}

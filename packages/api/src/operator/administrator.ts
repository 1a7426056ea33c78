import { channels } from '@wachta/channels'
import { checkTypes } from '@wachta/checks'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { hashNewPassword } from '../features/accounts/credential.ts'
import { registry } from '../features/registry.ts'
import { writeAudit } from '../platform/audit.ts'
import { explainDatabaseError } from './operator-error.ts'

const allServiceTypes = checkTypes.map(({ id }) => ({
  service_type_id: id,
  maximum_services: null,
  minimum_interval: null,
}))

/** The first package has every channel that is not discontinued, including the newest ones. */
const usableChannels = channels.filter(({ isDiscontinued }) => !isDiscontinued).map(({ id }) => id)

export interface NewAdministrator {
  readonly username: string
  readonly email_address: string
  readonly name: string
  readonly language_id: string
  readonly password: string
}

/** Creates an administrator with the operator's command, and a first package if there is none. */
export async function createAdministrator(
  database: Database,
  { password, ...columns }: NewAdministrator,
): Promise<number> {
  try {
    const hash = await hashNewPassword(password, columns)
    return await database.transaction(async (tx) => {
      await tx.query(sql`insert into package (name, is_available_for_new_accounts, maximum_services, maximum_sensors,
  maximum_sms_numbers, available_service_types, available_notification_channel_ids)
select 'Standard', true, 100, 5, 10, ${JSON.stringify(allServiceTypes)}::jsonb, ${usableChannels}::text[] where not exists (select from package)`)
      const [created] = await tx.query(sql<{
        id: number
      }>`insert into account (username, email_address, name, language_id, package_id, is_administrator)
values (${columns.username}, ${columns.email_address}, ${columns.name}, ${columns.language_id}, (select min(id) from package), true) returning id`)
      const id = created?.id ?? 0
      await tx.query(sql`insert into credential (account_id, password_hash) values (${id}, ${hash})`)
      const write = {
        resource: 'admin_account',
        id,
        accountId: id,
        before: null,
        after: { ...columns, is_administrator: true },
      }
      const operator = { accountId: null, sessionId: null, scope: 'system' }
      await writeAudit({ db: tx, registry }, [write], {
        operation: 'create_administrator',
        caller: operator,
        request: { id: 'command', address: null },
        now: new Date(),
      })
      return id
    })
  } catch (error) {
    throw explainDatabaseError(error)
  }
}

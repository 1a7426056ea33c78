import { hashNewPassword } from '@wachta/api'
import type { CliLanguage } from '@wachta/cli'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export const demoUser = 'demo'

/**
 * Adds a hosting company, its customer with the demo's services, and a package that allows short intervals. Nothing
 * changes if they exist.
 */
export async function addAccounts(owner: Database, password: string, language: CliLanguage): Promise<void> {
  const hash = await hashNewPassword(password, { username: demoUser })
  await owner.transaction(async (tx) => {
    const [known] = await tx.query(sql`select from account where username = ${demoUser}`)
    if (known) return
    const [demoPackage] = await tx.query(sql<{
      id: number
    }>`insert into package (name, maximum_services, maximum_sensors,
  maximum_sms_numbers, minimum_interval, maximum_requests_per_minute, available_service_types, available_notification_channel_ids)
select 'Demo', 50, 5, 5, 10, 6000, available_service_types, available_notification_channel_ids from package order by id limit 1 returning id`)
    const addAccount = async (username: string, name: string, reseller: number | null) => {
      const [account] = await tx.query(sql<{ id: number }>`insert into account
  (username, name, email_address, language_id, package_id, reseller_account_id)
values (${username}, ${name}, ${`${username}@example.com`}, ${language}, ${demoPackage?.id}, ${reseller}) returning id`)
      await tx.query(sql`insert into credential (account_id, password_hash) values (${account?.id}, ${hash})`)
      return account?.id ?? 0
    }
    const reseller = await addAccount('harbour', 'Harbour Hosting', null)
    await addAccount(demoUser, "Anna's shop", reseller)
  })
}

import { addAccount } from '@wachta/testing/api/accounts'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

/** Users with passkeys, and users without a required one. */
export interface PasskeyHolders {
  /** Has a passkey on a laptop, which may have been copied, and a synced one. */
  readonly holder: number
  /** Has no passkey, although the account requires one. */
  readonly withoutRequired: number
  /** Has no second factor, although one is required. */
  readonly withoutFactor: number
}

export async function addPasskeyHolders({ owner }: TestApi): Promise<PasskeyHolders> {
  const holder = await addAccount(owner, { username: 'zofia', name: 'Zofia Wiśniewska' })
  const add = (name: string, isBackedUp: boolean, columns: { used: string | null; cloned: string | null }) =>
    owner.query(sql`insert into passkey (account_id, name, credential_id, public_key, counter, transports, is_backed_up, created_at, last_used_at, clone_suspected_at)
values (${holder}, ${name}, ${Buffer.from(name)}, '', 3, '{internal}', ${isBackedUp}, now() - interval '40 days',
  now() - ${columns.used}::interval, now() - ${columns.cloned}::interval)`)
  await add('Laptop służbowy', false, { used: '3 days', cloned: '2 days' })
  await add('Telefon', true, { used: null, cloned: null })
  await owner.query(
    sql`insert into recovery_code (account_id, code_hash) select ${holder}, sha256(n::text::bytea) from generate_series(1, 2) n`,
  )
  const withoutRequired = await addAccount(owner, { username: 'marek', parent: holder })
  await owner.query(sql`update account set passkey_required_roles = '{editor}' where id = ${holder}`)
  const withoutFactor = await addAccount(owner, { username: 'ola' })
  await owner.query(sql`update account set is_2fa_setup_required = true where id = ${withoutFactor}`)
  return { holder, withoutRequired, withoutFactor }
}

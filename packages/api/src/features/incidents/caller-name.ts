import type { Call } from '@wachta/resource'
import { sql } from 'kysely'

/** Loads the name of the caller's account, which is shown beside its actions. */
export async function loadCallerName({ db, caller }: Pick<Call, 'db' | 'caller'>): Promise<string> {
  const [account] = await db.query(sql<{ name: string }>`select name from account where id = ${caller.accountId}`)
  return account?.name ?? ''
}

import { openSession } from '@wachta/testing/api/accounts'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

/** Creates a session in the form that the app stores, because each sign-in would take a second. */
export async function sessionOf(
  api: TestApi,
  account: number,
  scope?: 'administrator',
): Promise<{ id: number; token: string }> {
  const token = (await openSession(api.owner, account, scope)).replace('Bearer ', '')
  const [row] = await api.owner.query(
    sql<{ id: number }>`select max(id) as id from session where account_id = ${account}`,
  )
  return { id: Number(row?.id), token }
}

import { sql } from 'kysely'
import { expected, send } from '../http.ts'
import type { Revocation } from '../kinds.ts'

export const revocation: Revocation = {
  name: 'access revoked',
  async revoke({ apis, database }, { accountId, session }) {
    const [grant] = await database.query(
      sql<{ id: number }>`select id from application_grant where account_id = ${accountId}`,
    )
    await expected(send(apis[0], `/application_grants/${grant?.id}`, { as: session, method: 'DELETE' }))
  },
}

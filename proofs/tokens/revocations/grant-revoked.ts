import { sql } from 'kysely'
import { requireBody, send } from '../http.ts'
import type { Revocation } from '../kinds.ts'

export const revocation: Revocation = {
  name: 'access revoked',
  async revoke({ apis, database }, { accountId, session }) {
    const [grant] = await database.query(
      sql<{ id: number }>`select id from application_grant where account_id = ${accountId}`,
    )
    await requireBody(send(apis[0], `/application_grants/${grant?.id}`, { as: session, method: 'DELETE' }))
  },
}

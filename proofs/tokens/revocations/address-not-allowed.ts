import { sql } from 'kysely'
import type { Revocation } from '../kinds.ts'

export const revocation: Revocation = {
  name: 'allow-list changed',
  async revoke({ database }, { accountId }) {
    await database.query(
      sql`update account set ip_whitelist_enabled = true, ip_whitelist = '{10.0.0.0/8}' where id = ${accountId}`,
    )
  },
}

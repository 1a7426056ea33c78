import { sql } from 'kysely'
import type { Revocation } from '../kinds.ts'

export const revocation: Revocation = {
  name: 'account blocked',
  async revoke({ database }, { accountId }) {
    await database.query(sql`update account set is_blocked = true where id = ${accountId}`)
  },
}

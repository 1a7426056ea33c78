import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { send } from '../http.ts'
import type { TokenKind } from '../kinds.ts'

/** A recovery code of two-factor authentication: each use verifies another session. */
export const kind: TokenKind = {
  name: 'recovery code',
  async prepare({ database, addPerson }) {
    const { accountId } = await addPerson()
    const code = randomBytes(16).toString('hex')
    await database.query(sql`update credential set totp_secret = 'v1.test.placeholder' where account_id = ${accountId}`)
    await database.query(sql`insert into recovery_code (account_id, code_hash) values (${accountId}, ${sha256(code)})`)
    return async (api) => {
      const token = randomBytes(16).toString('hex')
      const [session] = await database.query(sql<{ id: number }>`insert into session
  (account_id, token_hash, kind, scope, timeout, expires_at, is_verified)
values (${accountId}, ${sha256(token)}, 'session', 'customer', 3600, now() + interval '1 day', false) returning id`)
      const path = `/sessions/${session?.id}/2fa/verify`
      return (await send(api, path, { as: `Bearer ${token}`, body: { code } })).status === 204
    }
  },
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

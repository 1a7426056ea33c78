import { type Call, nameSchema, type Operation, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashToken } from '../../platform/authentication/tokens.ts'

const messages = {
  pl: 'Adres e-mail został potwierdzony. Konto jest aktywne.',
  en: 'The e-mail address is confirmed. The account is active.',
} as const

/**
 * Activates an account by the token that was mailed to it. A used token gets the same answer, because a mail scanner
 * may have opened the link before.
 */
export const activateAccount: Operation = {
  id: 'activate_account',
  method: 'GET',
  path: '/accounts/{_id}/activate',
  tag: 'accounts',
  summary: 'Activate an account.',
  access: 'public',
  query: [
    {
      name: 'token',
      schema: Type.String({ minLength: 1, maxLength: 256 }),
      required: true,
      description: 'The token of the e-mail.',
    },
    {
      name: 'account_id',
      schema: Type.String({ minLength: 1, maxLength: 32 }),
      description: 'The account, as in the path.',
    },
  ],
  status: 200,
  result: nameSchema('account_activation_result', Type.Object({ message: Type.Optional(Type.String()) })),
  writes: true,
  async handle({ db, caller, now, params, query, record }) {
    const accountId = params['_id'] ?? ''
    if (query['account_id'] !== undefined && query['account_id'] !== accountId) reject('invalid_token')
    const [token] =
      await db.query(sql<Token>`select t.account_id as "accountId", t.redirect_uri as "redirectUri", t.used_at as "usedAt"
from mailed_token t where t.token_hash = ${hashToken(String(query['token']))} and t.account_id::text = ${accountId}
  and t.purpose = 'activation' and t.expires_at > ${now} for update`)
    if (!token) return reject('invalid_token')
    if (token.usedAt === null) {
      // An e-mail that was sent twice has two tokens. The first click uses up both, so the second changes nothing.
      await db.query(
        sql`update mailed_token set used_at = ${now} where account_id = ${token.accountId} and purpose = 'activation'`,
      )
      await activate(token.accountId, { db, record })
    }
    const value = { message: messages[caller.language === 'pl' ? 'pl' : 'en'] }
    return token.redirectUri ? { value, status: 302, headers: { location: token.redirectUri } } : { value }
  },
}

/** Activates an account, unless an administrator or the confirmation of a new password has already activated it. */
export async function activate(accountId: number, { db, record }: Pick<Call, 'db' | 'record'>): Promise<void> {
  const activated = await db.query(
    sql`update account set is_activated = true where id = ${accountId} and not is_activated returning id`,
  )
  if (activated.length === 0) return
  const [before, after] = [{ is_activated: false }, { is_activated: true }]
  await record({ resource: 'account', id: accountId, accountId, before, after })
}

interface Token {
  readonly accountId: number
  readonly redirectUri: string | null
  readonly usedAt: Date | null
}

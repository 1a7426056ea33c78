import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { KoaContextWithOIDC } from 'oidc-provider'

/**
 * Logs that an application got a token for an account. Tokens are refreshed every quarter of an hour, so refreshing is
 * logged only once per hour; the same applies to tokens that an application gets for its owner.
 */
export async function logIssuedTokens(
  database: Database,
  { Client, AccessToken, RotatedRefreshToken }: KoaContextWithOIDC['oidc']['entities'],
  ip: string,
): Promise<void> {
  if (!Client) return
  const account = AccessToken
    ? sql`${Number(AccessToken.accountId)}::bigint`
    : sql`(select owner_id from application where client_id = ${Client.clientId})`
  const isRepeated = AccessToken === undefined || RotatedRefreshToken !== undefined
  await database.query(sql`insert into authentication (account_id, time, type, client_id, client_ip_address)
select x.account_id, now(), 'oauth2', ${Client.clientId}, ${ip} from (select ${account} as account_id) x
where x.account_id is not null and not (${isRepeated} and exists (select from authentication n where n.account_id = x.account_id
  and n.client_ip_address = ${ip} and n.type = 'oauth2' and n.client_id = ${Client.clientId} and n.time > now() - interval '1 hour'))`)
}

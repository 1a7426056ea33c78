import { createHash } from 'node:crypto'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/** A pending access request: its id in the address, and its device code. */
export const accessRequest = { uid: 'aRequestForAccess', userCode: 'BCDF-GHJK' } as const

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Adds applications that the account registered, some with access to it, and a pending access request. */
export async function addApplications(db: Database, account: number): Promise<void> {
  const scopes = ['services:read', 'maintenance:write', 'incidents:write', 'openid', 'email', 'offline_access']
  const [made] = await db.query(sql<{ id: number }>`insert into application
  (owner_id, client_id, name, kind, redirect_uris, grant_types, scopes, secret_hash) values (${account},
  'b7c41f0e9a2d4c5f8e61a3d2', 'Pulpit na ścianie w dyżurce', 'confidential', '{https://pulpit.example.com/oauth/callback}',
  '{authorization_code,refresh_token}', ${scopes}, ${sha256('secret')}) returning id`)
  await db.query(sql`insert into application_grant (account_id, application_id, scopes, created_at, last_used_at, expires_at)
select ${account}, y.id, g.scopes, now() - make_interval(days => g.age), g.used, now() + interval '60 days'
from (values ('b7c41f0e9a2d4c5f8e61a3d2', '{services:read,openid,offline_access}'::text[], 12, now() - interval '40 seconds'),
  ('wachta-command', '{services:write,groups:write,alerts:write,account:read,offline_access}'::text[], 3, null)) as g (client, scopes, age, used)
  join application y on y.client_id = g.client`)
  const params = {
    client_id: 'b7c41f0e9a2d4c5f8e61a3d2',
    scope: scopes.join(' '),
    redirect_uri: 'https://pulpit.example.com/oauth/callback',
  }
  const { redirect_uri: _, ...deviceParams } = params
  const add = (model: string, payload: object, code: Buffer | null) =>
    db.query(sql`insert into oauth_record (model, id_hash, application_id, payload, user_code_hash, expires_at)
values (${model}, ${sha256(accessRequest.uid)}, ${made?.id}, ${JSON.stringify(payload)}, ${code}, now() + interval '1 day')`)
  await add('Interaction', { iat: 0, params }, null)
  const code = sha256(accessRequest.userCode.replace('-', ''))
  await add('DeviceCode', { iat: 0, params: deviceParams, deviceInfo: { ip: '198.51.100.24' } }, code)
}

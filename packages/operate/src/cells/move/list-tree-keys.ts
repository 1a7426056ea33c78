import type { Queryable, Transaction } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { movedTables, type Tree } from './tree-tables.ts'

/** A key in a request by which the router finds the cell of a tree. */
export interface TreeKey {
  readonly kind: 'secret' | 'id' | 'user' | 'page' | 'host' | 'sso'
  readonly name: string
}

/** The columns that store the SHA-256 digests of secrets. */
const hashedSecrets = [
  ['session', 'token_hash'],
  ['api_key', 'key_hash'],
  ['mailed_token', 'token_hash'],
  ['heartbeat', 'token_hash'],
  ['oauth_record', 'id_hash'],
  ['oauth_record', 'user_code_hash'],
  ['sso_connection', 'scim_token_hash'],
  ['sso_sign_in', 'state_hash'],
  ['sso_sign_in', 'code_hash'],
] as const

/** The link in a notification is valid for seven days. */
const linkDays = 7

/** Lists the keys that lead to a tree, from its rows in the schema `public`, or in its own schema once it has left. */
export async function listTreeKeys(db: Queryable, tree: Tree, schema = 'public'): Promise<TreeKey[]> {
  const inSchema = (table: string) => sql.id(schema, table)
  const owned = sql`any(${tree.accounts}::bigint[])`
  const secrets = hashedSecrets.map(([table, column]) => {
    const condition = schema === 'public' ? movedTables[table]?.(tree) : undefined
    return sql`select 'secret', encode(${sql.ref(column)}, 'hex') from ${inSchema(table)}
where ${sql.ref(column)} is not null and ${condition ?? sql<boolean>`true`}`
  })
  const rows = await db.query(sql<{ kind: TreeKey['kind'] | 'notification' | 'subscriber'; name: string }>`
select 'user' as kind, lower(username) as name from ${inSchema('account')} where tree_id = ${tree.id}
union select 'id', 'accounts/' || id from ${inSchema('account')} where tree_id = ${tree.id}
union select 'id', 'services/' || id from ${inSchema('service')} where owner_id = ${owned}
union select 'id', 'reports/' || id from ${inSchema('report')} where owner_id = ${owned}
union select 'subscriber', id::text from ${inSchema('status_page_subscriber')} where owner_id = ${owned}
union select 'notification', id::text from ${inSchema('notification')} where account_id = ${owned} and kind = 'start'
  and created_at > now() - ${linkDays} * interval '1 day'
union select 'page', slug from ${inSchema('status_page')} where owner_id = ${owned}
union select 'host', d.domain from ${inSchema('status_page_domain')} d join ${inSchema('status_page')} p on p.id = d.status_page_id
  where p.owner_id = ${owned} and d.verified_at is not null
union select 'sso', slug from ${inSchema('sso_connection')} where owner_id = ${owned}
union select 'sso', domain from ${inSchema('sso_domain')} where owner_id = ${owned} and verified_at is not null
union select 'secret', encode(sha256(convert_to(client_id, 'UTF8')), 'hex') from ${inSchema('application')} where owner_id = ${owned}
union ${sql.join(secrets, sql` union `)}`)
  return rows.map(({ kind, name }): TreeKey => {
    if (kind === 'notification') return { kind: 'id', name: `acknowledge/${Number(name).toString(36)}` }
    if (kind === 'subscriber') return { kind: 'id', name: `subscription/${Number(name).toString(36)}` }
    return { kind, name }
  })
}

const isName = ({ kind }: TreeKey): boolean => kind !== 'secret' && kind !== 'id'

/** Records for the directory that names were added or removed, as triggers do for other changes. */
export async function recordNameChanges(tx: Transaction, keys: readonly TreeKey[]): Promise<void> {
  await tx.query(sql`insert into directory_change (kind, name) select n.kind, n.name
from ${unnestKeys(keys.filter(isName))} where exists (select from cell where is_listed)`)
}

/** Splits keys into names, which the directory also copies from the cells, and secrets and ids. */
export const splitKeys = (keys: readonly TreeKey[]): { names: TreeKey[]; others: TreeKey[] } => ({
  names: keys.filter(isName),
  others: keys.filter((key) => !isName(key)),
})

export const unnestKeys = (keys: readonly TreeKey[]): RawBuilder<unknown> =>
  sql`unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ name }) => name)}::text[]) n (kind, name)`

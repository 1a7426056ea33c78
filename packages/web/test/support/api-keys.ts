import { createHash } from 'node:crypto'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { SeededServices } from './watched.ts'

/** Adds API keys in every state that the list shows. */
export async function addApiKeys(db: Database, account: number, { groups }: SeededServices): Promise<void> {
  const shop = groups.get('Sklep')
  const add = async (name: string, scopes: readonly string[], columns: Readonly<Record<string, unknown>>) => {
    const digest = createHash('sha256').update(name).digest()
    const given = {
      account_id: account,
      name,
      prefix: `wak_${digest.toString('hex').slice(0, 6)}`,
      key_hash: digest,
      scopes,
      ...columns,
    }
    const names = sql.join(Object.keys(given).map((column) => sql.id(column)))
    await db.query(sql`insert into api_key (${names}) values (${sql.join(Object.values(given))})`)
  }
  const ahead = (days: number) => sql`now() + make_interval(days => ${days})`
  const ago = (days: number) => sql`now() - make_interval(days => ${days})`
  await add('Prometheus', ['services:read'], { expires_at: null, last_used_at: sql`now() - interval '40 seconds'` })
  await add('Wdrożenia z GitHuba', ['alerts:write', 'contacts:write', 'groups:write', 'services:write'], {
    expires_at: ahead(62),
    last_used_at: ago(3),
  })
  await add('Agencja: tylko sklep', ['corrections:read', 'maintenance:write', 'services:read'], {
    expires_at: ahead(9),
    group_ids: shop === undefined ? null : [shop],
  })
  await add('Stary skrypt', ['account:read'], { expires_at: ahead(20), last_used_at: ago(20), revoked_at: ago(2) })
}

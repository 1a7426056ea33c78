import { randomBytes } from 'node:crypto'
import { type Database, loadCellNumber } from '@wachta/database'
import { type AccessScope, createApiKey, getShownPrefix } from '@wachta/domain'
import { sql } from 'kysely'
import { registry } from '../features/registry.ts'
import { writeAudit } from '../platform/audit.ts'
import { hashToken } from '../platform/authentication/tokens.ts'

export interface ApiKeyToCreate {
  readonly account_id: number
  readonly name: string
  readonly scopes: readonly AccessScope[]
  readonly expires_at: Date
}

/**
 * Creates an API key for an account without a signed-in caller, and returns it. Only its hash and its beginning are
 * stored.
 */
export async function createAccountApiKey(
  database: Database,
  { account_id, name, ...settings }: ApiKeyToCreate,
): Promise<string> {
  const key = createApiKey(randomBytes, await loadCellNumber(database))
  const prefix = getShownPrefix(key)
  const scopes = [...settings.scopes].sort()
  await database.transaction(async (tx) => {
    const [created] = await tx.query(sql<{
      id: number
    }>`insert into api_key (account_id, name, prefix, key_hash, scopes, expires_at)
values (${account_id}, ${name}, ${prefix}, ${hashToken(key)}, ${scopes}, ${settings.expires_at}) returning id`)
    const after = { account_id, name, prefix, scopes, expires_at: settings.expires_at.toISOString() }
    const write = { resource: 'api_key', id: created?.id ?? 0, accountId: account_id, before: null, after }
    await writeAudit({ db: tx, registry }, [write], {
      operation: 'create_api_key',
      caller: { accountId: null, sessionId: null, scope: 'system' },
      request: { id: 'command', address: null },
      now: new Date(),
    })
  })
  return key
}

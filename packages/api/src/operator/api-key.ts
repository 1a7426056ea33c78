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

/** Creates an API key for an account without a signed-in caller, and returns it; of the key itself, only its hash and its beginning are stored. */
export async function createAccountApiKey(
  database: Database,
  { account_id, name, ...given }: ApiKeyToCreate,
): Promise<string> {
  const key = createApiKey(randomBytes, await loadCellNumber(database))
  const prefix = getShownPrefix(key)
  const scopes = [...given.scopes].sort()
  await database.transaction(async (tx) => {
    const [made] = await tx.query(sql<{
      id: number
    }>`insert into api_key (account_id, name, prefix, key_hash, scopes, expires_at)
values (${account_id}, ${name}, ${prefix}, ${hashToken(key)}, ${scopes}, ${given.expires_at}) returning id`)
    const after = { account_id, name, prefix, scopes, expires_at: given.expires_at.toISOString() }
    const written = { resource: 'api_key', id: made?.id ?? 0, accountId: account_id, before: null, after }
    await writeAudit({ db: tx, registry }, [written], {
      operation: 'create_api_key',
      caller: { accountId: null, sessionId: null, scope: 'system' },
      request: { id: 'command', address: null },
      now: new Date(),
    })
  })
  return key
}

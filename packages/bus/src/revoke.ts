import { setTimeout as wait } from 'node:timers/promises'
import { type Account, decode, encodeAccount } from '@nats-io/jwt'
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import type { InstallationKeys } from './installation-keys.ts'

/** The broker did not take over the changed account. */
export class RevocationError extends Error {
  override readonly name = 'RevocationError'
}

const timeout = 5_000

/**
 * Makes tokens of these users worthless: all that were issued until now. The broker cuts their connections at once, and
 * remembers it beyond a restart. To revoke one twice does no harm; two that revoke at the same time could lose one of
 * them, so whoever keeps the list revokes one after another and names all of it.
 */
export async function revoke(
  { url, keys }: { readonly url: string; readonly keys: InstallationKeys },
  users: readonly string[],
): Promise<void> {
  if (users.length === 0) return
  const connection = await connect({
    servers: url.split(',').map((server) => server.trim()),
    name: 'revocation',
    timeout,
    reconnect: false,
    authenticator: jwtAuthenticator(keys.system.jwt, new TextEncoder().encode(keys.system.seed)),
  })
  try {
    for (let tries = 0; tries < 6; tries += 1) {
      await handOver(connection, keys, users)
      const { revocations = {} } = await accountOf(connection, keys.account)
      if (users.every((user) => user in revocations)) return
      // Of two accounts that were signed within one second the broker may keep the first.
      await wait(500)
    }
    throw new RevocationError('the broker does not keep what is revoked')
  } finally {
    await connection.close()
  }
}

async function handOver(connection: NatsConnection, keys: InstallationKeys, users: readonly string[]): Promise<void> {
  const { name = 'wachta', ...account } = await accountOf(connection, keys.account)
  const now = Math.floor(Date.now() / 1000)
  const revocations = { ...account.revocations, ...Object.fromEntries(users.map((user) => [user, now])) }
  const jwt = await encodeAccount(name, keys.account, { ...account, revocations }, { signer: keys.operator_signing })
  const answer = await connection.request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout })
  const { data, error } = answer.json<{ data?: { code?: number }; error?: { description?: string } }>()
  if (error || data?.code !== 200) throw new RevocationError(error?.description ?? 'the broker refused the account')
}

async function accountOf(connection: NatsConnection, id: string): Promise<Partial<Account> & { name?: string }> {
  const answer = await connection.request(`$SYS.REQ.ACCOUNT.${id}.CLAIMS.LOOKUP`, '', { timeout })
  const token = answer.string()
  if (!token) throw new RevocationError('the broker does not know the account')
  const { name, nats } = decode<Account>(token)
  return { name, ...nats }
}

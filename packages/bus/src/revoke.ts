import { setTimeout as wait } from 'node:timers/promises'
import { encodeAccount } from '@nats-io/jwt'
import type { NatsConnection } from '@nats-io/transport-node'
import { ClaimsError, connectToClaims, type InstallationBroker, readBrokerAccount, storeAccount } from './claims.ts'
import type { InstallationKeys } from './installation-keys.ts'

/**
 * Revokes all tokens of these users that were issued until now. The broker closes their connections immediately, and
 * keeps the revocations across restarts. It is safe to revoke a user twice. Two calls at the same time could lose a
 * revocation, so call it once at a time, each time with all users of the list.
 */
export async function revokeUsers(broker: InstallationBroker, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  const { keys } = broker
  const connection = await connectToClaims(broker, 'revocation')
  try {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await storeRevocations(connection, keys, users)
      const { revocations = {} } = await readBrokerAccount(connection, keys.account)
      if (users.every((user) => user in revocations)) return
      // If two versions of an account are signed within one second, the broker may keep the first one.
      await wait(500)
    }
    throw new ClaimsError('the broker does not keep the revocations')
  } finally {
    await connection.close()
  }
}

async function storeRevocations(
  connection: NatsConnection,
  keys: InstallationKeys,
  users: readonly string[],
): Promise<void> {
  const { name = 'wachta', ...account } = await readBrokerAccount(connection, keys.account)
  const now = Math.floor(Date.now() / 1000)
  const revocations = { ...account.revocations, ...Object.fromEntries(users.map((user) => [user, now])) }
  const jwt = await encodeAccount(name, keys.account, { ...account, revocations }, { signer: keys.operator_signing })
  await storeAccount(connection, jwt)
}

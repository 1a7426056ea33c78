import { setTimeout as wait } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import type { Account } from '@nats-io/jwt'
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { buildCentreAccount, buildSensorsAccount } from './accounts.ts'
import {
  ClaimsError,
  connectToClaims,
  type InstallationBroker,
  listAccounts,
  readBrokerAccount,
  storeAccount,
} from './claims.ts'
import { createCentreCredentials } from './credentials.ts'
import { signAccounts } from './installation-keys.ts'
import { toServerOptions } from './server-options.ts'

/**
 * Creates or updates the accounts of the centre and of the sensors in the broker. An old installation with one account
 * for both gets two, once its keys name an account of the centre; until then, nothing is done. The tokens of sensors
 * and the revocations stay valid. Returns whether anything was changed.
 */
export async function ensureAccounts(broker: InstallationBroker): Promise<boolean> {
  const { keys } = broker
  const { centre } = keys
  if (centre === undefined) return false
  const connection = await connectToClaims(broker, 'accounts')
  try {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const stored = await loadAccounts(connection, [centre.account, keys.account])
      const sensors = stored.get(keys.account)
      if (
        matchesWanted(stored.get(centre.account), buildCentreAccount('')) &&
        matchesWanted(sensors, buildSensorsAccount('', centre.account))
      )
        return attempt > 0
      if (sensors?.limits?.streams) await deleteStreams(broker)
      const signed = await signAccounts(keys, sensors?.name, sensors?.revocations)
      for (const jwt of Object.values(signed)) await storeAccount(connection, jwt)
      // If two versions of an account are signed within one second, the broker may keep the first one.
      await wait(500)
    }
    throw new ClaimsError('the broker does not keep the accounts')
  } finally {
    await connection.close()
  }
}

async function loadAccounts(connection: NatsConnection, ids: readonly string[]) {
  const knownIds = await listAccounts(connection)
  const storedIds = ids.filter((id) => knownIds.includes(id))
  return new Map(await Promise.all(storedIds.map(async (id) => [id, await readBrokerAccount(connection, id)] as const)))
}

/** Whether the account has the wanted imports and exports, and storage exactly if it should have some. */
function matchesWanted(stored: Partial<Account> | undefined, wanted: Partial<Account>): boolean {
  if (stored === undefined) return false
  const describeExchanges = ({ imports = [], exports = [] }: Partial<Account>) =>
    JSON.stringify([...imports, ...exports].map(({ subject, type }) => `${type} ${subject}`).sort())
  const hasStorage = ({ limits }: Partial<Account>) => Boolean(limits?.streams)
  return describeExchanges(stored) === describeExchanges(wanted) && hasStorage(stored) === hasStorage(wanted)
}

/**
 * Deletes the streams of the former common account, which would stay on the disk for ever. No result is lost: sensors
 * still have those that were not committed.
 */
async function deleteStreams({ keys, ...address }: InstallationBroker): Promise<void> {
  const { centre: _, ...keysOfCommonAccount } = keys
  const { jwt, seed } = await createCentreCredentials(keysOfCommonAccount, 'accounts')
  const connection = await connect({
    ...toServerOptions(address),
    reconnect: false,
    authenticator: jwtAuthenticator(jwt, new TextEncoder().encode(seed)),
  })
  try {
    const { streams } = await jetstreamManager(connection)
    for await (const name of streams.names()) await streams.delete(name)
  } finally {
    await connection.close()
  }
}

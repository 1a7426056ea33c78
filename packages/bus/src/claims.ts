import { type Account, decode } from '@nats-io/jwt'
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import type { InstallationKeys } from './installation-keys.ts'
import { type BrokerAddress, toServerOptions } from './server-options.ts'

/** Thrown when the broker does not know an account, or does not accept a changed one. */
export class ClaimsError extends Error {
  override readonly name = 'ClaimsError'
}

const timeoutMs = 5_000

export interface InstallationBroker extends BrokerAddress {
  readonly keys: InstallationKeys
}

/** Connects to the system account of the broker, the only one in which accounts can be read and changed. */
export function connectToClaims({ keys, ...address }: InstallationBroker, name: string): Promise<NatsConnection> {
  return connect({
    ...toServerOptions(address),
    name,
    timeout: timeoutMs,
    reconnect: false,
    authenticator: jwtAuthenticator(keys.system.jwt, new TextEncoder().encode(keys.system.seed)),
  })
}

/** Returns the ids of the accounts that the broker knows. */
export async function listAccounts(connection: NatsConnection): Promise<readonly string[]> {
  const answer = await connection.request('$SYS.REQ.CLAIMS.LIST', '', { timeout: timeoutMs })
  return answer.json<{ data?: readonly string[] }>().data ?? []
}

/** Reads an account from the broker. If the broker does not know the account, it may give no answer at all. */
export async function readBrokerAccount(
  connection: NatsConnection,
  id: string,
): Promise<Partial<Account> & { name?: string }> {
  const answer = await connection.request(`$SYS.REQ.ACCOUNT.${id}.CLAIMS.LOOKUP`, '', { timeout: timeoutMs })
  const token = answer.string()
  if (!token) throw new ClaimsError('the broker does not know the account')
  const { name, nats } = decode<Account>(token)
  return { name, ...nats }
}

/** Stores a signed account in the broker, in place of the previous version. */
export async function storeAccount(connection: NatsConnection, jwt: string): Promise<void> {
  const answer = await connection.request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout: timeoutMs })
  const { data, error } = answer.json<{ data?: { code?: number }; error?: { description?: string } }>()
  if (error || data?.code !== 200) throw new ClaimsError(error?.description ?? 'the broker rejected the account')
}

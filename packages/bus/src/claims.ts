import { type Account, decode } from '@nats-io/jwt'
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import type { InstallationKeys } from './installation-keys.ts'
import { type BrokerAddress, toServers } from './servers.ts'

/** The broker did not take over a changed account. */
export class ClaimsError extends Error {
  override readonly name = 'ClaimsError'
}

const timeout = 5_000

export interface BrokerOfInstallation extends BrokerAddress {
  readonly keys: InstallationKeys
}

/** A connection to the broker's own account: only there can accounts be looked up and handed over. */
export function connectToClaims({ keys, ...address }: BrokerOfInstallation, name: string): Promise<NatsConnection> {
  return connect({
    ...toServers(address),
    name,
    timeout,
    reconnect: false,
    authenticator: jwtAuthenticator(keys.system.jwt, new TextEncoder().encode(keys.system.seed)),
  })
}

/** The ids of the accounts that the broker knows. */
export async function listAccounts(connection: NatsConnection): Promise<readonly string[]> {
  const answer = await connection.request('$SYS.REQ.CLAIMS.LIST', '', { timeout })
  return answer.json<{ data?: readonly string[] }>().data ?? []
}

/** What the broker knows of an account. About one that it does not know it may be silent. */
export async function lookUpAccount(
  connection: NatsConnection,
  id: string,
): Promise<Partial<Account> & { name?: string }> {
  const answer = await connection.request(`$SYS.REQ.ACCOUNT.${id}.CLAIMS.LOOKUP`, '', { timeout })
  const token = answer.string()
  if (!token) throw new ClaimsError('the broker does not know the account')
  const { name, nats } = decode<Account>(token)
  return { name, ...nats }
}

export async function handOverAccount(connection: NatsConnection, jwt: string): Promise<void> {
  const answer = await connection.request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout })
  const { data, error } = answer.json<{ data?: { code?: number }; error?: { description?: string } }>()
  if (error || data?.code !== 200) throw new ClaimsError(error?.description ?? 'the broker refused the account')
}

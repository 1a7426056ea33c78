import type { AddressInfo } from 'node:net'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { type Client, type ClientOptions, createClient } from '@wachta/client'
import { sql } from 'kysely'
import { addAccount, addPackage, openSession } from './accounts.ts'
import { startApi, type TestApi } from './start-api.ts'

export const password = 'seven sleepless nights on duty'

/** A listening API server with one customer. */
export interface TestServer extends AsyncDisposable {
  readonly api: TestApi
  readonly baseUrl: string
  readonly username: string
  readonly accountId: number
  readonly token: string
  readonly sensorId: number
  /** A client with the customer's token. */
  client(options?: Partial<ClientOptions>): Client
}

export async function startTestServer(options: Parameters<typeof startApi>[0] = {}): Promise<TestServer> {
  const api = await startApi(options)
  const packageId = await addPackage(api.owner, { services: 10_000 })
  const [sensor] = await api.owner.query(sql<{ id: number }>`insert into sensor (name) values ('Gdańsk') returning id`)
  const username = 'client_user'
  const accountId = await addAccount(api.owner, { username, packageId, passwordHash: await hashPassword(password) })
  const token = (await openSession(api.owner, accountId)).replace('Bearer ', '')
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/v3`
  return {
    api,
    baseUrl,
    username,
    accountId,
    token,
    sensorId: sensor?.id ?? 0,
    client: (overrides = {}) => createClient({ baseUrl, token: () => token, ...overrides }),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  }
}

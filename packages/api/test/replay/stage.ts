import type { AddressInfo } from 'node:net'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { startApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { hashPassword } from '../../src/platform/authentication/passwords.ts'
import { accountKinds } from './account.ts'
import { createClient, type FetchLike } from './client.ts'
import type { Scene } from './scenario.ts'

/** The holder of an account, or an additional user who acts for it. */
export type Caller = 'holder' | 'additional user'

/** The API server, listening. */
export interface Stage extends AsyncDisposable {
  readonly host: string
  readonly port: number
  /** Each call returns a new client, which sends its requests through `send`. */
  scene(caller: Caller, send?: FetchLike): Promise<Scene>
}

const password = 'seven sleepless nights on duty'

export async function setStage(): Promise<Stage> {
  const api = await startApi()
  const packageId = await addPackage(api.owner, { services: 1000, sensors: 10, numbers: 1000 })
  const sensors = await api.owner.query(
    sql<{ id: number }>`insert into sensor (name) values ('Gdańsk'), ('Kraków') returning id`,
  )
  const [first = 0, second = 0] = sensors.map(({ id }) => id)
  const passwordHash = await hashPassword(password)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}/v3`
  let counter = 0
  const fresh = (name: string) => {
    counter += 1
    return `${name}_${counter}`
  }

  async function scene(caller: Caller, send?: FetchLike): Promise<Scene> {
    const holder = fresh('holder')
    const holderId = await addAccount(api.owner, { username: holder, packageId, passwordHash })
    const partnerId = await addAccount(api.owner, { username: fresh('partner'), packageId, reseller: holderId })
    const username = caller === 'holder' ? holder : fresh('additional')
    if (caller !== 'holder') await addAccount(api.owner, { username, packageId, parent: holderId, passwordHash })
    // A client reads its own account to learn the owner of what it creates.
    const me = await createClient(base, { username, password }).read('/accounts/my_account', accountKinds)
    const as = (name: string, secret: string) => createClient(base, { username: name, password: secret }, send)
    return {
      client: as(username, password),
      again: () => as(username, password),
      as,
      accountId: me.id,
      ownerId: me.parent_account_id ?? me.id,
      packageId,
      sensorIds: [first, second],
      partnerId,
      password,
      fresh,
    }
  }

  return {
    host: '127.0.0.1',
    port,
    scene,
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
    },
  }
}

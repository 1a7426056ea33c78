import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readGreeting } from '@wachta/operate/engines/daemon'

export type Addresses = { DATABASE_URL: string; NATS_URL: string }

/**
 * Where the tests find PostgreSQL and NATS: what the environment says, else what `npm run dev-servers` has started,
 * else the standard local ports. Throws when one of them does not answer: a test without its server proves nothing.
 */
export async function findAddresses(root: string, environment: NodeJS.ProcessEnv): Promise<Addresses> {
  const started = await readStartedServices(root)
  const addresses: Addresses = {
    DATABASE_URL:
      environment['DATABASE_URL'] ??
      started['DATABASE_URL'] ??
      `postgres://${encodeURIComponent(userInfo().username)}@127.0.0.1:5432/test`,
    NATS_URL: environment['NATS_URL'] ?? started['NATS_URL'] ?? 'nats://127.0.0.1:4222',
  }
  const silent = await Promise.all(Object.entries(addresses).map(findProblem))
  if (silent.some((line) => line !== undefined)) {
    throw new Error(
      [
        ...silent.filter((line) => line !== undefined),
        'Start them with: npm run dev-servers (or docker compose up --wait)',
      ].join('\n'),
    )
  }
  return addresses
}

async function readStartedServices(root: string): Promise<NodeJS.Dict<string>> {
  const file = join(root, '.dev-servers', 'env')
  return existsSync(file) ? parseEnv(await readFile(file, 'utf8')) : {}
}

async function findProblem([variable, address]: [string, string]): Promise<string | undefined> {
  const { hostname, port } = new URL(address)
  const answer = await readGreeting(
    decodeURIComponent(hostname) || '127.0.0.1',
    Number(port || (variable === 'NATS_URL' ? 4222 : 5432)),
    variable === 'NATS_URL' ? 2000 : 200,
  )
  // Never the whole address: it may hold a password.
  return answer === undefined
    ? `Nothing answers at ${hostname}:${port || 'its standard port'} (${variable})`
    : undefined
}

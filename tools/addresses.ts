import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readGreeting } from '@wachta/operate/engines/daemon'

export type Addresses = { DATABASE_URL: string; NATS_URL: string }

/**
 * Returns the addresses of PostgreSQL and NATS for the tests: from the environment, else from `npm run dev-servers`,
 * else the standard local ports. Throws if one of them does not answer: a test without its server proves nothing.
 */
export async function findAddresses(root: string, environment: NodeJS.ProcessEnv): Promise<Addresses> {
  const started = await readStartedServers(root)
  const addresses: Addresses = {
    DATABASE_URL:
      environment['DATABASE_URL'] ??
      started['DATABASE_URL'] ??
      `postgres://${encodeURIComponent(userInfo().username)}@127.0.0.1:5432/test`,
    NATS_URL: environment['NATS_URL'] ?? started['NATS_URL'] ?? 'nats://127.0.0.1:4222',
  }
  const problems = await Promise.all(Object.entries(addresses).map(findProblem))
  if (problems.some((line) => line !== undefined)) {
    throw new Error(
      [
        ...problems.filter((line) => line !== undefined),
        'Start them with: npm run dev-servers (or docker compose up --wait)',
      ].join('\n'),
    )
  }
  return addresses
}

async function readStartedServers(root: string): Promise<NodeJS.Dict<string>> {
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
  // Never print the whole address: it may contain a password.
  return answer === undefined
    ? `Nothing answers at ${hostname}:${port || 'its standard port'} (${variable})`
    : undefined
}

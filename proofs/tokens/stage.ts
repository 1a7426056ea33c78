import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from '@wachta/database'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi } from '@wachta/testing/api/start-api'
import { findFreePort } from '@wachta/testing/free-port'

export type Break = 'consume' | 'cache'

/** Two api processes over one database. */
export interface Stage extends AsyncDisposable {
  readonly apis: readonly [one: string, other: string]
  /** A connection with the role that owns the database. */
  readonly database: Database
  /** Creates an account and a session of it, as a value of `Authorization`. */
  addPerson(): Promise<{ readonly accountId: number; readonly session: string }>
}

export async function startStage(broken: Break | undefined): Promise<Stage> {
  const keys = `test:${randomBytes(32).toString('base64')}`
  const folder = await mkdtemp(join(tmpdir(), 'wachta-tokens-'))
  const objects = pathToFileURL(folder).href
  const seed = await startApi({ keys, objects })
  await addPackage(seed.owner)
  const start = () => startProcess({ DATABASE_URL: seed.test.url, SECRET_KEYS: keys, OBJECTS_URL: objects }, broken)
  const processes = await Promise.all([start(), start()])
  return {
    apis: [processes[0].url, processes[1].url],
    database: seed.owner,
    async addPerson() {
      const accountId = await addAccount(seed.owner)
      return { accountId, session: await openSession(seed.owner, accountId) }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map(({ child }) => end(child)))
      await seed[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startProcess(environment: Readonly<Record<string, string>>, broken: Break | undefined) {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const child = fork(join(import.meta.dirname, '../../packages/api/src/main.ts'), {
    execArgv: broken ? ['--import', join(import.meta.dirname, 'fixtures/broken.ts')] : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...environment,
      ...(broken && { BROKEN: broken }),
      HTTP_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: 'https://wachta.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      REQUESTS_PER_MINUTE: '10000000',
      LOG_LEVEL: 'fatal',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilServing(url, child)
  return { url, child }
}

async function waitUntilServing(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the api process ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/oauth/jwks`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the api process did not start')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}

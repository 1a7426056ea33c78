import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { syncDictionaries } from '@wachta/api'
import { type Database, openDatabase } from '@wachta/database'
import { findFreePort } from '@wachta/operate/engines/free-port'
import { startDaemon } from '@wachta/testing/daemon'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { type RestartingProcess, supervise, thisHome } from '../faults/processes.ts'
import { openNats, openPostgres } from '../faults/servers.ts'
import { plantCell, plantTree, sensor_id, trees, type World } from './world.ts'

export const apiHost = 'app.wachta.test'
const cellNames = ['main', 'west'] as const
const roles = ['api', 'planner', 'analyst', 'notifier', 'reporter', 'sensor'] as const
export type Role = (typeof roles)[number]

export interface ProofCell {
  readonly number: number
  readonly name: string
  readonly db: Database
  /** The URL of its api, without the router. */
  readonly origin: string
  readonly databaseUrl: string
  readonly processes: Readonly<Record<Role, RestartingProcess>>
}

/** Two cells with their own PostgreSQL, NATS and processes, the directory, and HAProxy in front of them. */
export interface Installation extends AsyncDisposable {
  readonly cells: readonly [ProofCell, ProofCell]
  /** The URL of the router. */
  readonly origin: string
  /** The environment variables and options of the `wachta cells` commands. */
  readonly environment: Readonly<Record<string, string>>
  readonly routerOptions: readonly string[]
}

const command = join(thisHome, 'packages/operate/src/main.ts')
/** How far ahead the first checks are scheduled. */
const leadMs = 20_000

export const runWachta = (environment: Readonly<Record<string, string>>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [command, ...args], { env: { ...getBasicEnvironment(), ...environment } })

export async function openInstallation(folder: string, world: World): Promise<Installation> {
  const stack = new AsyncDisposableStack()
  try {
    // PostgreSQL runs as a separate user, which needs access to its files below this folder.
    await chmod(folder, 0o755)
    const secretKeys = `test:${randomBytes(32).toString('base64')}`
    const open = (number: number) => openProofCell(stack, { folder, number, secretKeys })
    const cells = [await open(0), await open(1)] as const
    const directoryUrl = await createDatabase(cells[0].databaseUrl, 'directory')
    const environment = {
      DIRECTORY_POSTGRES_URL: directoryUrl,
      CELL_DATABASE_URLS: cells.map(({ name, databaseUrl }) => `${name}=${databaseUrl}`).join(' '),
      CELL_OBJECTS_URLS: cells.map(({ name }) => `${name}=${objectsUrl(folder, name)}`).join(' '),
    }
    for (const { name, origin } of cells)
      await runWachta(environment, 'cells', 'add', name, '--api', new URL(origin).host, '--pages', '127.0.0.1:9')
    const [directoryPort, port] = [await findFreePort(), await findFreePort()]
    const directoryEnvironment = { ...environment, DIRECTORY_PORT: String(directoryPort) }
    stack.use(supervise({ name: 'directory', command: 'directory', environment: () => directoryEnvironment, folder }))
    const [router, socket] = [join(folder, 'router'), join(folder, 'haproxy.sock')]
    await runWachta(
      environment,
      ...['cells', 'haproxy', '--to', router, '--bind', `127.0.0.1:${port}`, '--host', apiHost],
      ...[
        '--pages-host',
        'status.wachta.test',
        '--socket',
        socket,
        '--directory-url',
        `http://127.0.0.1:${directoryPort}`,
      ],
    )
    stack.use(await startDaemon(['haproxy', '-db', '-f', join(router, 'haproxy.cfg')], { port }))
    for (const { origin } of cells) await waitForApi(origin)
    const from = new Date(Date.now() + leadMs)
    for (const tree of trees) await plantTree(cells[tree.home === 0 ? 0 : 1].db, tree, { port: world.port, from })
    const owned = stack.move()
    return {
      ...{ cells, environment, origin: `http://127.0.0.1:${port}` },
      routerOptions: ['--router', router, '--socket', socket],
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

const objectsUrl = (folder: string, name: string) => `file://${join(folder, name, 'objects')}`

interface CellOptions {
  readonly folder: string
  readonly number: number
  readonly secretKeys: string
}

async function openProofCell(
  stack: AsyncDisposableStack,
  { folder, number, secretKeys }: CellOptions,
): Promise<ProofCell> {
  const name = cellNames[number] ?? 'main'
  const cellFolder = join(folder, name)
  await mkdir(join(cellFolder, 'objects'), { recursive: true })
  await chmod(cellFolder, 0o755)
  const [postgres, nats] = [stack.use(await openPostgres(cellFolder)), stack.use(await openNats(cellFolder))]
  const databaseUrl = postgres.address
  await runWachta({ DATABASE_URL: databaseUrl }, 'migrate', '--cell', String(number))
  const db = stack.use(openDatabase(databaseUrl, { role: null, connections: 3, onError: () => undefined }))
  await db.transaction(syncDictionaries)
  await plantCell(db)
  const apiPort = await findFreePort()
  const environment = {
    DATABASE_URL: databaseUrl,
    NATS_URL: nats.address,
    NATS_STORE_BYTES: '70000000',
    CELL: name,
    SECRET_KEYS: secretKeys,
    OBJECTS_URL: objectsUrl(folder, name),
    PUBLIC_URL: `http://${apiHost}`,
    HTTP_PORT: String(apiPort),
    REQUESTS_PER_MINUTE: '10000000',
    TRUSTED_PROXIES: '127.0.0.1',
    EGRESS_ALLOW: '127.0.0.0/8',
    SENSOR_ID: String(sensor_id),
    SENSOR_DIRECTORY: join(cellFolder, 'sensor'),
    SENSOR_ANCHORS: 'none',
    SENSOR_BROWSER: 'off',
    SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
  }
  const start = (role: Role) =>
    stack.use(supervise({ name: role, command: role, environment: () => environment, folder: cellFolder }))
  const processes = Object.fromEntries(roles.map((role) => [role, start(role)])) as ProofCell['processes']
  return { number, name, db, databaseUrl, processes, origin: `http://127.0.0.1:${apiPort}` }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await using server = openDatabase(serverUrl, { role: null, connections: 1 })
  await server.pool.query(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function waitForApi(origin: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await wait(300)) {
    const answer = await fetch(`${origin}/v3/dictionaries/languages`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`${origin} does not answer`)
}

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type EngineName, findBinaries } from '@wachta/operate/engines/binaries'
import { type Daemon, isRunning, stopDaemon } from '@wachta/operate/engines/daemon'
import { startNats } from './dev-servers/nats.ts'
import { type StartedServer, startPostgres } from './dev-servers/postgres.ts'
import { repositoryRoot } from './tree.ts'

type State = { daemons: Daemon[]; folders: string[] }

const starters: Record<
  EngineName,
  { variable: string; start: (binaries: string, at: string) => Promise<StartedServer> }
> = {
  postgres: { variable: 'DATABASE_URL', start: startPostgres },
  nats: { variable: 'NATS_URL', start: startNats },
}
const serviceNames = Object.keys(starters) as EngineName[]

/** Starts the servers, writes their addresses into `env` in the directory, and returns those addresses. */
export async function startDevServers(directory: string, servers: EngineName[]): Promise<Record<string, string>> {
  await rejectSecondStart(directory)
  await rejectForeignFolder(directory)
  const binaries = findBinaries(servers)
  await mkdir(directory, { recursive: true, mode: 0o755 })
  const state: State = { daemons: [], folders: [] }
  const addresses: Record<string, string> = {}
  await writeState(directory, state)
  try {
    for (const server of servers) {
      const { variable, start } = starters[server]
      const { daemon, address, folders } = await start(binaries.get(server) ?? '', directory)
      addresses[variable] = address
      state.daemons.push(daemon)
      state.folders.push(...folders)
      // Written after each start, so that `--stop` knows what runs, whatever happens next.
      await writeState(directory, state)
    }
  } catch (error) {
    await stopDevServers(directory)
    throw error
  }
  const lines = Object.entries(addresses).map(([variable, address]) => `${variable}=${address}\n`)
  await writeFile(join(directory, 'env'), lines.join(''))
  return addresses
}

/** Stops what was started in the directory and removes it with all data; false if there was nothing. */
export async function stopDevServers(directory: string): Promise<boolean> {
  const state = await readState(directory)
  // A folder without our state file is not ours, so nothing is removed.
  if (state === undefined) return false
  for (const daemon of state.daemons) await stopDaemon(daemon)
  // Data may lie outside the directory, see startPostgres.
  for (const folder of [...state.folders, directory]) await rm(folder, { recursive: true, force: true })
  return true
}

async function rejectSecondStart(directory: string): Promise<void> {
  const state = await readState(directory)
  const alive = await Promise.all((state?.daemons ?? []).map(isRunning))
  if (alive.includes(true)) {
    throw new Error('Development servers are running here already. To stop them: npm run dev-servers -- --stop')
  }
  await stopDevServers(directory)
}

async function rejectForeignFolder(directory: string): Promise<void> {
  const content = existsSync(directory) ? await readdir(directory) : []
  if (content.length > 0) throw new Error(`${directory} contains other files; take an empty folder`)
}

async function writeState(directory: string, state: State): Promise<void> {
  await writeFile(statePath(directory), JSON.stringify(state, null, 2))
}

async function readState(directory: string): Promise<State | undefined> {
  const path = statePath(directory)
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as State) : undefined
}

function statePath(directory: string): string {
  return join(directory, 'state.json')
}

// The handlers stay: npm forwards a Ctrl-C that the terminal has sent us already, and the second would kill us.
function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('Stopping …'))
  })
}

async function waitForExit(directory: string): Promise<string> {
  for (;;) {
    await wait(1000)
    for (const daemon of (await readState(directory))?.daemons ?? []) {
      if (!(await isRunning(daemon))) return `${daemon.name} exited unexpectedly; stopping …`
    }
  }
}

function formatInstructions(directory: string, addresses: Record<string, string>): string {
  const file = relative(process.cwd(), join(directory, 'env'))
  return [
    ...Object.entries(addresses).map(([variable, address]) => `${variable}=${address}`),
    '',
    'npm test finds them automatically. For any other command, in another terminal:',
    `  set -a; . ${file.startsWith('.') ? file : `./${file}`}; set +a`,
  ].join('\n')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      detach: { type: 'boolean', default: false },
      stop: { type: 'boolean', default: false },
      only: { type: 'string' },
      directory: { type: 'string', default: join(repositoryRoot, '.dev-servers') },
    },
  })
  const directory = resolve(values.directory)
  if (values.stop) {
    console.log(
      (await stopDevServers(directory)) ? 'Stopped; data removed.' : 'No development servers are running here.',
    )
    return
  }
  const servers = serviceNames.filter((name) => values.only === undefined || values.only === name)
  if (servers.length === 0) throw new Error(`--only takes one of: ${serviceNames.join(', ')}`)
  // Signals are handled from here on, so that an impatient Ctrl-C during the start leaves nothing behind.
  const signalReceived = waitForSignal()
  const addresses = await startDevServers(directory, servers)
  console.log(formatInstructions(directory, addresses))
  console.log(values.detach ? 'To stop them, run the same command with --stop' : 'To stop them, press Ctrl-C')
  const reason = await Promise.race([
    signalReceived,
    values.detach ? Promise.resolve(undefined) : waitForExit(directory),
  ])
  if (reason !== undefined) {
    console.log(reason)
    await stopDevServers(directory)
  }
  // Signal handlers and the watch would keep the process alive.
  process.exit()
}

if (import.meta.main) {
  main().catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
}

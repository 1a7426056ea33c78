import { chown, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { findUnprivilegedOwner, initCluster, isReachable } from '@wachta/operate/engines/cluster'
import { type Daemon, type Owner, startDaemon, stopDaemon, waitUntilReady } from '@wachta/operate/engines/daemon'
import { findFreePort } from '@wachta/operate/engines/free-port'
import { runCommand } from '../command.ts'

/** A server with everything that was created for it; `again` restarts it with the same settings after it has ended. */
export type StartedServer = { daemon: Daemon; address: string; folders: string[]; restart: () => Promise<Daemon> }

// The data need not survive a crash, and durability would make test databases slow.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

/** Creates a new cluster under the folder and starts it on a free port of the loopback address. */
export async function startPostgres(
  binaries: string,
  directory: string,
  overrides: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const owner = await findUnprivilegedOwner()
  const data = await createDataFolder(directory, owner)
  const log = join(directory, 'postgres.log')
  const user = userInfo().username
  await initCluster(binaries, data, { user, owner })
  const port = await findFreePort()
  const options = Object.entries({ ...settings, ...overrides }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', data, '-p', String(port), ...options]
  const program = join(binaries, 'postgres')
  const restart = () =>
    startDaemon({ name: 'PostgreSQL', program, args, marker: data, stopSignal: 'SIGINT', log }, owner)
  const daemon = await restart()
  try {
    const createDatabase = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '--no-password', 'test']
    await waitUntilReady(daemon, log, async () => {
      const { code } = await runCommand(join(binaries, 'createdb'), createDatabase)
      return code === 0
    })
  } catch (error) {
    await stopDaemon(daemon)
    throw error
  }
  return { daemon, address: `postgres://${encodeURIComponent(user)}@127.0.0.1:${port}/test`, folders: [data], restart }
}

// Another user cannot reach a checkout below a private home folder, but can reach the system's temporary folder.
async function createDataFolder(directory: string, owner: Owner): Promise<string> {
  if (owner.uid === undefined || owner.gid === undefined) {
    const folder = join(directory, 'postgres')
    await mkdir(folder, { mode: 0o700 })
    return folder
  }
  const folder = await mkdtemp(join((await isReachable(directory, owner)) ? directory : tmpdir(), 'postgres-'))
  await chown(folder, owner.uid, owner.gid)
  return folder
}

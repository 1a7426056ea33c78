import { createHash } from 'node:crypto'
import { chown, mkdir, readdir, realpath, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findUnprivilegedOwner, initCluster, isReachable } from './cluster.ts'
import type { Owner } from './daemon.ts'
import type { Engine } from './engine.ts'
import { runCommand } from './run-command.ts'

/** The name of the database, and of the user that owns everything in it. */
export const ownUser = 'wachta'

/** The parent of the data folder if only root can access the directory, because PostgreSQL does not run as root. */
const rootDataFolder = '/var/lib/wachta'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Committed data must survive a crash of the machine.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  log_checkpoints: 'off',
}

interface PostgresOptions {
  /** The folder with the PostgreSQL programs. */
  readonly binaries: string
  readonly directory: string
  readonly port: number
  readonly password: string
}

/** Prepares a PostgreSQL server in the directory, and creates its cluster if there is none. */
export async function prepareOwnPostgres({ binaries, directory, port, password }: PostgresOptions): Promise<Engine> {
  const owner = await findUnprivilegedOwner()
  const data = await ensureDataFolder(directory, owner)
  if (!(await readdir(data)).includes('PG_VERSION'))
    await initCluster(binaries, data, { user: ownUser, owner, password })
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return {
    name: 'postgres',
    program: join(binaries, 'postgres'),
    args: ['-D', data, '-p', String(port), ...options],
    marker: data,
    ...{ owner, directory },
    isReady: async () => {
      const result = await runCommand(join(binaries, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
      return result.code === 0
    },
  }
}

/**
 * Returns the data folder. If it is outside the directory, a symbolic link in the directory points to it, so that the
 * next start finds it.
 */
async function ensureDataFolder(directory: string, owner: Owner): Promise<string> {
  const path = join(directory, 'postgres')
  const existing = await realpath(path).catch(() => undefined)
  if (existing !== undefined) return existing
  const isInDirectory = owner.uid === undefined || (await isReachable(directory, owner))
  const folder = isInDirectory ? path : join(rootDataFolder, `${basename(directory)}-${digest(directory)}`)
  if (!isInDirectory) await mkdir(rootDataFolder, { recursive: true, mode: 0o755 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid)
  if (!isInDirectory) await symlink(folder, path)
  return realpath(path)
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

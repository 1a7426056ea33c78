import { createHash } from 'node:crypto'
import { chown, mkdir, readdir, realpath, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findUnprivilegedOwner, initialise, isReachable } from './cluster.ts'
import type { Owner } from './daemon.ts'
import type { Engine } from './engine.ts'
import { runCommand } from './run-command.ts'

/** The user that owns everything in it, and the database. */
export const ownUser = 'wachta'

/** The data folder if only root can access the directory, because PostgreSQL does not run as root. */
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
  /** Where its programs are. */
  readonly binaries: string
  readonly directory: string
  readonly port: number
  readonly password: string
}

/** Prepares a PostgreSQL server in the directory, and creates its cluster if there is none. */
export async function prepareOwnPostgres({ binaries, directory, port, password }: PostgresOptions): Promise<Engine> {
  const owner = await findUnprivilegedOwner()
  const data = await dataFolder(directory, owner)
  if (!(await readdir(data)).includes('PG_VERSION'))
    await initialise(binaries, data, { user: ownUser, owner, password })
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return {
    name: 'postgres',
    program: join(binaries, 'postgres'),
    args: ['-D', data, '-p', String(port), ...options],
    marker: data,
    ...{ owner, directory },
    isReady: async () => {
      const asked = await runCommand(join(binaries, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
      return asked.code === 0
    },
  }
}

/**
 * Returns the folder of the data. If the data is elsewhere, a symbolic link leads there, so that the next start finds
 * it.
 */
async function dataFolder(directory: string, owner: Owner): Promise<string> {
  const path = join(directory, 'postgres')
  const known = await realpath(path).catch(() => undefined)
  if (known !== undefined) return known
  const isHere = owner.uid === undefined || (await isReachable(directory, owner))
  const folder = isHere ? path : join(rootDataFolder, `${basename(directory)}-${digest(directory)}`)
  if (!isHere) await mkdir(rootDataFolder, { recursive: true, mode: 0o755 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid)
  if (!isHere) await symlink(folder, path)
  return realpath(path)
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

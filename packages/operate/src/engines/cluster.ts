import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Owner } from './daemon.ts'
import { runCommand } from './run-command.ts'

interface Cluster {
  /** The PostgreSQL superuser. */
  readonly user: string
  /** The user of the operating system who runs PostgreSQL and owns its files. */
  readonly owner: Owner
  /** The password of the user; without one, every TCP connection from this machine is trusted. */
  readonly password?: string
}

/** Creates a new cluster in an empty folder. Only temporary clusters have no password; they are not synced to disk. */
export async function initCluster(binaries: string, data: string, { user, owner, password }: Cluster): Promise<void> {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  await using secret = await writePasswordFile(password, owner)
  const { code, output } = await runCommand(
    join(binaries, 'initdb'),
    [
      ...['-D', data, '-U', user, '-E', 'UTF8', `--locale=${locale}`, '--auth-local=reject'],
      ...(secret.path === undefined
        ? ['--auth-host=trust', '--no-sync']
        : ['--auth-host=scram-sha-256', `--pwfile=${secret.path}`]),
    ],
    { ...owner, cwd: '/' },
  )
  if (code !== 0) throw new Error(`initdb failed:\n${output}`)
}

/** Returns the user to run PostgreSQL as: it refuses to run as root. */
export async function findUnprivilegedOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([runCommand('id', ['-u', name]), runCommand('id', ['-g', name])])
    if (uid.code === 0 && gid.code === 0) return { uid: Number(uid.output), gid: Number(gid.output) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is neither a user "postgres" nor "nobody"')
}

/** Whether the user can enter the folder: a folder in a private home directory is not accessible to other users. */
export async function isReachable(folder: string, owner: Owner): Promise<boolean> {
  return (await runCommand('test', ['-x', folder], { ...owner, cwd: '/' })).code === 0
}

/** Passes the password to initdb in a file, because every user can see the arguments of a process. */
async function writePasswordFile(password: string | undefined, { uid, gid }: Owner) {
  if (password === undefined) return { path: undefined, [Symbol.asyncDispose]: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'wachta-initdb-'))
  const path = join(folder, 'password')
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) for (const each of [path, folder]) await chown(each, uid, gid)
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

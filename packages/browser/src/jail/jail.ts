import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcesses } from './processes.ts'

/**
 * The jail of one check. Apart from programs and fonts, the browser sees only `directory`, with the socket of the
 * guard: the proxy outside the jail (`startGuardProxy`) through which all connections of the browser go.
 */
export interface Jail {
  readonly directory: string
  /** The path of the socket on which the guard listens. */
  readonly socket: string
  /** The program to start in place of the browser. */
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  /** Finds the process from which all others in the jail descend; undefined before the start. */
  findPid(): Promise<number | undefined>
  /** Ends everything in the jail, and prevents new processes in it. */
  end(): Promise<void>
}

/** Memory limits in bytes: of one process, and of the files and the shared memory in the jail. */
const maxProcessBytes = 1_073_741_824
const maxFileBytes = 67_108_864
const maxSharedBytes = 134_217_728
const maxOpenFiles = 4_096
/** The limit of processes and threads. A large page has 300, plus one process for each connection to the guard. */
const maxProcesses = 640

/** The port in the jail from which connections go to the guard. */
export const guardPort = 3128

/** The user that runs the browser if the sensor runs as root. */
const nobodyUid = 65_534

export async function createJail(browser: string): Promise<Jail> {
  const directory = await mkdtemp(join(tmpdir(), 'wachta-browser-'))
  const args = buildBwrapArguments(directory, browser)
  await writeFile(join(directory, 'args'), `${args.join('\0')}\0`)
  await writeFile(join(directory, 'start'), buildStartScript(browser))
  if (process.getuid?.() === 0) await chown(directory, nobodyUid, nobodyUid)
  await chmod(directory, 0o700)
  return {
    directory,
    socket: join(directory, 'guard'),
    program: join(import.meta.dirname, 'jail.sh'),
    environment: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', JAIL: directory, LC_ALL: 'C.UTF-8' },
    findPid: () => readPid(directory),
    async end() {
      const endedDirectory = `${directory}-ended`
      // A jail that has not written its process id yet no longer finds the directory, and gives up.
      await rename(directory, endedDirectory)
      try {
        const pid = await readPid(endedDirectory)
        if (pid !== undefined) await endProcesses(pid)
      } finally {
        await rm(endedDirectory, { recursive: true, force: true })
      }
    },
  }
}

async function readPid(directory: string): Promise<number | undefined> {
  const text = await readFile(join(directory, 'pid'), 'utf8').catch(() => '')
  return text.endsWith('\n') ? Number(text) : undefined
}

/**
 * The jail has a file system with programs and fonts, but no networks, processes, users or other files of the machine.
 * The browser uses its own sandbox inside.
 */
function buildBwrapArguments(directory: string, browser: string): string[] {
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...['--ro-bind', '/usr', '/usr', ...bindSystemDirectories()],
    ...bindExisting('/etc/fonts', '/etc/ld.so.cache', '/etc/alternatives', '/var/cache/fontconfig'),
    ...(browser.startsWith('/usr/') ? [] : ['--ro-bind', browser, browser]),
    ...['--proc', '/proc', '--dev', '/dev', '--size', String(maxSharedBytes), '--tmpfs', '/dev/shm'],
    ...['--size', String(maxFileBytes), '--tmpfs', '/tmp', '--ro-bind', directory, '/guard'],
    // Playwright names directories of the machine for the profile and the downloads: the jail has empty ones at these
    // paths.
    ...(tmpdir() === '/tmp' ? [] : ['--size', String(maxFileBytes), '--tmpfs', tmpdir()]),
    ...['--remount-ro', '/'],
    ...['--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LC_ALL', 'C.UTF-8'],
    ...['--chdir', '/tmp'],
  ]
}

/** Returns the arguments for `/lib` and similar directories, which are links into `/usr` on most systems. */
function bindSystemDirectories(): string[] {
  return ['/lib', '/lib64', '/bin'].flatMap((path) => {
    if (!existsSync(path)) return []
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
  })
}

const bindExisting = (...paths: readonly string[]): string[] =>
  paths.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path])

/**
 * A script that starts a forwarder from the port to the guard, which must not inherit the pipes of the browser, and
 * then becomes the browser.
 */
const buildStartScript = (browser: string): string =>
  `prlimit --nproc=${maxProcesses} --pid $$
socat TCP-LISTEN:${guardPort},bind=127.0.0.1,fork,backlog=128 UNIX-CONNECT:/guard/guard </dev/null >/dev/null 2>&1 3<&- 4>&- 9<&- &
exec prlimit --data=${maxProcessBytes} --core=0 --nofile=${maxOpenFiles} -- '${browser}' "$@" 9<&-
`

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@wachta/operate/engines/binaries'

const run = promisify(execFile)

/** The paths of the programs of a cluster. */
export interface Programs {
  readonly postgres: string
  readonly etcd: string
  readonly haproxy: string
  /** A Python script. */
  readonly patroni: string
  /** Environment variables with which the programs find their libraries. */
  readonly environment: Readonly<Record<string, string>>
}

/** Etcd and HAProxy of this Debian, with the dependencies of both and of Patroni, except PostgreSQL and Python. */
const packages = [
  ...['etcd-server', 'haproxy', 'liblua5.3-0', 'libopentracing1', 'libopentracing-c-wrapper0'],
  ...['python3-etcd', 'python3-psycopg2', 'python3-prettytable', 'python3-cdiff', 'python3-dnspython'],
  ...['python3-click', 'python3-dateutil', 'python3-six', 'python3-urllib3', 'python3-psutil'],
  ...['python3-wcwidth', 'python3-yaml'],
]

/**
 * Patroni of Debian 13, which is pure Python. Debian 12 has Patroni 3.0, whose leader writes its key in etcd without
 * comparing it first: a leader that was paused takes the leadership back from the promoted host, with the commits of
 * both.
 */
const newerRelease = { suite: 'trixie', packages: ['patroni', 'python3-ydiff'] }
const minPatroniVersion = 4

/** Returns the installed programs. If any is missing or too old, downloads all and unpacks them in the folder. */
export async function findPrograms(folder: string): Promise<Programs> {
  const postgres = findBinaries(['postgres']).get('postgres') ?? ''
  const root = (await isInstalled()) ? '/' : await fetchPackages(folder)
  const environment: Record<string, string> = {}
  if (root !== '/') {
    environment['PYTHONPATH'] = join(root, 'usr/lib/python3/dist-packages')
    environment['LD_LIBRARY_PATH'] = (await listLibraryFolders(root)).join(':')
  }
  const [etcd, haproxy, patroni] = programs.map((program) => join(root, program))
  return { postgres, etcd: etcd ?? '', haproxy: haproxy ?? '', patroni: patroni ?? '', environment }
}

const programs = ['usr/bin/etcd', 'usr/sbin/haproxy', 'usr/bin/patroni']

async function isInstalled(): Promise<boolean> {
  if (!programs.every((program) => existsSync(join('/', program)))) return false
  const { stdout } = await run('patroni', ['--version'])
  return Number(/\d+/.exec(stdout)?.[0]) >= minPatroniVersion
}

async function fetchPackages(folder: string): Promise<string> {
  const [archives, root] = [join(folder, 'archives'), join(folder, 'programs')]
  await mkdir(archives, { recursive: true })
  try {
    await run('apt-get', ['download', '-q', ...packages], { cwd: archives })
    await downloadNewer(folder, archives)
  } catch (cause) {
    throw new Error(`etcd, HAProxy and Patroni ${minPatroniVersion} are not installed and cannot be fetched`, { cause })
  }
  for (const archive of await readdir(archives)) await run('dpkg', ['-x', join(archives, archive), root])
  return root
}

/** Downloads from the Debian mirror of this machine, with separate lists to leave those of the machine alone. */
async function downloadNewer(folder: string, archives: string): Promise<void> {
  const targets = ['indextargets', '--format', '$(SITE) $(COMPONENT)', 'Created-By: Packages']
  const [site] = (await run('apt-get', targets)).stdout.split('\n').filter((line) => line.endsWith(' main'))
  const home = join(folder, 'apt')
  await mkdir(join(home, 'lists/partial'), { recursive: true })
  const source = join(home, 'sources.list')
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
  await writeFile(source, `deb [signed-by=${keys}] ${site?.split(' ')[0]} ${newerRelease.suite} main\n`)
  const settings = [`Dir::Etc::sourcelist=${source}`, 'Dir::Etc::sourceparts=-', `Dir::State::lists=${home}/lists`]
  const options = ['-q', ...settings.flatMap((each) => ['-o', each])]
  await run('apt-get', [...options, 'update'])
  await run('apt-get', [...options, 'download', ...newerRelease.packages], { cwd: archives })
}

async function listLibraryFolders(root: string): Promise<string[]> {
  const base = join(root, 'usr/lib')
  const entries = await readdir(base)
  return entries.filter((entry) => entry.endsWith('-linux-gnu')).map((entry) => join(base, entry))
}

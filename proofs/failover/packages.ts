import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@wachta/operate/engines/binaries'

const run = promisify(execFile)

/** Where the programs are that a cluster is made of. */
export interface Programs {
  readonly postgres: string
  readonly etcd: string
  readonly haproxy: string
  /** A script for Python. */
  readonly patroni: string
  /** What the programs need to find their libraries. */
  readonly environment: Readonly<Record<string, string>>
}

/** Patroni, etcd and HAProxy of Debian 12, with all that they need beside PostgreSQL and Python. */
const packages = [
  ...['patroni', 'etcd-server', 'haproxy', 'liblua5.3-0', 'libopentracing1', 'libopentracing-c-wrapper0'],
  ...['python3-etcd', 'python3-psycopg2', 'python3-prettytable', 'python3-cdiff', 'python3-dnspython'],
  ...['python3-click', 'python3-dateutil', 'python3-six', 'python3-urllib3', 'python3-psutil'],
  ...['python3-wcwidth', 'python3-yaml'],
]

/** Finds the installed programs. Those that are not installed are fetched from Debian and unpacked in the folder. */
export async function findPrograms(folder: string): Promise<Programs> {
  const postgres = findBinaries(['postgres']).get('postgres') ?? ''
  const root = hasAll('/') ? '/' : await fetchPackages(folder)
  const environment: Record<string, string> = {}
  if (root !== '/') {
    environment['PYTHONPATH'] = join(root, 'usr/lib/python3/dist-packages')
    environment['LD_LIBRARY_PATH'] = (await listLibraryFolders(root)).join(':')
  }
  const [etcd, haproxy, patroni] = programs.map((program) => join(root, program))
  return { postgres, etcd: etcd ?? '', haproxy: haproxy ?? '', patroni: patroni ?? '', environment }
}

const programs = ['usr/bin/etcd', 'usr/sbin/haproxy', 'usr/bin/patroni']

const hasAll = (root: string): boolean => programs.every((program) => existsSync(join(root, program)))

async function fetchPackages(folder: string): Promise<string> {
  const [archives, root] = [join(folder, 'archives'), join(folder, 'programs')]
  await mkdir(archives, { recursive: true })
  await run('apt-get', ['download', '-q', ...packages], { cwd: archives }).catch((cause) => {
    throw new Error('Patroni, etcd and HAProxy are not installed and cannot be fetched', { cause })
  })
  for (const archive of await readdir(archives)) await run('dpkg', ['-x', join(archives, archive), root])
  return root
}

async function listLibraryFolders(root: string): Promise<string[]> {
  const base = join(root, 'usr/lib')
  const entries = await readdir(base)
  return entries.filter((entry) => entry.endsWith('-linux-gnu')).map((entry) => join(base, entry))
}

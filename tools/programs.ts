import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that benchmarks and proofs start, and the Debian package of each. */
const debianPackages = {
  ab: 'apache2-utils',
  bash: 'bash',
  bwrap: 'bubblewrap',
  'chromium-headless-shell': 'chromium-headless-shell',
  git: 'git',
  haproxy: 'haproxy',
  initdb: 'postgresql',
  ip: 'iproute2',
  'nats-server': 'nats-server',
  openssl: 'openssl',
  perl: 'perl-base',
  'prometheus-blackbox-exporter': 'prometheus-blackbox-exporter',
  nsenter: 'util-linux',
  psql: 'postgresql-client',
  setpriv: 'util-linux',
  socat: 'socat',
  unshare: 'util-linux',
  wrk: 'wrk',
} as const

export type Program = keyof typeof debianPackages

const servers: readonly Program[] = ['initdb', 'nats-server']

/** The programs that each command starts; a command that is not listed starts only our own processes. */
const programsByCommand: Readonly<Record<string, readonly Program[]>> = {
  'bench detect': servers,
  'bench ingest': ['psql'],
  'bench probe': ['openssl', 'bash', 'ab', 'wrk', 'prometheus-blackbox-exporter'],
  'prove browser': ['bwrap', 'chromium-headless-shell', 'ip', 'openssl', 'perl', 'socat', 'unshare'],
  'prove cells': ['haproxy', ...servers],
  'prove failover': ['ip', 'setpriv', 'nsenter', ...servers],
  'prove faults': servers,
  'prove guard': ['openssl', 'unshare', 'ip'],
  'prove quickstart': ['bash', 'git', ...servers],
  'prove small-box': servers,
  'prove stop': servers,
  'prove upgrade': ['git', ...servers],
}

/** Throws one line that names every program that a command needs and that is not installed. */
export function requirePrograms(command: string, path = process.env['PATH'] ?? ''): void {
  const folders = [...path.split(delimiter), ...listServerFolders()]
  const isInstalled = (program: Program) => folders.some((folder) => folder !== '' && existsSync(join(folder, program)))
  const missing = (programsByCommand[command] ?? []).filter((program) => !isInstalled(program))
  if (missing.length === 0) return
  const packages = new Set(missing.map((program) => debianPackages[program]))
  throw new Error(
    `${command}: not installed: ${missing.join(', ')}. On Debian or Ubuntu: apt-get install ${[...packages].join(' ')}`,
  )
}

/** Returns the folders of server programs, which Debian keeps off PATH. */
function listServerFolders(): string[] {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base) : []
  return [...versions.map((version) => join(base, version, 'bin')), '/usr/local/sbin', '/usr/sbin', '/sbin']
}

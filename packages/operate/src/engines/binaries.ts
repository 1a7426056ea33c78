import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type ServiceName = 'postgres' | 'nats'

const wanted: Record<ServiceName, { label: string; programs: string[]; debianPackage: string }> = {
  postgres: {
    label: 'PostgreSQL',
    programs: ['postgres', 'initdb', 'createdb', 'pg_isready'],
    debianPackage: 'postgresql',
  },
  nats: { label: 'NATS', programs: ['nats-server'], debianPackage: 'nats-server' },
}

/** Finds the folder with the programs of each service; throws one error that lists everything missing. */
export function findBinaries(services: ServiceName[], folders = listSearchedFolders()): Map<ServiceName, string> {
  const found = new Map<ServiceName, string>()
  for (const service of services) {
    const folder = folders.find((candidate) =>
      wanted[service].programs.every((program) => existsSync(join(candidate, program))),
    )
    if (folder !== undefined) found.set(service, folder)
  }
  const missing = services.filter((service) => !found.has(service)).map((service) => wanted[service])
  if (missing.length > 0) {
    throw new Error(
      `${missing.map(({ label, programs }) => `${label} (${programs.join(', ')})`).join(' and ')} not found.\n` +
        `On Debian or Ubuntu: apt-get install ${missing.map(({ debianPackage }) => debianPackage).join(' ')}\n` +
        'With Docker instead: docker compose up --wait',
    )
  }
  return found
}

// Debian installs the server's programs outside PATH, in one folder per version, and nats-server where only root's PATH
// finds it.
function listSearchedFolders(): string[] {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...path, ...debianPostgresFolders(), '/usr/local/sbin', '/usr/sbin']
}

function debianPostgresFolders(): string[] {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return []
  const versions = readdirSync(base).sort((left, right) => Number(right) - Number(left))
  return versions.map((version) => join(base, version, 'bin'))
}

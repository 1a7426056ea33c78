import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type EngineName = 'postgres' | 'nats'

const enginePrograms: Record<EngineName, { label: string; programs: string[]; debianPackage: string }> = {
  postgres: {
    label: 'PostgreSQL',
    programs: ['postgres', 'initdb', 'createdb', 'pg_isready'],
    debianPackage: 'postgresql',
  },
  nats: { label: 'NATS', programs: ['nats-server'], debianPackage: 'nats-server' },
}

/** Finds the folder with the programs of each engine; throws one error that lists everything missing. */
export function findBinaries(engines: EngineName[], folders = listSearchedFolders()): Map<EngineName, string> {
  const found = new Map<EngineName, string>()
  for (const engine of engines) {
    const folder = folders.find((candidate) =>
      enginePrograms[engine].programs.every((program) => existsSync(join(candidate, program))),
    )
    if (folder !== undefined) found.set(engine, folder)
  }
  const missing = engines.filter((engine) => !found.has(engine)).map((engine) => enginePrograms[engine])
  if (missing.length > 0) {
    throw new Error(
      `${missing.map(({ label, programs }) => `${label} (${programs.join(', ')})`).join(' and ')} not found.\n` +
        `On Debian or Ubuntu: apt-get install ${missing.map(({ debianPackage }) => debianPackage).join(' ')}\n` +
        'With Docker instead: docker compose up --wait',
    )
  }
  return found
}

// Debian installs the programs of PostgreSQL outside PATH, in one folder per version, and nats-server where only root's
// PATH finds it.
function listSearchedFolders(): string[] {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...path, ...listDebianPostgresFolders(), '/usr/local/sbin', '/usr/sbin']
}

function listDebianPostgresFolders(): string[] {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return []
  const versions = readdirSync(base).sort((left, right) => Number(right) - Number(left))
  return versions.map((version) => join(base, version, 'bin'))
}

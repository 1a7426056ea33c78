import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from './tree.ts'

export type LockedPackage = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Lockfile = { packages: Record<string, LockedPackage> }
type Gap = { parent: LockedPackage; name: string; version: string }

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

/**
 * Optional dependencies that the lockfile leaves out. npm leaves out what the registry in use does not have, such as
 * the programs for other systems on a partial mirror; `npm ci` then refuses the lockfile, here and everywhere else.
 */
export function findGaps({ packages }: Lockfile): Gap[] {
  return Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/** The same lockfile with an entry for each gap; npm fetches it only on the system that the entry is for. */
export function fillGaps(lockfile: Lockfile): Lockfile {
  const added = findGaps(lockfile).map(({ parent, name, version }) => {
    const { os, cpu, libc } = platformOf(name)
    // In npm's own order of keys, so that its next write changes nothing.
    const entry: LockedPackage = {
      version,
      cpu,
      ...(parent.dev ? { dev: true } : {}),
      ...(libc === undefined ? {} : { libc }),
      optional: true,
      ...(os === undefined ? {} : { os }),
    }
    return [`node_modules/${name}`, entry] as const
  })
  const entries = [...Object.entries(lockfile.packages), ...added]
  entries.sort(([left], [right]) => left.localeCompare(right, 'en'))
  return { ...lockfile, packages: Object.fromEntries(entries) }
}

function isLocked(packages: Lockfile['packages'], path: string, name: string): boolean {
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (packages[`${folder}/node_modules/${name}`] !== undefined) return true
  }
  return packages[`node_modules/${name}`] !== undefined
}

// Such packages are named after the system they are for; without its name nothing would keep npm from fetching them.
function platformOf(name: string): { os?: string[]; cpu: string[]; libc?: string[] } {
  const words = name.split(/[/-]/).map((word) => (word === 'windows' ? 'win32' : word))
  // Runs on any system, by an interpreter that npm takes for a processor: npm never fetches it without need.
  if (words.includes('wasm32')) return { cpu: ['wasm32'] }
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name}: its name does not tell which system it is for`)
  if (words.some((word) => word.startsWith('musl'))) return { os, cpu, libc: ['musl'] }
  return words.some((word) => word.startsWith('gnu')) ? { os, cpu, libc: ['glibc'] } : { os, cpu }
}

/** That of the workspaces, and that of the engine which only tests and a benchmark of the history install. */
const lockfiles = ['package-lock.json', 'benchmarks/history/engine/package-lock.json']

async function completeLockfile(path: string): Promise<void> {
  const lockfile = JSON.parse(await readFile(join(repositoryRoot, path), 'utf8')) as Lockfile
  const gaps = findGaps(lockfile)
  if (!process.argv.includes('--check')) {
    await writeFile(join(repositoryRoot, path), `${JSON.stringify(fillGaps(lockfile), null, 2)}\n`)
    console.log(`${path}: ${gaps.length} entries added`)
    return
  }
  for (const { name, version } of gaps) console.log(`${path}: not locked: ${name} ${version}`)
  if (gaps.length > 0) {
    console.log('run: npm run lock')
    process.exitCode = 1
  }
  console.log(`lockfile: ${path}, ${Object.keys(lockfile.packages).length} packages, ${gaps.length} gaps`)
}

if (import.meta.main) for (const path of lockfiles) await completeLockfile(path)

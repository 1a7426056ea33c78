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
 * Finds optional dependencies that the lockfile leaves out. npm omits packages that the registry in use does not have,
 * such as programs for other systems on a partial mirror; `npm ci` then refuses the lockfile, here and everywhere else.
 */
export function findGaps({ packages }: Lockfile): Gap[] {
  return Object.entries(packages).flatMap(([path, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/** Returns the lockfile with an entry for each gap; npm fetches the package only on the system of its entry. */
export function fillGaps(lockfile: Lockfile): Lockfile {
  const added = findGaps(lockfile).map(({ parent, name, version }) => {
    const { os, cpu, libc } = parsePlatform(name)
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

// Such packages are named after their system. An entry without a system would make npm fetch the package everywhere.
function parsePlatform(name: string): { os?: string[]; cpu: string[]; libc?: string[] } {
  const words = name.split(/[/-]/).map((word) => (word === 'windows' ? 'win32' : word))
  // It runs on any system, in an interpreter that npm treats as a processor, so npm never fetches it needlessly.
  if (words.includes('wasm32')) return { cpu: ['wasm32'] }
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`${name}: the name does not specify exactly one system and processor`)
  if (words.some((word) => word.startsWith('musl'))) return { os, cpu, libc: ['musl'] }
  return words.some((word) => word.startsWith('gnu')) ? { os, cpu, libc: ['glibc'] } : { os, cpu }
}

/** The lockfile of the workspaces, and that of the engine, which only tests and a benchmark of the history install. */
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

import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runCommand } from './command.ts'
import { listTree, repositoryRoot } from './tree.ts'

export type HygieneFault = { file: string; line: number; what: string }

type Pattern = { what: string; pattern: RegExp; only?: RegExp }

// A path that exists on one machine only. Not preceded by a letter or a slash, so that addresses and routes pass.
const privatePath = /(?<![\w./:$}~-])\/(?:home\/[\w.-]+|Users\/[\w.-]+|root|work|workspaces?)\/[\w.-]/

const patterns: Pattern[] = [
  { what: 'path of one machine', pattern: privatePath },
  { what: 'merge conflict marker', pattern: /^(?:<{7}|>{7})(?: |$)/ },
  {
    what: 'download address in a lockfile',
    pattern: /"resolved": "(?:https?|git)/,
    only: /(?:^|\/)package-lock\.json$/,
  },
  { what: 'registry setting', pattern: /^\s*(?:@[\w-]+:)?registry\s*=|^\/\/.*:_/, only: /(?:^|\/)\.npmrc$/ },
]

/** Finds text that must not be committed: local paths, the host of a package registry, conflict markers. */
export async function inspectHygiene(
  root: string,
  registryHost: string | undefined,
): Promise<{ files: number; faults: HygieneFault[] }> {
  const files = await listTree(root)
  const wanted = [...patterns, ...createHostPatterns(registryHost)]
  const faults = await Promise.all(files.map((file) => inspectFile(root, file, wanted)))
  return { files: files.length, faults: faults.flat() }
}

/** The host this machine installs packages from, which must stay private. */
async function readRegistryHost(): Promise<string | undefined> {
  const { code, output } = await runCommand('npm', ['config', 'get', 'registry', '--loglevel', 'silent'])
  const address = output.trim().split('\n').at(-1) ?? ''
  return code === 0 && URL.canParse(address) ? new URL(address).hostname : undefined
}

function createHostPatterns(host: string | undefined): Pattern[] {
  const hosts = new Set([['registry', 'npmjs', 'org'].join('.'), ...(host === undefined ? [] : [host])])
  return [...hosts].map((name) => ({
    what: 'host of a package registry',
    pattern: new RegExp(name.replaceAll('.', '\\.')),
  }))
}

async function inspectFile(root: string, file: string, wanted: Pattern[]): Promise<HygieneFault[]> {
  const text = await readFile(join(root, file), 'utf8')
  // Pictures and archives are not text; a NUL early on tells them apart.
  if (text.slice(0, 8000).includes('\0')) return []
  const applicable = wanted.filter(({ only }) => only === undefined || only.test(file))
  return text
    .split('\n')
    .flatMap((line, index) =>
      applicable.filter(({ pattern }) => pattern.test(line)).map(({ what }) => ({ file, line: index + 1, what })),
    )
}

if (import.meta.main) {
  const { files, faults } = await inspectHygiene(resolve(process.argv[2] ?? repositoryRoot), await readRegistryHost())
  for (const { file, line, what } of faults) console.log(`${file}:${line}: ${what}`)
  console.log(`hygiene: ${files} files, ${faults.length} faults`)
  if (faults.length > 0 || files === 0) process.exitCode = 1
}

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { runCommand } from './command.ts'
import { listTree, repositoryRoot } from './tree.ts'

/**
 * Type-checks the tree, and each package with its own configuration (code for browsers has other globals). Also fails
 * if a TypeScript file belongs to none of them.
 */
export async function checkTypes(root: string): Promise<{ ok: boolean; lines: string[] }> {
  const command = join(repositoryRoot, 'node_modules', '.bin', 'tsc')
  const runs = await Promise.all(
    (await listConfigurations(root)).map((folder) =>
      runCommand(command, ['--listFiles', '--pretty', 'false', '--project', folder], { cwd: root }),
    ),
  )
  const lines = runs.flatMap(({ output }) => output.split('\n').filter((line) => line !== ''))
  const seen = new Set(lines.filter(isListing).map((line) => relative(root, line).replaceAll('\\', '/')))
  const sources = (await listTree(root)).filter((file) => /\.[cm]?tsx?$/.test(file))
  const unseen = sources.filter((file) => !seen.has(file))
  const faults = lines.filter((line) => !isListing(line))
  return {
    ok: runs.every(({ code }) => code === 0) && unseen.length === 0 && sources.length > 0,
    lines: [
      ...faults,
      ...unseen.map((file) => `not seen by tsc: ${file} (add its folder to "include" in tsconfig.json)`),
      `types: ${sources.length - unseen.length} of ${sources.length} files, ${countErrors(faults)} errors`,
    ],
  }
}

async function listConfigurations(root: string): Promise<string[]> {
  const folder = join(root, 'packages')
  const packages = existsSync(folder) ? await readdir(folder) : []
  return [
    '.',
    ...packages.map((name) => join('packages', name)).filter((name) => existsSync(join(root, name, 'tsconfig.json'))),
  ]
}

function isListing(line: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]).*\.[cm]?[jt]sx?$/.test(line)
}

function countErrors(lines: string[]): number {
  return lines.filter((line) => /error TS\d+/.test(line)).length
}

if (import.meta.main) {
  const { ok, lines } = await checkTypes(resolve(process.argv[2] ?? repositoryRoot))
  console.log(lines.join('\n'))
  if (!ok) process.exitCode = 1
}

import { join, relative, resolve } from 'node:path'
import { runCommand } from './command.ts'
import { listTree, repositoryRoot } from './tree.ts'

/** Type-checks the tree, and goes red too when a TypeScript file of it lies outside the configuration. */
export async function checkTypes(root: string): Promise<{ ok: boolean; lines: string[] }> {
  const command = join(repositoryRoot, 'node_modules', '.bin', 'tsc')
  const { code, output } = await runCommand(command, ['--listFiles', '--pretty', 'false'], { cwd: root })
  const lines = output.split('\n').filter((line) => line !== '')
  const seen = new Set(lines.filter(isListing).map((line) => relative(root, line).replaceAll('\\', '/')))
  const sources = (await listTree(root)).filter((file) => /\.[cm]?tsx?$/.test(file))
  const unseen = sources.filter((file) => !seen.has(file))
  const faults = lines.filter((line) => !isListing(line))
  return {
    ok: code === 0 && unseen.length === 0 && sources.length > 0,
    lines: [
      ...faults,
      ...unseen.map((file) => `not seen by tsc: ${file} (add its folder to "include" in tsconfig.json)`),
      `types: ${sources.length - unseen.length} of ${sources.length} files, ${countErrors(faults)} errors`,
    ],
  }
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

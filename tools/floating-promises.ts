import { join, resolve } from 'node:path'
import { runCommand } from './command.ts'
import { listTree, repositoryRoot } from './tree.ts'

/**
 * Looks for promises that nothing awaits. Biome has such a rule, but it does not follow types into node_modules, so it
 * misses a query that is never awaited. Therefore a second linter runs, with this one rule only.
 */
export async function checkFloatingPromises(root: string): Promise<{ ok: boolean; output: string }> {
  const binaries = join(repositoryRoot, 'node_modules', '.bin')
  const configuration = join(repositoryRoot, '.oxlintrc.json')
  const { code, output } = await runCommand(
    join(binaries, 'oxlint'),
    ['--type-aware', '--deny-warnings', '--ignore-pattern', 'node_modules', '-c', configuration, '.'],
    // The type checker of oxlint is another program, which it would look for only in the checked tree.
    { cwd: root, env: { ...process.env, OXLINT_TSGOLINT_PATH: join(binaries, 'tsgolint') } },
  )
  const checkedCount = Number(/ on (\d+) files? /.exec(output)?.[1] ?? 0)
  const sources = (await listTree(root)).filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  const summary = `floating-promises: ${checkedCount} of ${sources.length} files\n`
  return {
    ok: code === 0 && sources.length > 0 && checkedCount >= sources.length,
    output: code === 0 ? summary : output + summary,
  }
}

if (import.meta.main) {
  const { ok, output } = await checkFloatingPromises(resolve(process.argv[2] ?? repositoryRoot))
  process.stdout.write(output)
  if (!ok) process.exitCode = 1
}

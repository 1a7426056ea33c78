import { delimiter, join } from 'node:path'
import { runCommand } from './command.ts'
import { repositoryRoot } from './tree.ts'

/** A gate is a command: it passes with exit code 0, and its last line says what it has checked. */
export type Gate = { name: string; command: string[] }
export type GateResult = { name: string; ok: boolean; seconds: number; output: string }

const createCommand = (name: string, ...args: string[]) => ['node', `tools/${name}.ts`, ...args]

// Slow gates come first, so that quick ones fill the gaps.
export const gates: readonly Gate[] = [
  { name: 'types', command: createCommand('types') },
  { name: 'unused', command: ['knip', '--no-progress', '--no-config-hints'] },
  { name: 'floating-promises', command: createCommand('floating-promises') },
  { name: 'promises', command: ['node', 'proofs/promises/main.ts'] },
  { name: 'layers', command: createCommand('layers') },
  { name: 'docs', command: createCommand('docs') },
  { name: 'generated', command: createCommand('generated', '--check') },
  { name: 'style', command: ['biome', 'ci', '--error-on-warnings', '--colors=off'] },
  { name: 'lockfile', command: createCommand('lockfile', '--check') },
  { name: 'imports', command: createCommand('imports') },
  { name: 'dependencies', command: createCommand('dependencies') },
  { name: 'shape', command: createCommand('shape') },
  { name: 'hygiene', command: createCommand('hygiene') },
]

/** Runs every gate, at most `width` at a time; one that cannot be started counts as failed. */
export async function runGates(root: string, wanted: readonly Gate[], concurrency: number): Promise<GateResult[]> {
  const waiting = [...wanted]
  const results: GateResult[] = []
  const worker = async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const result = await runGate(root, gate)
      console.log(formatResult(result))
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}

async function runGate(root: string, { name, command }: Gate): Promise<GateResult> {
  const [program = '', ...args] = command
  const path = [join(repositoryRoot, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  const start = performance.now()
  const { code, output } = await runCommand(program, args, { cwd: root, env: { ...process.env, PATH: path } }).catch(
    (error: Error) => ({ code: 1, output: error.message }),
  )
  return { name, ok: code === 0, seconds: (performance.now() - start) / 1000, output: output.trimEnd() }
}

function formatResult({ name, ok, seconds, output }: GateResult): string {
  const head = `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(17)} ${seconds.toFixed(1).padStart(5)} s`
  return ok ? `${head}  ${output.split('\n').at(-1) ?? ''}`.trimEnd() : `${head}\n${output.replaceAll(/^/gm, '      ')}`
}

if (import.meta.main) {
  const start = performance.now()
  const results = await runGates(repositoryRoot, gates, 2)
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const names = failed.length > 0 ? ` (${failed.join(', ')})` : ''
  console.log(`check: ${results.length} gates, ${failed.length} failed${names}, ${seconds} s`)
  if (failed.length > 0) process.exitCode = 1
}

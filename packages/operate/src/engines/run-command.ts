import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

export type CommandResult = { code: number; output: string }
type CommandOptions = { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number }

/**
 * Runs a program to its end and returns its exit code with everything it printed. Output and errors are mixed in the
 * order in which they arrive, which can differ from the order in which they were written.
 */
export function runCommand(command: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    // Some tools print colours on build machines even without a terminal; remove them, because programs read the
    // output.
    const output = () => stripVTControlCharacters(Buffer.concat(chunks).toString('utf8'))
    child.on('close', (code) => resolve({ code: code ?? 1, output: output() }))
  })
}

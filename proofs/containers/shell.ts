import { spawn } from 'node:child_process'

interface RunOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The standard input of the program. */
  readonly input?: string
}

/** Runs a line in bash at low priority; returns its output, or throws with all of it. */
export async function runLine(line: string, { cwd, env, input = '' }: RunOptions): Promise<string> {
  const child = spawn('nice', ['-n', '10', 'bash', '-c', line], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const output: Record<'out' | 'all', string> = { out: '', all: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
    output.all += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.all += text
  })
  child.stdin.on('error', () => undefined).end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${line}: exit code ${code}\n${output.all.slice(-6_000)}`)
  return output.out.trim()
}

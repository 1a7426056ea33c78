import { spawn } from 'node:child_process'

interface Run {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The standard input of the program. */
  readonly input?: string
}

/** Runs a line in bash at low priority; returns its output, or throws with all of it. */
export async function runLine(line: string, { cwd, env, input = '' }: Run): Promise<string> {
  const child = spawn('nice', ['-n', '10', 'bash', '-c', line], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const written: Record<'out' | 'all', string> = { out: '', all: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text
    written.all += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.all += text
  })
  child.stdin.on('error', () => undefined).end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${line}: exit code ${code}\n${written.all.slice(-6_000)}`)
  return written.out.trim()
}

import { execFile } from 'node:child_process'

export interface ProgramLimits {
  readonly timeout_ms: number
  readonly maxBytes: number
}

export interface ProgramOutput {
  readonly output: string
  /** Why the output is incomplete: the program did not end in time, printed too much, or failed. */
  readonly fault: string | null
}

/** Runs a program without a shell and without the environment of the sensor. The promise never rejects. */
export function runLimitedProgram(
  name: string,
  args: readonly string[],
  limits: ProgramLimits,
): Promise<ProgramOutput> {
  const options = {
    timeout: limits.timeout_ms,
    maxBuffer: limits.maxBytes,
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin:/usr/sbin', LC_ALL: 'C' },
  } as const
  const ran = new Promise<ProgramOutput>((resolve) => {
    execFile(name, [...args], options, (error, stdout, stderr) => {
      resolve({ output: (stdout || stderr).slice(0, limits.maxBytes), fault: error && describeFailure(name, error) })
    })
  })
  // `execFile` itself throws if the system cannot start a program now, for example for lack of memory.
  return ran.catch((error) => ({ output: '', fault: describeFailure(name, error) }))
}

function describeFailure(name: string, error: { code?: unknown; killed?: boolean; message: string }): string {
  if (error.code === 'ENOENT') return `${name} is not installed on this sensor`
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `${name} printed too much`
  return error.killed ? `${name} did not end in time` : `${name} failed with code ${String(error.code)}`
}

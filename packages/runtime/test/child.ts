import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'

const children: ChildProcess[] = []
// A failed test leaves its process behind, which would block the whole test run.
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

export type Line = Record<string, unknown> & { readonly msg: string; readonly time: string }

export interface Child {
  readonly process: ChildProcess
  /** Every log line so far. */
  lines(): Line[]
  errors(): string
  /** Waits for the log line with this message. */
  line(message: string): Promise<Line>
  /** Waits for the end and returns exit code and signal. */
  ended(): Promise<{ code: number | null; signal: string | null }>
  /** Asks the metrics port. */
  get(path: string): Promise<Response>
}

/** Starts a fixture as a process, with only the given environment. */
export function start(fixture: string, environment: Record<string, string> = {}): Child {
  const child = fork(`${import.meta.dirname}/fixtures/${fixture}.ts`, {
    env: { PATH: process.env['PATH'], METRICS_PORT: '0', ...environment },
    execArgv: [],
    silent: true,
  })
  children.push(child)
  const closed = once(child, 'close')
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
    child.emit('output')
  })
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const lines = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((text): Line => JSON.parse(text))
  const line = async (message: string): Promise<Line> => {
    for (;;) {
      const found = lines().find(({ msg }) => msg === message)
      if (found) return found
      const more = await Promise.race([once(child, 'output'), closed.then(() => undefined)])
      if (!more && !lines().some(({ msg }) => msg === message))
        throw new Error(`ended without "${message}":\n${output}${errors}`)
    }
  }
  return {
    process: child,
    lines,
    line,
    errors: () => errors,
    ended: async () => {
      const [code, signal] = await closed
      return { code, signal }
    },
    get: async (path) => {
      const { host, port } = await line('serving metrics, health and readiness')
      return fetch(`http://${host}:${port}${path}`)
    },
  }
}

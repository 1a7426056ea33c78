import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { getBasicEnvironment } from './basic-environment.ts'

const command = fileURLToPath(new URL('../../../../bin/wachta', import.meta.url))

export interface StartedProcess extends AsyncDisposable {
  readonly child: ChildProcess
  /** The log lines so far. */
  readonly log: () => string
  /** The port of its metrics, once it has logged it. */
  readonly metricsPort: () => string | undefined
}

/**
 * Starts one process of the installation, as an operator would; disposing of it stops it. The commands in `before` must
 * replace themselves by the command after them, as `ip netns exec` does. A sensor skips the self-test of its browser
 * unless the environment says otherwise.
 */
export function startProcess(
  name: string,
  environment: Readonly<Record<string, string>>,
  before: readonly string[] = [],
): StartedProcess {
  const [program = command, ...words] = [...before, command, name]
  const child = spawn(program, words, {
    env: { ...getBasicEnvironment(), METRICS_PORT: '0', SENSOR_BROWSER: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => lines.push(text))
  return {
    child,
    log: () => lines.join(''),
    metricsPort: () => /"port":(\d+),"msg":"serving metrics/.exec(lines.join(''))?.[1],
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(killTimer)
    },
  }
}

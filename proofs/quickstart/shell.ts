import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A bash process that executes commands one after another. */
export interface Shell extends AsyncDisposable {
  /** Runs a command and waits until it has ended; throws if it failed. */
  type(command: string): Promise<void>
  /** Waits until the output of all commands matches. */
  waitForOutput(pattern: RegExp, timeout_ms: number): Promise<void>
  printed(): string
}

export function openShell(cwd: string, environment: NodeJS.ProcessEnv): Shell {
  // Its own process group, so that background processes can be ended with it.
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd, env: environment, detached: true, stdio: 'pipe' })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const waitForOutput = async (pattern: RegExp, timeout_ms: number) => {
    for (const end = Date.now() + timeout_ms; !pattern.test(printed); await wait(50))
      if (Date.now() > end || child.exitCode !== null)
        throw new Error(`${pattern} was not printed; last output:\n${printed.slice(-3_000)}`)
  }
  let typed = 0
  return {
    waitForOutput,
    printed: () => printed,
    async type(command) {
      typed += 1
      const end = `done-${process.pid}-${typed}`
      child.stdin.write(`${command}\necho "${end}:$?"\n`)
      await waitForOutput(new RegExp(`${end}:\\d+`), 240_000)
      const code = new RegExp(`${end}:(\\d+)`).exec(printed)?.[1]
      if (code !== '0') throw new Error(`${command}\nended with ${code}:\n${printed.slice(-3_000)}`)
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.stdin.end('kill $(jobs -p) 2>/dev/null; wait\nexit 0\n')
      const killTimer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 30_000)
      await ended
      clearTimeout(killTimer)
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { endProcesses, listDescendants } from '../jail/processes.ts'
import { startProcessorMeter } from '../processor.ts'
import type { isStarved } from '../starvation.ts'
import type { Script } from './find-script.ts'

export interface TestRun {
  readonly script: Script
  /** A directory for the files of this run only. */
  readonly directory: string
  /** Where the results are written. */
  readonly reportPath: string
  /** A directory that the script must not see: the keys of the sensor. */
  readonly hiddenDirectory: string
  readonly limitMs: number
  readonly isStarved: typeof isStarved
  readonly trace: 'on' | 'off' | 'retain-on-failure'
  readonly environment: Readonly<Record<string, string>>
}

/** How the test program ended. */
export interface TestRunEnd {
  /** Whether it was stopped at the time limit. */
  readonly isLate: boolean
  /** Whether other work kept the CPUs busy until the time limit. */
  readonly isStarved: boolean
  /** Whether the system killed it. */
  readonly isKilled: boolean
  /** The share of the CPUs that was in use; null if the system does not report it. */
  readonly processorUsage: number | null
  /** The last part of its error output. */
  readonly errorOutput: string
}

/** The time for writing the trace of a test that still runs at the time limit. Afterwards everything is killed. */
const graceMs = 4_000
const maxErrorOutputLength = 16_384
const killedCode = 137

/** Only the variables that the tests need, without the keys of the sensor. */
const inheritedVariables = ['PATH', 'HOME', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'PLAYWRIGHT_BROWSERS_PATH']

/** Runs one test file. Afterwards, no process that it started is left. */
export async function runTests(run: TestRun, signal: AbortSignal): Promise<TestRunEnd> {
  signal.throwIfAborted()
  const meter = startProcessorMeter()
  const startedAt = performance.now()
  const child = spawn('setpriv', buildProgram(run), {
    cwd: run.script.directory,
    env: buildEnvironment(run),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { pid } = child
  // `setpriv`, which should start the program, is missing.
  if (pid === undefined) throw (await once(child, 'error'))[0]
  const state = { isLate: false, isStarved: false, errorOutput: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    state.errorOutput = (state.errorOutput + text).slice(-maxErrorOutputLength)
  })
  const end = (): void => void endProcesses(pid).catch(() => undefined)
  const stop = (): void => {
    state.isLate = true
    state.isStarved = run.isStarved({ pid, startedAt, usage: meter.usage() })
    interrupt(pid)
  }
  const timers = [setTimeout(stop, run.limitMs), setTimeout(end, run.limitMs + graceMs)]
  signal.addEventListener('abort', end, { once: true })
  try {
    const [code] = await once(child, 'exit')
    const isKilled = !state.isLate && (code === null || code === killedCode)
    return { ...state, isKilled, processorUsage: meter.usage() }
  } finally {
    for (const timer of timers) clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/**
 * All processes run in their own PID namespace, which ends with its first process or with the sensor. Killing their
 * process group would not be enough, because Playwright starts browsers in other groups. This is not a jail: the tests
 * can access the files and the network of the machine, but not its other processes or the directory of the sensor.
 */
function buildProgram({ script, directory, hiddenDirectory, trace }: TestRun): string[] {
  return [
    // A sensor may have a capability for echo requests, and bwrap does not start with one.
    ...['--inh-caps=-all', '--ambient-caps=-all', '--', 'bwrap'],
    ...['--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', '--die-with-parent', '--new-session'],
    ...['--tmpfs', hiddenDirectory, '--chdir', script.directory, '--'],
    ...[process.execPath, script.runner, 'test', toFilter(script.file)],
    ...['--reporter=json', `--output=${directory}/results`, `--trace=${trace}`],
    ...['--workers=1', '--retries=0', '--max-failures=1'],
  ]
}

/** Playwright takes regular expressions for the paths of test files. */
const toFilter = (file: string): string => `/^${RegExp.escape(file)}$/`

function buildEnvironment({ directory, reportPath, environment }: TestRun): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]]))
  return { ...inherited, TMPDIR: directory, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath, ...environment }
}

/**
 * Interrupts the test program, a child of the first process, so that it stops the running test and writes its results.
 */
function interrupt(pid: number): void {
  const [, , program] = listDescendants(pid)
  try {
    if (program !== undefined) process.kill(program, 'SIGINT')
  } catch {
    // It has ended meanwhile.
  }
}

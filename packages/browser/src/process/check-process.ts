import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withTimeout } from '../deadline.ts'
import { readResidentBytes } from '../memory-watch.ts'
import type { ProcessReport, ProcessTask } from './messages.ts'

/** A process that runs browser checks, as the sensor sees it. */
export interface CheckProcess {
  /** Whether the process is gone, so that it must not get a task. */
  readonly hasEnded: boolean
  /** Runs a task and waits for its report. Throws a ProcessEnded if the process ends first. */
  runTask(task: ProcessTask, options: TaskOptions): Promise<ProcessReport>
  /** Waits until the process can take the next task; false if it must not get one. */
  isReusable(): Promise<boolean>
  /** Kills the process and its browser, and removes their files. */
  end(): Promise<void>
}

export interface TaskOptions {
  /** Milliseconds after which the process is killed. */
  readonly limitMs: number
  readonly onReport?: (report: ProcessReport) => void
}

/**
 * Why a process ended. `flooded`: it used too much memory, or was busy until it was killed at its time limit, so the
 * page is to blame. `too slow`: it did not start, or waited until it was killed at its time limit. `killed`: by the
 * system. `broken`: any other reason.
 */
export type EndOfProcess = 'flooded' | 'too slow' | 'killed' | 'broken'

/** Thrown when the process of a check ends before its task. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
  readonly end: EndOfProcess

  constructor(end: EndOfProcess) {
    super(`the process of a browser check has ended: ${end}`)
    this.end = end
  }
}

const program = fileURLToPath(new URL('./check-program.ts', import.meta.url))
const startTimeoutMs = 20_000
const freeTimeoutMs = 3_000

/** The heap limit of the process: ten times the memory that Playwright needs for a large web shop. */
const maxHeapMegabytes = 384
/** The limit of all resident memory of the process, without its browser. */
const maxResidentBytes = 805_306_368
const memoryCheckIntervalMs = 250

/** Only the variables that the program needs, without the keys of the sensor. */
const inheritedVariables = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_COMPILE_CACHE',
  'LD_PRELOAD',
  'FAKETIME',
]

export async function startCheckProcess(): Promise<CheckProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'wachta-browsers-'))
  // The jail of each check has its directory inside this one; its user, which may be another, must be able to enter it.
  await chmod(directory, 0o711)
  const environment = Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]]))
  const child = fork(program, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`],
    env: { ...environment, TMPDIR: directory },
  })
  // The `exit` event reports the end of the process.
  child.on('error', () => undefined)
  // If the system cannot start the program, `once` rejects, and nothing would handle that before `end` is called.
  const exited = once(child, 'exit').catch(() => undefined)
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
    // Killed processes may still be writing their last file. One that stays is no reason to end the sensor.
    await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
  try {
    if (child.pid === undefined) throw new Error('the program was not started')
    await withTimeout(nextReport(child, 'free'), startTimeoutMs)
  } catch {
    await end()
    throw new ProcessEnded('too slow')
  }
  let nextFreeReport: Promise<ProcessReport>
  return {
    get hasEnded() {
      return hasEnded(child)
    },
    runTask(task, options) {
      nextFreeReport = nextReport(child, 'free')
      // The promise may have no handler.
      nextFreeReport.catch(() => undefined)
      child.send(task)
      return watch(child, task.kind === 'trial' ? 'tried' : 'outcome', options)
    },
    async isReusable() {
      const report = await withTimeout(nextFreeReport, freeTimeoutMs).catch(() => null)
      return report?.kind === 'free' && report.isHealthy
    },
    end,
  }
}

/** Waits for the report on a task, and kills a process that takes too long or too much memory. */
async function watch(child: ChildProcess, kind: ProcessReport['kind'], options: TaskOptions): Promise<ProcessReport> {
  const { pid = 0 } = child
  const state: { end?: EndOfProcess } = {}
  const kill = (end: EndOfProcess): void => {
    state.end ??= end
    child.kill('SIGKILL')
  }
  const isBusy = startUsageMeter(pid)
  const timeoutTimer = setTimeout(() => kill(isBusy() ? 'flooded' : 'too slow'), options.limitMs)
  const memoryTimer = setInterval(
    () => readResidentBytes(pid) > maxResidentBytes && kill('flooded'),
    memoryCheckIntervalMs,
  )
  try {
    return await nextReport(child, kind, options.onReport)
  } catch {
    throw new ProcessEnded(state.end ?? toEnd(child))
  } finally {
    clearTimeout(timeoutTimer)
    clearInterval(memoryTimer)
  }
}

/** Waits for a report of a kind; rejects if the process ends first. */
function nextReport(
  child: ChildProcess,
  kind: ProcessReport['kind'],
  onReport?: TaskOptions['onReport'],
): Promise<ProcessReport> {
  return new Promise((resolve, reject) => {
    const onMessage = (report: ProcessReport): void => {
      onReport?.(report)
      if (report.kind === kind) finish(() => resolve(report))
    }
    const onExit = (): void => finish(() => reject(new Error('the process has ended')))
    const finish = (settle: () => void): void => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      settle()
    }
    if (hasEnded(child)) onExit()
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Returns why a process ended that was not killed by `watch`. A process that runs out of memory aborts. */
function toEnd({ signalCode, exitCode }: ChildProcess): EndOfProcess {
  if (signalCode === 'SIGKILL') return 'killed'
  return /^SIG(?:ABRT|TRAP|ILL)$/.test(signalCode ?? '') || exitCode === 134 ? 'flooded' : 'broken'
}

const ticksPerSecond = 100

/**
 * Starts a meter: a function that returns whether the process has used more than half of a CPU since the start. If not,
 * it was mostly waiting.
 */
function startUsageMeter(pid: number): () => boolean {
  const [ticks, started] = [readProcessorTicks(pid), performance.now()]
  return () => (readProcessorTicks(pid) - ticks) / ticksPerSecond > (performance.now() - started) / 2_000
}

function readProcessorTicks(pid: number): number {
  try {
    const [, , , , , , , , , , , user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    return user + system
  } catch {
    return 0
  }
}

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const engineDirectory = join(import.meta.dirname, '../../../benchmarks/history/engine')
/** npm writes this file last, so it shows that the installation is complete. */
const installationMarker = join(engineDirectory, 'node_modules/.package-lock.json')

export interface HistoryEngine extends AsyncDisposable {
  /** For `openHistory`, or HISTORY_URL. */
  readonly url: string
}

/**
 * Starts ClickHouse as a process with its own directory. The engine has 550 MB and is not a dependency of the product:
 * the first start in a working copy installs it from the lockfile next to it.
 */
export async function startHistoryEngine(): Promise<HistoryEngine> {
  await installEngine()
  const directory = await mkdtemp(join(tmpdir(), 'wachta-history-'))
  const child = spawn(process.execPath, [join(engineDirectory, 'serve.mjs'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [url] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => {
      throw new Error('the engine of the history did not start')
    }),
  ])
  return {
    url: String(url),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** How long to wait for another process that is installing the engine. */
const installTimeoutMs = 300_000

async function installEngine(): Promise<void> {
  if (await exists(installationMarker)) return
  // Only one process can create the directory; the others wait until that process has installed the engine.
  const lock = join(engineDirectory, '.installing')
  const hasLock = await mkdir(lock).then(
    () => true,
    () => false,
  )
  if (!hasLock) return waitForEngine(lock)
  try {
    console.error('installing the ClickHouse engine for tests of the history (550 MB) …')
    await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: engineDirectory })
  } finally {
    await rmdir(lock)
  }
}

async function waitForEngine(lock: string): Promise<void> {
  const deadline = Date.now() + installTimeoutMs
  while (await exists(lock)) {
    if (Date.now() > deadline) throw new Error(`${lock} is left over: delete it, and run npm ci in ${engineDirectory}`)
    await wait(500)
  }
  if (!(await exists(installationMarker))) throw new Error(`run npm ci --ignore-scripts in ${engineDirectory}`)
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

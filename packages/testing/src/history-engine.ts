import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const engine = join(import.meta.dirname, '../../../benchmarks/history/engine')
/** npm writes it last. */
const installed = join(engine, 'node_modules/.package-lock.json')

export interface HistoryEngine extends AsyncDisposable {
  /** For `openHistory`, or HISTORY_URL. */
  readonly url: string
}

/**
 * Starts ClickHouse, as a process with a directory of its own. Its engine has 550 MB and is no dependency of the product: the
 * first start in a clone installs it from the lockfile beside it.
 */
export async function startHistoryEngine(): Promise<HistoryEngine> {
  await installEngine()
  const directory = await mkdtemp(join(tmpdir(), 'wachta-history-'))
  const child = spawn(process.execPath, [join(engine, 'serve.mjs'), directory], {
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

/** How long another process may install it. */
const installsWithinMs = 300_000

async function installEngine(): Promise<void> {
  if (await exists(installed)) return
  // A directory can be made once: other tests, in processes of their own, wait for the one that has made it.
  const lock = join(engine, '.installing')
  const isMine = await mkdir(lock).then(
    () => true,
    () => false,
  )
  if (!isMine) return waitForEngine(lock)
  try {
    console.error('installing the ClickHouse engine for tests of the history (550 MB) …')
    await promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: engine })
  } finally {
    await rmdir(lock)
  }
}

async function waitForEngine(lock: string): Promise<void> {
  const end = Date.now() + installsWithinMs
  while (await exists(lock)) {
    if (Date.now() > end) throw new Error(`${lock} is left over: delete it, and run npm ci in ${engine}`)
    await wait(500)
  }
  if (!(await exists(installed))) throw new Error(`run npm ci --ignore-scripts in ${engine}`)
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from '@wachta/operate/engines/free-port'

/** A real api process with a monitor of its event loop inside. */
export interface ApiProcess extends AsyncDisposable {
  readonly url: string
  /** Returns the longest stall of the event loop during the work, in milliseconds. */
  measureLongestStall(work: () => Promise<void>): Promise<number>
}

export interface ApiOptions {
  readonly databaseUrl: string
  readonly secretKeys: string
  readonly objectsUrl: string
  readonly isBroken: boolean
}

const root = join(import.meta.dirname, '..', '..')

export async function startApiProcess({
  databaseUrl,
  secretKeys,
  objectsUrl,
  isBroken,
}: ApiOptions): Promise<ApiProcess> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const preload = [
    join(import.meta.dirname, 'fixtures/stall-monitor.ts'),
    ...(isBroken ? [join(import.meta.dirname, 'fixtures/broken.ts')] : []),
  ]
  const child = fork(join(root, 'packages', 'api', 'src', 'main.ts'), {
    execArgv: preload.flatMap((file) => ['--import', file]),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      SECRET_KEYS: secretKeys,
      OBJECTS_URL: objectsUrl,
      HTTP_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: 'https://wachta.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      REQUESTS_PER_MINUTE: '10000000',
      LOG_LEVEL: 'fatal',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilAnswering(url, child)
  return {
    url,
    async measureLongestStall(work) {
      await sendToMonitor(child, 'begin')
      await work()
      return Number(await sendToMonitor(child, 'end'))
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Sends a request to the monitor in the process; other messages of the process are ignored. */
function sendToMonitor(child: ChildProcess, message: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      child.off('message', onMessage).off('exit', onExit)
      work()
    }
    const onMessage = (value: unknown) => {
      if (typeof value === 'object' && value !== null && 'stall' in value) settle(() => resolve(value.stall))
    }
    const onExit = () => settle(() => reject(new Error('the api process ended')))
    child.on('message', onMessage).on('exit', onExit)
    child.send(message)
  })
}

async function waitUntilAnswering(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the api process ended with ${child.exitCode}`)
    const isReady = await fetch(`${url}/v3/public/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the api process did not start')
}

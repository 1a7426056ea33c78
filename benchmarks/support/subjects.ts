import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Message as FastifyMessage } from './bare-fastify.ts'
import type { Message as PgMessage, StatementRequest } from './bare-pg.ts'
import type { Load, LoadMeasurement } from './measure.ts'

/** A child process, so that the measured code does not share its event loop. */
export interface Subject extends AsyncDisposable {
  readonly pid: number
}

export interface HttpSubject extends Subject {
  readonly address: string
}

export interface StatementSubject extends Subject {
  load(load: Load): Promise<LoadMeasurement>
}

/** The api as in production, with its log and metrics, but without a request limit. */
export async function startApi(url: string, profileTo?: string): Promise<HttpSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'wachta-bench-'))
  const log = join(folder, 'log')
  const output = openSync(log, 'a')
  const main = new URL('../../packages/api/src/main.ts', import.meta.url).pathname
  const profiling = profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]
  const child = spawn(process.execPath, [...profiling, main], {
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      DATABASE_URL: url,
      HTTP_PORT: '0',
      METRICS_PORT: '0',
      REQUESTS_PER_MINUTE: '10000000',
      SECRET_KEYS: `bench:${Buffer.alloc(32).toString('base64')}`,
      // Without a portal, the api returns other permissions than the statements of `pg` alone.
      BILLING_PORTAL_URL: 'http://127.0.0.1:9',
      BILLING_PORTAL_KEY: 'x'.repeat(32),
    },
  })
  closeSync(output)
  killAtExit(child)
  return {
    pid: child.pid ?? 0,
    address: await waitForAddress(log, child),
    async [Symbol.asyncDispose]() {
      await stop(child)
      rmSync(folder, { recursive: true })
    },
  }
}

export async function startBareFastify(message: FastifyMessage): Promise<HttpSubject> {
  const child = fork(new URL('./bare-fastify.ts', import.meta.url))
  child.send(message)
  return { pid: child.pid ?? 0, address: await readMessage(child), [Symbol.asyncDispose]: () => stop(child) }
}

export function startBarePg(url: string, requests: readonly StatementRequest[]): StatementSubject {
  const child = fork(new URL('./bare-pg.ts', import.meta.url))
  const send = (message: PgMessage) => void child.send(message)
  send({ url, requests })
  return {
    pid: child.pid ?? 0,
    async load(load) {
      send(load)
      return readMessage(child)
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
}

async function readMessage<T>(child: ChildProcess): Promise<T> {
  const watch = new AbortController()
  const [answer] = await Promise.race([
    once(child, 'message', watch),
    once(child, 'exit', watch).then(([code]) =>
      Promise.reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`)),
    ),
  ]).finally(() => watch.abort())
  return answer
}

/** Reads the address at which the process listens from its log. */
async function waitForAddress(log: string, child: ChildProcess): Promise<string> {
  for (;;) {
    const written = readFileSync(log, 'utf8')
    const address = /"address":"([^"]+)","msg":"serving"/.exec(written)?.[1]
    if (address) return address
    if (child.exitCode !== null) throw new Error(`the api did not start:\n${written}`)
    await wait(100)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** Child processes without a channel to this process would not notice its end. */
const killAtExit = (child: ChildProcess): void => void process.once('exit', () => child.kill())

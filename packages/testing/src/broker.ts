import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

export interface Broker extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Stops it and starts it again with the same store. */
  restart(): Promise<void>
}

export interface BrokerPlan {
  readonly port: number
  readonly directory: string
}

/** Starts a broker on a free port, with a store that is deleted with it. */
export async function startBroker(
  configuration: (plan: BrokerPlan) => string = buildDefaultConfiguration,
): Promise<Broker> {
  const directory = await mkdtemp(join(tmpdir(), 'wachta-broker-'))
  const port = await findFreePort()
  const file = join(directory, 'server.conf')
  await writeFile(file, configuration({ port, directory }))
  let child = await start(file, port)
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    restart: async () => {
      await stop(child)
      child = await start(file, port)
    },
    [Symbol.asyncDispose]: async () => {
      await stop(child)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const buildDefaultConfiguration = ({ port, directory }: BrokerPlan) =>
  `listen: "127.0.0.1:${port}"\njetstream: { store_dir: "${directory}" }\n`

async function start(file: string, port: number): Promise<ChildProcess> {
  const child = spawn('nats-server', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the broker did not start: ${output}`)
    if (await isReady(port)) return child
    await wait(25)
  }
  await stop(child)
  throw new Error(`the broker does not answer: ${output}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function isReady(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    // If the broker accepts the connection but sends nothing, it is not ready yet.
    await once(socket, 'data', { signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

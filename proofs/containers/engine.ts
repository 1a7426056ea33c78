import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runLine } from './shell.ts'

const fixtures = resolve(import.meta.dirname, 'fixtures')

export interface BaseImages {
  readonly node: string
  readonly postgres: string
  readonly nats: string
}

/** Returns an engine with Compose 2, started here if none is running; undefined if this machine cannot run one. */
export async function openEngine(): Promise<AsyncDisposable | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-engine-'))
  // Files instead of pipes: the engine that keeps running would hold pipes open.
  const script = `"${fixtures}/engine.sh" "${folder}" > "${folder}/pid" 2> "${folder}/log" < /dev/null`
  const child = spawn('bash', ['-c', script], { stdio: 'ignore' })
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) return undefined
  const options = { cwd: folder, env: process.env }
  const pid = await runLine('cat pid', options)
  return { [Symbol.asyncDispose]: async () => void (pid && (await runLine(`kill ${pid}`, options))) }
}

/** Returns the given base images, and stand-ins built from packages for the others. */
export async function findBaseImages(given: Partial<BaseImages>, nodeVersion: string): Promise<BaseImages> {
  const prefix = 'wachta-stand-in'
  const standIns = { node: `${prefix}/node`, postgres: `${prefix}/postgres`, nats: `${prefix}/nats` }
  if (Object.keys(standIns).some((name) => given[name as keyof BaseImages] === undefined))
    await runLine(`"${fixtures}/base-images.sh" ${prefix} ${nodeVersion}`, { cwd: tmpdir(), env: process.env })
  return { ...standIns, ...given }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@wachta/testing/free-port'

export interface Cluster extends AsyncDisposable {
  /** The addresses of all servers, separated by commas. */
  readonly url: string
  /** Kills one server without warning. */
  kill(server_name: string): Promise<void>
}

const names = ['n1', 'n2', 'n3'] as const

/** Starts a cluster of three brokers on free loopback ports. */
export async function startCluster(): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), 'wachta-cluster-'))
  const servers = await Promise.all(
    names.map(async (name) => ({ name, port: await findFreePort(), route: await findFreePort() })),
  )
  const children = new Map<string, ChildProcess>()
  for (const { name, port, route } of servers) {
    const routes = servers.filter((other) => other.name !== name).map((other) => `nats://127.0.0.1:${other.route}`)
    const file = join(directory, `${name}.conf`)
    await writeFile(
      file,
      `server_name: ${name}
listen: "127.0.0.1:${port}"
jetstream: { store_dir: "${directory}/${name}", max_mem: 64M, max_file: 1G }
cluster: { name: wachta, listen: "127.0.0.1:${route}", routes: [${routes.map((url) => `"${url}"`).join(', ')}] }
`,
    )
    children.set(name, spawn('nats-server', ['-c', file], { stdio: 'ignore' }))
  }
  return {
    url: servers.map(({ port }) => `nats://127.0.0.1:${port}`).join(','),
    kill: (name) => kill(children.get(name)),
    [Symbol.asyncDispose]: async () => {
      for (const child of children.values()) await kill(child)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

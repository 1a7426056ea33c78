import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = (...words: string[]) => run('ip', words)

/** Sensors, each behind its own router, and the internet behind the routers, all in network namespaces. */
export interface Networks extends AsyncDisposable {
  /** The command prefix that runs a program in the network of a sensor. */
  getCommandPrefix(place: number): readonly string[]
  /** Drops everything that a place sends and receives beyond its router. The router itself still answers. */
  cut(place: number): Promise<void>
  mend(place: number): Promise<void>
}

interface NetworksOptions {
  readonly places: number
  readonly folder: string
  readonly broker: { readonly host: string; readonly port: number }
}

export async function openNetworks({ places, folder, broker }: NetworksOptions): Promise<Networks> {
  const prefix = `w${process.pid}`
  const internet = `${prefix}i`
  const [toSensorNamespace, toRouterNamespace] = [
    (place: number) => `${prefix}s${place}`,
    (place: number) => `${prefix}r${place}`,
  ]
  const namespaces: string[] = []
  const add = async (name: string) => {
    await ip('netns', 'add', name)
    namespaces.push(name)
    await ip('-n', name, 'link', 'set', 'lo', 'up')
  }
  await add(internet)
  for (const address of ['203.0.113.1', '10.215.0.1', '198.41.0.4', '192.5.5.241', '193.0.14.129'])
    await ip('-n', internet, 'address', 'add', `${address}/32`, 'dev', 'lo')
  for (let place = 1; place <= places; place += 1) {
    await add(toSensorNamespace(place))
    await add(toRouterNamespace(place))
    await connectEnds(
      [toSensorNamespace(place), 'up0', `10.213.${place}.2/24`],
      [toRouterNamespace(place), 'in0', `10.213.${place}.1/24`],
    )
    await connectEnds(
      [toRouterNamespace(place), 'out0', `10.214.${place}.2/24`],
      [internet, `to${place}`, `10.214.${place}.1/24`],
    )
    await ip('-n', toSensorNamespace(place), 'route', 'add', 'default', 'via', `10.213.${place}.1`)
    await ip('-n', toRouterNamespace(place), 'route', 'add', 'default', 'via', `10.214.${place}.1`)
    await ip('-n', internet, 'route', 'add', `10.213.${place}.0/24`, 'via', `10.214.${place}.2`)
    await run('ip', ['netns', 'exec', toRouterNamespace(place), 'sysctl', '-q', '-w', 'net.ipv4.ip_forward=1'])
  }
  const socketPath = join(folder, 'broker.sock')
  const relay = createServer((socket) => {
    const upstream = connect(broker)
    socket.pipe(upstream).pipe(socket)
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  }).listen(socketPath)
  await once(relay, 'listening')
  const internetProcess = await startInternet(internet, socketPath)
  return {
    getCommandPrefix: (place) => ['ip', 'netns', 'exec', toSensorNamespace(place)],
    cut: async (place) => void (await ip('-n', toRouterNamespace(place), 'route', 'replace', 'blackhole', 'default')),
    mend: async (place) =>
      void (await ip('-n', toRouterNamespace(place), 'route', 'replace', 'default', 'via', `10.214.${place}.1`)),
    async [Symbol.asyncDispose]() {
      internetProcess.kill('SIGKILL')
      relay.close()
      for (const name of namespaces) await ip('netns', 'delete', name)
    },
  }
}

type LinkEnd = readonly [namespace: string, device: string, address: string]

async function connectEnds(one: LinkEnd, other: LinkEnd): Promise<void> {
  await ip('link', 'add', one[1], 'netns', one[0], 'type', 'veth', 'peer', 'name', other[1], 'netns', other[0])
  for (const [namespace, device, address] of [one, other]) {
    await ip('-n', namespace, 'address', 'add', address, 'dev', device)
    await ip('-n', namespace, 'link', 'set', device, 'up')
  }
}

async function startInternet(namespace: string, socketPath: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('fixtures/internet.ts', import.meta.url))
  const child = spawn('ip', ['netns', 'exec', namespace, process.execPath, program, socketPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

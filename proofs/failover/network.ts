import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = async (...args: readonly string[]): Promise<string> => (await run('ip', args)).stdout

/** A simulated host with its own network namespace. */
export interface Host {
  readonly address: string
  /** The command prefix that runs a program on the host. */
  readonly commandPrefix: readonly string[]
  /** Cuts the host off: packets to and from it are dropped silently. */
  cutOff(): Promise<void>
  rejoin(): Promise<void>
  /** Returns all processes that run on the host. */
  listProcesses(): Promise<number[]>
}

export interface Network extends AsyncDisposable {
  /** The address of this machine, as the hosts reach it. */
  readonly gateway: string
  readonly hosts: readonly Host[]
}

/** Connects this machine and the hosts by a bridge. Needs root. */
export async function openNetwork(hostCount: number): Promise<Network> {
  if (process.getuid?.() !== 0) throw new Error('hosts with networks of their own need root')
  await using stack = new AsyncDisposableStack()
  const bridge = `wf${process.pid}`
  const prefix = `10.213.${process.pid % 250}`
  const gateway = `${prefix}.1`
  await ip('link', 'add', bridge, 'type', 'bridge')
  stack.defer(() => ip('link', 'del', bridge).then(() => undefined))
  await ip('addr', 'add', `${gateway}/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  const numbers = Array.from({ length: hostCount }, (_, index) => index + 1)
  const hosts: Host[] = []
  for (const number of numbers) hosts.push(await addHost(stack, { bridge, prefix, number }))
  await fixAddresses(hosts, { bridge, gateway })
  const owned = stack.move()
  return { gateway, hosts, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

interface HostOptions {
  readonly bridge: string
  readonly prefix: string
  readonly number: number
}

async function addHost(stack: AsyncDisposableStack, { bridge, prefix, number }: HostOptions): Promise<Host> {
  const [name, cable] = [`${bridge}-${number}`, `${bridge}v${number}`]
  const address = `${prefix}.${10 + number}`
  await ip('netns', 'add', name)
  stack.defer(() => ip('netns', 'del', name).then(() => undefined))
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  await ip('link', 'set', cable, 'master', bridge, 'up')
  await ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['eth0', 'lo']) await ip('-n', name, 'link', 'set', device, 'up')
  return {
    address,
    commandPrefix: ['nsenter', `--net=/run/netns/${name}`],
    cutOff: async () => void (await ip('link', 'set', cable, 'down')),
    rejoin: async () => void (await ip('link', 'set', cable, 'up')),
    listProcesses: async () => (await ip('netns', 'pids', name)).split('\n').filter(Boolean).map(Number),
  }
}

/**
 * Sets permanent hardware addresses. If they had to be resolved, the kernel would report a host that is cut off as
 * unreachable; this way it is only silent.
 */
async function fixAddresses(
  hosts: readonly Host[],
  { bridge, gateway }: { readonly bridge: string; readonly gateway: string },
): Promise<void> {
  const readAddress = async (args: readonly string[]) =>
    (JSON.parse(await ip('-j', ...args)) as { address: string }[])[0]?.address ?? ''
  const getHostName = (index: number) => `${bridge}-${index + 1}`
  const neighbours = [
    { address: gateway, hardware: await readAddress(['link', 'show', bridge]) },
    ...(await Promise.all(
      hosts.map(async ({ address }, index) => ({
        address,
        hardware: await readAddress(['-n', getHostName(index), 'link', 'show', 'eth0']),
      })),
    )),
  ]
  // The hardware address of a bridge changes with its ports unless it is set explicitly.
  await ip('link', 'set', bridge, 'address', neighbours[0]?.hardware ?? '')
  const fix = (args: readonly string[], device: string, { address, hardware }: (typeof neighbours)[number]) =>
    ip(...args, 'neigh', 'replace', address, 'lladdr', hardware, 'nud', 'permanent', 'dev', device)
  for (const each of neighbours.slice(1)) await fix([], bridge, each)
  for (const [index, { address }] of hosts.entries())
    for (const each of neighbours) if (each.address !== address) await fix(['-n', getHostName(index)], 'eth0', each)
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = async (...args: readonly string[]): Promise<string> => (await run('ip', args)).stdout

/** A host with a network of its own. */
export interface Host {
  readonly address: string
  /** What a program is started with to run on the host. */
  readonly entrance: readonly string[]
  /** Cuts the host off: what is sent to it or by it disappears, and no one is informed. */
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

/** Connects this machine and some hosts by a switch. It needs root. */
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

interface HostPlace {
  readonly bridge: string
  readonly prefix: string
  readonly number: number
}

async function addHost(stack: AsyncDisposableStack, { bridge, prefix, number }: HostPlace): Promise<Host> {
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
    entrance: ['nsenter', `--net=/run/netns/${name}`],
    cutOff: async () => void (await ip('link', 'set', cable, 'down')),
    rejoin: async () => void (await ip('link', 'set', cable, 'up')),
    listProcesses: async () => (await ip('netns', 'pids', name)).split('\n').filter(Boolean).map(Number),
  }
}

/** With addresses that need not be resolved, nothing is reported as unreachable: a host that is cut off is just silent. */
async function fixAddresses(
  hosts: readonly Host[],
  { bridge, gateway }: { readonly bridge: string; readonly gateway: string },
): Promise<void> {
  const readAddress = async (args: readonly string[]) =>
    (JSON.parse(await ip('-j', ...args)) as { address: string }[])[0]?.address ?? ''
  const nameOf = (place: number) => `${bridge}-${place + 1}`
  const known = [
    { address: gateway, hardware: await readAddress(['link', 'show', bridge]) },
    ...(await Promise.all(
      hosts.map(async ({ address }, place) => ({
        address,
        hardware: await readAddress(['-n', nameOf(place), 'link', 'show', 'eth0']),
      })),
    )),
  ]
  // The address of a bridge follows its ports unless it is set.
  await ip('link', 'set', bridge, 'address', known[0]?.hardware ?? '')
  const fix = (args: readonly string[], device: string, { address, hardware }: (typeof known)[number]) =>
    ip(...args, 'neigh', 'replace', address, 'lladdr', hardware, 'nud', 'permanent', 'dev', device)
  for (const each of known.slice(1)) await fix([], bridge, each)
  for (const [place, { address }] of hosts.entries())
    for (const each of known) if (each.address !== address) await fix(['-n', nameOf(place)], 'eth0', each)
}

import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findUnprivilegedOwner } from '@wachta/operate/engines/cluster'
import type { Owner } from '@wachta/operate/engines/daemon'
import { eventually } from './eventually.ts'
import type { Host, Network } from './network.ts'
import type { Programs } from './packages.ts'
import { createPatroniConfiguration, patroniPort } from './patroni.ts'
import { listFamily, type Program, signalAll, startProgram, waitUntilGone } from './process.ts'

/** A host with PostgreSQL and the Patroni that manages it. */
export interface DatabaseHost extends AsyncDisposable {
  readonly name: string
  readonly host: Host
  /** Kills the processes of PostgreSQL; Patroni stays. */
  killPostgres(): Promise<void>
  /** Kills everything on the host. */
  kill(): Promise<void>
  /** Kills only Patroni: PostgreSQL keeps running and does not notice that another host has become the leader. */
  killPatroni(): Promise<void>
  /** Freezes all processes of the host, or resumes them. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
  /** Starts Patroni if it is not running. */
  start(): void
}

export interface DatabaseCluster extends AsyncDisposable {
  readonly hosts: readonly DatabaseHost[]
  /** Returns the leader according to Patroni; undefined if there is none. */
  findLeader(): Promise<DatabaseHost | undefined>
  /**
   * Waits until one host leads and both others follow it, one of them synchronously: only a synchronous standby may
   * take over.
   */
  waitUntilHealthy(timeoutMs: number): Promise<boolean>
  setSynchronous(isSynchronous: boolean): Promise<void>
}

export interface ClusterOptions {
  readonly folder: string
  readonly network: Network
  readonly programs: Programs
  readonly isSynchronous: boolean
}

/** Starts three hosts with PostgreSQL and Patroni, and etcd on this machine, with the documented settings. */
export async function openDatabaseCluster(options: ClusterOptions): Promise<DatabaseCluster> {
  const { folder, network, programs, isSynchronous } = options
  const owner = await findUnprivilegedOwner()
  await using stack = new AsyncDisposableStack()
  const etcd = startProgram({
    command: [programs.etcd, ...buildEtcdArguments(folder, network.gateway)],
    ...{ environment: programs.environment, folder, log: join(folder, 'etcd.log') },
  })
  stack.defer(async () => {
    etcd.signal('SIGKILL')
    await etcd.ended
  })
  const hosts: DatabaseHost[] = []
  for (const [index, host] of network.hosts.entries()) {
    const name = `db${index + 1}`
    const home = join(folder, name)
    await mkdir(home, { recursive: true })
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(home, owner.uid, owner.gid)
    const file = join(folder, `${name}.yml`)
    const patroniOptions = { name, home, binaries: programs.postgres, address: host.address, gateway: network.gateway }
    await writeFile(file, await createPatroniConfiguration({ ...patroniOptions, isSynchronous }))
    const start = () =>
      startProgram({
        command: [...host.commandPrefix, ...buildUserCommand(owner), '/usr/bin/python3', programs.patroni, file],
        environment: { ...programs.environment, HOME: home, PATH: `${programs.postgres}:/usr/bin:/bin` },
        ...{ folder: home, log: join(folder, `${name}.log`) },
      })
    hosts.push(stack.use(manageHost({ name, host, home, start })))
  }
  const cluster = createCluster(hosts, isSynchronous)
  // The first host creates the database, the others copy it.
  hosts[0]?.start()
  if (!(await eventually(60_000, async () => (await cluster.findLeader()) !== undefined)))
    throw new Error(`no database host became the leader: see ${folder}`)
  for (const host of hosts.slice(1)) host.start()
  if (!(await cluster.waitUntilHealthy(60_000))) throw new Error(`the standbys do not follow the leader: see ${folder}`)
  const owned = stack.move()
  return { ...cluster, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const buildUserCommand = ({ uid, gid }: Owner): string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
]

function buildEtcdArguments(folder: string, gateway: string): string[] {
  const [clients, peers] = [`http://${gateway}:2379`, `http://${gateway}:2380`]
  return [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
  ]
}

interface ManagedHost {
  readonly name: string
  readonly host: Host
  readonly home: string
  readonly start: () => Program
}

function manageHost({ name, host, home, start }: ManagedHost): DatabaseHost {
  let patroni: Program | undefined
  const killAll = async (pids: readonly number[]): Promise<void> => {
    signalAll(pids, 'SIGKILL')
    await waitUntilGone(pids)
  }
  const kill = async (): Promise<void> => {
    // A process may have started another one just before it was killed.
    for (let pids = await host.listProcesses(); pids.length > 0; pids = await host.listProcesses()) await killAll(pids)
  }
  return {
    ...{ name, host, kill },
    async killPostgres() {
      const [pid] = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n').map(Number)
      if (pid) await killAll(await listFamily(pid))
    },
    async killPatroni() {
      if (patroni && !patroni.hasEnded) await killAll([patroni.pid])
    },
    signalAll: async (signal) => signalAll(await host.listProcesses(), signal),
    start() {
      if (patroni === undefined || patroni.hasEnded) patroni = start()
    },
    [Symbol.asyncDispose]: kill,
  }
}

/** The state of the cluster, as Patroni reports it. */
interface ClusterState {
  readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[]
}

function createCluster(
  hosts: readonly DatabaseHost[],
  isSynchronous: boolean,
): Omit<DatabaseCluster, typeof Symbol.asyncDispose> {
  const requestPatroni = async <T>(path: string, change?: object): Promise<T | undefined> => {
    for (const { host } of hosts)
      try {
        const answer = await fetch(`http://${host.address}:${patroniPort}${path}`, {
          ...(change && { method: 'PATCH', body: JSON.stringify(change) }),
          signal: AbortSignal.timeout(1_000),
        })
        if (answer.ok) return (await answer.json()) as T
      } catch {
        // Another host may answer.
      }
    return undefined
  }
  const readState = async (): Promise<ClusterState['members']> =>
    (await requestPatroni<ClusterState>('/cluster'))?.members ?? []
  return {
    hosts,
    async findLeader() {
      const leader = (await readState()).find(({ role, state }) => role === 'leader' && state === 'running')
      return hosts.find(({ name }) => name === leader?.name)
    },
    waitUntilHealthy: (timeoutMs) =>
      eventually(timeoutMs, async () => {
        const members = await readState()
        const count = (pattern: RegExp) => members.filter(({ role, state }) => pattern.test(`${role} ${state}`)).length
        return (
          count(/^leader running$/) === 1 &&
          count(/^(replica|sync_standby) (running|streaming)$/) === hosts.length - 1 &&
          count(/^sync_standby /) >= (isSynchronous ? 1 : 0)
        )
      }),
    async setSynchronous(isSynchronous) {
      const change = { synchronous_mode: isSynchronous }
      if (!(await eventually(20_000, async () => (await requestPatroni('/config', change)) !== undefined)))
        throw new Error('Patroni did not accept the changed setting')
    },
  }
}

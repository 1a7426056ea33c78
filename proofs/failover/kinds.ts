import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getCellStreams, openBus } from '@wachta/bus'
import { sql } from 'kysely'
import type { RestartingProcess } from '../faults/processes.ts'
import type { Random } from '../faults/random.ts'
import type { DatabaseHost } from './database-cluster.ts'
import { eventually } from './eventually.ts'
import type { Installation, Role } from './installation.ts'
import type { Kind } from './round.ts'

/** A killed process stays down for this time, in which the other one of its role must do its work. */
const downMs = 25_000
/** A host is away for this time, which is longer than its leader lease. */
const outageMs = 30_000
const standbyLagMs = 4_000
const timeoutMs = 30_000

const killPostgres: Kind = {
  id: 'postgres',
  name: 'kill the postgres that leads',
  loss: 'process',
  // Patroni restarts PostgreSQL by itself.
  cause: async (installation) => {
    await (await requireLeader(installation)).killPostgres()
    return async () => undefined
  },
}

const killHost: Kind = {
  id: 'host',
  name: 'kill patroni and postgres of the leader',
  loss: 'host',
  cause: async (installation) => {
    const leader = await requireLeader(installation)
    await leader.kill()
    return async () => leader.start()
  },
}

const cutHost: Kind = {
  id: 'cut',
  name: 'cut the leading database host off',
  loss: 'host',
  cause: async (installation) => {
    const { host } = await requireLeader(installation)
    const since = Date.now()
    await host.cutOff()
    return async () => {
      await wait(Math.max(0, since + outageMs - Date.now()))
      await host.rejoin()
    }
  },
}

const freezeHost: Kind = {
  id: 'freeze',
  name: 'freeze the leading database host',
  loss: 'host',
  cause: async (installation) => {
    const leader = await requireLeader(installation)
    const since = Date.now()
    await leader.signalAll('SIGSTOP')
    return async () => {
      await wait(Math.max(0, since + outageMs - Date.now()))
      await leader.signalAll('SIGCONT')
    }
  },
}

const killPatroni: Kind = {
  id: 'patroni',
  name: 'kill the patroni that leads, and not its postgres',
  loss: 'host',
  cause: async (installation) => {
    const leader = await requireLeader(installation)
    await leader.killPatroni()
    return async () => leader.start()
  },
}

/** Cuts the standbys off for a moment, and kills the leader before they have caught up. */
async function killAheadOfStandbys(installation: Installation): Promise<DatabaseHost> {
  const leader = await requireLeader(installation)
  const standbys = installation.database.hosts.filter((each) => each !== leader)
  for (const { host } of standbys) await host.cutOff()
  await wait(standbyLagMs)
  await leader.kill()
  for (const { host } of standbys) await host.rejoin()
  return leader
}

const killAhead: Kind = {
  id: 'ahead',
  name: 'kill the leading database host while its standbys are behind',
  loss: 'host',
  cause: async (installation) => {
    const leader = await killAheadOfStandbys(installation)
    return async () => leader.start()
  },
}

const promoteByForce: Kind = {
  id: 'force',
  name: 'promote a standby that lacks commits',
  losesCommits: true,
  cause: async (installation) => {
    const { database, promotions, rewinds } = installation
    await database.setSynchronous(false)
    if (!(await eventually(timeoutMs, async () => (await readSynchronousStandbys(installation)) === '')))
      throw new Error('replication stays synchronous')
    const from = Date.now()
    const leader = await killAheadOfStandbys(installation)
    const killed = Date.now()
    if (!(await eventually(timeoutMs, async () => ![undefined, leader].includes(await database.findLeader()))))
      throw new Error('no standby is promoted')
    const to = Date.now()
    promotions.push({ from, to: killed })
    rewinds.push({ from, complete: from, to })
    return async () => {
      leader.start()
      await database.setSynchronous(true)
      if (!(await eventually(2 * timeoutMs, async () => (await readSynchronousStandbys(installation)) !== '')))
        throw new Error('replication does not become synchronous again')
    }
  },
}

const killStreamLeader: Kind = {
  id: 'broker',
  name: 'kill the broker that leads the stream of results',
  loss: 'process',
  affectsBroker: true,
  cause: async ({ brokers, environment }) => {
    const cell = environment['CELL'] ?? ''
    await using bus = await openBus({ url: environment['NATS_URL'] ?? '', cell, name: 'proof' })
    const { cluster } = await bus.manager.streams.info(getCellStreams(cell).results('live'))
    const crashed = brokers[Number(cluster?.leader?.replace('nats-', '')) - 1]?.crash(downMs)
    if (crashed === undefined) throw new Error('the stream has no leader')
    return () => crashed
  },
}

const killRole = (role: Role): Kind => ({
  id: role,
  name: `kill the leading ${role}`,
  loss: 'process',
  cause: async (installation, random) => {
    const killed = (await findLeading(installation, role, random)).kill(downMs)
    return () => killed
  },
})

/** All kinds. A run with fewer rounds uses the first ones. */
export const kinds: readonly Kind[] = [
  ...[killPostgres, killHost, cutHost, killStreamLeader, killAhead, promoteByForce, freezeHost, killPatroni],
  ...(['analyst', 'planner', 'api', 'notifier', 'reporter'] as const).map(killRole),
]

async function requireLeader({ database }: Installation): Promise<DatabaseHost> {
  const leader = await database.findLeader()
  if (leader === undefined) throw new Error('no database host leads')
  return leader
}

async function readSynchronousStandbys({ db }: Installation): Promise<string> {
  const [row] = await db.query(sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`)
  return row?.names ?? ''
}

/** Returns the leading planner, which is the last one that logged "leading"; of other roles, a random process. */
async function findLeading(
  { folder, processes }: Installation,
  role: Role,
  random: Random,
): Promise<RestartingProcess> {
  if (role !== 'planner') return random.pick(processes[role])
  const times = await Promise.all(processes.planner.map(({ name }) => readLeadingTime(join(folder, `${name}.log`))))
  return processes.planner[(times[1] ?? 0) > (times[0] ?? 0) ? 1 : 0]
}

async function readLeadingTime(log: string): Promise<number> {
  const line = (await readFile(log, 'utf8')).split('\n').findLast((each) => each.includes('"msg":"leading"'))
  return line === undefined ? 0 : Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '')
}

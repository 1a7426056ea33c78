import { getShardOfService, shardCount } from '@wachta/bus'
import { createAgenda } from './agenda.ts'
import type { Break } from './breaks.ts'
import { createCentre, type Message } from './centre.ts'
import { maxPauseLagMs } from './expected.ts'
import { createHost, type Host } from './host.ts'
import { createJudge, type Findings } from './judge.ts'
import { createLedger } from './ledger.ts'
import { createOracle } from './oracle.ts'
import { createPostgresStore } from './postgres.ts'
import { createRandom } from './random.ts'
import { createServices, getDetectableMs } from './services.ts'
import { createMemoryStore, type TruthStore } from './store.ts'
import { createTroubles } from './troubles.ts'
import { createWorld, type World } from './world.ts'

export interface TruthOptions {
  readonly services: number
  readonly hours: number
  readonly seed: number
  /** Where analyses are stored; the database is slower. */
  readonly store?: 'memory' | 'postgres'
  readonly broken?: Break | undefined
  /** The average number of minutes between two changes of a service. */
  readonly changeEvery?: number
  /** The number of shards that the services are spread over. */
  readonly groups?: number
}

export interface TruthReport extends Findings {
  executed: number
  strays: number
  changes: number
  troubles: number
}

/** The date does not matter, but must not be so old that the database treats the data as expired. */
const start = Date.UTC(2031, 2, 30)
const minute = 60_000
const hour = 60 * minute
const sensor_ids = Array.from({ length: 10 }, (_, index) => index + 1)
/** The time after a slot in which its last results arrive. */
const settledAfterMs = 3 * hour
/** How long the run continues after the end, for the last results. */
const epilogueMs = 10 * minute

/** Runs sensors and analysts in a simulated world, and compares their results with its truth. */
export async function simulate(options: TruthOptions): Promise<TruthReport> {
  const { broken, hours, groups = 2 } = options
  const random = createRandom(options.seed)
  const agenda = createAgenda(start)
  const end = start + hours * hour
  const service_ids = listServiceIds(groups, options.services)
  const ledger = createLedger()
  const oracle = createOracle(ledger)
  await using store: TruthStore =
    options.store === 'postgres' ? await createPostgresStore(sensor_ids) : createMemoryStore()
  const troubles = createTroubles({ random: random.fork(1), sensor_ids, start, end })
  const deferred: { world?: World } = {}
  const world: World = {
    isUp: (id, instant) => deferred.world?.isUp(id, instant) ?? true,
    wasUp: (id, from, to) => deferred.world?.wasUp(id, from, to) ?? true,
    outages: (id) => deferred.world?.outages(id) ?? [],
  }
  const hosts: Host[] = sensor_ids.map((sensor_id) => {
    const own = random.fork(100 + sensor_id)
    let last = 0
    return createHost({
      ...{ agenda, sensor_id, world, ledger, random: own, believesAnything: broken === 'no-self-check' },
      send: ({ urgency, group, bytes, results }) => {
        const delay = own.chance(0.01) ? own.between(300, 1_200) : own.between(15, 90)
        last = Math.max(last, agenda.now + delay)
        const message = { sensor_id, stream: urgency, first: results[0]?.sequence ?? 1, count: results.length, bytes }
        agenda.schedule(last, () => centres.get(group)?.arrive(message))
      },
    })
  })
  const services = createServices({
    ...{ agenda, hosts, service_ids, end, random: random.fork(2), hasFence: broken !== 'no-fence' },
    changeEvery: (options.changeEvery ?? 20) * minute,
    revised: async (service) => {
      await store.revise(service)
      centres.get(service.group)?.revised(service)
    },
  })
  const shortest = new Map(services.map((service) => [service.id, getDetectableMs(service)]))
  deferred.world = createWorld({
    ...{ service_ids, start, end, random: random.fork(3), hardTimes: troubles.hardTimes },
    getDetectableMs: (id) => shortest.get(id) ?? hour,
  })
  const judge = createJudge({ world, troubles, oracle, store, services, start, random: random.fork(4) })
  const witness = {
    ...oracle,
    read: (group: number, message: Message) => oracle.read(group, message),
    failed: judge.failed,
  }
  const centres = new Map(
    [...new Set(service_ids.map(getShardOfService))].map((group) => [
      group,
      createCentre({
        ...{ agenda, shard: group, store, witness, broken, random: random.fork(200 + group) },
        confirm: (sensor_id, mark) => hosts[sensor_id - 1]?.confirmCommitted([mark]),
      }),
    ]),
  )
  for (const trouble of troubles.all) {
    const host = hosts[trouble.sensor_id - 1]
    agenda.schedule(trouble.start, () => host?.begin(trouble))
    agenda.schedule(trouble.end, () => host?.end(trouble))
  }
  for (let now = start + settledAfterMs + hour; now < end + epilogueMs; now += hour) {
    await agenda.run(now)
    await judge.judge(now - settledAfterMs)
    // Keep slots right after a pause, which are judged together with it in the next round.
    store.forget(now - settledAfterMs - maxPauseLagMs)
    ledger.forget(now - settledAfterMs - maxPauseLagMs)
  }
  await agenda.run(end + epilogueMs)
  await judge.judge(end)
  await judge.conclude()
  return {
    ...judge.findings,
    executed: ledger.count,
    strays: [...centres.values()].reduce((sum, { strays }) => sum + strays, 0),
    changes: services.reduce((sum, { revisions }) => sum + revisions.length, 0),
    troubles: troubles.all.length,
  }
}

function listServiceIds(groups: number, count: number): number[] {
  const ids: number[] = []
  for (let id = 1; ids.length < count; id += 1) if (getShardOfService(id) < Math.min(groups, shardCount)) ids.push(id)
  return ids
}

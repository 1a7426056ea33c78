import { randomBytes } from 'node:crypto'
import { markSuspended } from '@wachta/planner/src/windows.ts'
import type { Operation } from '@wachta/resource'
import { addAccount, openSession } from '@wachta/testing/api/accounts'
import { createSensorSettings } from '@wachta/testing/api/sensor-settings'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { createFixture } from '../fuzz/fixture.ts'
import { randomAt } from '../fuzz/random.ts'
import type { Key, World } from '../fuzz/world.ts'
import { isEndless } from '../matrix/sandbox.ts'
import { type Difference, findDifferences, loadCorrections, makeVictim, type Victim } from './comparison.ts'
import type { InjectedFault } from './controls.ts'
import type { WriteTargets } from './deliberate.ts'
import { getClosedHorizon, getZonePeriods, makeHistory, type Span } from './history.ts'
import { createOracle, type ServiceLevels } from './oracle.ts'
import { plantHistory } from './plant.ts'
import type { Write } from './writes.ts'

/** Services of the fixture from this id on get a record here. */
const firstVictimId = 1_000_011

/** The API over a database with a planted past, and functions to check that this past is unchanged. */
export interface Stage extends AsyncDisposable {
  readonly operations: readonly Operation[]
  readonly world: World
  readonly services: readonly number[]
  send(write: Write): Promise<Reply>
  /** Returns rows that exist now, for writes that target the past. */
  loadTargets(): Promise<WriteTargets>
  /** Compares the service levels that the API shows for closed periods with those from the rows before any write. */
  compareLevels(choose: (intervals: readonly Span[]) => readonly number[]): Promise<Difference[]>
  /** Returns services that no longer exist. */
  findErased(): Promise<number[]>
  /** Restores callers, and plants the record of erased services again. */
  restore(): Promise<void>
}

export async function startStage(seed: number, injectedFault?: InjectedFault): Promise<Stage> {
  const billing = { url: 'https://billing.example.com/', key: randomBytes(32).toString('hex') }
  const api = await startApi({ billing, sensors: await createSensorSettings() })
  const operations = api.interface.operations.filter((operation) => !isEndless(operation))
  const { registry } = api.interface.context.searcher
  const { restoreAll: mend, ...fixtureData } = await createFixture(api.owner, registry, api.interface.context.vault)
  const horizon = getClosedHorizon(Date.now())
  const zones = getZonePeriods(horizon)
  const oracle = createOracle(horizon, zones)
  const rows = await api.owner.query(
    sql<{ id: number }>`select id from service v where id >= ${firstVictimId}
and not exists (select from status_change c where c.service_id = v.id) order by id`,
  )
  const services = rows.map(({ id }) => id)
  let planted = 0
  const victims = new Map<number, Victim>()
  const plant = async (service: number) => {
    // The history is a new one each time.
    const random = randomAt(seed ^ 0x70617374, planted++)
    const history = makeHistory(service, planted, horizon, random)
    await plantHistory(api.owner, history, zones, horizon.to)
    victims.set(service, makeVictim(history, horizon, random, oracle))
  }
  for (const service of services) await plant(service)
  if (injectedFault) await injectedFault(api.owner)
  const reader = await openReader(api)
  const ownIds = new Map(fixtureData.own).set('service', services)
  const world: World = { operations, registry, ...fixtureData, own: ownIds }

  return {
    operations,
    world,
    services,
    send: ({ method, path, body, as }) => api.call(method, path, { as: fixtureData.authorization[as], body }),
    loadTargets: async () => ({
      horizon,
      services,
      ...(await loadTargetIds(api, services)),
      ...getSharedTargets(fixtureData),
    }),
    async compareLevels(choose) {
      await markSuspended(api.owner, new Date())
      // A write may have lowered the limit of the reader's package.
      await api.owner.query(sql`update package set maximum_requests_per_minute = 1000000`)
      const corrections = await loadCorrections(api.owner, services)
      const found = await Promise.all(
        [...victims.values()].map(async ({ service, measured, intervals, raw }) => {
          const corrected = oracle.correctedSeconds(measured, corrections.get(service) ?? [])
          return Promise.all(
            choose(intervals).map(async (index) => {
              const interval = intervals[index] ?? { start: 0, end: 0 }
              const expected = {
                raw_service_level: raw[index] ?? null,
                service_level: oracle.level(corrected, interval),
              }
              return findDifferences(
                service,
                interval,
                expected,
                await fetchServiceLevels(api, reader, service, interval),
              )
            }),
          )
        }),
      )
      return found.flat(2)
    },
    async findErased() {
      const remaining = await api.owner.query(
        sql<{ id: number }>`select id from service where id = any(${services}::bigint[])`,
      )
      const ids = new Set(remaining.map(({ id }) => id))
      const erased = services.filter((id) => !ids.has(id))
      for (const id of erased) victims.delete(id)
      return erased
    },
    async restore() {
      await mend()
      await api.owner.query(sql`delete from service_revision where configuration is null`)
      for (const service of services) if (!victims.has(service)) await plant(service)
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  }
}

/** Creates an account that may read everything, and that no write targets. */
async function openReader(api: TestApi): Promise<string> {
  const id = await addAccount(api.owner, { username: 'past.reader', administrator: true })
  return openSession(api.owner, id, 'administrator')
}

async function fetchServiceLevels(
  api: TestApi,
  as: string,
  service: number,
  { start, end }: Span,
): Promise<ServiceLevels> {
  const range = `from=${new Date(start).toISOString()}&to=${new Date(end).toISOString()}`
  const reply = await api.call('GET', `/services/${service}/history/service_level?${range}`, { as })
  if (reply.status !== 200) throw new Error(`service ${service} cannot be read: ${reply.status} ${reply.text}`)
  return reply.body
}

async function loadTargetIds(api: TestApi, services: readonly number[]) {
  const ids = (table: string) =>
    sql`(select coalesce(json_agg(id), '[]') from (select id from ${sql.table(table)} where service_id = any(${services}::bigint[]) order by random() limit 60) x)`
  const [row] = await api.owner.query(sql<
    Pick<WriteTargets, 'suspensions' | 'weekly' | 'corrections' | 'changes' | 'accounts'>
  >`select ${ids('suspension')} as suspensions,
  ${ids('weekly_suspension')} as weekly, ${ids('correction')} as corrections,
  (select coalesce(json_agg(x), '[]') from (select id, service_id as service from status_change where service_id = any(${services}::bigint[]) order by random() limit 60) x) as changes,
  (select coalesce(json_agg(distinct owner_id), '[]') from service where id = any(${services}::bigint[])) as accounts`)
  if (!row) throw new Error('no rows to target')
  return row
}

const getSharedTargets = ({
  own,
  sensors,
}: Pick<World, 'own' | 'sensors'>): { groups: readonly Key[]; sensors: readonly Key[] } => ({
  groups: own.get('group') ?? [],
  sensors,
})

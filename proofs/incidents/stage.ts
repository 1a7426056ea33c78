import { reconcileRules } from '@wachta/analyst/src/events/reconcile.ts'
import { shardCount } from '@wachta/bus'
import { addMonitoredServices, listShardIds } from '@wachta/testing/analyst/installation'
import { createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { addRule, type SimulatedAnalyst, simulateAnalyst } from '@wachta/testing/analyst/watching'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import type { Random } from '../fuzz/random.ts'
import { type BrokenProperty, breakProperty } from './breaks.ts'

const minuteMs = 60_000

/** The API and an analyst on one database, with an account, its sensor, and two people. */
export interface Stage extends AsyncDisposable {
  readonly api: TestApi
  readonly account: number
  /** Sessions by name of the person. */
  readonly people: Readonly<Record<string, string>>
}

export async function startStage(broken?: BrokenProperty): Promise<Stage> {
  const api = await startApi()
  await addPackage(api.owner, { services: 100_000 })
  const account = await addAccount(api.owner, { name: 'Anna' })
  const colleague = await addAccount(api.owner, { parent: account, name: 'Piotr' })
  await api.owner.query(sql`insert into service_group (id, owner_id, name) values (1000, ${account}, 'Group')`)
  await api.owner.query(sql`insert into sensor (id, name) overriding system value values (1, 'Sensor')`)
  if (broken) await breakProperty(api.owner, broken)
  return {
    api,
    account,
    people: { Anna: await openSession(api.owner, account), Piotr: await openSession(api.owner, colleague) },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  }
}

/** Sets the clock of the API to the simulated time of the analyst. */
export function setClock({ api }: Stage, minute: number): void {
  api.clock = new Date(start + minute * minuteMs)
}

/** Services of one shard, monitored by an analyst in simulated time. */
export interface WatchedServices {
  readonly services: readonly number[]
  readonly rules: readonly number[]
  readonly analyst: SimulatedAnalyst
  /** Applies changed alert rules at a minute. */
  reconcile(minute: number): Promise<void>
}

/** Deletes the services and rules of a round; a later round of the same shard creates its own. */
export async function deleteWatched({ api }: Stage, { services, rules }: WatchedServices): Promise<void> {
  await api.owner.query(sql`delete from event where id = any(${rules})`)
  await api.owner.query(sql`delete from service where id = any(${services})`)
}

/** Creates rules with every kind of delay that cover some or all services; every service also has its legacy alert. */
export async function createWatchedServices({ api }: Stage, round: number, random: Random): Promise<WatchedServices> {
  const shard = round % shardCount
  const services = listShardIds(shard, 5, 1 + round * 1000)
  await addMonitoredServices(api.database, services, [createServiceRevision({ sensor_ids: [1] })])
  const rules: number[] = []
  // In every fourth round there are only legacy alerts.
  for (let count = round % 4 === 3 ? 0 : random.between(1, 3); rules.length < count; )
    rules.push(
      await addRule(api.database, {
        start_delay: random.pick([0, 0, 120, 300]),
        end_delay: random.pick([0, 0, 120, 600]),
        scope: { service_ids: random.pickSome(services, services.length) },
      }),
    )
  const analyst = await simulateAnalyst(api.database, shard)
  return {
    services,
    rules,
    analyst,
    reconcile: (minute) => reconcileRules({ database: api.database, ...analyst.lease, now: start + minute * minuteMs }),
  }
}

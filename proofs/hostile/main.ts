import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { generateAttacks, send } from './attacks.ts'
import { restartOnGarbage } from './garbage/plant.ts'
import { createRandom } from './random.ts'
import { createRequests, type Requests, sendRequest } from './requests.ts'
import { countStoppedProcesses, openRig, type Rig } from './rig.ts'
import { victims } from './tenants.ts'
import { visitPages } from './visits.ts'

const messagesPerRound = 100
const requestsPerRound = 50
const roundMs = 1_000
const settleMs = 10_000
/** The maximum time from a start on garbage until every service of the victim is checked again. */
const maxStartSeconds = 60

/**
 * npm run prove -- hostile --rounds 60: a hostile tenant with the key of a sensor attacks beside a victim. All
 * processes start with streams, tables, queues and spools full of garbage. A round is then a second with a hundred
 * messages and fifty requests. Each --break must make the proof fail: stop kills a role of the centre, stall halts the
 * analyst for twelve seconds, own-row plants garbage in the victim's own row, where nothing can protect the victim.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      break: { type: 'string' },
    },
  })
  const plan = { rounds: Number(values.rounds), seed: Number(values.seed), broken: values.break, measures: true }
  const { attacked, stopped, lag_ms, excess_mb, planted, operations, statuses } = await play(plan)
  console.log(`planted ${planted}; requests to ${operations} operations were answered with ${JSON.stringify(statuses)}`)
  console.log(
    `hostile: ${attacked} attacks, ${stopped} stopped processes, ${lag_ms} victim lag p99 ms, ${excess_mb} excess MB`,
  )
  return attacked > 0 && stopped === 0 && lag_ms <= 2_000 && excess_mb <= 100 ? 0 : 1
}

interface Plan {
  readonly rounds: number
  readonly seed: number
  readonly broken?: string | undefined
  /** Whether to compare memory and disk usage with an equally long time without attacks; doubles the duration. */
  readonly measures?: boolean
}

export async function play({ rounds, seed, broken, measures = false }: Plan) {
  await using stack = new AsyncDisposableStack()
  const rig = await openRig(stack)
  await waitUntilChecked(rig, new Date(0))
  const planted = await restartOnGarbage(rig, seed)
  const started = new Date()
  await waitUntilChecked(rig, started)
  const visits = await visitPages(rig)
  await wait(settleMs)
  const startUsage = await rig.measureResources()
  if (measures) await wait(rounds * roundMs + settleMs)
  const quietUsage = await rig.measureResources()
  const from = new Date()
  const requests = await createRequests(rig.api, rig.attacker, createRandom(seed))
  const { sent, statuses } = await attackFor(rig, requests, { rounds, seed, broken })
  await wait(settleMs)
  const finalUsage = await rig.measureResources()
  const lag_ms = await measureVictimLag(rig, from)
  // Counted from the start on garbage, because all processes are new since then.
  const stopped = await countStoppedProcesses(rig)
  const excess = finalUsage - quietUsage - Math.max(0, quietUsage - startUsage)
  return {
    ...{ attacked: planted + visits + sent, planted, stopped, lag_ms, statuses, operations: requests.operations },
    excess_mb: Math.max(0, Math.ceil(excess / 1e6)),
  }
}

/** Waits until every service of the victim has a later analysis with results of both sensors. */
async function waitUntilChecked({ db, eventually }: Rig, since: Date): Promise<void> {
  await eventually(
    'an analysis of each service of the victim',
    async () => {
      const rows = await db.query(sql`select from analysis where service_id <= ${victims.services} and time > ${since}
group by service_id having bool_or(ok_checks_count = 2)`)
      return rows.length === victims.services ? true : undefined
    },
    maxStartSeconds,
  )
}

async function attackFor(rig: Rig, requests: Requests, { rounds, seed, broken }: Plan) {
  const next = generateAttacks(seed, Date.now)
  const statuses: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const began = Date.now()
    for (let index = 0; index < messagesPerRound; index += 1) {
      const { value } = next.next()
      if (value) send(rig, value)
    }
    await rig.thief.connection.flush()
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        for (let index = 0; index < requestsPerRound / 5; index += 1) {
          const status = await sendRequest(rig, requests.next())
          statuses[status] = (statuses[status] ?? 0) + 1
        }
      }),
    )
    if (round === 2 && broken !== undefined) await breakRig(rig, broken)
    await wait(Math.max(0, roundMs - (Date.now() - began)))
  }
  return { sent: rounds * (messagesPerRound + requestsPerRound), statuses }
}

async function breakRig({ installation, db }: Rig, broken: string): Promise<void> {
  if (broken === 'own-row') {
    await db.query(sql`update service_revision set configuration = '"garbage"' where service_id = 1`)
    return
  }
  const { roles } = (await (await fetch(installation.rolesUrl)).json()) as {
    roles: readonly { role: string; pid: number }[]
  }
  const pid = roles.find(({ role }) => role === (broken === 'stop' ? 'planner' : 'analyst'))?.pid
  if (pid === undefined || !['stop', 'stall'].includes(broken)) throw new Error('--break takes stop, stall or own-row')
  process.kill(pid, broken === 'stop' ? 'SIGKILL' : 'SIGSTOP')
  if (broken === 'stop') return
  await wait(12_000)
  process.kill(pid, 'SIGCONT')
}

/**
 * Returns the 99th percentile of the delay from the deadline of the victim's analyses until a good analysis is stored;
 * a missing analysis counts until now.
 */
async function measureVictimLag({ db }: Rig, from: Date): Promise<number> {
  const { services, interval_ms, timeout_ms, spread_ms } = victims
  // The phases of services differ by a hundred milliseconds each, see the rig.
  const [row] = await db.query(sql<{
    lag: number | null
    expected: number
    missing: number
    failed: number
  }>`with expected as (
  select n as service_id, to_timestamp((g * ${interval_ms}::bigint + n * 100) / 1000.0) as time
  from generate_series(1, ${services}::int) n,
    generate_series(ceil(extract(epoch from ${from}::timestamptz) * 1000 / ${interval_ms})::bigint, floor((extract(epoch from now()) * 1000 - 8000) / ${interval_ms})::bigint - 1) g)
select percentile_disc(0.99) within group (order by greatest(0, extract(epoch from
  coalesce(pg_xact_commit_timestamp(a.xmin), now()) - e.time) * 1000 - ${timeout_ms + spread_ms}))::double precision as lag,
  count(*)::int as expected, count(*) filter (where n.service_id is null)::int as missing,
  count(*) filter (where n.ok_checks_count = 0)::int as failed
from expected e left join analysis n on n.service_id = e.service_id and n.time = e.time
  left join analysis a on a.service_id = e.service_id and a.time = e.time and a.ok_checks_count > 0`)
  if (typeof row?.lag !== 'number') throw new Error('no analysis of the victim was expected')
  // Distinguishes a slow machine, on which checks time out, from analyses that were never made.
  const { expected, missing, failed } = row
  console.log(`of ${expected} analyses of the victim ${missing} are missing and ${failed} have no good check`)
  return Math.round(row.lag)
}

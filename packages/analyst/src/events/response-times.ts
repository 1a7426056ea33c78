import type { Database } from '@wachta/database'
import { getRollupBucketLengthMs, minuteMs, toRollupBucket } from '@wachta/domain'
import { computeMeasure, findEventKind, type ResponseTimesStatistic } from '@wachta/events'
import { sql } from 'kysely'
import { isInShard } from '../store/load.ts'
import { readStoredChecks } from '../store/read-stored-checks.ts'
import { applyEvaluations, type EvaluationOptions, type RuleEvaluation } from './evaluations.ts'
import {
  coversService,
  isMonitored,
  listKindsThatWatch,
  loadRules,
  type Rule,
  readServices,
  toSubject,
} from './rules.ts'

/** Rules about longer periods, in minutes, are evaluated less often. Their averages come from rollups. */
const maxShortPeriodMinutes = 60
/** The number of services whose checks are read together: each has hundreds of checks. */
const servicesPerQuery = 200

/** The value that a rule needs for a service. */
interface FigureRequest extends ResponseTimesStatistic {
  readonly rule: Rule
  readonly service_id: number
}

/** Evaluates the rules about response times for the services of a shard. */
export async function judgeResponseTimes(options: EvaluationOptions, { isLong }: { isLong: boolean }): Promise<void> {
  const { database, shard, now } = options
  const requests = (await listRequests(database, shard)).filter(
    ({ minutes }) => minutes > maxShortPeriodMinutes === isLong,
  )
  for (let from = 0; from < requests.length; from += servicesPerQuery) {
    const part = requests.slice(from, from + servicesPerQuery)
    const averages = part.filter(({ measure }) => isLong && measure === 'average')
    const others = part.filter((request) => !averages.includes(request))
    await applyEvaluations(options, [
      ...toEvaluations(averages, await readAverages(database, averages, now)),
      ...toEvaluations(others, await computeFigures(database, others, now)),
    ])
  }
}

async function listRequests(database: Database, shard: number): Promise<FigureRequest[]> {
  const rules = await loadRules(database, { kinds: listKindsThatWatch('response_times') })
  if (rules.length === 0) return []
  const owners = [...new Set(rules.map(({ owner_id }) => owner_id))]
  const watched = sql<boolean>`owner_id = any(${owners}) and ${isMonitored} and ${isInShard(sql`id`, shard)}`
  const services = await readServices(database, watched)
  return rules.flatMap((rule) => {
    const kind = findEventKind(rule.kind)
    if (kind?.watches !== 'response_times') return []
    const figure = kind.getStatistic(rule.settings)
    return services
      .filter((service) => coversService(rule, service))
      .map(({ id }) => ({ ...figure, rule, service_id: id }))
  })
}

const toEvaluations = (requests: readonly FigureRequest[], figures: readonly (number | null)[]): RuleEvaluation[] =>
  requests.map(({ rule, service_id }, index) => {
    const kind = findEventKind(rule.kind)
    const facts = { response_time: figures[index] ?? null }
    const isFiring = kind?.watches === 'response_times' ? kind.holds(facts, rule.settings) : undefined
    return { subject: toSubject(rule, service_id), isFiring }
  })

/**
 * Computes values from the checks themselves: exact for every measure. Analyses of the kind `c` (custom) are left out.
 */
async function computeFigures(
  database: Database,
  requests: readonly FigureRequest[],
  now: number,
): Promise<(number | null)[]> {
  if (requests.length === 0) return []
  const since = requests.map(({ minutes }) => new Date(now - minutes * minuteMs))
  const rows = await database.query(sql<{
    ordinal: number
    service_id: number
    checks: Buffer
  }>`select n.ordinal::int, n.service_id, a.checks
from unnest(${requests.map(({ service_id }) => service_id)}::bigint[], ${since}::timestamptz[]) with ordinality n (service_id, since, ordinal),
  lateral (select x.checks from analysis x where x.service_id = n.service_id and x.time > n.since and x.time <= ${new Date(now)}
    and x.kind <> 'c' and x.ok_checks_count > 0 offset 0) a`)
  const times = requests.map((): number[] => [])
  for (const row of rows)
    for (const { result, response_time } of readStoredChecks(row))
      if (result === 'ok' && response_time !== null) times[row.ordinal - 1]?.push(response_time)
  return requests.map(({ measure }, index) => computeMeasure(times[index] ?? [], measure))
}

/**
 * Computes averages from the rollups of five minutes (size `m`) of all sensors together (`sensor_id` 0). The last
 * minutes are not included yet.
 */
async function readAverages(
  database: Database,
  requests: readonly FigureRequest[],
  now: number,
): Promise<(number | null)[]> {
  if (requests.length === 0) return []
  const since = requests.map(({ minutes }) => {
    const { start } = toRollupBucket(now - minutes * minuteMs, 'five_minutes')
    return new Date(start + getRollupBucketLengthMs('five_minutes'))
  })
  const rows = await database.query(sql<{ average: number | null }>`select a.average
from unnest(${requests.map(({ service_id }) => service_id)}::bigint[], ${since}::timestamptz[]) with ordinality n (service_id, since, ordinal),
  lateral (select (sum(r.response_sum) / nullif(sum(r.response_count), 0))::float8 as average from rollup r
    where r.service_id = n.service_id and r.size = 'm' and r.sensor_id = 0 and r.start >= n.since) a
order by n.ordinal`)
  return rows.map(({ average }) => average)
}

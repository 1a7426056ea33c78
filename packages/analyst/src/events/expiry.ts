import { findEventKind } from '@wachta/events'
import { sql } from 'kysely'
import { isInShard } from '../store/load.ts'
import { applyEvaluations, type EvaluationOptions } from './evaluations.ts'
import { coversService, isMonitored, listKindsThatWatch, loadRules, readServices, toSubject } from './rules.ts'

/** Evaluates the rules about expiry, such as of certificates and domains, for the services of a shard. */
export async function judgeExpiry(options: EvaluationOptions): Promise<void> {
  for (const id of listKindsThatWatch('expiry')) await judgeKind(options, id)
}

async function judgeKind(options: EvaluationOptions, id: string): Promise<void> {
  const { database, shard } = options
  const kind = findEventKind(id)
  const rules = await loadRules(database, { kinds: [id] })
  if (kind?.watches !== 'expiry' || rules.length === 0) return
  const owners = [...new Set(rules.map(({ owner_id }) => owner_id))]
  const watched = sql<boolean>`owner_id = any(${owners}) and ${isMonitored} and ${isInShard(sql`id`, shard)}`
  const services = await readServices(database, watched)
  const daysLeft = await readDaysLeft(
    options,
    kind.metric,
    services.map((service) => service.id),
  )
  const evaluations = rules.flatMap((rule) =>
    services
      .filter((service) => coversService(rule, service))
      .map((service) => ({
        subject: toSubject(rule, service.id),
        isFiring: kind.holds({ days_left: daysLeft.get(service.id) ?? null }, rule.settings),
      })),
  )
  await applyEvaluations(options, evaluations)
}

interface DaysLeftRow {
  readonly service_id: number
  readonly days_left: number
}

/**
 * Reads the days left, the smallest value of all sensors, from the newest analysis that has the metric. Analyses older
 * than three intervals (at least half an hour), or forced with custom settings (kind `c`), are ignored. With
 * `offset 0`, PostgreSQL computes that age first and then reads only the days that it covers.
 */
async function readDaysLeft(
  { database, now }: EvaluationOptions,
  metric: string,
  services: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.query(sql<DaysLeftRow>`select v.id as service_id, d.days_left
from service v, lateral (select ${new Date(now)}::timestamptz - greatest(interval '30 minutes', 3 * v.interval * interval '1 second') as since offset 0) b,
  lateral (select min(case jsonb_typeof(x.metrics -> ${metric}) when 'number' then (x.metrics ->> ${metric})::float8 end) as days_left from check_detail x where x.service_id = v.id and x.metrics ? ${metric}
    and x.time > b.since and x.time = (select y.time from check_detail y where y.service_id = v.id and y.metrics ? ${metric}
      and y.time > b.since and y.time <= ${new Date(now)}
      and not exists (select from forced_analysis f where f.service_id = v.id and f.time = y.time and f.kind = 'c') order by y.time desc limit 1)) d
where v.id = any(${services}) and d.days_left is not null`)
  return new Map(rows.map(({ service_id, days_left }) => [service_id, days_left]))
}

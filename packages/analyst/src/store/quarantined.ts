import type { Database, Queryable, Transaction } from '@wachta/database'
import {
  assessSensor,
  judgeQuarantine,
  neverQuarantined,
  type PeerComparison,
  type QuarantineState,
} from '@wachta/domain'
import { reportUnreadable } from '@wachta/runtime'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { QuarantineSpan } from '../quarantine-lookup.ts'
import { fence, type Lease } from './fenced.ts'

/** The reason of quarantines that follow from the comparison with peers. Only these are ended by the comparison. */
export const peersReason = 'errors that its peers do not see'

/**
 * Turns off the check for lost commits in `fence`: comparisons and quarantines do not depend on earlier commits of the
 * shard.
 */
const noRequiredCommits = { commits: 0 }

const toEpochMs = (column: string) => sql.raw<number | null>(`(extract(epoch from ${column}) * 1000)::int8`)

/** Reads the current quarantines, and past ones from which results may still arrive. */
export const readQuarantines = (database: Database): Promise<QuarantineSpan[]> =>
  database.query(sql<QuarantineSpan>`select sensor_id, ${toEpochMs('quarantined_at')} as since,
  case when quarantined then null else ${toEpochMs('released_at')} end as until
from sensor_state where quarantined or released_at > now() - interval '1 day'`)

/** Replaces the stored comparison of sensors in one shard. */
export async function writeComparisons(
  database: Database,
  lease: Lease,
  comparisons: ReadonlyMap<number, readonly PeerComparison[]>,
): Promise<void> {
  const rows = [...comparisons].map(([sensor_id, evidence]) => ({ sensor_id, evidence }))
  await database.transaction(async (tx) => {
    await fence(tx, { ...lease, counter: noRequiredCommits })
    await tx.query(sql`insert into sensor_comparison (vp_group, sensor_id, observed_at, evidence)
select ${lease.shard}, n.sensor_id, clock_timestamp(), n.evidence
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (sensor_id bigint, evidence jsonb)
join sensor s on s.id = n.sensor_id order by n.sensor_id
on conflict (vp_group, sensor_id) do update set observed_at = excluded.observed_at, evidence = excluded.evidence`)
    await tx.query(
      sql`delete from sensor_comparison where vp_group = ${lease.shard} and sensor_id <> all(${[...comparisons.keys()]})`,
    )
  })
}

/** The sensors whose quarantine began and ended. */
export interface QuarantineChange {
  readonly quarantined: readonly number[]
  readonly released: readonly number[]
}

interface StoredSensor extends QuarantineState {
  readonly sensor_id: number
  /** As stored, not validated yet. */
  readonly comparisons: readonly unknown[]
}

/** Starts and ends quarantines from the comparisons of all analysts, by the clock of the database. */
export async function updateQuarantine(database: Database, lease: Lease): Promise<QuarantineChange> {
  return database.transaction(async (tx) => {
    await fence(tx, { ...lease, counter: noRequiredCommits })
    const [clock] = await tx.query(sql<{ now: number }>`select ${toEpochMs('clock_timestamp()')} as now`)
    const now = clock?.now ?? 0
    const changed = (await readSensors(tx)).flatMap(({ sensor_id, comparisons, ...stored }) => {
      const before = stored.since === null && !stored.quarantined ? neverQuarantined : stored
      const after = judgeQuarantine(before, assessSensor(readComparisons(sensor_id, comparisons)), now)
      return after === before ? [] : [{ sensor_id, before, after }]
    })
    await writeStates(tx, changed)
    const quarantineChanges = changed.filter(({ before, after }) => before.quarantined !== after.quarantined)
    const listSensorIds = (isQuarantined: boolean) =>
      quarantineChanges.filter(({ after }) => after.quarantined === isQuarantined).map(({ sensor_id }) => sensor_id)
    return { quarantined: listSensorIds(true), released: listSensorIds(false) }
  })
}

/**
 * Returns the valid comparisons. Invalid ones are ignored, so that they do not prevent the evaluation of other sensors.
 */
const readComparisons = (sensor_id: number, comparisons: readonly unknown[]): PeerComparison[] =>
  comparisons.filter((one): one is PeerComparison => {
    const isReadable = Value.Check(Comparison, one)
    if (!isReadable) reportUnreadable('sensor_comparison.evidence', sensor_id)
    return isReadable
  })

const Comparison = Type.Object({
  tree_id: Type.Integer(),
  owner_id: Type.Integer(),
  targets: Type.Integer({ minimum: 0 }),
  excess: Type.Number({ minimum: -1, maximum: 1 }),
  checks: Type.Integer({ minimum: 0 }),
})

/**
 * Reads the sensors to evaluate with their comparisons. Sensors in a quarantine with another reason are left out, and
 * so are comparisons older than a minute: their analyst no longer runs.
 */
const readSensors = (db: Queryable): Promise<StoredSensor[]> =>
  db.query(sql<StoredSensor>`select s.id as sensor_id, coalesce(t.quarantined, false) as quarantined,
  ${toEpochMs('t.quarantined_at')} as since, ${toEpochMs('t.released_at')} as released_at,
  ${toEpochMs('t.agrees_since')} as agrees_since, coalesce(t.strikes, 0) as strikes,
  coalesce((select jsonb_agg(e) from sensor_comparison c,
      jsonb_array_elements(case jsonb_typeof(c.evidence) when 'array' then c.evidence else '[]' end) e
    where c.sensor_id = s.id and c.observed_at > now() - interval '1 minute'), '[]') as comparisons
from sensor s left join sensor_state t on t.sensor_id = s.id
where (coalesce(t.quarantined, false) and t.reason = ${peersReason})
  or (not coalesce(t.quarantined, false) and exists (select from sensor_comparison c where c.sensor_id = s.id))
order by s.id`)

async function writeStates(
  tx: Transaction,
  changed: readonly { readonly sensor_id: number; readonly after: QuarantineState }[],
): Promise<void> {
  if (changed.length === 0) return
  const toDate = (value: number | null) => (value === null ? null : new Date(value))
  const rows = changed.map(({ sensor_id, after }) => ({
    sensor_id,
    quarantined: after.quarantined,
    quarantined_at: toDate(after.since),
    released_at: toDate(after.released_at),
    agrees_since: toDate(after.agrees_since),
    strikes: after.strikes,
  }))
  await tx.query(sql`insert into sensor_state as t (sensor_id, quarantined, reason, quarantined_at, released_at, agrees_since, strikes)
select n.sensor_id, n.quarantined, case when n.quarantined then ${peersReason} end, n.quarantined_at, n.released_at, n.agrees_since, n.strikes
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (sensor_id bigint, quarantined boolean, quarantined_at timestamptz,
  released_at timestamptz, agrees_since timestamptz, strikes integer) order by n.sensor_id
on conflict (sensor_id) do update set quarantined = excluded.quarantined, reason = excluded.reason, quarantined_at = excluded.quarantined_at,
  released_at = excluded.released_at, agrees_since = excluded.agrees_since, strikes = excluded.strikes`)
}

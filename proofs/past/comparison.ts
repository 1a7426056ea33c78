import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Random } from '../fuzz/random.ts'
import { day, type Horizon, hour, minute, type PlantedHistory, type Span } from './history.ts'
import type { CorrectionRow, createOracle, ServiceLevels } from './oracle.ts'

/** One service whose past must not change: its measured history, and the compared intervals. */
export interface Victim {
  readonly service: number
  readonly history: PlantedHistory
  readonly measured: Uint8Array
  readonly intervals: readonly Span[]
  /** The raw service level of each interval. */
  readonly raw: readonly (number | null)[]
}

const lengths = [5 * minute, hour, 6 * hour, day, 3 * day] as const

export function makeVictim(
  history: PlantedHistory,
  horizon: Horizon,
  random: Random,
  oracle: ReturnType<typeof createOracle>,
): Victim {
  const measured = oracle.measuredSeconds(history)
  const intervals = [
    { start: horizon.from, end: horizon.to },
    ...lengths.flatMap((length) =>
      [0, 1].map(() => {
        // Half of the intervals begin on the hour, the others at any millisecond.
        const start = random.between(horizon.from, horizon.to - length)
        const from = random.chance(0.5) ? Math.max(Math.floor(start / hour) * hour, horizon.from) : start
        return { start: from, end: from + length }
      }),
    ),
  ]
  const raw = intervals.map((interval) => oracle.level(measured, interval))
  return { service: history.service, history, measured, intervals, raw }
}

/** Returns the current corrections of services, read from the table. */
export async function loadCorrections(
  db: Database,
  services: readonly number[],
): Promise<ReadonlyMap<number, CorrectionRow[]>> {
  const rows = await db.query(sql<CorrectionRow & { service_id: number }>`select id, service_id, status,
  (extract(epoch from start_time) * 1000)::float8 as start, (extract(epoch from end_time) * 1000)::float8 as "end",
  (extract(epoch from created_at) * 1000)::float8 as created_at
from correction where service_id = any(${services}::bigint[])`)
  return Map.groupBy(rows, ({ service_id }) => service_id)
}

export interface Difference {
  readonly service: number
  readonly interval: Span
  readonly figure: keyof ServiceLevels
  readonly expected: number | null
  readonly shown: number | null
}

/** Returns service levels of an interval that do not follow from the rows. */
export function findDifferences(
  service: number,
  interval: Span,
  expected: ServiceLevels,
  shown: ServiceLevels,
): Difference[] {
  return (['service_level', 'raw_service_level'] as const).flatMap((figure) =>
    isSame(expected[figure], shown[figure])
      ? []
      : [{ service, interval, figure, expected: expected[figure], shown: shown[figure] }],
  )
}

const isSame = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one - other) < 1e-9

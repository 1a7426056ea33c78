import { getRollupBucketLengthMs, type RollupSize, rollupSizes } from '@wachta/domain'
import type { QueryParameter } from '@wachta/resource'
import { Type } from 'typebox'
import { parseId } from '../../platform/found-rows.ts'
import { maxRangeMs, type Range } from '../../platform/range.ts'

/** The maximum number of points of a chart; no screen shows more. */
export const maxPoints = 1000

/** Returns the smallest size of which at most this many buckets overlap the range; days if even those are too many. */
export function chooseRollupSize({ from, to }: Range, maxBuckets = maxPoints): RollupSize {
  const length = to.getTime() - from.getTime()
  return rollupSizes.find((size) => length / getRollupBucketLengthMs(size) <= maxBuckets - 1) ?? 'day'
}

/** Like `chooseRollupSize`, for data of which only hourly and daily rollups are kept if the range begins long ago. */
export function chooseStoredRollupSize(range: Range, now: Date): RollupSize {
  const size = chooseRollupSize(range)
  return size === 'five_minutes' && isOld(range, now) ? 'hour' : size
}

/** Returns whether single checks of the range may already be deleted. */
export const isOld = ({ from }: Range, now: Date): boolean => now.getTime() - from.getTime() > maxRangeMs

export const sensorParameter: QueryParameter = {
  name: 'sensor_id',
  schema: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
  description: 'Only results of this sensor; default: all sensors together.',
}

/** Reads the sensor of a chart; zero means all sensors, as in the table of rollups. */
export const readSensor = (query: Readonly<Record<string, unknown>>): number =>
  query['sensor_id'] === undefined ? 0 : parseId(String(query['sensor_id']))

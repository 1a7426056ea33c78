import { bucketLength, type RollupSize, rollupSizes } from '@wachta/domain'
import type { QueryParameter } from '@wachta/resource'
import { Type } from 'typebox'
import { idIn } from '../../platform/found-rows.ts'
import { longestRange, type Range } from '../../platform/range.ts'

/** No chart has more points: no screen shows more. */
export const maxPoints = 1000

/** The smallest buckets of which the range has no more than so many; it may touch one more at its end. */
export function sizeFor({ from, to }: Range, most = maxPoints): RollupSize {
  const length = to.getTime() - from.getTime()
  return rollupSizes.find((size) => length / bucketLength(size) <= most - 1) ?? 'day'
}

/** The same for what only hours and days are kept of, where the range begins so long ago. */
export function keptSizeFor(range: Range, now: Date): RollupSize {
  const size = sizeFor(range)
  return size === 'five_minutes' && isOld(range, now) ? 'hour' : size
}

/** Whether single checks of the range may be gone already. */
export const isOld = ({ from }: Range, now: Date): boolean => now.getTime() - from.getTime() > longestRange

export const sensorParameter: QueryParameter = {
  name: 'sensor_id',
  schema: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
  description: 'What one sensor saw; all of them together unless given.',
}

/** Zero is all sensors together, as in the table of rollups. */
export const readSensor = (query: Readonly<Record<string, unknown>>): number =>
  query['sensor_id'] === undefined ? 0 : idIn(String(query['sensor_id']))

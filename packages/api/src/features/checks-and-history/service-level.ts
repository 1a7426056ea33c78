import { serviceLevel } from '@wachta/domain'
import { closed, named, type Operation } from '@wachta/resource'
import { number, time } from '@wachta/resource/field'
import { Type } from 'typebox'
import { parseRange, rangeParameters } from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import type { ServiceOperation } from '../services/service-operation.ts'
import { serviceHistory } from './service-history.ts'

export const percentage = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 100, description })

export const serviceLevelFields = {
  ok_seconds: number({ description: 'As corrected, like those below.' }).schema,
  failure_seconds: number().schema,
  paused_seconds: number({ description: 'Monitoring was switched off or suspended.' }).schema,
  unknown_seconds: number({ description: 'Nothing was seen, or too little to decide.' }).schema,
  service_level: percentage('100 · ok / (ok + failure), corrections included; null where neither was.'),
  raw_service_level: percentage('The same without corrections.'),
}

const level = named(
  'service_level',
  Type.Object({ from: time().schema, to: time().schema, ...serviceLevelFields }, closed),
)

/** The operation that computes the service level of a time range. */
export const serviceLevelOperation = (ofService: ServiceOperation): Operation =>
  ofService(
    {
      id: 'read_service_level',
      path: '/services/{_id}/history/service_level',
      summary: 'Availability in a time range.',
      description: 'In whole seconds, which add up to the range; what has not happened yet is left out of it.',
      query: rangeParameters,
      result: level,
    },
    async (service, call) => {
      const { from, to, ...figures } = serviceLevel(await serviceHistory(service, parseRange(call), call))
      return { value: { from: formatWireTime(from), to: formatWireTime(to), ...figures } }
    },
  )

import { buildResourceSchemas, type Operation, type RowCondition } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { searchPage, selectKeyAt, toRangeKeys } from '../../platform/found-rows.ts'
import { pageParameters, parseRange, rangeParameters } from '../../platform/range.ts'
import { sensor } from '../sensors/sensor.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'

const usedSensorsCondition: RowCondition = {
  cacheKey: 'used for a service in a range',
  condition: (row) => sql<boolean>`${row('id')} = any(array(select unnest(r.sensor_ids) from service_revision r
where r.service_id = ${selectKeyAt(0)}::bigint and r.is_active and r.effective_from < ${selectKeyAt(2)}::timestamptz
  and (r.effective_to is null or r.effective_to > ${selectKeyAt(1)}::timestamptz)))`,
}

/** The operation that lists the sensors that checked a service, if they still exist and the caller may read them. */
export function createUsedSensorsOperation(
  context: ApiContext,
  buildServiceOperation: ServiceOperationBuilder,
  operation: Pick<Operation, 'id' | 'path'>,
): Operation {
  const { record } = buildResourceSchemas(sensor, context.searcher.registry)
  return buildServiceOperation(
    {
      ...operation,
      summary: 'Sensors that monitored the service.',
      query: [...rangeParameters, ...pageParameters],
      result: [record],
    },
    (id, call) => {
      const keys = [id, ...toRangeKeys(parseRange(call))]
      return searchPage(context, { resource: sensor, within: usedSensorsCondition, keys, sortBy: 'id' }, call)
    },
  )
}

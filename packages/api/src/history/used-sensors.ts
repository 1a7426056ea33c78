import { type Operation, resourceSchemas, type Within } from '@wachta/resource'
import { sql } from 'kysely'
import { sensor } from '../resources/sensor.ts'
import type { Services } from '../services.ts'
import { keyAt, listed, rangeKeys } from './found-rows.ts'
import { pageParameters, rangeOf, rangeParameters } from './range.ts'
import type { ServiceOperation } from './service-operation.ts'

const usedBy: Within = {
  shape: 'used for a service in a range',
  condition: (row) => sql<boolean>`${row('id')} = any(array(select unnest(r.sensor_ids) from service_revision r
where r.service_id = ${keyAt(0)}::bigint and r.is_active and r.effective_from < ${keyAt(2)}::timestamptz
  and (r.effective_to is null or r.effective_to > ${keyAt(1)}::timestamptz)))`,
}

/** The sensors that a service was watched from, as far as they are still there and the caller may see them. */
export function usedSensors(
  services: Services,
  ofService: ServiceOperation,
  said: Pick<Operation, 'id' | 'path'>,
): Operation {
  const { record } = resourceSchemas(sensor, services.searcher.registry)
  return ofService(
    {
      ...said,
      summary: 'Sensors the service was monitored from.',
      query: [...rangeParameters, ...pageParameters],
      result: [record],
    },
    (id, call) => {
      const keys = [id, ...rangeKeys(rangeOf(call))]
      return listed(services, { resource: sensor, within: usedBy, keys }, 'id', call)
    },
  )
}

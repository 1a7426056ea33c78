import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'

/** The check type of services whose jobs report by calling a URL. */
export const heartbeatType = 'heartbeat'

/** The `sensor_id` of checks that are reported by a job; no sensor has this id. */
export const jobCheckSensorId = 2_147_483_647

export const heartbeatQuery = (service: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(service), 'heartbeat'],
    queryFn: ({ signal }) => client.call('read_heartbeat', { path: { _id: service } }, { signal }),
    refetchInterval: 5_000,
  })

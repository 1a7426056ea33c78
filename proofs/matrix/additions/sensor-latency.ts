import type { Addition } from '../additions.ts'

/** Latencies from sensors to services; rules.ts decides who may read them. */
export const addition: Addition = {
  kinds: {},
  operations: {
    'GET /accounts/{_id}/sensor_latencies': 'the map of sensors shows how far away services are',
  },
}

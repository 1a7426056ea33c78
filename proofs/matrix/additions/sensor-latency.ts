import type { Addition } from '../additions.ts'

/** Numbers that belong to services; rules.ts says who may ask for them. */
export const addition: Addition = {
  kinds: {},
  operations: {
    'GET /accounts/{_id}/sensor_latencies': 'the map of sensors shows how far away services are',
  },
}

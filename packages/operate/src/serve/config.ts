import { Type } from 'typebox'
import { processRoles } from './roles.ts'

/** The environment variables of the supervisor, which it passes to the processes. */
export const Config = Type.Object({
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535 - Math.max(...processRoles.map(({ portOffset }) => portOffset)),
    default: 9463,
    description:
      'The port on which /roles, /metrics, /health and /ready are served; the roles use the ports after it. 0 picks free ports.',
  }),
  STOP_TIMEOUT_MS: Type.Integer({
    minimum: 1_000,
    maximum: 2 ** 31 - 1,
    default: 10_000,
    description: 'How long a graceful stop of all roles may take before hanging ones are killed.',
  }),
})

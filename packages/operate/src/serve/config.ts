import { Type } from 'typebox'
import { processRoles } from './roles.ts'

/** What the supervisor reads from its environment, which is that of the roles too. */
export const Config = Type.Object({
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535 - Math.max(...processRoles.map(({ place }) => place)),
    default: 9463,
    description:
      'The port on which /roles, /metrics, /health and /ready are served; those of the roles follow it. 0 takes any free ones.',
  }),
  STOP_TIMEOUT_MS: Type.Integer({
    minimum: 1_000,
    maximum: 2 ** 31 - 1,
    default: 10_000,
    description: 'How long an orderly stop of all roles may take before those that hang are killed.',
  }),
})

import { Type } from 'typebox'
import type { ProcessName } from '../setup/processes.ts'
import { processRoles } from './roles.ts'

/** The variable with the database login of one role. */
export const toLoginVariable = (role: string): string => `${role.toUpperCase()}_DATABASE_URL`

const defineLoginUrl = (role: ProcessName) =>
  Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: `The URL with which the ${role} connects to the database; default: DATABASE_URL.`,
      secret: true,
    }),
  )

/** The environment variables of the supervisor. */
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
  ROLE_ISOLATION: Type.Enum(['thread', 'process'], {
    default: 'thread',
    description:
      'How planner, analyst, notifier and reporter run: `thread`, together in one process, or `process`, each in a process of its own.',
  }),
  ROLE_HEAP_MB: Type.Integer({
    minimum: 64,
    maximum: 65_536,
    default: 1024,
    description: 'The maximum heap of each role in MiB. A role that needs more ends and is restarted.',
  }),
  API_DATABASE_URL: defineLoginUrl('api'),
  PLANNER_DATABASE_URL: defineLoginUrl('planner'),
  ANALYST_DATABASE_URL: defineLoginUrl('analyst'),
  NOTIFIER_DATABASE_URL: defineLoginUrl('notifier'),
  REPORTER_DATABASE_URL: defineLoginUrl('reporter'),
})

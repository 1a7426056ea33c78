import { Type } from 'typebox'
import { CarrierConfig } from './carrier-config.ts'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })

/** What the notifier process reads from its environment. */
export const Config = Type.Object({
  DATABASE_URL: Type.String(secret({ pattern: '^postgres(ql)?://', description: 'The PostgreSQL database.' })),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 3,
    maximum: 200,
    default: 16,
    description: 'Most connections to PostgreSQL; one more tells others that the process is alive.',
  }),
  CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 24,
    description: 'So many jobs are worked on at once.',
  }),
  PUBLIC_URL: Type.String({
    pattern: '^https?://[^/]+$',
    default: 'http://127.0.0.1:8080',
    description: 'Where people reach this installation, without a path; links in messages begin with it.',
  }),
  SECRET_KEYS: Type.String(
    secret({
      pattern: '^\\w+:[A-Za-z0-9+/=]{44}(,\\w+:[A-Za-z0-9+/=]{44})*$',
      description:
        'The keys that secrets are encrypted with at rest, as in the api; links in messages are signed with them.',
    }),
  ),
  OBJECTS_URL: Type.String(
    secret({
      pattern: '^(file|s3)://',
      default: 'file:///var/lib/wachta/objects',
      description: 'Where evidence of checks is kept: `file:///path`, or `s3://key:secret@host/bucket`.',
    }),
  ),
  CELL: Type.String({
    pattern: '^[a-z0-9-]{1,32}$',
    default: 'main',
    description: 'The name of the cell; ids of messages begin with it.',
  }),
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9468,
    description: 'The port on which /metrics, /health and /ready are served; 0 takes any free one and logs it.',
  }),
  STOP_TIMEOUT_MS: Type.Integer({
    minimum: 1,
    maximum: 2 ** 31 - 1,
    default: 10_000,
    description: 'How long an orderly stop may take before the process ends anyway.',
  }),
  ...CarrierConfig.properties,
})

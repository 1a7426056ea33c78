import { Type } from 'typebox'
import { CarrierConfig } from './carrier-config.ts'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })

/** The environment variables of the notifier. */
export const Config = Type.Object({
  DATABASE_URL: Type.String(
    secret({
      pattern: '^postgres(ql)?://',
      description:
        'The PostgreSQL database. It may name several hosts, separated by commas: the one that accepts writes is used.',
    }),
  ),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 3,
    maximum: 200,
    default: 16,
    description:
      'The maximum number of connections to PostgreSQL, not counting one for the liveness signal of the process.',
  }),
  CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 24,
    description: 'How many jobs run at once.',
  }),
  PUBLIC_URL: Type.String({
    pattern: '^https?://[^/]+$',
    default: 'http://127.0.0.1:8080',
    description: 'The public URL of this installation, without a path; links in notifications begin with it.',
  }),
  PAGES_URL: Type.String({
    pattern: '^https?://[^/]+$',
    default: 'http://127.0.0.1:8090',
    description:
      'The public URL of status pages, without a path, as in the reporter; links in messages to their subscribers begin with it.',
  }),
  SECRET_KEYS: Type.String(
    secret({
      pattern: '^\\w+:[A-Za-z0-9+/=]{44}(,\\w+:[A-Za-z0-9+/=]{44})*$',
      description:
        'The keys that secrets are encrypted with at rest, as in the api; they also sign links in notifications.',
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
    description: 'The name of the cell; ids of notifications begin with it.',
  }),
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9468,
    description: 'The port on which /metrics, /health and /ready are served; 0 picks a free port and logs it.',
  }),
  STOP_TIMEOUT_MS: Type.Integer({
    minimum: 1,
    maximum: 2 ** 31 - 1,
    default: 10_000,
    description: 'How long a graceful stop may take before the process exits anyway.',
  }),
  ...CarrierConfig.properties,
})

import { Type } from 'typebox'

const days = (fallback: number, description: string) =>
  Type.Integer({ minimum: 2, maximum: 36_500, default: fallback, description })

const secret = <T extends object>(options: T) => ({ ...options, secret: true })

/** What the reporter process reads from its environment. */
export const Config = Type.Object({
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://', description: 'The PostgreSQL database.', secret: true }),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 3,
    description: 'Most connections to PostgreSQL.',
  }),
  OBJECTS_URL: Type.String({
    pattern: '^(file|s3)://',
    default: 'file:///var/lib/wachta/objects',
    description: 'Where evidence of checks is kept: `file:///path`, or `s3://key:secret@host/bucket`.',
    secret: true,
  }),
  OTLP_RESULTS_URL: Type.Optional(
    Type.String(
      secret({
        pattern: '^https?://',
        description:
          'A collector that gets every analysis of the installation as metrics: OTLP over HTTP in JSON, as `https://collector.example.org/v1/metrics`.',
      }),
    ),
  ),
  OTLP_RESULTS_HEADERS: Type.String(
    secret({
      default: '',
      description: 'Headers for the collector, as `Authorization=Bearer%20word`, separated by commas.',
    }),
  ),
  EGRESS_ALLOW: Type.String({
    default: '',
    description:
      'Ranges of addresses beyond the public network that OTLP_RESULTS_URL may lead to, separated by commas.',
  }),
  CELL: Type.String({
    pattern: '^[a-z0-9-]{1,32}$',
    default: 'main',
    description: 'The name of the cell; the collector is told it.',
  }),
  RETENTION_ANALYSES_DAYS: days(
    397,
    'How long analyses and checks are kept; rollups of hours and days stay as long as their service does.',
  ),
  RETENTION_DETAILS_DAYS: days(30, 'How long details of checks are kept, such as messages, headers and steps.'),
  RETENTION_ARTIFACTS_DAYS: days(30, 'How long artifacts of checks are kept.'),
  RETENTION_NOTIFICATIONS_DAYS: days(397, 'How long it is kept who was told of what, and what it was.'),
})

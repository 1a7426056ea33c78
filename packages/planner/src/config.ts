import { Type } from 'typebox'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })

/** The environment variables of the planner. */
export const Config = Type.Object({
  DATABASE_URL: Type.String(
    secret({
      pattern: '^postgres(ql)?://',
      description:
        'The PostgreSQL database. It may name several hosts, separated by commas: the one that accepts writes is used.',
    }),
  ),
  NATS_URL: Type.String({
    default: 'nats://127.0.0.1:4222',
    description: 'The NATS server, or several separated by commas.',
  }),
  NATS_CREDENTIALS: Type.Optional(Type.String({ description: 'The file with the credentials of the centre.' })),
  NATS_STORE_BYTES: Type.Integer({
    minimum: 10_000_000,
    maximum: 2 ** 50,
    default: 7 * 1024 ** 3,
    description: 'The maximum number of bytes that the broker stores for this cell.',
  }),
  NATS_REPLICAS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 5,
      description:
        'On how many servers of a NATS cluster each stream is kept: 3 survives the loss of one. Unset, streams keep the number that the operator gave them, and new ones get 1.',
    }),
  ),
  NATS_CA: Type.Optional(
    Type.String({
      description: 'The file with the certificate authority of the broker; default: those of the system.',
    }),
  ),
  CELL: Type.String({ pattern: '^[a-z0-9-]{1,32}$', default: 'main', description: 'The name of this cell.' }),
  SECRET_KEYS: Type.String(secret({ description: 'The keys that secrets are encrypted with at rest, as in the api.' })),
  INSTALLATION_KEYS: Type.Optional(
    Type.String({
      description: 'The file with the keys of the installation; without it, secrets are not sent to sensors.',
    }),
  ),
  DEADMAN_URL: Type.Optional(
    Type.String(
      secret({
        pattern: '^https?://',
        description:
          "The URL of the dead man's switch: requested every minute while everything works; the service behind it raises the alarm when requests stop.",
      }),
    ),
  ),
  EGRESS_ALLOW: Type.String({
    default: '',
    description: 'Address ranges outside the public Internet to which DEADMAN_URL may point, separated by commas.',
  }),
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9465,
    description: 'The port on which /metrics, /health and /ready are served; 0 picks a free port and logs it.',
  }),
})

import { Type } from 'typebox'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })

/** What the planner reads from its environment. */
export const Config = Type.Object({
  DATABASE_URL: Type.String(secret({ pattern: '^postgres(ql)?://', description: 'The PostgreSQL database.' })),
  NATS_URL: Type.String({ default: 'nats://127.0.0.1:4222', description: 'The NATS server, or several by commas.' }),
  NATS_CREDENTIALS: Type.Optional(Type.String({ description: 'The file with the credentials of the centre.' })),
  NATS_STORE_BYTES: Type.Integer({
    minimum: 10_000_000,
    maximum: 2 ** 50,
    default: 7 * 1024 ** 3,
    description: 'Most bytes that the broker stores for this cell.',
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
      description: 'The file with the certificate authority of the broker; the ones of the system unless given.',
    }),
  ),
  CELL: Type.String({ pattern: '^[a-z0-9-]{1,32}$', default: 'main', description: 'The name of this cell.' }),
  SECRET_KEYS: Type.String(secret({ description: 'The keys that secrets are encrypted with at rest, as in the api.' })),
  INSTALLATION_KEYS: Type.Optional(
    Type.String({ description: 'The file with the keys of the installation; without it secrets go to no sensor.' }),
  ),
  DEADMAN_URL: Type.Optional(
    Type.String(
      secret({
        pattern: '^https?://',
        description:
          'An address that is asked every minute while the whole flow works, and only then: whoever is behind it raises the alarm when nobody asks.',
      }),
    ),
  ),
  EGRESS_ALLOW: Type.String({
    default: '',
    description: 'Ranges of addresses beyond the public network that DEADMAN_URL may lead to, separated by commas.',
  }),
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9465,
    description: 'The port on which /metrics, /health and /ready are served; 0 takes any free one and logs it.',
  }),
})

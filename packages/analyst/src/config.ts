import { Type } from 'typebox'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })

/** The environment variables of the analyst process. */
export const Config = Type.Object({
  DATABASE_URL: Type.String(
    secret({
      pattern: '^postgres(ql)?://',
      description:
        'The PostgreSQL database. It may name several hosts, separated by commas: the one that accepts writes is used.',
    }),
  ),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 10,
    description: 'The maximum number of connections to PostgreSQL.',
  }),
  NATS_URL: Type.String(
    secret({
      pattern: '^(nats|tls)://',
      default: 'nats://127.0.0.1:4222',
      description: 'The broker, or several separated by commas.',
    }),
  ),
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
  CELL: Type.String({ pattern: '^[a-z0-9-]{1,32}$', default: 'main', description: 'The name of the cell.' }),
  OBJECTS_URL: Type.String(
    secret({
      pattern: '^(file|s3)://',
      default: 'file:///var/lib/wachta/objects',
      description: 'Where evidence of checks is kept: `file:///path`, or `s3://key:secret@host/bucket`.',
    }),
  ),
  EVIDENCE_BYTES_PER_SENSOR: Type.Integer({
    minimum: 1_000_000,
    maximum: 2 ** 50,
    default: 1024 ** 3,
    description:
      'The maximum evidence of a private sensor per day in bytes, and at most a quarter of it at once; 16 times as much for a public sensor.',
  }),
  MOST_PENDING: Type.Integer({
    minimum: 1_000,
    maximum: 10_000_000,
    default: 200_000,
    description: 'How many results of a shard may wait in memory before reading slows down.',
  }),
})

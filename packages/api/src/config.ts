import { Type } from 'typebox'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })

/** What the api process reads from its environment. */
export const Config = Type.Object({
  DATABASE_URL: Type.String(secret({ pattern: '^postgres(ql)?://', description: 'The PostgreSQL database.' })),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 10,
    description: 'Most connections to PostgreSQL; three more count attempts and send heartbeats.',
  }),
  HTTP_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  HTTP_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: 'The port to listen on.' }),
  VERIFY_EMAIL_ADDRESSES: Type.Boolean({
    default: true,
    description:
      'Whether recipients of notifications confirm their e-mail address with a link first. Without it, accounts can have mail sent to anybody.',
  }),
  PUBLIC_URL: Type.String({
    pattern: '^https?://[^/]+$',
    default: 'http://127.0.0.1:8080',
    description: 'Where people reach this installation, without a path; mailed links begin with it.',
  }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description: 'Addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas.',
  }),
  REQUESTS_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    default: 1200,
    description: 'Most requests per minute from one address.',
  }),
  SECRET_KEYS: Type.String(
    secret({
      pattern: '^\\w+:[A-Za-z0-9+/=]{44}(,\\w+:[A-Za-z0-9+/=]{44})*$',
      description:
        'Keys that secrets are encrypted with at rest, `name:base64`, the current one first (`openssl rand -base64 32`).',
    }),
  ),
  SMTP_URL: Type.String(
    secret({ pattern: '^smtps?://', default: 'smtp://127.0.0.1:25', description: 'The mail server.' }),
  ),
  MAIL_FROM: Type.String({ default: 'Wachta <wachta@localhost>', description: 'The sender of our mail.' }),
  LINK_HOSTS: Type.String({
    default: '',
    description: 'Further hosts that mailed links may lead to, separated by commas.',
  }),
  OBJECTS_URL: Type.String(
    secret({
      pattern: '^(file|s3)://',
      default: 'file:///var/lib/wachta/objects',
      description: 'Where evidence of checks is kept: `file:///path`, or `s3://key:secret@host/bucket`.',
    }),
  ),
  ARTIFACTS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'Another origin of this installation that evidence is downloaded from; PUBLIC_URL unless given.',
    }),
  ),
  BILLING_PORTAL_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'The billing portal, if there is one.' }),
  ),
  BILLING_PORTAL_KEY: Type.Optional(
    Type.String(secret({ minLength: 32, description: 'The key that tokens for the billing portal are signed with.' })),
  ),
  NATS_URL: Type.String({ default: 'nats://127.0.0.1:4222', description: 'The NATS server, or several by commas.' }),
  NATS_CA: Type.Optional(
    Type.String({
      description: 'The file with the certificate authority of the broker; the ones of the system unless given.',
    }),
  ),
  CELL: Type.String({ pattern: '^[a-z0-9-]{1,32}$', default: 'main', description: 'The name of this cell.' }),
  INSTALLATION_KEYS: Type.Optional(
    Type.String({ description: 'The file with the keys of the installation; without it no sensor can be enrolled.' }),
  ),
  SENSOR_NATS_URLS: Type.Optional(
    Type.String({ description: 'Where sensors reach the NATS server, separated by commas; NATS_URL if not given.' }),
  ),
})

export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

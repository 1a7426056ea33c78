import { Type } from 'typebox'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })

/** The environment variables of the api process. */
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
    description: 'The maximum number of connections to PostgreSQL; three more count attempts and send heartbeats.',
  }),
  HTTP_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  HTTP_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: 'The port to listen on.' }),
  VERIFY_EMAIL_ADDRESSES: Type.Boolean({
    default: true,
    description:
      'Whether recipients of notifications confirm their e-mail address with a link first. If false, accounts can send e-mail to any address.',
  }),
  PUBLIC_URL: Type.String({
    pattern: '^https?://[^/]+$',
    default: 'http://127.0.0.1:8080',
    description: 'The public URL of this installation, without a path; links in e-mails begin with it.',
  }),
  PAGES_URL: Type.String({
    pattern: '^https?://[^/]+$',
    default: 'http://127.0.0.1:8090',
    description: 'The public URL of status pages, without a path: links that open a page begin with it.',
  }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description: 'Addresses or networks of trusted proxies, whose X-Forwarded-For is used; separated by commas.',
  }),
  REQUESTS_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    default: 1200,
    description: 'The maximum number of requests per minute from one IP address.',
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
  MAIL_FROM: Type.String({ default: 'Wachta <wachta@localhost>', description: 'The sender of e-mails.' }),
  LINK_HOSTS: Type.String({
    default: '',
    description: 'Additional hosts that links in e-mails may point to, separated by commas.',
  }),
  OBJECTS_URL: Type.String(
    secret({
      pattern: '^(file|s3)://',
      default: 'file:///var/lib/wachta/objects',
      description: 'Where evidence of checks is kept: `file:///path`, or `s3://key:secret@host/bucket`.',
    }),
  ),
  HISTORY_URL: Type.Optional(
    Type.String(
      secret({
        pattern: '^https?://',
        description:
          'The ClickHouse database that keeps analyses and checks for years, as `http://user:password@host:8123/database`. Without it, they are kept as long as RETENTION_ANALYSES_DAYS. The reporter fills it; the api reads it.',
      }),
    ),
  ),
  ARTIFACTS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'A separate origin of this installation for downloads of evidence; default: PUBLIC_URL.',
    }),
  ),
  EGRESS_ALLOW: Type.String({
    default: '',
    description:
      'Address ranges outside the public internet where issuers of single sign-on and push services of browsers may be located, separated by commas.',
  }),
  VAPID_PUBLIC_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{87}$',
      description:
        'The key of the same name in the notifier; with it, browsers of visitors of status pages can subscribe.',
    }),
  ),
  BILLING_PORTAL_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'The billing portal, if there is one.' }),
  ),
  BILLING_PORTAL_KEY: Type.Optional(
    Type.String(secret({ minLength: 32, description: 'The key that signs tokens for the billing portal.' })),
  ),
  NATS_URL: Type.String({
    default: 'nats://127.0.0.1:4222',
    description: 'The NATS server, or several separated by commas.',
  }),
  NATS_CA: Type.Optional(
    Type.String({
      description: 'The file with the certificate authority of the broker; default: those of the system.',
    }),
  ),
  CELL: Type.String({ pattern: '^[a-z0-9-]{1,32}$', default: 'main', description: 'The name of this cell.' }),
  INSTALLATION_KEYS: Type.Optional(
    Type.String({ description: 'The file with the keys of the installation; without it, sensors cannot be enrolled.' }),
  ),
  SENSOR_NATS_URLS: Type.Optional(
    Type.String({
      description: 'The URLs at which sensors reach the NATS server, separated by commas; default: NATS_URL.',
    }),
  ),
})

export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

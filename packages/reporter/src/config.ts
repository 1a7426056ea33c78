import { Type } from 'typebox'

const days = (fallback: number, description: string) =>
  Type.Integer({ minimum: 2, maximum: 36_500, default: fallback, description })

const markSecret = <T extends object>(options: T) => ({ ...options, secret: true })

/** The environment variables of the reporter. */
export const Config = Type.Object({
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description:
      'The PostgreSQL database. It may name several hosts, separated by commas: the one that accepts writes is used.',
    secret: true,
  }),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 3,
    maximum: 200,
    default: 6,
    description: 'The maximum number of connections to PostgreSQL.',
  }),
  OBJECTS_URL: Type.String({
    pattern: '^(file|s3)://',
    default: 'file:///var/lib/wachta/objects',
    description: 'Where evidence of checks is kept: `file:///path`, or `s3://key:secret@host/bucket`.',
    secret: true,
  }),
  OTLP_RESULTS_URL: Type.Optional(
    Type.String(
      markSecret({
        pattern: '^https?://',
        description:
          'A collector that receives every analysis of the installation as metrics: OTLP over HTTP in JSON, as `https://collector.example.org/v1/metrics`.',
      }),
    ),
  ),
  OTLP_RESULTS_HEADERS: Type.String(
    markSecret({
      default: '',
      description: 'Headers for the collector, as `Authorization=Bearer%20word`, separated by commas.',
    }),
  ),
  EGRESS_ALLOW: Type.String({
    default: '',
    description:
      'Address ranges outside the public Internet to which OTLP_RESULTS_URL, TIME_STAMP_URL and ACME_URL may point, separated by commas.',
  }),
  REPORT_SIGNING_KEY: Type.Optional(
    Type.String({
      description:
        'The file with the private key, in PEM, that reports are signed with: ECDSA on P-256, or RSA of at least 3072 bits. Without it, reports are not signed.',
    }),
  ),
  REPORT_SIGNING_CERTIFICATE: Type.Optional(
    Type.String({
      description: 'The file with the certificate of REPORT_SIGNING_KEY, in PEM, followed by those of its issuers.',
    }),
  ),
  TIME_STAMP_URL: Type.Optional(
    Type.String(
      markSecret({
        pattern: '^https?://',
        description:
          'A time-stamp authority (RFC 3161) that confirms when reports were signed and, once a day, that the chain of evidence existed.',
      }),
    ),
  ),
  TIME_STAMP_ROOTS: Type.Optional(
    Type.String({
      description:
        'A file with root certificates, in PEM, one of which must have issued the certificate of the time-stamp authority, directly or through intermediates; without it, any authority at TIME_STAMP_URL is accepted.',
    }),
  ),
  PUBLIC_URL: Type.String({
    pattern: '^https?://[^/]+$',
    default: 'http://127.0.0.1:8080',
    description:
      'The public URL of this installation, without a path; links in reports begin with it, and visitors of status pages subscribe there.',
  }),
  PAGES_URL: Type.String({
    pattern: '^https?://[^/]+$',
    default: 'http://127.0.0.1:8090',
    description: 'The public URL of status pages, without a path: where visitors reach the process `pages`.',
  }),
  VAPID_PUBLIC_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{87}$',
      description:
        'The key of the same name in the notifier; with it, visitors of status pages can subscribe their browser.',
    }),
  ),
  PAGES_CNAME: Type.String({
    pattern: '^([a-z0-9.-]+)?$',
    default: '',
    description: 'The host name that custom domains of status pages must point to; that of PAGES_URL if it is empty.',
  }),
  PAGES_KEYS: Type.Optional(
    Type.String(
      markSecret({
        description:
          'The keys that private keys of certificates are encrypted with, as `id:key[,id:key...]`; new ones are encrypted with the first key. The process `pages` needs the same value.',
      }),
    ),
  ),
  DNS_SERVERS: Type.String({
    default: '',
    description:
      'The name servers that are queried for the records of custom domains, as `9.9.9.9` or `127.0.0.1:5353`, separated by commas; those of the system if it is empty.',
  }),
  ACME_URL: Type.Optional(
    Type.String({
      pattern: '^https://',
      description:
        'The directory of a certificate authority (ACME, RFC 8555) that issues certificates for status pages. With it, you agree to the terms of the authority. Without it, a proxy has to provide the certificates.',
    }),
  ),
  ACME_CONTACT: Type.String({
    pattern: '^([^@\\s]+@[^@\\s]+)?$',
    default: '',
    description: 'An e-mail address for the certificate authority.',
  }),
  ACME_ROOTS: Type.Optional(
    Type.String({
      description: 'A file with root certificates, in PEM, to trust at ACME_URL besides those of the system.',
    }),
  ),
  ACME_ORDERS_PER_HOUR: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 50,
    description:
      'How many certificates are ordered per hour at most; a fifth of them for one account with its sub-accounts.',
  }),
  CELL: Type.String({
    pattern: '^[a-z0-9-]{1,32}$',
    default: 'main',
    description: 'The name of the cell, which is sent to the collector.',
  }),
  RETENTION_ANALYSES_DAYS: days(
    397,
    'How long analyses and checks are kept in PostgreSQL; hourly and daily rollups are kept as long as their service. With HISTORY_URL, no day is deleted that is not copied there.',
  ),
  HISTORY_URL: Type.Optional(
    Type.String(
      markSecret({
        pattern: '^https?://',
        description:
          'The ClickHouse database that keeps analyses and checks for years, as `http://user:password@host:8123/database`. Without it, they are kept as long as RETENTION_ANALYSES_DAYS. The reporter fills it; the api reads it.',
      }),
    ),
  ),
  RETENTION_HISTORY_DAYS: Type.Integer({
    minimum: 30,
    // ClickHouse adds this number to times, which can be no later than 2106.
    maximum: 7_300,
    default: 1_826,
    description:
      'How long analyses and checks are kept at HISTORY_URL: at least 31 days longer than RETENTION_ANALYSES_DAYS. Whole months are deleted.',
  }),
  RETENTION_DETAILS_DAYS: days(30, 'How long details of checks are kept, such as messages, headers and steps.'),
  RETENTION_ARTIFACTS_DAYS: days(30, 'How long artifacts of checks are kept.'),
  RETENTION_NOTIFICATIONS_DAYS: days(397, 'How long notifications are kept, with their text.'),
})

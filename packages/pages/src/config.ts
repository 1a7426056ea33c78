import { Type } from 'typebox'

/** The environment variables of the pages process. It needs no database and no broker. */
export const Config = Type.Object({
  OBJECTS_URL: Type.String({
    pattern: '^(file|s3)://',
    default: 'file:///var/lib/wachta/objects',
    description: 'Where the reporter publishes status pages: `file:///path`, or `s3://key:secret@host/bucket`.',
    secret: true,
  }),
  PAGES_HOST: Type.String({ default: '127.0.0.1', description: 'The address on which status pages are served.' }),
  PAGES_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8090,
    description: 'The port on which status pages are served. 0 picks a free port.',
  }),
  PAGES_TLS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description:
        'The port on which status pages are served with TLS, with certificates of ACME_URL; needs PAGES_KEYS. Plain requests to hosts with a certificate are then redirected to https. 0 picks a free port. Without it, a proxy speaks TLS.',
    }),
  ),
  PAGES_KEYS: Type.Optional(
    Type.String({
      description: 'The keys that private keys of certificates are encrypted with: the same value as in the reporter.',
      secret: true,
    }),
  ),
  API_URL: Type.String({
    pattern: '^(https?://[^/]+)?$',
    default: '',
    description:
      'The URL of the api as this process reaches it. Without it, or while the api is down, visitors who are already signed in keep access and links still work; signing in with a password or as a user fails with status 503.',
  }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description:
      'Addresses or networks of trusted proxies, whose X-Forwarded-For is used; separated by commas. Needed for pages that are limited to IP addresses.',
  }),
})

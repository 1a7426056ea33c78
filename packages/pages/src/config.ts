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
  TRUSTED_PROXIES: Type.String({
    default: '',
    description:
      'Addresses or networks of trusted proxies, whose X-Forwarded-For is used; separated by commas. Pages for certain addresses need it.',
  }),
})

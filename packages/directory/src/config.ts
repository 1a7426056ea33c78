import { Type } from 'typebox'

/** The environment variables of the directory. */
export const Config = Type.Object({
  DIRECTORY_POSTGRES_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'The PostgreSQL database of the directory. Its tables are in a schema of their own, `directory`.',
    secret: true,
  }),
  CELL_DATABASE_URLS: Type.String({
    pattern: '^\\s*[a-z0-9-]{1,32}=postgres(ql)?://',
    description:
      'The database of each cell, `name=postgres://…`, separated by spaces. The login needs the role `wachta_directory`.',
    secret: true,
  }),
  DIRECTORY_HOST: Type.String({ default: '127.0.0.1', description: 'The address on which routers ask the directory.' }),
  DIRECTORY_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8095,
    description: 'The port on which routers ask the directory. Never let anyone else reach it. 0 picks a free port.',
  }),
})

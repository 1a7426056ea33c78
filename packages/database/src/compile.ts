import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

// A builder without a driver: it only turns composed fragments into text and values.
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The text and the values of a composed statement. */
export function compile(statement: RawBuilder<unknown>): { text: string; values: readonly unknown[] } {
  const { sql, parameters } = statement.compile(compiler)
  return { text: sql, values: parameters }
}

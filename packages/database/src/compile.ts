import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

// Kysely without a driver: it is only used to compile composed fragments to text and values.
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Compiles a composed statement to its text and values. */
export function compile(statement: RawBuilder<unknown>): { text: string; values: readonly unknown[] } {
  const { sql, parameters } = statement.compile(compiler)
  return { text: sql, values: parameters }
}

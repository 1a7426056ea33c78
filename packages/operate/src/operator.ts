import type { Operator } from '@wachta/api'
import { readDatabaseUrl } from './environment.ts'

/** Runs work that calls API operations directly on the database, without an API server. */
export async function runAsOperator<T>(
  environment: NodeJS.ProcessEnv,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  const { createOperator } = await import('@wachta/api')
  const { openDatabase, rejectForeignSchema } = await import('@wachta/database')
  await using database = openDatabase(readDatabaseUrl(environment), { connections: 1 })
  await rejectForeignSchema(database.pool)
  return await work(await createOperator(database))
}

/** Loads all rows of a list: an installation can have more sensors than fit on a page. */
export async function loadAllRows<Row>(operator: Operator, operation: string): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const query = { limit: '1000', offset: String(rows.length), sort: 'id' }
    const page = (await operator.call(operation, { query })) as Row[]
    rows.push(...page)
    if (page.length < 1_000) return rows
  }
}

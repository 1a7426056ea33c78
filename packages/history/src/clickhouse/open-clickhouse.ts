import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { HistoryUnavailableError } from '../history.ts'

export type Params = Readonly<Record<string, number | readonly number[] | readonly string[]>>

/** SQL with its parameters: a whole statement, or a condition that becomes part of a statement. */
export interface Statement {
  readonly query: string
  readonly params: Params
}

/** Runs statements in ClickHouse. If ClickHouse does not answer, all methods throw a HistoryUnavailableError. */
export interface ClickHouse extends AsyncDisposable {
  select<Row extends readonly unknown[]>(statement: Statement): Promise<Row[]>
  command(statement: Statement, settings?: ClickHouseSettings): Promise<void>
  /** Adds rows. Repeating it with the same token changes nothing. */
  insert(table: string, rows: readonly (readonly unknown[])[], token: string): Promise<void>
}

const timeoutMs = 20_000
const format = 'JSONCompactEachRow'

/** Opens a ClickHouse database: `http://user:password@host:8123/database`. The client library is loaded only here. */
export async function openClickHouse(url: string): Promise<ClickHouse> {
  const { createClient, ClickHouseError, ClickHouseLogLevel } = await import('@clickhouse/client')
  const client: ClickHouseClient = createClient({
    url,
    application: 'wachta',
    request_timeout: timeoutMs,
    log: { level: ClickHouseLogLevel.OFF },
  })
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      // An error that the server reports is not a connection error.
      if (cause instanceof ClickHouseError) throw cause
      throw new HistoryUnavailableError('the history does not answer', { cause })
    }
  }
  return {
    select: <Row extends readonly unknown[]>({ query, params }: Statement) =>
      attempt(async () => {
        const settings: ClickHouseSettings = { output_format_json_quote_64bit_integers: 0 }
        const found = await client.query({ query, query_params: params, format, clickhouse_settings: settings })
        return (await found.json<Row>()) as Row[]
      }),
    command: ({ query, params }, clickhouse_settings = {}) =>
      attempt(async () => void (await client.command({ query, query_params: params, clickhouse_settings }))),
    insert: (table, values, token) =>
      attempt(async () => {
        const clickhouse_settings = { insert_deduplication_token: token }
        await client.insert({ table, values, format, clickhouse_settings })
      }),
    [Symbol.asyncDispose]: () => client.close(),
  }
}

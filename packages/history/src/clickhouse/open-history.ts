import type { ClickHouseSettings } from '@clickhouse/client'
import { dayMs, phases } from '@wachta/domain'
import type {
  CountedAnalysis,
  FullAnalysis,
  History,
  HistoryPage,
  HistoryRange,
  HistoryStore,
  PhaseQuery,
  PhaseSums,
} from '../history.ts'
import { type ClickHouse, openClickHouse, type Statement } from './open-clickhouse.ts'
import {
  type AnalysisTableRow,
  analysisTableColumns,
  type CheckTableRow,
  checkTableColumns,
  toFullAnalysis,
  toRows,
} from './rows.ts'
import { describeRetention, historyTables, toCreateStatements, toRetentionStatement } from './tables.ts'

/** A removed row is gone for all readers when the statement ends. */
const deleteSettings: ClickHouseSettings = { lightweight_deletes_sync: '2' }

/** Opens the history in a ClickHouse database: `http://user:password@host:8123/database`. */
export async function openHistory(url: string): Promise<HistoryStore> {
  const connection = await openClickHouse(url)
  return {
    ...createReader(connection),
    ...createWriter(connection),
    ping: async () => void (await connection.select({ query: 'select 1', params: {} })),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

function createReader(connection: ClickHouse): History {
  return {
    readAnalyses: (range) => readWhere(connection, toRangeCondition(range)),
    async readCountedAnalyses(range) {
      const { query, params } = toRangeCondition(range)
      const rows = await connection.select<CountRow>({
        query: `select ${epochColumn}, failure, ok_checks_count, error_checks_count, unknown_checks_count from analysis
where ${query} and ${countedCondition} order by service_id, time`,
        params,
      })
      return rows.map(toCountedAnalysis)
    },
    async findEdges(range) {
      const { query, params } = toRangeCondition(range)
      const [found] = await connection.select<[number, number, number]>({
        query: `select count(), toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time)) from analysis
where ${query} and ${countedCondition}`,
        params,
      })
      return found && found[0] > 0 ? [found[1], found[2]] : undefined
    },
    async sumPhases(query) {
      return (await connection.select<SumsRow>(selectSums(query))).map(toPhaseSums)
    },
    async listServices(range) {
      const rows = await connection.select<[number]>({
        query: `select distinct service_id from analysis where ${timeCondition} order by 1`,
        params: { ...range },
      })
      return rows.map(([id]) => id)
    },
  }
}

type Writer = Pick<HistoryStore, 'readPage' | 'countPage' | 'addAnalyses' | 'removePage' | 'prepare'>

function createWriter(connection: ClickHouse): Writer {
  return {
    readPage: (page) => readWhere(connection, toPageCondition(page)),
    async countPage(page) {
      const { query, params } = toPageCondition(page)
      const count = (table: string) => `(select count() from ${table} where ${query})`
      const [counted] = await connection.select<[number]>({
        query: `select ${historyTables.map(count).join(' + ')}`,
        params,
      })
      return counted?.[0] ?? 0
    },
    async addAnalyses(analyses, token) {
      const converted = analyses.map(toRows)
      const checks = converted.flatMap((one) => one.checks)
      // Checks first: readers find checks by their analyses.
      if (checks.length > 0) await connection.insert('analysis_check', checks, token)
      const rows = converted.map(({ row }) => row)
      if (rows.length > 0) await connection.insert('analysis', rows, token)
    },
    async removePage(page) {
      const { query, params } = toPageCondition(page)
      for (const table of historyTables)
        await connection.command({ query: `delete from ${table} where ${query}`, params }, deleteSettings)
    },
    async prepare({ retentionDays }) {
      for (const query of toCreateStatements(retentionDays)) await connection.command({ query, params: {} })
      const tableEngines = await connection.select<[string, string]>({
        query: `select name, engine_full from system.tables where database = currentDatabase() and has({tables:Array(String)}, name)`,
        params: { tables: historyTables },
      })
      for (const [table, engine] of tableEngines)
        if (!engine.includes(describeRetention(retentionDays)))
          await connection.command({ query: toRetentionStatement(table, retentionDays), params: {} })
    },
  }
}

async function readWhere(connection: ClickHouse, { query, params }: Statement): Promise<FullAnalysis[]> {
  const [rows, checks] = await Promise.all([
    connection.select<AnalysisTableRow>({
      query: `${selectAnalyses} where ${query} order by service_id, time`,
      params,
    }),
    connection.select<CheckTableRow>({
      query: `${selectChecks} where ${query} order by service_id, time, sensor_id`,
      params,
    }),
  ])
  return joinRows(rows, checks)
}

/** Analyses that were forced with custom settings (kind `c`) do not count for the service. */
const countedCondition = "kind <> 'c'"
const epochColumn = 'toUnixTimestamp64Milli(time)'
const columnList = (columns: readonly string[]) =>
  columns.map((column) => (column === 'time' ? epochColumn : column)).join(', ')
const selectAnalyses = `select ${columnList(analysisTableColumns)} from analysis`
const selectChecks = `select ${columnList(checkTableColumns)} from analysis_check`

const timeParameter = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`
const timeCondition = `time >= ${timeParameter('start')} and time < ${timeParameter('end')}`

const toRangeCondition = ({ services, start, end }: HistoryRange): Statement => ({
  query: `service_id in {services:Array(UInt64)} and ${timeCondition}`,
  params: { services, start, end },
})

function toPageCondition({ day, after, through }: HistoryPage): Statement {
  const params = { start: day, end: day + dayMs, after_service: after.service_id, after_time: after.time }
  const afterCondition = `service_id >= {after_service:UInt64} and (service_id, time) > ({after_service:UInt64}, ${timeParameter('after_time')})`
  if (through === null) return { query: `${timeCondition} and ${afterCondition}`, params }
  const throughCondition = `service_id <= {through_service:UInt64} and (service_id, time) <= ({through_service:UInt64}, ${timeParameter('through_time')})`
  return {
    query: `${timeCondition} and ${afterCondition} and ${throughCondition}`,
    params: { ...params, through_service: through.service_id, through_time: through.time },
  }
}

/** Joins the rows of analyses and checks, both in the order of service and time. */
function joinRows(rows: readonly AnalysisTableRow[], checks: readonly CheckTableRow[]): FullAnalysis[] {
  let next = 0
  return rows.map((row) => {
    const isBefore = (check: CheckTableRow) => check[0] < row[0] || (check[0] === row[0] && check[1] < row[1])
    while (next < checks.length && isBefore(checks[next] as CheckTableRow)) next += 1
    const first = next
    while (next < checks.length && checks[next]?.[0] === row[0] && checks[next]?.[1] === row[1]) next += 1
    return toFullAnalysis(row, checks.slice(first, next))
  })
}

type CountRow = readonly [time: number, failure: boolean, ok: number, error: number, unknown: number]

const toCountedAnalysis = ([time, failure, ok, error, unknown]: CountRow): CountedAnalysis => ({
  time,
  failure,
  ok_checks_count: ok,
  error_checks_count: error,
  unknown_checks_count: unknown,
})

type SumsRow = readonly [start: number, count: number, ...sums: number[]]

/** Selects the same checks as a chart of PostgreSQL: successful ones with a response time and at least one phase. */
function selectSums({ sensor, bucketMs, ...range }: PhaseQuery): Statement {
  const { query, params } = toRangeCondition(range)
  const times = phases.map((phase) => `greatest(${phase}, 0)`)
  const measuredCondition = `(${phases.map((phase) => `${phase} >= 0`).join(' or ')})`
  return {
    query: `select intDiv(${epochColumn}, {bucket:Int64}) * {bucket:Int64} as start, count(), ${times.map((time) => `sum(${time})`).join(', ')},
  sum(greatest(response_time - (${times.join(' + ')}), 0))
from analysis_check where ${query} and is_expected and not is_custom and result = 'ok' and response_time >= 0 and ${measuredCondition}
  ${sensor === 0 ? '' : 'and sensor_id = {sensor:UInt64}'}
group by start order by start`,
    params: { ...params, bucket: bucketMs, ...(sensor !== 0 && { sensor }) },
  }
}

function toPhaseSums([start, checks_count, ...sums]: SumsRow): PhaseSums {
  const [lookup = 0, connect = 0, tls = 0, first_byte = 0, rest = 0] = sums
  return { start, checks_count, lookup, connect, tls, first_byte, rest }
}

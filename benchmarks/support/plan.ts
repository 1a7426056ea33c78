import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { dropIndexes } from './indexes.ts'
import type { SentStatement } from './recording.ts'

/**
 * After five executions, PostgreSQL decides whether to use one generic plan for all values; the decision applies from
 * the sixth execution on.
 */
const executionsBefore = 6

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Actual Total Time': number
  readonly Plans?: readonly Node[]
}

interface ExplainOutput {
  readonly Plan: Node
  readonly 'Planning Time': number
  readonly 'Execution Time': number
}

export interface Plan {
  readonly lines: readonly string[]
  /** Tables that are read from end to end, unless the server never reaches that part of the plan. */
  readonly fullyScanned: readonly string[]
}

/** Returns how the server runs a frequent statement: one with a name is prepared, any other is planned each time. */
export async function explainPlan(tx: Transaction, { text, values, name }: SentStatement): Promise<Plan> {
  const execute = await prepare(tx, text, values)
  if (name === undefined) await tx.query(sql`set local plan_cache_mode = force_custom_plan`)
  else for (let count = 0; count < executionsBefore; count += 1) await tx.query(execute)
  const explained = await explain(tx, sql`explain (analyze, format json) ${execute}`)
  const [used] = await tx.query(
    sql<{ generic: number }>`select generic_plans as generic from pg_prepared_statements where name = 'explained'`,
  )
  await tx.query(sql`deallocate explained`)
  await tx.query(sql`set local plan_cache_mode = auto`)
  return { lines: describe(explained, (used?.generic ?? 0) > 0), fullyScanned: listFullyScanned(explained) }
}

/**
 * Returns the tables that a statement would read from end to end if a table had no indexes but its keys. Changes
 * nothing.
 */
export async function findScansWithoutIndexes(
  owner: Database,
  table: string,
  { text, values }: SentStatement,
): Promise<string[]> {
  const found: string[] = []
  const rollback = new Error('undone')
  await owner
    .transaction(async (tx) => {
      await dropIndexes(tx, table)
      const execute = await prepare(tx, text, values)
      found.push(...listFullyScanned(await explain(tx, sql`explain (format json) ${execute}`)))
      await tx.query(sql`deallocate explained`)
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return found
}

async function prepare(tx: Transaction, text: string, values: readonly unknown[]) {
  await tx.query(sql.raw(`prepare explained as ${text}`))
  return sql`execute explained(${sql.join(values.map((value) => sql.lit(value)))})`
}

async function explain(tx: Transaction, statement: ReturnType<typeof sql>): Promise<ExplainOutput> {
  const [found] = await tx.query(sql<{ 'QUERY PLAN': readonly [ExplainOutput] }>`${statement}`)
  if (!found) throw new Error('the statement was not explained')
  return found['QUERY PLAN'][0]
}

function describe(explained: ExplainOutput, isGeneric: boolean): string[] {
  const reached = listNodes(explained.Plan).filter((node) => node['Actual Loops'] > 0)
  return [
    `${isGeneric ? 'one plan for all values' : 'planned anew each time'}: planning ${explained['Planning Time']} ms, execution ${explained['Execution Time']} ms`,
    ...reached.filter((node) => 'Relation Name' in node || 'Index Name' in node).map(formatNode),
  ]
}

/** Reading a whole index is no better than reading the table; a real index scan has an index condition. */
const listFullyScanned = ({ Plan }: ExplainOutput): string[] =>
  listNodes(Plan)
    .filter((node) => !('Index Cond' in node) && !('Recheck Cond' in node))
    .flatMap((node) => node['Relation Name'] ?? [])

const listNodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

const formatNode = (node: Node): string =>
  `${node['Node Type']} on ${[node['Index Name'], node['Relation Name']].filter(Boolean).join(' of ')}: ` +
  `${node['Actual Rows']} rows in ${node['Actual Total Time']} ms × ${node['Actual Loops']}`

import type { Database } from '@wachta/database'
import type { Compiled } from '@wachta/resource'
import { sql } from 'kysely'

/** After five executions the server decides whether one plan serves all values; the sixth runs as all later ones do. */
const executionsBefore = 6

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Actual Total Time': number
  readonly Plans?: readonly Node[]
}

interface Explained {
  readonly Plan: Node
  readonly 'Planning Time': number
  readonly 'Execution Time': number
}

export interface Plan {
  readonly lines: readonly string[]
  /** Tables that are read from end to end, if that part of the plan is reached. */
  readonly readWhole: readonly string[]
}

/** How the server runs a statement once it is prepared. */
export async function planOf(database: Database, { text, values }: Compiled): Promise<Plan> {
  const execute = sql`execute search(${sql.join(values.map((value) => sql.lit(value)))})`
  return database.transaction(async (tx) => {
    await tx.query(sql.raw(`prepare search as ${text}`))
    for (let count = 0; count < executionsBefore; count += 1) await tx.query(execute)
    const [found] = await tx.query(
      sql<{ 'QUERY PLAN': readonly [Explained] }>`explain (analyze, format json) ${execute}`,
    )
    const [used] = await tx.query(
      sql<{ generic: number }>`select generic_plans as generic from pg_prepared_statements where name = 'search'`,
    )
    await tx.query(sql`deallocate search`)
    if (!found) throw new Error('the statement was not explained')
    return describe(found['QUERY PLAN'][0], (used?.generic ?? 0) > 0)
  })
}

function describe(explained: Explained, isGeneric: boolean): Plan {
  const nodes = nodesOf(explained.Plan)
  const reads = nodes.filter((node) => node['Actual Loops'] > 0)
  return {
    lines: [
      `${isGeneric ? 'one plan for all values' : 'planned anew each time'}: planning ${explained['Planning Time']} ms, execution ${explained['Execution Time']} ms`,
      ...reads.filter((node) => 'Relation Name' in node || 'Index Name' in node).map(line),
    ],
    readWhole: nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
  }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const line = (node: Node): string =>
  `${node['Node Type']} on ${[node['Index Name'], node['Relation Name']].filter(Boolean).join(' of ')}: ` +
  `${node['Actual Rows']} rows in ${node['Actual Total Time']} ms × ${node['Actual Loops']}`

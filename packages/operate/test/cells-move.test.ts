import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '@wachta/database'
import { addCell, openDirectory } from '@wachta/directory'
import { dayMs } from '@wachta/domain'
import { sealAmended, verifyRecord } from '@wachta/evidence'
import { recomputeAmendedRollups } from '@wachta/reporter/src/amended.ts'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addAlert, addNotification } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { runInProcess } from '@wachta/testing/processes/command'
import { createRecordedHistory, type RecordedHistory, recordedMs, start } from '@wachta/testing/recorded-history'
import { sql } from 'kysely'
import { abortMove } from '../src/cells/move/abort.ts'
import { arrive } from '../src/cells/move/arrive.ts'
import { depart } from '../src/cells/move/depart.ts'
import { listTreeKeys } from '../src/cells/move/list-tree-keys.ts'
import { loadTree } from '../src/cells/move/load-tree.ts'
import type { MoveCell, MoveContext, MoveStep } from '../src/cells/move/move-context.ts'
import { moveTree } from '../src/cells/move/move-tree.ts'
import { digestRows, type RowDigest, runCopyTransaction } from '../src/cells/move/rows.ts'
import { cellTables, movedTables, specialTables, type Tree, treeHistoryTables } from '../src/cells/move/tree-tables.ts'

const times = { leadMs: 200, keptAfterEndMs: 300 }

let recorded: RecordedHistory
let west: TestApi
let directoryTest: TestDatabase
let directory: Database
let cells: { main: MoveCell; west: MoveCell }
let session: string

before(async () => {
  recorded = await createRecordedHistory()
  west = await startApi({ cellNumber: 1 })
  await recorded.seal(start + recordedMs + 3_600_000)
  cells = {
    main: { number: 0, name: 'main', database: recorded.db },
    west: { number: 1, name: 'west', database: west.owner },
  }
  directoryTest = await createTestDatabase()
  directory = await openDirectory(directoryTest.url)
  for (const { number, name } of Object.values(cells))
    await addCell(directory, {
      number,
      name,
      api: '127.0.0.1:1',
      pages: '127.0.0.1:1',
      pages_tls: '',
      most_services: 9,
    })
  for (const cell of Object.values(cells)) await cell.database.query(sql`update cell set is_listed = true`)
  await addPackage(west.owner)
  session = await openSession(recorded.db, recorded.owner.id)
  await recorded.db.query(sql`insert into rollup (service_id, size, start, sensor_id, analyses, failures, below_quorum, ok_checks,
  error_checks, unknown_checks, response_count, response_sum)
select service_id, size, date_trunc('day', min(time)), 0, 1, 0, 0, 1, 0, 0, 1, 40 from analysis, unnest(array['m', 'h', 'd']::"char"[]) size group by 1, 2`)
  const environment = { CELL_DATABASE_URLS: `main=${recorded.url} west=${west.test.url}` }
  const registered = await runInProcess(environment, 'cells', 'sensors', '--from', 'main', '--to', 'west', '--json')
  assert.deepEqual(JSON.parse(registered.out), { count: 3 })
  for (const service of recorded.services) await addAlert(recorded.db, { service })
  // There is no analyst here, so mark the last slot before the handover as analysed.
  await recorded.db.query(sql`update service_state set last_time = now() + interval '1 hour'`)
})
after(async () => {
  await directory[Symbol.asyncDispose]()
  for (const opened of [directoryTest, west, recorded]) await opened[Symbol.asyncDispose]()
})

const contextOf = async (
  from: MoveCell,
  to: MoveCell,
  say: (step: MoveStep) => void = () => undefined,
): Promise<MoveContext> => ({
  ...{ source: from, destination: to, directory, times, stores: undefined, onStep: say },
  tree: await loadTree(from.database, String(recorded.owner.id)),
})

/** Digests of all rows of a tree, by table. */
const digestTree = ({ database }: MoveCell, tree: Tree): Promise<Map<string, RowDigest>> =>
  runCopyTransaction(database, async (tx) => {
    const found = new Map<string, RowDigest>()
    for (const [table, condition] of Object.entries(movedTables))
      found.set(table, await digestRows(tx, { table, where: condition(tree) }))
    for (const { table } of treeHistoryTables)
      found.set(
        table,
        await digestRows(tx, { table, where: sql<boolean>`service_id = any(${tree.services}::bigint[])` }),
      )
    return found
  })

const doNothing = async () => undefined
const steps: readonly MoveStep[] = ['history', 'fenced', 'drained', 'left', 'arrived', 'led']

/** Tables with different rows. Only the number of accounts is compared, because packages have other ids there. */
const listDiffering = (one: ReadonlyMap<string, RowDigest>, other: ReadonlyMap<string, RowDigest>): string[] =>
  [...one]
    .filter(([table, { count, digest }]) => {
      const found = other.get(table)
      return table === 'account' ? found?.count !== count : found?.digest !== digest
    })
    .map(([table]) => table)

/** The cells to which the directory routes the tree. */
async function leadsTo(): Promise<number[]> {
  const rows = await directory.query(sql<{ cell: number }>`select distinct cell from directory.entry order by 1`)
  return rows.map(({ cell }) => cell)
}

test('each table of the schema moves, stays or has a rule, and whatever names an account or a service does not just stay', async () => {
  const tables = await recorded.db.query(sql<{
    name: string
    columns: string[]
  }>`select c.relname as name, array_agg(a.attname::text) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1 order by 1`)
  const groups = [
    movedTables,
    Object.fromEntries(treeHistoryTables.map(({ table }) => [table, ''])),
    specialTables,
    cellTables,
  ]
  const listed = groups.flatMap((group) => Object.keys(group)).sort()
  assert.deepEqual(listed, [...new Set(listed)], 'no table is listed twice')
  assert.deepEqual(listed, tables.map(({ name }) => name).sort())
  const naming = ['tree_id', 'account_id', 'owner_id', 'service_id']
  const staying = tables.filter(
    ({ name, columns }) => name in cellTables && columns.some((one) => naming.includes(one)),
  )
  assert.deepEqual(
    staying.map(({ name }) => name),
    ['arriving_service', 'departed_key', 'page_certificate_order', 'result_export', 'seal_due', 'sensor', 'tree_move'],
  )
})

test('whatever refers to a row that moves, moves too', async () => {
  const moved = [
    ...Object.keys(movedTables),
    ...Object.keys(specialTables),
    ...treeHistoryTables.map(({ table }) => table),
  ]
  const keys = await recorded.db.query(sql<{
    from: string
    to: string
  }>`select distinct conrelid::regclass::text as from, confrelid::regclass::text as to
from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  const torn = keys.filter(({ from, to }) => moved.includes(to) && !moved.includes(from))
  assert.deepEqual(torn, [{ from: 'sensor', to: 'account' }], 'an account with sensors is not moved')
})

test('a tree moves with all its rows, its record stays verifiable in both cells, and it moves back', async () => {
  const context = await contextOf(cells.main, cells.west)
  const other = await addAccount(recorded.db)
  const before = await digestTree(cells.main, context.tree)
  for (const table of [
    'account',
    'service',
    'analysis',
    'check_detail',
    'rollup',
    'correction',
    'session',
    'audit_personal',
  ])
    assert.ok((before.get(table)?.count ?? 0) > 0, `${table} has rows`)
  assert.deepEqual((await verifyRecord(recorded.db)).faults, [])
  const said: MoveStep[] = []
  await moveTree({ ...context, onStep: (step) => said.push(step) }, doNothing)
  assert.deepEqual(said, [...steps, 'finished'])

  const there = await digestTree(cells.west, context.tree)
  assert.deepEqual(listDiffering(before, there), ['occurrence'], 'an alert keeps the thread that its cell gave it')
  const threads = await west.owner.query(sql<{ thread_key: string }>`select thread_key from occurrence`)
  assert.ok(threads.length > 0 && threads.every(({ thread_key }) => /^:main-s\d+-e0-l0-\d+$/.test(thread_key)))
  const left = [...(await digestTree(cells.main, context.tree))].filter(([, { count }]) => count > 0)
  assert.deepEqual(
    left.map(([table]) => table),
    ['analysis'],
    'what the seals of the old cell are about',
  )
  assert.equal((await recorded.db.query(sql`select id from account where id = ${other}`)).length, 1)
  assert.deepEqual(await leadsTo(), [1])

  for (const database of [recorded.db, west.owner]) {
    const { faults, analyses, audit } = await verifyRecord(database)
    assert.deepEqual(faults, [])
    assert.ok(analyses.checked > 0 && audit.entries > 0)
  }
  const forge = sql`update analysis set failure = not failure where (service_id, time) = (select service_id, min(time) from analysis group by 1 limit 1)`
  await west.owner.query(forge)
  assert.equal((await verifyRecord(west.owner)).faultCount, 1, 'a record that is changed in the new cell is found')
  await west.owner.query(forge)

  await moveTree(await contextOf(cells.west, cells.main), doNothing)
  assert.deepEqual(listDiffering(there, await digestTree(cells.main, context.tree)), [])
  for (const database of [recorded.db, west.owner]) assert.deepEqual((await verifyRecord(database)).faults, [])
  assert.deepEqual(await leadsTo(), [0])
})

test('the links of notifications that were sent in the last week lead to the cell of the tree', async () => {
  const { tree } = await contextOf(cells.main, cells.west)
  const days = (count: number) => new Date(Date.now() - count * dayMs)
  const fresh = await addNotification(recorded.db, recorded.owner.id, { created_at: days(6) })
  const old = await addNotification(recorded.db, recorded.owner.id, { created_at: days(8) })
  const names = (await listTreeKeys(recorded.db, tree)).map(({ name }) => name)
  assert.ok(names.includes(`acknowledge/${fresh.toString(36)}`))
  assert.ok(!names.includes(`acknowledge/${old.toString(36)}`))
})

test('a move that is killed after any of its steps goes on when it is run again', async () => {
  let [from, to] = [cells.main, cells.west]
  const { tree } = await contextOf(from, to)
  for (const killed of steps) {
    const before = await digestTree(from, tree)
    const die = (step: MoveStep) => {
      if (step === killed) throw new Error(`killed after ${step}`)
    }
    await assert.rejects(moveTree(await contextOf(from, to, die), doNothing), /killed after/)
    await moveTree(await contextOf(from, to), doNothing)
    assert.deepEqual(listDiffering(before, await digestTree(to, tree)), [], killed)
    assert.deepEqual(await leadsTo(), [to.number])
    ;[from, to] = [to, from]
  }
  for (const database of [recorded.db, west.owner]) assert.deepEqual((await verifyRecord(database)).faults, [])
  await assert.rejects(contextOf(cells.west, cells.main), /has moved to another cell/)
})

test('while a tree moves, changes and then all requests are answered with 503, and never with 401 or 404', async () => {
  const { api } = recorded
  const ask = async (method: string, path: string, body?: object) => {
    const { status, headers } = await api.call(method, path, { as: session, ...(body && { body }) })
    return [status, headers['retry-after']]
  }
  const account = `/v3/accounts/${recorded.owner.id}`
  const stopAfter = async (last: MoveStep) => {
    const stop = (step: MoveStep) => {
      if (step === last) throw new Error('stopped')
    }
    await assert.rejects(moveTree(await contextOf(cells.main, cells.west, stop), doNothing), /stopped/)
  }
  api.clock = null
  assert.deepEqual(await ask('GET', account), [200, undefined])
  await stopAfter('fenced')
  assert.deepEqual(await ask('GET', account), [200, undefined])
  assert.deepEqual(await ask('POST', '/v3/contacts', { name: 'Anna' }), [503, '10'])
  await stopAfter('left')
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  assert.deepEqual(await ask('GET', account), [503, '1'])
  const stranger = await api.call('GET', account, { as: `Bearer ${'0'.repeat(32)}` })
  assert.equal(stranger.status, 401)
  await moveTree(await contextOf(cells.main, cells.west), doNothing)
  const there = await west.call('GET', account, { as: session })
  assert.equal(there.status, 200)
})

test('a move that is given up before it has arrived leaves everything where it was, and can begin again', async () => {
  for (const last of ['fenced', 'left'] as const) {
    const { tree } = await contextOf(cells.west, cells.main)
    const before = await digestTree(cells.west, tree)
    const stop = (step: MoveStep) => {
      if (step === last) throw new Error('stopped')
    }
    await assert.rejects(moveTree(await contextOf(cells.west, cells.main, stop), doNothing), /stopped/)
    await abortMove(await contextOf(cells.west, cells.main))
    assert.deepEqual(listDiffering(before, await digestTree(cells.west, tree)), [])
    const [open] = await west.owner.query(sql<{ count: number }>`select count(*) as count from service v
where exists (select from service_revision r where r.service_id = v.id and r.effective_to is null and r.configuration is not null)`)
    assert.equal(open?.count, recorded.services.length, 'each service is checked')
    assert.deepEqual(await recorded.db.query(sql`select from arriving_service`), [])
  }
  await moveTree(await contextOf(cells.west, cells.main), doNothing)
  await assert.rejects(contextOf(cells.west, cells.main), /has moved/)
})

/** Ends a move after the fence, as if it had got there long ago, and its last records had come after the first copy. */
async function interruptMove(firstCopy: Date, handover: Date): Promise<Tree> {
  const { tree } = await contextOf(cells.main, cells.west)
  const stop = (step: MoveStep) => {
    if (step === 'fenced') throw new Error('stopped')
  }
  await assert.rejects(moveTree(await contextOf(cells.main, cells.west, stop), doNothing), /stopped/)
  for (const { database } of Object.values(cells))
    await database.query(
      sql`update tree_move set handover_time = ${handover}, changed_at = ${firstCopy} where tree_id = ${tree.id}`,
    )
  await west.owner.query(sql`delete from rollup_due`)
  for (const { table, time } of treeHistoryTables)
    await west.owner.query(sql`delete from ${sql.table(table)} where ${sql.ref(time)} > ${new Date(start)}`)
  return tree
}

/** Lists the tables whose rows differ after a move from main to west. Its alerts have the thread of the old cell. */
const listMissing = async (before: ReadonlyMap<string, RowDigest>, tree: Tree): Promise<string[]> =>
  listDiffering(before, await digestTree(cells.west, tree)).filter((table) => table !== 'occurrence')

test('a move that goes on days later brings what changed between the first copy and the handover', async () => {
  const tree = await interruptMove(new Date(start), new Date(start + recordedMs))
  const before = await digestTree(cells.main, tree)
  await moveTree(await contextOf(cells.main, cells.west), doNothing)
  assert.deepEqual(await listMissing(before, tree), [])
  const [due] = await west.owner.query(sql<{ count: number }>`select count(*) as count from rollup_due`)
  assert.ok((due?.count ?? 0) > 0, 'the rollups before the handover are computed')
  for (const database of [recorded.db, west.owner]) assert.deepEqual((await verifyRecord(database)).faults, [])
  await moveTree(await contextOf(cells.west, cells.main), doNothing)
})

test('a move whose first copy took days, and which was then interrupted, brings what was recorded meanwhile', async () => {
  const tree = await interruptMove(new Date(start), new Date(start + 10 * dayMs))
  const before = await digestTree(cells.main, tree)
  await moveTree(await contextOf(cells.main, cells.west), doNothing)
  assert.deepEqual(await listMissing(before, tree), [])
  for (const database of [recorded.db, west.owner]) assert.deepEqual((await verifyRecord(database)).faults, [])
  await moveTree(await contextOf(cells.west, cells.main), doNothing)
})

test('late results that are stored just before the account leaves are copied, and sealed in both cells', async () => {
  const { tree } = await contextOf(cells.main, cells.west)
  const [fenced, drained] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The lock keeps the account from leaving until the late results are stored, as an analyst does it.
  const storing = recorded.db.transaction(async (tx) => {
    await fenced.promise
    await tx.query(sql`select from tree_move where tree_id = ${tree.id} for update`)
    await drained.promise
    const [late] = await tx.query(sql<{ service_id: number; time: Date }>`update analysis set failure = not failure
where (service_id, time) = (select service_id, max(time) from analysis where service_id = any(${tree.services}::bigint[]) group by 1 limit 1)
returning service_id, time`)
    await tx.query(
      sql`insert into analysis_amendment (service_id, time, amended_at) values (${late?.service_id}, ${late?.time}, now())`,
    )
    await tx.query(
      sql`insert into rollup_due (service_id, start) values (${late?.service_id}, ${late?.time}) on conflict do nothing`,
    )
  })
  const proceed = (step: MoveStep) => {
    if (step === 'fenced') fenced.resolve()
    if (step === 'drained') drained.resolve()
  }
  await moveTree(await contextOf(cells.main, cells.west, proceed), doNothing)
  await storing
  const [there, here] = [await digestTree(cells.west, tree), await digestTree(cells.main, tree)]
  for (const table of ['analysis', 'analysis_amendment']) assert.deepEqual(there.get(table), here.get(table), table)
  for (const { database } of Object.values(cells)) {
    while (await recomputeAmendedRollups(database));
    while (!(await sealAmended(database, new Date())).isDone);
    assert.deepEqual((await verifyRecord(database)).faults, [])
  }
  await moveTree(await contextOf(cells.west, cells.main), doNothing)
})

test('a move that has begun goes on to no other cell, and is aborted only where it was going', async () => {
  const stop = (step: MoveStep) => {
    if (step === 'fenced') throw new Error('stopped')
  }
  await assert.rejects(moveTree(await contextOf(cells.main, cells.west, stop), doNothing), /stopped/)
  const elsewhere = await contextOf(cells.main, { ...cells.west, number: 2, name: 'east' })
  for (const act of [() => moveTree(elsewhere, doNothing), () => abortMove(elsewhere)])
    await assert.rejects(act(), /on its way to the cell with the number 1/)
  await moveTree(await contextOf(cells.main, cells.west), doNothing)
  await moveTree(await contextOf(cells.west, cells.main), doNothing)
})

test('a command whose move was aborted meanwhile ends with an error, and changes nothing', async () => {
  const context = await contextOf(cells.main, cells.west)
  const before = await digestTree(cells.main, context.tree)
  const stop = (step: MoveStep) => {
    if (step === 'left') throw new Error('stopped')
  }
  await assert.rejects(moveTree({ ...context, onStep: stop }, doNothing), /stopped/)
  await abortMove(await contextOf(cells.main, cells.west))
  await assert.rejects(depart(context), /aborted meanwhile/)
  await assert.rejects(arrive(context, new Map()), /aborted meanwhile/)
  assert.deepEqual(listDiffering(before, await digestTree(cells.main, context.tree)), [])
})

test('a tree that is tied to its cell or to other trees is refused, with all reasons, before anything changes', async () => {
  const stranger = await addAccount(recorded.db)
  await recorded.db.query(sql`insert into sensor (name, owner_id) values ('Cellar', ${recorded.owner.id})`)
  await recorded.db.query(sql`insert into group_share (group_id, account_id, owner_id)
select id, ${stranger}, owner_id from service_group where owner_id = ${recorded.owner.id} limit 1`)
  const context = await contextOf(cells.main, cells.west)
  await assert.rejects(moveTree(context, doNothing), /private sensors.*: Cellar\n.*shared/)
  assert.deepEqual(await recorded.db.query(sql`select from tree_move where step <> 'arrived'`), [])
})

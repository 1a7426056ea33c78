import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { type Database, migrate, openDatabase } from '@wachta/database'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { findFreePort } from '@wachta/testing/free-port'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { type StartedProcess, startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { addCell, openDirectory, readCellUrls } from '../src/index.ts'

const names = ['main', 'west']
const opened = new AsyncDisposableStack()
const databases: TestDatabase[] = []
const owners: Database[] = []
let directory: StartedProcess
let port: number

before(async () => {
  for (const number of names.keys()) {
    const database = opened.use(await createTestDatabase())
    await migrate(database.url, { cellNumber: number })
    const owner = opened.use(openDatabase(database.url, { role: null, connections: 1 }))
    await owner.query(sql`update cell set is_listed = true`)
    await addPackage(owner)
    databases.push(database)
    owners.push(owner)
  }
  await using own = await openDirectory(databases[0]?.url ?? '')
  for (const [number, name] of names.entries())
    await addCell(own, { number, name, api: '-', pages: '-', pages_tls: '', most_services: 10 + number })
  port = await findFreePort()
  directory = start()
  await eventually('an answer', async () => (await find('new')) !== undefined || undefined)
})
after(async () => {
  await directory[Symbol.asyncDispose]()
  await opened.disposeAsync()
})

const start = () =>
  startProcess('directory', {
    DIRECTORY_POSTGRES_URL: databases[0]?.url ?? '',
    CELL_DATABASE_URLS: databases.map(({ url }, number) => `${names[number]}=${url}`).join('\n'),
    DIRECTORY_HOST: '127.0.0.1',
    DIRECTORY_PORT: String(port),
  })

const eventually = <T>(what: string, look: () => T | undefined | Promise<T | undefined>) =>
  eventuallyWith([directory], 20)(what, look)

async function find(kind: string, name = ''): Promise<number | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/cell?${new URLSearchParams({ kind, name })}`).catch(() => null)
  return answer?.status === 200 ? Number(await answer.text()) : undefined
}

const untilFound = (name: string, cell: number | undefined) =>
  eventually(`${name} leads to ${cell}`, async () => ((await find('user', name)) === cell ? true : undefined))

test('a name leads to its cell as soon as there is one, follows a change, and ends with the account', async () => {
  const [main, west] = owners
  const anna = await addAccount(main as Database, { username: 'Anna' })
  await addAccount(west as Database, { username: 'bartek' })
  await untilFound('anna', 0)
  await untilFound('BARTEK', 1)
  await main?.query(sql`update account set username = 'ania' where id = ${anna}`)
  await untilFound('ania', 0)
  await untilFound('anna', undefined)
  await main?.query(sql`delete from account where id = ${anna}`)
  await untilFound('ania', undefined)
})

test('of two cells with the same name, the first keeps it, and the other gets it when the first gives it up', async () => {
  const [main, west] = owners
  await addAccount(west as Database, { username: 'celina' })
  await untilFound('celina', 1)
  await addAccount(main as Database, { username: 'celina' })
  await addAccount(main as Database, { username: 'after' })
  await untilFound('after', 0)
  await untilFound('celina', 1)
  await west?.query(sql`update account set username = 'cela' where username = 'celina'`)
  await untilFound('celina', 0)
})

test('what changed while the directory was away is there when it is back', async () => {
  const [main] = owners
  await addAccount(main as Database, { username: 'before' })
  await untilFound('before', 0)
  await directory[Symbol.asyncDispose]()
  await main?.query(sql`delete from account where username = 'before'`)
  await addAccount(main as Database, { username: 'meanwhile' })
  directory = start()
  await untilFound('meanwhile', 0)
  await untilFound('before', undefined)
})

test('a request that is no URL is answered, and the directory goes on', async () => {
  const status = await new Promise((resolve, reject) =>
    request({ host: '127.0.0.1', port, path: '//' }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end(),
  )
  assert.equal(status, 404)
  assert.equal(await find('new'), 0)
})

test('new accounts go to the cell with the most room', async () => {
  assert.equal(await find('new'), 0)
  await using own = await openDirectory(databases[0]?.url ?? '')
  await addCell(own, { number: 0, name: 'main', api: '-', pages: '-', pages_tls: '', most_services: 0 })
  await eventually('the other cell', async () => ((await find('new')) === 1 ? true : undefined))
})

test('the login of the directory reads names and nothing else', async () => {
  const [database] = databases
  await using reader = openDatabase(database?.url ?? '', { role: 'wachta_directory', connections: 1 })
  assert.ok((await reader.query(sql`select * from list_directory_names()`)).length > 0)
  for (const table of ['account', 'credential', 'api_key', 'session', 'service', 'directory_name'])
    await assert.rejects(reader.query(sql`select * from ${sql.table(table)} limit 1`), { code: '42501' }, table)
})

test('the databases of cells are separated by white space', () => {
  const urls = readCellUrls(' a=postgres://x,y/one \n b=postgresql://z/two')
  assert.deepEqual(
    [...urls],
    [
      ['a', 'postgres://x,y/one'],
      ['b', 'postgresql://z/two'],
    ],
  )
  assert.throws(() => readCellUrls('a=http://x'), RangeError)
})

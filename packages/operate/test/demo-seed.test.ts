import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { findFreePort } from '@wachta/testing/free-port'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { createTestInstallation } from '@wachta/testing/processes/installation'
import { startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { describeBrowser } from '../src/demo/announce.ts'
import { createDemoClient } from '../src/demo/demo-client.ts'
import { readDemoFile, writeDemoFile } from '../src/demo/demo-file.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { setUpSingleNode } from '../src/single-node/setup.ts'

test('a demo without a browser says why and has all other services; with a browser it gets two more, once', async () => {
  await using installation = await createTestInstallation()
  const { environment: variables, folder: directory } = installation
  const silent = { language: 'en', progress: () => undefined } as const
  await setUpSingleNode({ directory, variables, owned: new Set() }, silent)
  await using owner = openDatabase(variables['DATABASE_URL'] ?? '', { role: null, connections: 1 })
  await owner.query(sql`insert into sensor (name) values ('Here')`)
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  await using api = startProcess('api', {
    ...variables,
    HTTP_PORT: String(port),
    PUBLIC_URL: address,
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  await eventuallyWith([api], 60)('the api', () =>
    fetch(`${address}/v3/system/stats`).then(
      () => true,
      () => undefined,
    ),
  )

  const seed = async (hasBrowser: boolean) => {
    const file = await readDemoFile(directory)
    await seedDemo({ ...silent, directory, variables, file, address, hasCertificate: true, hasBrowser })
    const ask = createDemoClient(address, file.password)
    const services = (await ask('GET', '/services?limit=100&sort=id')) as { name: string; type_id: string }[]
    return services.map(({ type_id }) => type_id)
  }
  const plain = await seed(false)
  assert.deepEqual([plain.length, plain.filter((type) => type !== 'http')], [14, ['tls_certificate']])
  const countHistory = async () =>
    await owner.query(sql<{ count: number }>`select count(distinct service_id)::int as count from analysis
union all select count(*)::int from status_change where end_time is not null union all select count(*)::int from correction`)
  const before = await countHistory()
  await owner.query(sql`delete from analysis where service_id = (select max(id) from service)`)
  await owner.query(sql`delete from status_change where service_id = (select max(id) from service)`)
  await writeDemoFile(directory, { ...(await readDemoFile(directory)), isSeeded: false })
  assert.deepEqual(await seed(false), plain, 'a start that was interrupted is continued by the next one')
  assert.deepEqual(await countHistory(), before)
  for (let start = 1; start <= 2; start++)
    assert.deepEqual((await seed(true)).slice(plain.length), ['fullpage', 'browser_scenario'], `start ${start}`)
  const [past] = await owner.query(sql<{ services: number; failures: number }>`select
  count(distinct service_id)::int as services, count(*) filter (where failure)::int as failures from analysis join service s on s.id = service_id
where s.type_id in ('fullpage', 'browser_scenario')`)
  assert.deepEqual([past?.services, (past?.failures ?? 0) > 0], [2, true])

  const reason = 'not installed: bwrap'
  for (const text of Object.values(describeBrowser({ isAble: false, reason }))) assert.ok(text.includes(reason), text)
  for (const text of Object.values(describeBrowser({ isAble: true, path: '/usr/bin/a' })))
    assert.match(text, /"?Shop: order a lantern/)
})

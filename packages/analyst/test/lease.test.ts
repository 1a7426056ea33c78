import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Installation, install } from '@wachta/testing/analyst/installation'
import { sql } from 'kysely'
import { createLeases } from '../src/lease.ts'
import { FencedError, fence, readCounter } from '../src/store/fenced.ts'

let installation: Installation
before(async () => {
  installation = await install()
})
beforeEach(async () => {
  await installation.database.query(sql`delete from analyst`)
  await installation.database.query(sql`delete from analyst_lease`)
})
after(() => installation[Symbol.asyncDispose]())

const analyst = (name: string, lengthMs = 60_000) =>
  createLeases({ database: installation.database, name, shards: 8, lengthMs })

const owners = async () =>
  (await installation.database.query(sql<{ owner: string }>`select owner from analyst_lease order by vp_group`)).map(
    ({ owner }) => owner,
  )

test('analysts share the shards evenly when analysts start and stop', async () => {
  const [one, two, three] = [analyst('one'), analyst('two'), analyst('three')]
  assert.equal((await one.renew()).gained.length, 8)
  assert.equal((await two.renew()).gained.length, 0)
  const { surplus } = await one.renew()
  assert.equal(surplus.length, 4)
  for (const lease of surplus) await one.release(lease)
  assert.equal((await two.renew()).gained.length, 4)
  await three.renew()
  for (const each of [one, two]) for (const lease of (await each.renew()).surplus) await each.release(lease)
  assert.equal((await three.renew()).gained.length, 2)
  await two.leave()
  await Promise.all([one.renew(), three.renew()])
  await Promise.all([one.renew(), three.renew()])
  assert.deepEqual(Map.groupBy(await owners(), (owner) => owner).get('one')?.length, 4)
  assert.deepEqual(Map.groupBy(await owners(), (owner) => owner).get('three')?.length, 4)
})

test('the shards of a dead analyst get new epochs and owners, and it is fenced when it wakes up', async () => {
  const [sleeper, successor] = [analyst('sleeper', 150), analyst('successor')]
  const before = await sleeper.renew()
  assert.equal((await successor.renew()).gained.length, 0)
  await wait(200)
  const { gained } = await successor.renew()
  assert.equal(gained.length, 8)
  for (const { shard, epoch } of gained)
    assert.ok(before.gained.some((lease) => lease.shard === shard && lease.epoch < epoch))
  await assert.rejects(sleeper.renew(), FencedError)
})

test('a long transaction of the owner prevents a takeover, but not the renewal of the lease', async () => {
  const { database } = installation
  const [owner, other] = [analyst('owner', 500), analyst('other')]
  const { gained } = await owner.renew()
  const [lease] = gained
  assert.ok(lease)
  const counter = await readCounter(database, lease)
  await database.transaction(async (tx) => {
    await fence(tx, { ...lease, counter })
    const began = performance.now()
    await owner.renew()
    assert.ok(performance.now() - began < 5_000)
    await wait(600)
    assert.ok(!(await other.renew()).gained.some(({ shard }) => shard === lease.shard))
  })
  await wait(600)
  assert.ok((await other.renew()).gained.some(({ shard }) => shard === lease.shard))
  await assert.rejects(readCounter(database, lease), FencedError)
})

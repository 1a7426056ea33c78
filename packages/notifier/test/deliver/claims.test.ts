import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createClaims } from '../../src/deliver/claims.ts'
import { addNotification, addOccurrence, install } from './installation.ts'

const installation = await install()
const { database } = installation
after(() => installation[Symbol.asyncDispose]())

const pending = async () =>
  addNotification(database, {
    occurrence_id: await addOccurrence(database),
    channel_id: 'email',
    address: 'a@example.com',
  })

test('a message is claimed by one process until the claim expires or the message is settled', async () => {
  const [first, second] = [createClaims({ database }), createClaims({ database })]
  const id = await pending()
  assert.deepEqual((await first.take([id])).mine, [id])
  const refused = await second.take([id])
  assert.deepEqual([refused.mine, refused.others.map((one) => one.id)], [[], [id]])
  assert.ok((refused.others[0]?.until.getTime() ?? 0) > Date.now() + 40_000)
  assert.deepEqual((await first.take([id])).mine, [id], 'its own claim it renews')
  await database.query(sql`update notification set claimed_until = now() - interval '1 millisecond' where id = ${id}`)
  assert.deepEqual((await second.take([id])).mine, [id])
  await database.query(sql`update notification set status = 'sent', claimed_until = null where id = ${id}`)
  assert.deepEqual(await first.take([id]), { mine: [], others: [] })
})

test('a process that was frozen asks the database before the hand-over, whichever clock shows the gap', async () => {
  for (const missed of [0, 1]) {
    const clocks: [number, number] = [0, 0]
    const [sleeper, other] = [createClaims({ database, clocks: () => [...clocks] }), createClaims({ database })]
    const [taken, kept] = [await pending(), await pending()]
    await sleeper.take([taken, kept])
    assert.equal(await sleeper.areHeld([taken]), true)
    await database.query(sql`update notification set claimed_until = now() where id = ${taken}`)
    await other.take([taken])
    assert.equal(await sleeper.areHeld([taken]), true, 'it has not noticed yet: the claim is longer than that')
    clocks[missed] = 16_000
    assert.equal(await sleeper.areHeld([taken]), false)
    assert.equal(await sleeper.areHeld([kept]), true, 'it may send a notification that no other notifier has claimed')
  }
})

test('if many processes claim a message at the same time, one gets it', async () => {
  const ids = [await pending(), await pending(), await pending()]
  const rivals = Array.from({ length: 8 }, () => createClaims({ database }))
  const claimed = await Promise.all(rivals.map((each, index) => each.take(index % 2 === 0 ? ids : ids.toReversed())))
  assert.deepEqual(
    claimed.flatMap(({ mine }) => mine).toSorted((one, other) => one - other),
    ids,
  )
})

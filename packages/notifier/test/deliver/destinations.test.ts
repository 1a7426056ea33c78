import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDestinations, type Deferral, type DestinationPlace } from '../../src/deliver/destinations.ts'

function placeOf(answer: DestinationPlace | Deferral): DestinationPlace {
  assert.ok('leave' in answer, JSON.stringify(answer))
  return answer
}

const delayOf = (answer: DestinationPlace | Deferral): number => {
  assert.ok('delayMs' in answer)
  return answer.delayMs
}

test('eight messages are in progress to one destination; the next waits, and other destinations are not affected', async () => {
  const destinations = createDestinations()
  const held = await Promise.all(Array.from({ length: 8 }, () => destinations.enter('slack')))
  const ninth = destinations.enter('slack')
  placeOf(await destinations.enter('email'))
  placeOf(held[0] ?? { delayMs: 0 }).leave('answered')
  placeOf(await ninth)
})

test('messages that wait for a destination without progress are put off, in order', async () => {
  const destinations = createDestinations()
  await Promise.all(Array.from({ length: 8 }, () => destinations.enter('slack')))
  const started = performance.now()
  const delays = (await Promise.all(Array.from({ length: 3 }, () => destinations.enter('slack')))).map(delayOf)
  assert.ok(performance.now() - started < 2_000)
  assert.ok(delays.every((delay, index) => delay >= 990 && delay >= (delays[index - 1] ?? 0)))
  // The destination is now known to be stuck, so further messages do not wait.
  const again = performance.now()
  assert.ok(delayOf(await destinations.enter('slack')) >= 990)
  assert.ok(performance.now() - again < 100)
})

test('the queue of a destination is limited', async () => {
  const destinations = createDestinations()
  await Promise.all(Array.from({ length: 8 }, () => destinations.enter('slack')))
  const waiting = Array.from({ length: 200 }, () => destinations.enter('slack'))
  delayOf(await destinations.enter('slack'))
  for (const answer of await Promise.all(waiting)) delayOf(answer)
})

test('after three timeouts in a row a destination rests for ten seconds, then one message tries; each rest is longer, up to a minute', async () => {
  let now = 0
  const destinations = createDestinations({ clock: () => now })
  const enter = () => destinations.enter('hook example.com')
  const silence = async () => placeOf(await enter()).leave('silent')
  await silence()
  await silence()
  // An answer in between resets the count.
  placeOf(await enter()).leave('answered')
  await silence()
  await silence()
  await silence()
  const rests = []
  for (let round = 0; round < 5; round += 1) {
    rests.push(Math.round(delayOf(await enter()) / 1_000))
    now += (rests.at(-1) ?? 0) * 1_000 + 1
    const probe = placeOf(await enter())
    delayOf(await enter())
    probe.leave('silent')
  }
  assert.deepEqual(rests, [10, 20, 40, 60, 60])
  now += 60_001
  placeOf(await enter()).leave('answered')
  const all = await Promise.all(Array.from({ length: 8 }, enter))
  for (const one of all) placeOf(one).leave('answered')
})

test('messages that were put off return no faster than the destination accepts them', async () => {
  let now = 0
  const destinations = createDestinations({ clock: () => now })
  const held = await Promise.all(Array.from({ length: 8 }, () => destinations.enter('email')))
  now += 4_000
  for (const one of held.slice(1)) placeOf(one).leave('answered')
  await Promise.all(Array.from({ length: 7 }, () => destinations.enter('email')))
  now += 1_000
  const delays = []
  for (let each = 0; each < 1_000; each += 1) delays.push(delayOf(await destinations.enter('email')))
  // Eight at a time, about three seconds each.
  const apart = ((delays[100] ?? 0) - (delays[0] ?? 0)) / 100
  assert.ok(apart > 200 && apart < 500, `${apart} ms apart`)
  assert.equal(Math.max(...delays), 60_000)
})

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Channel, channel, channels, type Delivery, DeliveryError, type Message } from '@wachta/channels'
import { openCarriers } from '@wachta/channels/carriers'
import { awkward } from './delivery/awkward.ts'
import { faultsOfDelivery, type PromiseName } from './delivery/contract.ts'
import { fixtures } from './delivery/fixtures.ts'
import { messageTo } from './delivery/message.ts'

for (const fixture of fixtures) {
  test(`${fixture.channel} keeps the contract of delivery`, async () => {
    assert.deepEqual(await faultsOfDelivery(known(fixture.channel), fixture), [])
  })
}

test('every channel that sends has a fixture, and every fixture a channel', () => {
  assert.deepEqual(withoutFixture(channels), [])
  const ids = fixtures.map((fixture) => fixture.channel)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.ok(channel(id)?.deliver, id)
  assert.deepEqual(withoutFixture([{ ...known('slack'), id: 'fax' }]), ['fax'])
})

test('a channel that is discontinued refuses for good and says so', async () => {
  await using carriers = await openCarriers({})
  const gone = channels.filter(({ isDiscontinued }) => isDiscontinued)
  assert.equal(gone.length, 2)
  for (const each of gone) {
    const message = messageTo({ address: each.address.examples.good[0] ?? '' }, each)
    await assert.rejects(async () => each.deliver?.(message, carriers), {
      name: 'DeliveryError',
      isPermanent: true,
      message: /is discontinued: choose another channel$/,
    })
  }
})

test('what the operator has not configured is refused for good, and can be told from other refusals', async () => {
  await using carriers = await openCarriers({})
  const addresses = { telegram: '123456789', matrix: '#duty:example.com', signal: '+48600100200', ntfy: 'duty' }
  for (const [id, address] of Object.entries(addresses)) {
    const message = messageTo({ address }, known(id))
    await assert.rejects(async () => known(id).deliver?.(message, carriers), {
      name: 'DeliveryError',
      isPermanent: true,
      isUnconfigured: true,
      message: /^not configured: this installation has no /,
    })
  }
})

test('the awkward texts are many and different', () => {
  assert.ok(awkward.length >= 60, String(awkward.length))
  assert.equal(new Set(awkward).size, awkward.length)
})

test('the contract sees a channel that says what is not so, or tells too much', async () => {
  const { handedOver, refused } = seenWith('webhook')
  assert.match(await handedOver(async () => ({ answer: '200 OK' })), /not taken/)
  assert.match(await handedOver(async (message, send) => ({ ...(await send(message)), answer: ' ' })), /no answer/)
  assert.match(
    await handedOver(async (message, send) => ({ ...(await send(message)), answer: message.address })),
    /tells the address/,
  )
  assert.match(await refused((message, send) => send(message).catch(() => ({ answer: 'lost' }))), /500: taken for sent/)
  assert.match(await refused(throwing(() => new Error('no'))), /429: no DeliveryError/)
  assert.match(await refused(throwing((cause) => again(cause, { isPermanent: true }))), /hang: not temporary/)
  assert.match(await refused(throwing((cause) => again(cause, { isPermanent: false }))), /410: not permanent/)
  assert.match(await refused(throwing((cause) => again(cause, {}))), /429: does not tell how long to wait/)
  assert.match(
    await refused(throwing((cause, { text }) => again(cause, { answer: `refused: ${text}` }))),
    /reset: tells the text/,
  )
  assert.match(
    await refused(throwing((cause, { signingKeys }) => Object.assign(again(cause, {}), { signingKeys }))),
    /400: tells a key/,
  )
})

test('the contract sees a message that is changed on its way', async () => {
  const changed = (change: (message: Message) => Partial<Message>): Change => {
    return (message, send) => send({ ...message, ...change(message) })
  }
  const webhook = seenWith('webhook')
  assert.match(await webhook.told(changed(({ text }) => ({ text: text.trim() }))), /as it was/)
  assert.match(await webhook.told(changed(({ text }) => ({ text: text.replaceAll('\u0000', '') }))), /as it was/)
  assert.match(await webhook.handedOver(changed(() => ({ id: 'other' }))), /the id does not arrive/)
  assert.match(await seenWith('ntfy').told(changed(() => ({ subject: '' }))), /the subject of .* does not arrive/)
  const pagerduty = seenWith('pagerduty')
  assert.match(await pagerduty.tied(changed(({ id }) => ({ thread: id }))), /is not tied/)
  assert.match(await pagerduty.tied(changed(() => ({ thread: 'one' }))), /are tied together/)
  assert.match(await pagerduty.tied(changed(() => ({ kind: 'start' }))), /does not close/)
})

type Change = (message: Message, send: (message: Message) => Promise<Delivery>) => Promise<Delivery>

/** Runs each part of the contract on a changed channel, and returns the faults that it finds. */
function seenWith(id: string) {
  const whole = known(id)
  const fixture = fixtures.find((each) => each.channel === id)
  const { deliver } = whole
  assert.ok(fixture && deliver, id)
  const faults = async (change: Change, promise: PromiseName): Promise<string> => {
    const changed: Channel = {
      ...whole,
      deliver: (message, carriers) => change(message, (other) => deliver(other, carriers)),
    }
    return (await faultsOfDelivery(changed, fixture, [promise])).join('\n')
  }
  return {
    handedOver: (change: Change) => faults(change, 'handingOver'),
    tied: (change: Change) => faults(change, 'tying'),
    refused: (change: Change) => faults(change, 'refusals'),
    told: (change: Change) => faults(change, 'texts'),
  }
}

/** Replaces the delivery errors that the channel throws. */
function throwing(instead: (cause: DeliveryError, message: Message) => Error): Change {
  return async (message, send) => {
    try {
      return await send(message)
    } catch (cause) {
      throw cause instanceof DeliveryError ? instead(cause, message) : cause
    }
  }
}

function again(
  { message, isPermanent }: DeliveryError,
  changed: { readonly answer?: string; readonly isPermanent?: boolean },
): DeliveryError {
  return new DeliveryError({ answer: message, isPermanent, ...changed })
}

function withoutFixture(all: readonly Channel[]): string[] {
  const ids = new Set(fixtures.map((fixture) => fixture.channel))
  return all
    .filter(({ isDiscontinued, deliver }) => deliver !== undefined && !isDiscontinued)
    .filter(({ id }) => !ids.has(id) && !hasOwnTest(id))
    .map(({ id }) => id)
}

/** A channel may have its fixture in its own test file, which must check the whole contract. */
function hasOwnTest(id: string): boolean {
  const file = join(import.meta.dirname, `${id.replaceAll('_', '-')}.test.ts`)
  return existsSync(file) && /faultsOfDelivery\(\w+, \w+\)/.test(readFileSync(file, 'utf8'))
}

function known(id: string): Channel {
  const found = channel(id)
  assert.ok(found, id)
  return found
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createHub, type Hub, type TabPort } from '../src/app/live/hub.ts'
import type { HubMessage } from '../src/app/live/protocol.ts'

/** The open streams at the server, with their tokens. */
const open: { readonly token: string; readonly response: ServerResponse }[] = []
let opened = 0
const server = createServer((request, response) => {
  const token = String(request.headers.authorization).replace('Bearer ', '')
  if (token === 'ended') {
    response.writeHead(401, { 'content-type': 'application/json' }).end('[]')
    return
  }
  opened += 1
  const stream = { token, response }
  open.push(stream)
  response.once('close', () => open.splice(open.indexOf(stream), 1))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('id: 1\nevent: ready\ndata: {}\n\n')
})

let hub: Hub
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  hub = createHub(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`)
  opened = 0
})

/** A tab that keeps the received messages, in short form. */
class Tab implements TabPort {
  readonly heard: string[] = []
  readonly token: string
  constructor(token: string) {
    this.token = token
    this.follow()
  }
  follow(token = this.token, isOnline = true): void {
    hub.receive(this, { kind: 'follow', token, language: 'en', isOnline })
  }
  leave(): void {
    hub.receive(this, { kind: 'leave' })
  }
  postMessage(message: HubMessage): void {
    this.heard.push(
      message.kind === 'state'
        ? `${message.token}: ${message.state.kind}`
        : `${message.token}: ${message.event} ${message.data}`,
    )
  }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries += 1) await wait(20)
  assert.ok(isSo(), 'it did not come')
}

const say = (token: string, event: string, data: string): void => {
  for (const stream of open) if (stream.token === token) stream.response.write(`event: ${event}\ndata: ${data}\n\n`)
}

test('the tabs of a session share one stream, whatever the name of the event, and a later tab is ready too', async () => {
  const [one, other] = [new Tab('a'), new Tab('a')]
  await until(() => one.heard.includes('a: ready {}') && other.heard.includes('a: ready {}'))
  const late = new Tab('a')
  assert.deepEqual(late.heard, ['a: live', 'a: ready {}'])
  say('a', 'status', '[1]')
  say('a', 'incident', '[2]')
  await until(() => [one, other, late].every(({ heard }) => heard.at(-1) === 'a: incident [2]'))
  assert.deepEqual(late.heard.slice(2), ['a: status [1]', 'a: incident [2]'])
  assert.equal(opened, 1)
  for (const tab of [one, other, late]) tab.leave()
  await until(() => open.length === 0)
})

test('tabs of different sessions do not mix, and a tab that changes its session hears only the new one', async () => {
  const [anna, adam] = [new Tab('anna'), new Tab('adam')]
  await until(() => open.length === 2)
  say('anna', 'status', '[1]')
  await until(() => anna.heard.includes('anna: status [1]'))
  assert.ok(!adam.heard.some((each) => each.includes('[1]')))
  anna.follow('adam')
  await until(() => open.length === 1)
  say('adam', 'status', '[2]')
  await until(() => [anna, adam].every(({ heard }) => heard.at(-1) === 'adam: status [2]'))
  for (const tab of [anna, adam]) tab.leave()
})

test('the stream stays for the tabs that remain, and ends with the last one', async () => {
  const [one, other] = [new Tab('a'), new Tab('a')]
  await until(() => other.heard.includes('a: ready {}'))
  one.leave()
  say('a', 'status', '[1]')
  await until(() => other.heard.includes('a: status [1]'))
  assert.ok(!one.heard.includes('a: status [1]'))
  assert.deepEqual([opened, open.length], [1, 1])
  other.leave()
  await until(() => open.length === 0)
})

test('a tab that has crashed or is frozen is forgotten, and is ready again when it comes back', async () => {
  const tab = new Tab('a')
  await until(() => tab.heard.includes('a: ready {}'))
  hub.prune(Date.now() + 120_000)
  assert.equal(open.length, 1, 'a hidden tab may be silent for a minute')
  hub.prune(Date.now() + 200_000)
  await until(() => open.length === 0)
  tab.heard.length = 0
  tab.follow()
  await until(() => tab.heard.includes('a: ready {}'))
  tab.heard.length = 0
  tab.follow()
  assert.deepEqual(tab.heard, ['a: live'], 'a tab that was never forgotten need not read everything again')
  tab.leave()
})

test('without a network the stream is closed and said to be late, until one tab is online', async () => {
  const [one, other] = [new Tab('a'), new Tab('a')]
  await until(() => other.heard.includes('a: ready {}'))
  one.follow('a', false)
  assert.equal(open.length, 1, 'the other tab is online')
  other.follow('a', false)
  assert.equal(other.heard.at(-1), 'a: delayed')
  await until(() => open.length === 0)
  other.follow()
  await until(() => other.heard.at(-1) === 'a: ready {}')
  for (const tab of [one, other]) tab.leave()
})

test('a stream that breaks is delayed and reconnects; one whose session has ended is not opened again', async () => {
  const tab = new Tab('a')
  await until(() => tab.heard.includes('a: ready {}'))
  open[0]?.response.destroy()
  await until(() => tab.heard.includes('a: delayed'))
  await until(() => tab.heard.filter((each) => each === 'a: ready {}').length === 2)
  tab.leave()
  const signedOut = new Tab('ended')
  await until(() => signedOut.heard.includes('ended: sessionEnded'))
  signedOut.follow()
  assert.equal(signedOut.heard.at(-1), 'ended: sessionEnded')
  signedOut.leave()
})

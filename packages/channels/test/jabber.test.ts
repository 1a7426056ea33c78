import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { channel } from '@wachta/channels'
import { openCarriers } from '@wachta/channels/carriers'
import { type Client, client, type Element, xml } from '@xmpp/client'
import { messageTo } from './delivery/message.ts'
import { accounts, type Prosody, startProsody } from './delivery/prosody.ts'

const jabber = channel('jabber')
assert.ok(jabber?.deliver)
const { deliver } = jabber

test('a message reaches the person, with its id and its thread', async () => {
  await using prosody = await startProsody()
  await using duty = await dutyAt(prosody)
  await using account = await accountAt(urlOf(prosody))
  assert.deepEqual(await account.send('duty@localhost', 'Sklep <nie> działa & "stoi" 😀\nod 3:12'), {
    answer: 'accepted by the Jabber server',
  })
  const message = await duty.message(0)
  assert.equal(message.getChildText('body'), 'Sklep <nie> działa & "stoi" 😀\nod 3:12')
  assert.deepEqual(
    [message.attrs['id'], message.attrs['type'], message.getChildText('thread')],
    ['main-n4711', 'chat', 'main-o1234'],
  )
  assert.match(message.attrs['from'] ?? '', /^wachta@localhost\//)
})

test('who is not there is not there for good, and is not named', async () => {
  await using prosody = await startProsody()
  await using account = await accountAt(urlOf(prosody))
  await assert.rejects(account.send('nobody@localhost'), {
    name: 'DeliveryError',
    isPermanent: true,
    message: 'the Jabber server rejected the message: service-unavailable',
  })
})

test('another server may refuse a little later, and may be back when it is not found', async () => {
  await using prosody = await startProsody({ behaving: true })
  await using account = await accountAt(urlOf(prosody), { lateRejectionWaitMs: 10_000 })
  const behaviour = join(prosody.folder, 'behaviour')
  await writeFile(behaviour, 'late\n')
  await assert.rejects(account.send('duty@localhost'), { isPermanent: true, message: /: item-not-found$/ })
  await writeFile(behaviour, 'away\n')
  await assert.rejects(account.send('duty@localhost'), { isPermanent: false, message: /: remote-server-not-found$/ })
})

test('many messages share one connection, which is opened anew after the server was', async () => {
  await using prosody = await startProsody()
  await using account = await accountAt(urlOf(prosody))
  {
    await using duty = await dutyAt(prosody)
    const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`)
    await Promise.all(texts.map((text, index) => account.send('duty@localhost', text, `main-n${index}`)))
    const bodies = await Promise.all(texts.map(async (_, index) => (await duty.message(index)).getChildText('body')))
    assert.deepEqual(bodies.toSorted(), texts.toSorted())
    const resources = new Set(
      await Promise.all(texts.map(async (_, index) => (await duty.message(index)).attrs['from'])),
    )
    assert.equal(resources.size, 1)
  }
  await prosody.restart()
  await using duty = await dutyAt(prosody)
  // A message that is sent before the loss is noticed must be retried.
  await account.send('duty@localhost', 'again').catch(() => account.send('duty@localhost', 'again'))
  assert.equal((await duty.message(0)).getChildText('body'), 'again')
})

test('a connection may be encrypted from the beginning', async () => {
  await using prosody = await startProsody()
  await using account = await accountAt(`xmpps://wachta:${accounts.wachta}@localhost:${prosody.tlsPort}`)
  assert.ok(await account.send('duty@localhost'))
})

test('without encryption there is neither a password nor a message', async () => {
  await using prosody = await startProsody({ encrypting: false })
  await using account = await accountAt(urlOf(prosody))
  await assert.rejects(account.send('duty@localhost'), { isPermanent: false, message: /^no connection/ })
  // Control: the server accepts a client that does not insist on encryption.
  await using careless = await online(prosody, 'wachta')
  assert.ok(careless)
})

test('a server with a certificate of another name is not trusted', async () => {
  await using prosody = await startProsody()
  await using account = await accountAt(urlOf(prosody).replace('domain=localhost', 'domain=jabber.example'))
  await assert.rejects(account.send('duty@localhost'), { isPermanent: false, message: /^no connection/ })
})

test('a wrong password and a server that is away are mended by the operator', async () => {
  await using prosody = await startProsody()
  await using stranger = await accountAt(urlOf(prosody).replace(accounts.wachta, 'WR0NG'))
  await assert.rejects(stranger.send('duty@localhost'), (error: Error) => {
    assert.doesNotMatch(`${error.stack} ${error.cause}`, /WR0NG|duty@/)
    assert.match(error.message, /^no connection to the Jabber server$/)
    return true
  })
  await using away = await accountAt('xmpp://wachta:secret@127.0.0.1:1?domain=localhost')
  await assert.rejects(away.send('duty@localhost'), { isPermanent: false })
})

test('settings that cannot work are refused at the start, without telling the password', async () => {
  for (const url of ['xmpp://localhost', 'https://a:S3CRET@localhost', 'a:S3CRET@localhost']) {
    await assert.rejects(openCarriers({ jabber: { url } }), (error: Error) => {
      return /xmpp:\/\/user:password@host/.test(error.message) && !error.message.includes('S3CRET')
    })
  }
})

const urlOf = ({ port }: Prosody) => `xmpp://wachta:${accounts.wachta}@127.0.0.1:${port}?domain=localhost`

async function accountAt(url: string, limits: { readonly lateRejectionWaitMs?: number } = {}) {
  const carriers = await openCarriers({ jabber: { url, limits } })
  return {
    send: async (address: string, text = 'a', id = 'main-n4711') =>
      await deliver(messageTo({ address }, { hasSubject: false }, { text, id }), carriers),
    [Symbol.asyncDispose]: () => carriers[Symbol.asyncDispose](),
  }
}

/** An online recipient with another client. */
async function dutyAt(prosody: Prosody) {
  const { xmpp, [Symbol.asyncDispose]: leave } = await online(prosody, 'duty')
  const messages: Element[] = []
  xmpp.on('stanza', (stanza: Element) => stanza.name === 'message' && messages.push(stanza))
  await xmpp.send(xml('presence'))
  return {
    async message(index: number): Promise<Element> {
      for (let tries = 0; tries < 500 && messages[index] === undefined; tries += 1) await wait(20)
      const message = messages[index]
      assert.ok(message, `message ${index} did not come`)
      return message
    },
    [Symbol.asyncDispose]: leave,
  }
}

async function online({ port }: Prosody, username: keyof typeof accounts) {
  const service = `xmpp://127.0.0.1:${port}`
  const xmpp: Client = client({
    service,
    domain: 'localhost',
    credentials: (authenticate) => authenticate({ username, password: accounts[username] }, 'PLAIN', xml('user-agent')),
  })
  xmpp.reconnect.stop()
  xmpp.on('error', () => undefined)
  const signedIn = once(xmpp, 'online')
  await xmpp.connect(service)
  await xmpp.open({ domain: 'localhost' })
  await signedIn
  return { xmpp, [Symbol.asyncDispose]: async () => void (await xmpp.stop()) }
}

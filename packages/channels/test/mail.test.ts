import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { channel, DeliveryError, type Message } from '@wachta/channels'
import { type CarrierSettings, openCarriers } from '@wachta/channels/carriers'
import { startListening } from '@wachta/testing/listening'
import { type SmtpOptions, startSmtp, waitForMail } from '@wachta/testing/smtp'
import { createTransport } from 'nodemailer'
import { dkimFault, signedNames } from './delivery/dkim.ts'
import { messageTo } from './delivery/message.ts'

const from = 'Wachta <noreply@wachta.example>'
const to = { address: 'duty@mail.example' }

test('a mail in HTML has a twin in plain text, and says in its headers what it is', async () => {
  await using smtp = await startSmtp()
  await using post = await postTo(smtp.url)
  assert.deepEqual(await post.send('email', { text: '<p>Shop &amp; <b>more</b></p>', language: 'pl' }), {
    answer: '250 accepted by the mail server',
  })
  const { email, raw, recipients } = await smtp.message(0)
  assert.deepEqual(recipients, ['duty@mail.example'])
  assert.match(raw, /^Content-Type: multipart\/alternative;/m)
  assert.equal(email.text?.trim(), 'Shop & more')
  assert.match(email.html ?? '', /^<!doctype html>\n<html lang="pl".*<p>Shop &amp; <b>more<\/b><\/p>.*<\/html>/s)
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value
  assert.deepEqual(
    ['auto-submitted', 'x-auto-response-suppress', 'list-id', 'content-language', 'message-id'].map(header),
    ['auto-generated', 'All', 'Wachta <notifications.wachta.example>', 'pl', '<main-n4711@wachta.example>'],
  )
  assert.equal(new Date(header('date') ?? '').toISOString(), '2026-11-15T03:12:30.000Z')
  assert.equal(header('list-unsubscribe'), undefined)
})

test('a mail in plain text is nothing else', async () => {
  await using smtp = await startSmtp()
  await using post = await postTo(smtp.url)
  for (const id of ['email_simplified', 'email_short', 'email_dedicated']) await post.send(id, { text: 'a <b> & c' })
  for (const index of [0, 1, 2]) {
    const { email, raw } = await smtp.message(index)
    assert.match(raw, /^Content-Type: text\/plain; charset=utf-8/m)
    assert.equal(email.text?.trim(), 'a <b> & c')
    assert.equal(email.html, undefined)
  }
})

test('repeats and the end answer to the thread; the start only belongs to it', async () => {
  await using smtp = await startSmtp()
  await using post = await postTo(smtp.url)
  const kinds: Partial<Message>[] = [{ kind: 'start' }, { kind: 'start', repeat_number: 2 }, { kind: 'end' }]
  for (const [index, kind] of kinds.entries()) await post.send('email', { ...kind, id: `main-n${index}` })
  const replies: (string | undefined)[] = []
  for (const index of kinds.keys()) {
    const { email } = await smtp.message(index)
    assert.equal(email.references, '<main-o1234@wachta.example>')
    replies.push(email.inReplyTo)
  }
  assert.deepEqual(replies, [undefined, '<main-o1234@wachta.example>', '<main-o1234@wachta.example>'])
})

test('artifacts come as files with their names and kinds', async () => {
  await using smtp = await startSmtp()
  await using post = await postTo(smtp.url)
  const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10])
  const attachments = [
    { fileName: 'zrzut ekranu żółw.png', contentType: 'image/png', content },
    { fileName: 'headers.txt', contentType: 'text/plain', content: Buffer.from('HTTP/1.1 500\r\n') },
  ]
  await post.send('email_extended', { attachments })
  const { email } = await smtp.message(0)
  const files = email.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition])
  assert.deepEqual(files, [
    ['zrzut ekranu żółw.png', 'image/png', 'attachment'],
    ['headers.txt', 'text/plain', 'attachment'],
  ])
  const [first] = email.attachments
  assert.ok(first && typeof first.content !== 'string')
  assert.deepEqual(new Uint8Array(first.content), new Uint8Array(content))
})

test('a mail goes to one recipient, whatever the address looks like', async () => {
  await using smtp = await startSmtp()
  await using post = await postTo(smtp.url)
  const list = 'a@mail.example, b@mail.example'
  for (const address of [list, 'a@mail.example\r\nRCPT TO:<b@mail.example>', 'a@mail.example>\r\nRCPT TO:<b']) {
    await assert.rejects(post.send('email', { address }), { isPermanent: true, message: '501 in answer to RCPT' })
  }
  assert.equal(smtp.received.length, 0)
  // Control: without the guard, the text is read as a list of recipients.
  await createTransport(smtp.url).sendMail({ from, to: list, text: 'a' })
  assert.deepEqual((await smtp.message(0)).recipients, ['a@mail.example', 'b@mail.example'])
})

test('the signature of DKIM covers what people rely on, and any change breaks it', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await using smtp = await startSmtp()
  await using post = await postTo(smtp.url, {
    dkim: { domain: 'wachta.example', selector: 'k1', privateKey: pem },
  })
  await post.send('email', { subject: 'Zażółć: no answer', text: '<p>Shop  failed</p>' })
  const { raw } = await smtp.message(0)
  assert.equal(dkimFault(raw, publicKey), undefined)
  assert.match(raw, /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=wachta\.example;/m)
  for (const name of ['from', 'to', 'subject', 'date', 'message-id']) assert.ok(signedNames(raw).includes(name), name)

  const changed = {
    body: raw.replace('Shop', 'Stop'),
    subject: raw.replace(/^Subject: /m, 'Subject: Re: '),
    from: raw.replace('noreply@', 'nobody@'),
    date: raw.replace(/^Date: ..., 15/m, 'Date: Sun, 16'),
  }
  for (const [what, mail] of Object.entries(changed)) {
    assert.notEqual(mail, raw, what)
    assert.match(dkimFault(mail, publicKey) ?? '', /not the one that was signed/, what)
  }
  const { publicKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  assert.match(dkimFault(raw, other) ?? '', /not the one/)
  assert.equal(dkimFault(raw.replace(/^DKIM-Signature/m, 'X-Nothing'), publicKey), 'not signed')
})

test('what the server says about the mail is for good, what it says about us will be mended', async () => {
  const forGood: SmtpOptions[] = [
    { refuseRecipients: true },
    { verdict: () => ({ code: 554, text: `no ${to.address}` }) },
  ]
  for (const options of forGood) {
    await using smtp = await startSmtp(options)
    await assertRefused(smtp.url, { isPermanent: true, message: /^55\d in answer to (?:RCPT|DATA)$/ })
  }
  await using busy = await startSmtp({ verdict: () => ({ code: 452, text: `full ${to.address}` }) })
  await assertRefused(busy.url, { isPermanent: false, message: /^452 in answer to DATA$/ })
  await using guarded = await startSmtp({ credentials: { user: 'wachta', password: 'right' } })
  const withPassword = (query: string) => `smtp://wachta:WR0NG@127.0.0.1:${guarded.port}${query}`
  await assertRefused(withPassword('?ignoreTLS=true'), { isPermanent: false, message: /^535 in answer to AUTH$/ })
  await assertRefused(guarded.url, { isPermanent: false, message: /^530 in answer to MAIL$/ })
  const tried = guarded.users.length
  await assertRefused(withPassword(''), { isPermanent: false, message: /no encryption/ })
  assert.equal(guarded.users.length, tried)
})

test('a server that is away, shuts the door or says nonsense is tried again', async () => {
  await assertRefused('smtp://127.0.0.1:1', { isPermanent: false, message: /^no connection to the mail server$/ })
  const greetings = {
    '554 go away\r\n': /^554 from/,
    '421 later\r\n': /^421 from/,
    'HTTP/1.1 200 OK\r\n': /mail server/,
  }
  for (const [greeting, message] of Object.entries(greetings)) {
    const server = createServer((socket: Socket) => socket.end(greeting))
    await using served = await serving(server)
    await assertRefused(`smtp://127.0.0.1:${served.port}`, { isPermanent: false, message })
  }
})

test('many mails share a few connections, each of which is used a bounded number of times', async () => {
  await using smtp = await startSmtp()
  const opened = countConnections(smtp.port)
  await using proxy = await opened.listen()
  await using post = await postTo(`smtp://127.0.0.1:${proxy.port}`)
  await Promise.all(Array.from({ length: 40 }, (_, index) => post.send('email_short', { id: `main-n${index}` })))
  assert.equal(new Set(smtp.received.map(({ email }) => email.messageId)).size, 40)
  assert.ok(opened.most() <= 5, `${opened.most()} at once`)
  for (let index = 0; index < 510; index += 1) await post.send('email_short')
  await waitForMail(() => (opened.ended() > 0 ? true : undefined))
})

test('a server that answers letter by letter does not use up the connections', async () => {
  const server = createServer((socket: Socket) => {
    const letters = setInterval(() => socket.write('2'), 50)
    socket.on('error', () => undefined)
    socket.on('close', () => clearInterval(letters))
  })
  await using served = await serving(server)
  await using post = await postTo(`smtp://127.0.0.1:${served.port}`, {
    limits: { connectTimeoutMs: 60_000, totalTimeoutMs: 300 },
  })
  for (let index = 0; index < 7; index += 1) {
    await assert.rejects(post.send('email'), { isPermanent: false, message: 'no answer from the mail server in time' })
  }
  const open = await promisify(server.getConnections.bind(server))()
  assert.ok(open <= 1, `${open} are left open`)
})

test('settings that cannot work are refused at the start, without telling the password or the key', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const elliptic = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const dkim = (key: string) => ({ dkim: { domain: 'a.example', selector: 'k', privateKey: key } })
  const faulty: [CarrierSettings['mail'], RegExp][] = [
    [{ url: 'https://a:S3CRET@mail.example', from }, /smtp:\/\//],
    [{ url: 'smtp://127.0.0.1', from: 'nobody' }, /sender/],
    [{ url: 'smtp://127.0.0.1', from, ...dkim('S3CRET') }, /private key of RSA/],
    [{ url: 'smtp://127.0.0.1', from, ...dkim(elliptic) }, /private key of RSA/],
  ]
  for (const [mail, message] of faulty) {
    assert.ok(mail)
    await assert.rejects(openCarriers({ mail }), (error: Error) => {
      return message.test(error.message) && !error.message.includes('S3CRET')
    })
  }
})

async function postTo(url: string, settings: Partial<NonNullable<CarrierSettings['mail']>> = {}) {
  const carriers = await openCarriers({ mail: { url, from, ...settings } })
  return {
    async send(id: string, changed: Partial<Message> = {}) {
      const used = channel(id)
      assert.ok(used?.deliver)
      return await used.deliver(messageTo(to, used, changed), carriers)
    },
    [Symbol.asyncDispose]: () => carriers[Symbol.asyncDispose](),
  }
}

async function assertRefused(url: string, expected: { readonly isPermanent: boolean; readonly message: RegExp }) {
  await using post = await postTo(url)
  await assert.rejects(post.send('email'), (error: Error) => {
    assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${error.cause}`, /duty|WR0NG|CANARY/)
    assert.ok(error instanceof DeliveryError)
    assert.equal(error.isPermanent, expected.isPermanent)
    assert.match(error.message, expected.message)
    return true
  })
}

/** A proxy in front of a server that counts connections. */
function countConnections(target: number) {
  let [open, most, ended] = [0, 0, 0]
  const server = createServer((socket) => {
    open += 1
    most = Math.max(most, open)
    const onward = createConnection(target, '127.0.0.1')
    pipeline(socket, onward, socket, () => {
      open -= 1
      ended += 1
    })
  })
  return {
    most: () => most,
    ended: () => ended,
    listen: () => serving(server),
  }
}

async function serving(server: Server) {
  const { port, close } = await startListening(server)
  return { port, [Symbol.asyncDispose]: close }
}

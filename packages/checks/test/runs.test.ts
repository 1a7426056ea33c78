import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { type CheckSettings, type CheckType, checkTypes } from '@wachta/checks'
import { findFreePort } from '@wachta/testing/free-port'
import { watch } from './lines/support/watch.ts'

/** Types that do not simply connect to a port of the address. All other types are tested as soon as they can run. */
const otherWays = new Set([
  'dns',
  'ping',
  'domain_expiry',
  'heartbeat',
  'browser_scenario',
  'fullpage',
  'fullpagehttps',
])
const running = checkTypes.filter(({ id, run }) => run !== undefined && !otherWays.has(id))

/** Settings with which a type sends and requests as much as it can, unencrypted. */
const step = { name: 'Open', url: '/' }
const open: Readonly<Record<string, CheckSettings>> = {
  tcp: { send: 'PING\r\n', expected_regex: 'PONG' },
  http_scenario: { steps: [step] },
}

const settingsOf = ({ id, settings }: CheckType, port: number): CheckSettings => ({
  ...('port' in settings && { port }),
  ...('encryption' in settings && { encryption: 'none' }),
  ...('username' in settings && { username: 'anna', password: 'secret' }),
  ...open[id],
})

test('the types of connections run', () => {
  const ids = running.map(({ id }) => id)
  for (const id of 'http https tcp tls_certificate smtp smtp_helo imap pop3 ftp ssh'.split(' '))
    assert.ok(ids.includes(id), id)
})

test('a closed port is an error of connecting', async () => {
  const port = await findFreePort()
  for (const type of running) {
    const address = 'port' in type.settings ? '127.0.0.1' : `127.0.0.1:${port}`
    const { kind, error_message } = await watch({ type_id: type.id, address, settings: settingsOf(type, port) })
    assert.equal(kind, 'connection_refused', `${type.id}: ${error_message}`)
  }
})

test('a time limit is kept, and told by what was waited for', async () => {
  await using server = await listen(silent)
  await Promise.all(
    running.map(async (type) => {
      const started = performance.now()
      const { kind } = await watch({ ...placeOf(type, server.port), timeout_ms: 1_500 })
      assert.match(kind, /^timeout_(?:tls|first_byte|greeting)$/, type.id)
      const took = performance.now() - started
      assert.ok(took > 1_450 && took < 2_500, `${type.id} took ${took} ms`)
    }),
  )
})

test('no text of the address or of a setting ends a line on the wire', async () => {
  const heard = await Promise.all(
    running.map(async (type) => {
      await using server = await listen(dialects[type.id] ?? web)
      const place = placeOf(type, server.port)
      for (const end of [...lineEnds, lettersThatEnd]) {
        for (const key of texts(type)) await attempt(place, { [key]: `anna${end}INJECTED` })
      }
      for (const end of lineEnds) {
        const { kind } = await watch({ ...place, address: `${place.address}${end}INJECTED`, timeout_ms: 500 })
        assert.equal(kind, 'address_invalid', `${type.id} ${JSON.stringify(end)}`)
      }
      assert.ok(!/[\r\n]INJECTED/.test(server.heard()), type.id)
      for (const key of texts(type)) await attempt(place, { [key]: `${key}-ARRIVED` }, 5_000)
      return server.heard()
    }),
  )
  // Control: the same settings without a line end do arrive, so one with a line end would have been detected.
  const arrived = new Set(heard.flatMap((text) => text.match(/\w+-ARRIVED/g) ?? []))
  assert.deepEqual([...arrived].filter((word) => /^(?:username|helo_name|password)-/.test(word)).length, 3)
})

/** Letters that become a line end if only their low byte is sent; names may contain them. */
const lettersThatEnd = '\u010d\u010a'

const lineEnds = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\r\n\r\n', '\u0000\r\n']

/** Settings that are sent unchanged: the text of tcp, and the body of a request. */
const whole = new Set(['send', 'content'])

const texts = ({ settings }: CheckType) =>
  Object.entries(settings)
    .filter(([key, { type, enum: values }]) => type === 'string' && values === null && !whole.has(key))
    .map(([key]) => key)

const placeOf = (type: CheckType, port: number) => ({
  type_id: type.id,
  address: 'port' in type.settings ? '127.0.0.1' : `127.0.0.1:${port}`,
  settings: settingsOf(type, port),
})

const attempt = (place: ReturnType<typeof placeOf>, changes: CheckSettings, timeout_ms = 500) =>
  watch({ ...place, settings: { ...place.settings, ...changes }, timeout_ms })

/** A server that accepts everything: its greeting, and its answer to a line. */
interface Dialect {
  readonly greeting: string
  readonly answer: (line: string) => string
}

const web: Dialect = {
  greeting: '',
  answer: (line) => (line === '' ? 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK' : ''),
}

const smtp: Dialect = {
  greeting: '220 a\r\n',
  answer: (line) => (/^(?:EHLO|HELO) /.test(line) ? '250-a\r\n250 AUTH LOGIN\r\n' : '334 go on\r\n'),
}

const dialects: Readonly<Record<string, Dialect>> = {
  smtp,
  smtp_helo: smtp,
  imap: {
    greeting: '* OK\r\n',
    answer: (line) =>
      line.endsWith('}') ? '+ go on\r\n' : `* CAPABILITY IMAP4rev1\r\n${line.split(' ', 1)[0]} OK\r\n`,
  },
  pop3: { greeting: '+OK\r\n', answer: (line) => (line === 'CAPA' ? '+OK\r\nUSER\r\n.\r\n' : '+OK\r\n') },
  ftp: { greeting: '220 a\r\n', answer: () => '331 go on\r\n' },
  ssh: { greeting: 'SSH-2.0-a\r\n', answer: () => '' },
}

const silent: Dialect = { greeting: '', answer: () => '' }

interface Listener extends AsyncDisposable {
  readonly port: number
  readonly heard: () => string
}

async function listen({ greeting, answer }: Dialect): Promise<Listener> {
  const heard: string[] = []
  const clients = new Set<Socket>()
  const server = createServer((socket) => {
    clients.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      heard.push(data.toString('latin1'))
      const lines = data.toString().split('\r\n').slice(0, -1)
      for (const line of lines) socket.write(answer(line))
      // The start of a TLS handshake, which this server does not speak.
      if (lines.length === 0 && greeting === '' && answer('') !== '') socket.end()
    })
    if (greeting !== '') socket.write(greeting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard.join(''),
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

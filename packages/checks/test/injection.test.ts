import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  buildSettingsSchema,
  type CheckSettings,
  type CheckType,
  checkTypes,
  createGuard,
  runCheck,
  settingsFormats,
} from '@wachta/checks'
import { startListening } from '@wachta/testing/listening'
import { Ajv } from 'ajv'

/** A text that no check may ever send at the beginning of a line. */
const canary = 'X-Injected-Line'

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\n\n',
  '\r\n\t',
  '\r\n ',
  '\u0085',
  '\u2028',
  '\u2029',
  '\v',
  '\f',
  '\0\r\n',
]
const payloads = [
  ...breaks.map((lineBreak) => `x${lineBreak}${canary}: 1`),
  `x\r\nContent-Length: 0\r\n\r\nGET /${canary} HTTP/1.1\r\n${canary}: 1\r\n\r\n`,
  `x HTTP/1.1\r\n${canary}: 1\r\nX: `,
  `x\r\n.\r\n${canary}\r\nQUIT\r\n`,
  `\r\n${canary}`,
]

/** Unchanged; URL-encoded once and twice, in case it is decoded; in letters whose low byte is a line break. */
const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => text.replaceAll('\r', '\u010d').replaceAll('\n', '\u010a'),
]

/** Settings that are the content itself, which may have lines of its own. */
const contents: ReadonlySet<string> = new Set(['content', 'send', 'request_body'])

const ajv = new Ajv({ strict: true, allowUnionTypes: true })
for (const [name, validate] of Object.entries(settingsFormats)) ajv.addFormat(name, { type: 'string', validate })

/** Types with line-based protocols. */
const types = checkTypes.filter((type) => type.run !== undefined && 'port' in type.settings && type.id !== 'dns')

test('lets no text of a service begin a line of its own', async () => {
  const counts = { cases: 0, refused: 0, sent: 0 }
  const faults: string[] = []
  for (const type of types) {
    const takes = ajv.compile(buildSettingsSchema(type))
    const server = await listen(type.id)
    const tries = fieldsOf(type).flatMap((field) =>
      payloads.flatMap((payload) => encodings.map((encode) => ({ field, text: encode(payload) }))),
    )
    const attempt = async ({ field, text }: { field: string; text: string }) => {
      counts.cases += 1
      const { address, settings } = orderOf(field, text, server.port)
      if (field === 'address' ? type.validateAddress(text) !== undefined : !takes({ ...settings })) counts.refused += 1
      await runCheck({ type_id: type.id, address, settings, timeout_ms: 3000 }, checkContext)
    }
    const lane = async () => {
      for (let next = tries.pop(); next !== undefined; next = tries.pop()) await attempt(next)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    const sent = await server.close()
    counts.sent += sent.filter((text) => text.includes(canary)).length
    faults.push(...sent.filter(isInjected).map((text) => `${type.id}: ${JSON.stringify(text)}`))
  }
  assert.deepEqual(faults, [])
  assert.ok(counts.cases > 3000, `${counts.cases} cases`)
  assert.ok(counts.sent > 100, `${counts.sent} texts came, within their lines`)
  assert.ok(counts.refused > counts.cases / 4, `${counts.refused} refused by the interface`)
})

test('would notice a client that writes texts as they are', async () => {
  const server = await listen('ftp')
  const naive = connect(server.port, '127.0.0.1', () => naive.write(`USER ${payloads[0]}\r\n`))
  await once(naive.resume(), 'close')
  assert.deepEqual((await server.close()).map(isInjected), [true])
})

const checkContext = { guard: createGuard({ allow: ['127.0.0.0/8'] }) }

const isInjected = (sent: string): boolean => new RegExp(`[\\r\\n]\\s*${canary}`).test(sent)

function fieldsOf(type: CheckType): string[] {
  const texts = Object.entries(type.settings)
    .filter(
      ([key, { type: kind, enum: values }]) =>
        ['string', 'array'].includes(kind) && values === null && !contents.has(key),
    )
    .map(([key]) => key)
  return ['address', ...texts]
}

/** Builds an order whose address leads to the server even if the text is in the address. */
function orderOf(field: string, text: string, port: number): { address: string; settings: CheckSettings } {
  const common = {
    port,
    encryption: 'none',
    username: 'user',
    password: 'password',
    content: 'x',
    content_type: 'text/plain',
  }
  if (field === 'address') return { address: `127.0.0.1/${text}`, settings: common }
  const value = field === 'request_headers' ? [`X-Name: ${text}`] : field.endsWith('s') ? [text] : text
  return { address: '127.0.0.1', settings: { ...common, api_key_header: 'X-Key', api_key: 'key', [field]: value } }
}

/** A server for a type; `close` returns everything that each connection has sent. */
async function listen(type_id: string): Promise<{ readonly port: number; close(): Promise<string[]> }> {
  const received: { text: string }[] = []
  const { port, close } = await startListening(
    createServer((socket) => {
      const sent = { text: '' }
      received.push(sent)
      converse(socket, sent, words[type_id] ?? ['220 ready', '250 ok'])
    }),
  )
  return {
    port,
    close: async () => {
      await wait(lifetime)
      await close()
      return received.map(({ text }) => text)
    },
  }
}

const lifetime = 100
/** The number of concurrent checks. */
const lanes = 40

/** The greeting of a server, and its answer to everything. */
const words: Readonly<Record<string, readonly [greeting: string, reply: string]>> = {
  ftp: ['220 ready', '331 go on'],
  imap: ['* OK ready', '* OK go on'],
  pop3: ['+OK ready', '+OK go on'],
}

/** Answers everything positively, so that checks send all their texts. */
function converse(socket: Socket, sent: { text: string }, [greeting, reply]: readonly [string, string]): void {
  socket.on('error', () => undefined)
  socket.write(`${greeting}\r\n`)
  socket.on('data', (data) => {
    sent.text += data.toString('latin1')
    const tag = /(a\d+) \w+/i.exec(data.toString('latin1'))?.[1]
    socket.write(`${tag === undefined ? reply : `${tag} OK done`}\r\n`)
  })
  setTimeout(() => socket.destroy(), lifetime)
}

import { connect, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { connect as connectSecurely } from 'node:tls'

const timeoutMs = 8_000

/**
 * Connects to a mail server, greets it and quits without sending a mail. Returns the name from the server's greeting.
 */
export async function greetMailServer(url: URL): Promise<string> {
  const isSecure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = mailPort(url)
  const socket = isSecure
    ? connectSecurely({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')))
  try {
    const answers = readAnswers(socket)
    await expectAnswer(answers, '220')
    socket.write(`EHLO ${hostname() || 'localhost'}\r\n`)
    const greeting = await expectAnswer(answers, '250')
    socket.write('QUIT\r\n')
    return greeting.split(' ')[0] || host
  } finally {
    socket.destroy()
  }
}

/** Returns the port with the same defaults as the mail client: 465 for smtps, otherwise 587. */
export const mailPort = (url: URL): number => Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)

type Answers = AsyncIterator<string>

async function* readAnswers(socket: Socket): AsyncGenerator<string> {
  const failed = new Promise<never>((_, reject) => socket.once('error', reject))
  // The race below handles the rejection; after the last read it is ignored.
  failed.catch(() => undefined)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await Promise.race([lines.next(), failed])
    if (done) throw new Error('the connection was closed')
    yield value as string
  }
}

/** Reads a whole answer, and returns the text of its first line. */
async function expectAnswer(answers: Answers, code: string): Promise<string> {
  let first: string | undefined
  for (;;) {
    const { value: line } = await answers.next()
    if (!String(line).startsWith(code)) throw new Error(`it said ${JSON.stringify(String(line).slice(0, 80))}`)
    first ??= String(line).slice(4)
    if (line[3] !== '-') return first
  }
}

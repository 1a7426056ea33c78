import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type RawData, WebSocket } from 'ws'
import { CheckFailure } from '../failure.ts'

/** What the server may send as one message, in bytes. */
const maximumMessage = 1_048_576

/** How long a goodbye may take, in milliseconds: it takes nothing away from the check. */
const farewell_ms = 200

export interface Opening {
  readonly url: URL
  readonly socket: Socket
  readonly headers: Readonly<Record<string, string>>
  readonly subprotocol: string | null
  /** Called with the answer to the request, whatever it is. */
  answered(response: IncomingMessage): void
}

/** An open WebSocket channel. */
export interface WebSocketChannel {
  send(message: string): Promise<void>
  /** The first message, also where it came before anybody asked. */
  receive(): Promise<Buffer>
  leave(): Promise<void>
}

/** Opens a channel over a connection that was made, and looked at, before. */
export async function openChannel({ url, socket, headers, subprotocol, answered }: Opening): Promise<WebSocketChannel> {
  const channel = new WebSocket(url, subprotocol === null ? [] : [subprotocol], {
    createConnection: () => socket,
    headers,
    maxPayload: maximumMessage,
    // What is sent is to be read in the transcript, and nothing is sent often enough to be worth it.
    perMessageDeflate: false,
    followRedirects: false,
  })
  // Whoever waits hears of a fault; nobody waiting must not end the process.
  channel.on('error', () => undefined)
  const message = new Promise<Buffer>((resolve) => channel.once('message', (data) => resolve(bytesOf(data))))
  const end = ending(channel)
  await opened(channel, answered)
  return {
    // What stops a message from being sent also ends the channel, and says why.
    send: (text) => Promise.race([sent(channel, text), end]),
    receive: () => Promise.race([message, end]),
    leave: () => left(channel),
  }
}

function opened(channel: WebSocket, answered: Opening['answered']): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.once('upgrade', answered)
    channel.once('unexpected-response', (request, response) => {
      answered(response)
      reject(new CheckFailure('websocket_upgrade_refused', `the server answered with status ${response.statusCode}`))
      request.destroy()
    })
    channel.once('error', (cause) => reject(openingFailure(cause)))
    channel.once('open', resolve)
  })
}

/** Rejected when the channel is no more. Listens from the start: a server may be gone in the packet that opens. */
function ending(channel: WebSocket): Promise<never> {
  const end = new Promise<never>((_, reject) => {
    channel.once('error', (cause) => reject(laterFailure(cause)))
    channel.once('close', (code, reason) => {
      const words = reason.length > 0 ? ` (${reason})` : ''
      reject(new CheckFailure('websocket_closed', `the server closed the channel with code ${code}${words}`))
    })
  })
  end.catch(() => undefined)
  return end
}

function sent(channel: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => channel.send(text, (cause) => (cause ? undefined : resolve())))
}

function openingFailure(cause: Error): Error {
  const { code = '', message } = cause as NodeJS.ErrnoException
  // Faults of the system have codes, and so are told by them; the rest is what the library thinks of the handshake.
  return code === '' ? new CheckFailure('websocket_handshake_invalid', message) : cause
}

function laterFailure(cause: Error): Error {
  const { code = '', message } = cause as NodeJS.ErrnoException
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return new CheckFailure('websocket_message_mismatch', `the message is longer than ${maximumMessage} bytes`)
  return code.startsWith('WS_ERR_')
    ? new CheckFailure('websocket_closed', `the protocol was broken: ${message}`)
    : cause
}

async function left(channel: WebSocket): Promise<void> {
  if (channel.readyState === WebSocket.CLOSED) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => channel.terminate(), farewell_ms)
    channel.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    channel.close(1000)
  })
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type RawData, WebSocket } from 'ws'
import { CheckFailure } from '../failure.ts'

/** The maximum size of a message of the server, in bytes. */
const maxMessageBytes = 1_048_576

/** How long to wait for the server to close the channel, in milliseconds; the response time does not include it. */
const closeTimeoutMs = 200

export interface ChannelOptions {
  readonly url: URL
  readonly socket: Socket
  readonly headers: Readonly<Record<string, string>>
  readonly subprotocol: string | null
  /** Called with the answer to the upgrade request, whatever its status is. */
  onResponse(response: IncomingMessage): void
}

/** An open WebSocket channel. */
export interface WebSocketChannel {
  send(message: string): Promise<void>
  /** Returns the first message, even if it arrived before this call. */
  receive(): Promise<Buffer>
  close(): Promise<void>
}

/** Opens a channel over an established connection to an address that the guard allowed. */
export async function openChannel({
  url,
  socket,
  headers,
  subprotocol,
  onResponse,
}: ChannelOptions): Promise<WebSocketChannel> {
  const channel = new WebSocket(url, subprotocol === null ? [] : [subprotocol], {
    createConnection: () => socket,
    headers,
    maxPayload: maxMessageBytes,
    // Compression is off, so that the transcript is readable; there is too little data for it to help.
    perMessageDeflate: false,
    followRedirects: false,
  })
  // Pending operations report errors; without a listener an error would end the process.
  channel.on('error', () => undefined)
  const message = new Promise<Buffer>((resolve) => channel.once('message', (data) => resolve(toBytes(data))))
  const end = waitForClose(channel)
  await waitForOpen(channel, onResponse)
  return {
    // A send error also closes the channel; then `end` rejects with the reason.
    send: (text) => Promise.race([sendText(channel, text), end]),
    receive: () => Promise.race([message, end]),
    close: () => closeChannel(channel),
  }
}

function waitForOpen(channel: WebSocket, onResponse: ChannelOptions['onResponse']): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.once('upgrade', onResponse)
    channel.once('unexpected-response', (request, response) => {
      onResponse(response)
      reject(new CheckFailure('websocket_upgrade_refused', `the server answered with status ${response.statusCode}`))
      request.destroy()
    })
    channel.once('error', (cause) => reject(toOpeningFailure(cause)))
    channel.once('open', resolve)
  })
}

/**
 * Rejects when the channel closes. It listens from the start, because a server may close in the packet that opens it.
 */
function waitForClose(channel: WebSocket): Promise<never> {
  const end = new Promise<never>((_, reject) => {
    channel.once('error', (cause) => reject(toChannelFailure(cause)))
    channel.once('close', (code, reason) => {
      const suffix = reason.length > 0 ? ` (${reason})` : ''
      reject(new CheckFailure('websocket_closed', `the server closed the channel with code ${code}${suffix}`))
    })
  })
  end.catch(() => undefined)
  return end
}

function sendText(channel: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => channel.send(text, (cause) => (cause ? undefined : resolve())))
}

function toOpeningFailure(cause: Error): Error {
  const { code = '', message } = cause as NodeJS.ErrnoException
  // System errors have codes and are classified later; the others are handshake errors of the library.
  return code === '' ? new CheckFailure('websocket_handshake_invalid', message) : cause
}

function toChannelFailure(cause: Error): Error {
  const { code = '', message } = cause as NodeJS.ErrnoException
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
    return new CheckFailure('websocket_message_mismatch', `the message is longer than ${maxMessageBytes} bytes`)
  return code.startsWith('WS_ERR_')
    ? new CheckFailure('websocket_closed', `the server violated the protocol: ${message}`)
    : cause
}

async function closeChannel(channel: WebSocket): Promise<void> {
  if (channel.readyState === WebSocket.CLOSED) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => channel.terminate(), closeTimeoutMs)
    channel.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    channel.close(1000)
  })
}

function toBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

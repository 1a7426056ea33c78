import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const largeFrame = Buffer.concat([Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x40]), Buffer.alloc(1_000_000)])
const smallFrames = Buffer.concat(Array.from({ length: 5_000 }, () => Buffer.from([0x81, 1, 0x61])))

/** Accepts a WebSocket, and floods it if the path asks for it. Received messages are only counted. */
export function acceptWebSocket({ url = '', headers }: IncomingMessage, socket: Duplex): void {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  socket.on('error', () => socket.destroy())
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.resume()
  const frame = url.includes('flood') ? largeFrame : url.includes('small') ? smallFrames : undefined
  if (frame === undefined) return
  const write = (): void => {
    while (!socket.destroyed && socket.write(frame));
  }
  socket.on('drain', write)
  write()
}

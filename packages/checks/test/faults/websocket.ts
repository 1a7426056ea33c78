import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { findFreePort } from '@wachta/testing/free-port'
import { startListening } from '@wachta/testing/listening'
import { startWebSocketServer } from '../support/websocket-server.ts'
import type { Fault } from './fault.ts'

/** A server that answers the handshake with these bytes, computed from the accept key. */
const raw =
  (answer: (accept: string) => string | Buffer | null): Fault['server'] =>
  async () => {
    const server = createServer((socket) => {
      socket.once('data', (request) => {
        const key = /^sec-websocket-key: (.*)\r$/im.exec(request.toString('latin1'))?.[1] ?? ''
        const bytes = answer(createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64'))
        if (bytes === null) socket.end()
        else socket.write(bytes)
      })
    })
    const { port, close } = await startListening(server)
    return { address: `ws://127.0.0.1:${port}/feed`, close }
  }

const switching = (accept: string, ...more: readonly string[]): string =>
  [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    ...more,
    '',
    '',
  ].join('\r\n')

const framed =
  (...bytes: readonly number[]) =>
  (accept: string) =>
    Buffer.concat([Buffer.from(switching(accept)), Buffer.from(bytes)])

const status = (line: string) => raw(() => `HTTP/1.1 ${line}\r\nContent-Length: 0\r\n\r\n`)

const fault = (name: string, kind: string, rest: Partial<Fault> & Pick<Fault, 'server'>): Fault => ({
  name,
  type_id: 'websocket',
  kind,
  ...rest,
})

const expecting = { message: 'hello', expected_regex: '^hello$' }

export const websocketFaults: readonly Fault[] = [
  fault('the server wants a login', 'websocket_upgrade_refused', { server: status('401 Unauthorized') }),
  fault('the path is unknown', 'websocket_upgrade_refused', { server: status('404 Not Found') }),
  fault('the server redirects', 'websocket_upgrade_refused', {
    server: status('302 Found\r\nLocation: ws://127.0.0.1:1/'),
  }),
  fault('a proxy drops the upgrade', 'websocket_upgrade_refused', { server: status('200 OK') }),
  fault('the key is not answered', 'websocket_handshake_invalid', { server: raw(() => switching('bm9uc2Vuc2U=')) }),
  fault('the upgrade is to something else', 'websocket_handshake_invalid', {
    server: raw((accept) => switching(accept).replace('Upgrade: websocket', 'Upgrade: h2c')),
  }),
  fault('the subprotocol is missing', 'websocket_handshake_invalid', {
    settings: { subprotocol: 'chat' },
    server: raw((accept) => switching(accept)),
  }),
  fault('the subprotocol is another', 'websocket_handshake_invalid', {
    settings: { subprotocol: 'chat' },
    server: raw((accept) => switching(accept, 'Sec-WebSocket-Protocol: news')),
  }),
  fault('an extension comes unasked', 'websocket_handshake_invalid', {
    server: raw((accept) => switching(accept, 'Sec-WebSocket-Extensions: permessage-deflate')),
  }),
  fault('the answer is not HTTP', 'http_response_invalid', { server: raw(() => 'SSH-2.0-OpenSSH_9.2\r\n') }),
  fault('the server hangs up', 'connection_closed', { server: raw(() => null) }),
  fault('the server is silent', 'timeout_first_byte', { timeout_ms: 300, server: raw(() => '') }),
  fault('nothing listens', 'connection_refused', {
    server: async () => ({ address: `ws://127.0.0.1:${await findFreePort()}`, close: async () => undefined }),
  }),
  fault('the server closes the channel', 'websocket_closed', {
    settings: expecting,
    server: () => startWebSocketServer({ connected: (channel) => channel.close(1011, 'out of order') }),
  }),
  fault('a frame is masked', 'websocket_closed', {
    settings: expecting,
    server: raw(framed(0x81, 0x81, 1, 2, 3, 4, 0x60)),
  }),
  fault('a frame is of no known kind', 'websocket_closed', { settings: expecting, server: raw(framed(0x83, 0x00)) }),
  fault('a text is no text', 'websocket_closed', { settings: expecting, server: raw(framed(0x81, 0x02, 0xc3, 0x28)) }),
  fault('a message is too long', 'websocket_message_mismatch', {
    settings: expecting,
    server: raw(framed(0x82, 0x7f, 0, 0, 0, 0, 0, 0x20, 0, 0)),
  }),
  fault('the message is another', 'websocket_message_mismatch', {
    settings: { ...expecting, expected_regex: '^bye$' },
    server: () => startWebSocketServer(),
  }),
  fault('the message does not come', 'timeout_command', {
    settings: expecting,
    timeout_ms: 300,
    server: () => startWebSocketServer({ connected: () => undefined }),
  }),
  fault('the answer is slower than allowed', 'timeout_total', {
    settings: { ...expecting, maximum_response_time: 50 },
    server: () =>
      startWebSocketServer({
        connected: (channel) => channel.on('message', (data) => setTimeout(() => channel.send(String(data)), 100)),
      }),
  }),
]

import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { startListening } from '@wachta/testing/listening'
import { type WebSocket, WebSocketServer } from 'ws'

interface Options {
  /** With a certificate, the server uses TLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly subprotocol?: string
  readonly connected?: (channel: WebSocket, request: IncomingMessage) => void
}

/** A WebSocket server on loopback that by default echoes every message. */
export async function startWebSocketServer({ tls, subprotocol, connected = echo }: Options = {}) {
  const server = tls === undefined ? createServer() : createSecureServer(tls)
  const channels = new WebSocketServer({
    server,
    ...(subprotocol !== undefined && { handleProtocols: () => subprotocol }),
  })
  channels.on('connection', (channel, request) => {
    channel.on('error', () => undefined)
    connected(channel, request)
  })
  const { port, close } = await startListening(server)
  return { port, close, address: `${tls === undefined ? 'ws' : 'wss'}://127.0.0.1:${port}` }
}

function echo(channel: WebSocket): void {
  channel.on('message', (data, isBinary) => channel.send(data, { binary: isBinary }))
}

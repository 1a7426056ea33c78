import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface OpenEventStream extends Disposable {
  readonly response: IncomingMessage
  /** The events received so far. */
  readonly events: readonly { readonly event: string; readonly data: unknown; readonly at: number }[]
  readonly text: () => string
  /** Resolves with the time at which the stream ended. */
  readonly ended: Promise<number>
}

/** Reads a stream of events over a real connection. */
export async function openEventStream(app: FastifyInstance, authorization: string): Promise<OpenEventStream> {
  const { port } = app.server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port, path: '/v3/live', headers: { authorization }, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const events: { event: string; data: unknown; at: number }[] = []
  let text = ''
  let readTo = 0
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\n\n', readTo); end >= 0; end = text.indexOf('\n\n', readTo)) {
      const [, event = '', data = 'null'] = /^id: \d+\nevent: (\w+)\ndata: (.*)$/.exec(text.slice(readTo, end)) ?? []
      if (event !== '') events.push({ event, data: JSON.parse(data), at: performance.now() })
      readTo = end + 2
    }
  })
  const ended = new Promise<number>((resolve) => response.once('close', () => resolve(performance.now())))
  response.on('error', () => undefined)
  return { response, events, text: () => text, ended, [Symbol.dispose]: () => void request.destroy() }
}

import { PassThrough } from 'node:stream'

/** The number of unread bytes after which a client counts as gone. */
const maxUnreadBytes = 1_048_576

export interface EventStream {
  readonly events: PassThrough
  send(event: string, data: string): void
  /** Sends a comment, so that the client and proxies do not close the idle connection. */
  keepAlive(): void
}

/** Creates a stream of server-sent events. It is closed if the client does not keep up. */
export function createEventStream(): EventStream {
  let lastId = 0
  const events = new PassThrough()
  const write = (text: string) => {
    if (!events.writable) return
    events.write(text)
    if (events.writableLength > maxUnreadBytes) events.destroy()
  }
  return {
    events,
    send(event, data) {
      lastId += 1
      write(`id: ${lastId}\nevent: ${event}\ndata: ${data}\n\n`)
    },
    keepAlive: () => write(': still here\n\n'),
  }
}

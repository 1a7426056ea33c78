import { PassThrough } from 'node:stream'

/** The number of unread bytes after which a client counts as gone. */
const maxUnread = 1_048_576

export interface EventStream {
  readonly events: PassThrough
  send(event: string, data: string): void
  /** Sends a comment, so that the client and proxies do not close the idle connection. */
  keepAlive(): void
}

/** Creates a stream of server-sent events. It is closed if the client does not keep up. */
export function createEventStream(): EventStream {
  let last = 0
  const events = new PassThrough()
  const write = (text: string) => {
    if (!events.writable) return
    events.write(text)
    if (events.writableLength > maxUnread) events.destroy()
  }
  return {
    events,
    send(event, data) {
      last += 1
      write(`id: ${last}\nevent: ${event}\ndata: ${data}\n\n`)
    },
    keepAlive: () => write(': still here\n\n'),
  }
}

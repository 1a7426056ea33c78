import { PassThrough } from 'node:stream'

/** Who reads further behind than this has stopped reading. */
const maxWaiting = 1_048_576

export interface EventStream {
  readonly events: PassThrough
  send(event: string, data: string): void
  /** Shows that the line is alive, to the reader and to whatever stands between. */
  beat(): void
}

/** Server-sent events: text that any browser, or `curl -N`, reads. A reader who does not keep up is left. */
export function createEventStream(): EventStream {
  let last = 0
  const events = new PassThrough()
  const write = (text: string) => {
    if (!events.writable) return
    events.write(text)
    if (events.writableLength > maxWaiting) events.destroy()
  }
  return {
    events,
    send(event, data) {
      last += 1
      write(`id: ${last}\nevent: ${event}\ndata: ${data}\n\n`)
    },
    beat: () => write(': still here\n\n'),
  }
}

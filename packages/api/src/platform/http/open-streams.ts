import type { PassThrough } from 'node:stream'

/** Event streams that are being sent. They end with the server: no client would end them. */
export class OpenStreams {
  readonly #streams = new Set<PassThrough>()

  get size(): number {
    return this.#streams.size
  }

  add(events: PassThrough): void {
    this.#streams.add(events)
    events.once('close', () => this.#streams.delete(events))
  }

  endAll(): void {
    for (const events of this.#streams) events.end()
  }
}

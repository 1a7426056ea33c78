import type { PassThrough } from 'node:stream'

/** The open event streams. The server ends them when it stops, because clients keep them open. */
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

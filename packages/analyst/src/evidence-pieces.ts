import { createHash } from 'node:crypto'
import type { JsMsg } from '@nats-io/jetstream'
import { type ArtifactChunk, parseSpeaker, readArtifactChunk } from '@wachta/bus'

/** An artifact that has come completely. */
export interface WholeArtifact extends Omit<ArtifactChunk, 'index' | 'count'> {
  readonly sensor_id: number
  readonly messages: readonly JsMsg[]
}

/** One message of an artifact, as it was understood. */
interface Piece {
  readonly sensor_id: number
  readonly chunk: ArtifactChunk
  readonly message: JsMsg
}

interface Held {
  readonly sensor_id: number
  readonly chunks: Map<number, ArtifactChunk>
  readonly messages: JsMsg[]
  bytes: number
  at: number
}

/** What may lie here in pieces, of all sensors and of one: the largest artifact has 64 pieces. */
const maxBytes = 64 * 1024 ** 2
const maxMessages = 1_000
const maxMessagesOfSensor = 80
/** The pieces of one artifact are sent one right after another. */
const patience_ms = 30_000

/**
 * Artifacts that have not come completely yet, the oldest first. What is given up is told, so that the broker does not
 * bring it again and again while others wait.
 */
export class Pieces {
  readonly #held = new Map<string, Held>()
  readonly #messagesOf = new Map<number, number>()
  readonly #givenUp: (messages: readonly JsMsg[]) => void
  readonly #now: () => number
  #bytes = 0
  #messages = 0

  constructor(givenUp: (messages: readonly JsMsg[]) => void, now: () => number) {
    this.#givenUp = givenUp
    this.#now = now
  }

  /** The artifact that the message completes, if it does. Throws where the message cannot be understood. */
  add(message: JsMsg): WholeArtifact | undefined {
    const piece = readPiece(message)
    const { sensor_id, chunk } = piece
    const key = [sensor_id, chunk.service_id, chunk.slot, chunk.artifact_id, chunk.sha256].join(' ')
    const held = this.#hold(key, piece)
    if (held.chunks.size < chunk.count) {
      this.#makeRoom(sensor_id)
      return undefined
    }
    this.#forget(key, held)
    const bytes = Buffer.concat([...held.chunks].sort(([one], [other]) => one - other).map(([, each]) => each.bytes))
    if (bytes.length !== chunk.size || createHash('sha256').update(bytes).digest('hex') !== chunk.sha256) {
      for (const one of held.messages) if (one !== message) one.ack()
      throw new Error('an artifact came together wrongly')
    }
    return { ...chunk, bytes, sensor_id, messages: held.messages }
  }

  /** Gives up what has waited too long for its rest. */
  expire(): void {
    for (const [key, held] of this.#held) if (this.#now() - held.at > patience_ms) this.#giveUp(key, held)
  }

  #hold(key: string, { sensor_id, chunk, message }: Piece): Held {
    const at = this.#now()
    const held: Held = this.#held.get(key) ?? { sensor_id, chunks: new Map(), messages: [], bytes: 0, at }
    this.#held.set(key, held)
    held.chunks.set(chunk.index, chunk)
    held.messages.push(message)
    held.bytes += chunk.bytes.length
    held.at = at
    this.#bytes += chunk.bytes.length
    this.#messages += 1
    this.#messagesOf.set(sensor_id, (this.#messagesOf.get(sensor_id) ?? 0) + 1)
    return held
  }

  /** A sensor that begins much and finishes nothing loses its own first. */
  #makeRoom(sensor_id: number): void {
    for (const [key, held] of this.#held) {
      if ((this.#messagesOf.get(sensor_id) ?? 0) <= maxMessagesOfSensor) break
      if (held.sensor_id === sensor_id) this.#giveUp(key, held)
    }
    for (const [key, held] of this.#held) {
      if (this.#bytes <= maxBytes && this.#messages <= maxMessages) break
      this.#giveUp(key, held)
    }
  }

  #giveUp(key: string, held: Held): void {
    this.#forget(key, held)
    this.#givenUp(held.messages)
  }

  #forget(key: string, { sensor_id, bytes, messages }: Held): void {
    this.#held.delete(key)
    this.#bytes -= bytes
    this.#messages -= messages.length
    const left = (this.#messagesOf.get(sensor_id) ?? 0) - messages.length
    if (left > 0) this.#messagesOf.set(sensor_id, left)
    else this.#messagesOf.delete(sensor_id)
  }
}

function readPiece(message: JsMsg): Piece {
  const sensor_id = parseSpeaker(message.subject)
  if (sensor_id === undefined) throw new Error('no sensor')
  return { sensor_id, chunk: readArtifactChunk(message.headers, message.data), message }
}

import { createHash } from 'node:crypto'
import type { JsMsg } from '@nats-io/jetstream'
import { type ArtifactChunk, decodeArtifactChunk, parseLastId } from '@wachta/bus'

/** A completely received artifact, with its messages. */
export interface CompleteArtifact extends Omit<ArtifactChunk, 'index' | 'count'> {
  readonly sensor_id: number
  readonly messages: readonly JsMsg[]
}

/** One parsed message of an artifact. */
interface ArtifactPiece {
  readonly sensor_id: number
  readonly chunk: ArtifactChunk
  readonly message: JsMsg
}

/** An incomplete artifact. */
interface HeldArtifact {
  readonly sensor_id: number
  readonly chunks: Map<number, ArtifactChunk>
  readonly messages: JsMsg[]
  bytes: number
  at: number
}

/** Limits for incomplete artifacts, for all sensors and for one. The largest artifact has 64 pieces. */
const maxBytes = 64 * 1024 ** 2
const maxMessages = 1_000
const maxMessagesPerSensor = 80
/** How long to wait for the next piece. The pieces of an artifact are sent one right after another. */
const maxWaitMs = 30_000

/**
 * Collects the pieces of artifacts. Calls back with the messages of an artifact that is given up, so that they are
 * acknowledged and the broker does not deliver them again.
 */
export class ArtifactPieces {
  readonly #held = new Map<string, HeldArtifact>()
  readonly #messageCounts = new Map<number, number>()
  readonly #onGivenUp: (messages: readonly JsMsg[]) => void
  readonly #now: () => number
  #bytes = 0
  #messages = 0

  constructor(onGivenUp: (messages: readonly JsMsg[]) => void, now: () => number) {
    this.#onGivenUp = onGivenUp
    this.#now = now
  }

  /** Adds a piece, and returns the artifact if it is complete now. Throws if the message or the artifact is damaged. */
  add(message: JsMsg): CompleteArtifact | undefined {
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
      throw new Error('the pieces of an artifact do not match its size and digest')
    }
    return { ...chunk, bytes, sensor_id, messages: held.messages }
  }

  /** Gives up artifacts that have waited too long for their next piece. */
  expire(): void {
    for (const [key, held] of this.#held) if (this.#now() - held.at > maxWaitMs) this.#giveUp(key, held)
  }

  /**
   * Returns the messages of incomplete artifacts to the broker, so that the next analyst gets them immediately. If they
   * came only after the acknowledgement timeout, that analyst would have given up the other pieces by then.
   */
  returnToBroker(): void {
    for (const [key, held] of this.#held) {
      this.#forget(key, held)
      for (const message of held.messages) message.nak()
    }
  }

  #hold(key: string, { sensor_id, chunk, message }: ArtifactPiece): HeldArtifact {
    const at = this.#now()
    const held: HeldArtifact = this.#held.get(key) ?? { sensor_id, chunks: new Map(), messages: [], bytes: 0, at }
    this.#held.set(key, held)
    held.chunks.set(chunk.index, chunk)
    held.messages.push(message)
    held.bytes += chunk.bytes.length
    held.at = at
    this.#bytes += chunk.bytes.length
    this.#messages += 1
    this.#messageCounts.set(sensor_id, (this.#messageCounts.get(sensor_id) ?? 0) + 1)
    return held
  }

  /**
   * Gives up the oldest artifacts if a limit is exceeded. A sensor over its own limit loses its own artifacts first.
   */
  #makeRoom(sensor_id: number): void {
    for (const [key, held] of this.#held) {
      if ((this.#messageCounts.get(sensor_id) ?? 0) <= maxMessagesPerSensor) break
      if (held.sensor_id === sensor_id) this.#giveUp(key, held)
    }
    for (const [key, held] of this.#held) {
      if (this.#bytes <= maxBytes && this.#messages <= maxMessages) break
      this.#giveUp(key, held)
    }
  }

  #giveUp(key: string, held: HeldArtifact): void {
    this.#forget(key, held)
    this.#onGivenUp(held.messages)
  }

  #forget(key: string, { sensor_id, bytes, messages }: HeldArtifact): void {
    this.#held.delete(key)
    this.#bytes -= bytes
    this.#messages -= messages.length
    const remaining = (this.#messageCounts.get(sensor_id) ?? 0) - messages.length
    if (remaining > 0) this.#messageCounts.set(sensor_id, remaining)
    else this.#messageCounts.delete(sensor_id)
  }
}

function readPiece(message: JsMsg): ArtifactPiece {
  const sensor_id = parseLastId(message.subject)
  if (sensor_id === undefined) throw new Error('no sensor')
  return { sensor_id, chunk: decodeArtifactChunk(message.headers, message.data), message }
}

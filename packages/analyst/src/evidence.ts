import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import { type ArtifactChunk, type Bus, readArtifactChunk, speakerOf, streamsOf } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'

const consumerName = 'evidence'
const patience_ms = 30_000
const retry_ms = 2_000
/** What may lie here in pieces, waiting for the rest. */
const maximumPieces = 64 * 1024 ** 2

export interface Evidence {
  readonly bus: Bus
  readonly database: Database
  readonly objects: ObjectStore
  readonly log: Pick<Log, 'warn'>
  /** While this process is the one that keeps evidence: pieces of one artifact must come to one place. */
  readonly signal: AbortSignal
  readonly now?: () => Date
  /** Told of what could not be kept. */
  readonly onDropped?: (reason: string) => void
}

/**
 * Keeps what sensors send as evidence. It comes apart from the results and after them: losing a piece of it never loses a
 * result, so what is damaged, unwanted or too late is counted and forgotten.
 */
export async function keepEvidence(evidence: Evidence): Promise<void> {
  const { signal, log } = evidence
  while (!signal.aborted) {
    try {
      await keepUntil(evidence)
    } catch (err) {
      log.warn({ err }, 'evidence cannot be read; it is tried again')
      await wait(retry_ms, undefined, { signal }).catch(() => undefined)
    }
  }
}

async function keepUntil(evidence: Evidence): Promise<void> {
  const { bus, signal, log, onDropped = () => undefined } = evidence
  const pieces = new Pieces()
  // A broker that lost its store has lost the consumer too: only another one brings anything.
  const messages = await (await consumerOf(bus)).consume({ max_messages: 50, abort_on_missing_resource: true })
  using _ = stopWith(signal, messages)
  for await (const message of messages) {
    let whole: Whole | undefined
    try {
      whole = pieces.add(message)
    } catch {
      onDropped('damaged')
      message.ack()
    }
    if (whole === undefined) continue
    try {
      if (!(await keep(whole, evidence))) onDropped('unwanted')
      for (const piece of whole.messages) piece.ack()
    } catch (err) {
      log.warn({ err, subject: message.subject }, 'evidence could not be kept; it comes again')
      for (const piece of whole.messages) piece.nak(retry_ms)
    }
  }
}

function stopWith(signal: AbortSignal, messages: ConsumerMessages): Disposable {
  const stop = () => messages.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', stop) }
}

async function consumerOf(bus: Bus) {
  const stream = streamsOf(bus.cell).artifacts
  await bus.manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(patience_ms),
    max_deliver: 3,
    max_ack_pending: 200,
  })
  return bus.jetstream.consumers.get(stream, consumerName)
}

interface Whole extends Omit<ArtifactChunk, 'index' | 'count'> {
  readonly sensor_id: number
  readonly messages: readonly JsMsg[]
}

interface Held {
  readonly chunks: Map<number, ArtifactChunk>
  readonly messages: JsMsg[]
  bytes: number
}

/** Artifacts that have not come completely yet, the oldest first. */
class Pieces {
  readonly #held = new Map<string, Held>()
  #bytes = 0

  /** The artifact that the message completes, if it does. Throws where it came together wrongly. */
  add(message: JsMsg): Whole | undefined {
    const sensor_id = speakerOf(message.subject)
    if (sensor_id === undefined) throw new Error('no sensor')
    const chunk = readArtifactChunk(message.headers, message.data)
    const key = [sensor_id, chunk.service_id, chunk.slot, chunk.artifact_id, chunk.sha256].join(' ')
    const held: Held = this.#held.get(key) ?? { chunks: new Map(), messages: [], bytes: 0 }
    this.#held.set(key, held)
    held.chunks.set(chunk.index, chunk)
    held.messages.push(message)
    held.bytes += chunk.bytes.length
    this.#bytes += chunk.bytes.length
    if (held.chunks.size < chunk.count) {
      this.#makeRoom(key)
      return undefined
    }
    this.#forget(key)
    const bytes = Buffer.concat([...held.chunks].sort(([one], [other]) => one - other).map(([, each]) => each.bytes))
    if (bytes.length !== chunk.size || createHash('sha256').update(bytes).digest('hex') !== chunk.sha256)
      throw new Error('an artifact came together wrongly')
    return { ...chunk, bytes, sensor_id, messages: held.messages }
  }

  /** What is forgotten comes again from the broker, as often as it may. */
  #makeRoom(current: string): void {
    for (const key of this.#held.keys()) if (this.#bytes > maximumPieces && key !== current) this.#forget(key)
  }

  #forget(key: string): void {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0
    this.#held.delete(key)
  }
}

/** Only of a sensor that was to check the service at that time; the same artifact again changes nothing. */
async function keep(whole: Whole, { database, objects, now = () => new Date() }: Evidence): Promise<boolean> {
  const time = new Date(whole.slot)
  if (!/^[A-Za-z0-9_]+$/.test(whole.artifact_id)) return false
  const [service] = await database.query(sql<{
    owner_id: number
  }>`select v.owner_id from service v where v.id = ${whole.service_id} and (
  exists (select from service_revision r where r.service_id = v.id and r.effective_from <= ${time}
    and (r.effective_to is null or r.effective_to > ${time}) and ${whole.sensor_id} = any(r.sensor_ids))
  or exists (select from forced_analysis f where f.service_id = v.id and f.time = ${time} and ${whole.sensor_id} = any(f.sensor_ids)))`)
  if (service === undefined) return false
  const day = time.toISOString().slice(0, 10).replaceAll('-', '')
  const object_key = `${day}/${service.owner_id}/${randomBytes(16).toString('hex')}`
  await objects.put(object_key, whole.bytes)
  await database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${whole.service_id}, ${time}, ${whole.sensor_id}, ${whole.artifact_id}, ${object_key}, ${whole.content_type}, ${whole.file_name},
  ${whole.bytes.length}, ${whole.is_cut}, ${now()}) on conflict do nothing`)
  return true
}

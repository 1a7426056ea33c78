import { setTimeout as wait } from 'node:timers/promises'
import type { JsMsg } from '@nats-io/jetstream'
import { createLogLimiter, type Log } from '@wachta/runtime'
import type { WholeArtifact } from './evidence-pieces.ts'
import { type ArtifactRejection, type ArtifactStorage, forgetArtifact, keepArtifact } from './keep-artifact.ts'

export interface ArtifactWriterOptions extends ArtifactStorage {
  readonly log: Pick<Log, 'warn'>
  readonly signal: AbortSignal
  /** How long the broker keeps a message. An artifact that could not be stored for this long is lost. */
  readonly retentionMs: number
  readonly onDropped: (reason: ArtifactRejection | 'damaged' | 'lost', sensor_id: number) => void
}

export interface ArtifactWriter {
  /** Starts to store an artifact. Waits first if too many are being stored. */
  begin(whole: WholeArtifact): Promise<void>
  end(): Promise<unknown>
}

/** The number of artifacts that are stored concurrently. */
const maxAtOnce = 8
const minRetryMs = 1_000
const maxRetryMs = 10_000

/**
 * Stores a few artifacts concurrently. An artifact that cannot be stored is kept and tried again here: if it went back
 * to the stream, it could be discarded there unnoticed. Meanwhile nothing more is read, so the others wait in the
 * stream in order, where a gap shows discarded messages.
 */
export function createArtifactWriter(options: ArtifactWriterOptions): ArtifactWriter {
  const underWay = new Set<Promise<void>>()
  const logLimiter = createLogLimiter()
  const onFault = (err: unknown, { sensor_id }: WholeArtifact) => {
    const due = logLimiter('store')
    if (due)
      options.log.warn(
        { err, sensor_id, ...due },
        'could not store evidence in the object store, see OBJECTS_URL; retrying',
      )
  }
  return {
    async begin(whole) {
      while (underWay.size >= maxAtOnce) await Promise.race(underWay)
      const task = store(whole, options, onFault).finally(() => underWay.delete(task))
      underWay.add(task)
    },
    end: () => Promise.all(underWay),
  }
}

async function store(
  whole: WholeArtifact,
  options: ArtifactWriterOptions,
  onFault: (err: unknown, whole: WholeArtifact) => void,
): Promise<void> {
  const { signal, onDropped } = options
  for (let retryMs = minRetryMs; ; retryMs = Math.min(maxRetryMs, retryMs * 2)) {
    try {
      const reason = await keepArtifact(whole, options)
      if (reason !== undefined) onDropped(reason, whole.sensor_id)
      return acknowledge(whole)
    } catch (err) {
      onFault(err, whole)
      if (isRejectedValue(err)) {
        onDropped('damaged', whole.sensor_id)
        return acknowledge(whole)
      }
      if (measureAgeMs(whole.messages, options) > options.retentionMs) return await giveUp(whole, options)
      // Extends the acknowledgement deadline, or the broker would deliver the message again.
      for (const piece of whole.messages) piece.working()
      await wait(retryMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return handBack(whole)
    }
  }
}

async function giveUp(whole: WholeArtifact, options: ArtifactWriterOptions): Promise<void> {
  options.onDropped('lost', whole.sensor_id)
  acknowledge(whole)
  // If the database is not available either, the sweep deletes the row later.
  await forgetArtifact(whole, options).catch(() => undefined)
}

function acknowledge({ messages }: WholeArtifact): void {
  for (const piece of messages) piece.ack()
}

/** Returns the messages to the broker, so that the next analyst gets them immediately. */
function handBack({ messages }: WholeArtifact): void {
  for (const piece of messages) piece.nak()
}

/** Whether PostgreSQL rejects the values of the row (error classes 22 and 23). Then it is useless to try again. */
const isRejectedValue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)) && String(error.code).length === 5

function measureAgeMs(messages: readonly JsMsg[], { now }: ArtifactStorage): number {
  const oldest = Math.min(...messages.map(({ timestampNanos }) => Number(timestampNanos / 1_000_000n)))
  return now().getTime() - oldest
}

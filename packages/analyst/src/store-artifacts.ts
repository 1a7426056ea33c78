import { setTimeout as wait } from 'node:timers/promises'
import type { JsMsg } from '@nats-io/jetstream'
import { createLogLimiter, type Log } from '@wachta/runtime'
import type { CompleteArtifact } from './evidence-pieces.ts'
import { type ArtifactRejection, type ArtifactStorage, deleteArtifact, keepArtifact } from './keep-artifact.ts'

export interface ArtifactWriterOptions extends ArtifactStorage {
  readonly log: Pick<Log, 'warn'>
  readonly signal: AbortSignal
  /** How long the broker keeps a message. An artifact that could not be stored for this long is lost. */
  readonly retentionMs: number
  readonly onDropped: (reason: ArtifactRejection | 'damaged' | 'lost', sensor_id: number) => void
}

export interface ArtifactWriter {
  /** Starts to store an artifact. Waits first if too many are being stored. */
  begin(artifact: CompleteArtifact): Promise<void>
  end(): Promise<unknown>
}

/** The number of artifacts that are stored concurrently. */
const maxConcurrentWrites = 8
const minRetryDelayMs = 1_000
const maxRetryDelayMs = 10_000

/**
 * Stores a few artifacts concurrently. An artifact that cannot be stored is kept and tried again here: if it went back
 * to the stream, it could be discarded there unnoticed. Meanwhile nothing more is read, so the others wait in the
 * stream in order, where a gap shows discarded messages.
 */
export function createArtifactWriter(options: ArtifactWriterOptions): ArtifactWriter {
  const activeTasks = new Set<Promise<void>>()
  const logLimiter = createLogLimiter()
  const onFault = (err: unknown, { sensor_id }: CompleteArtifact) => {
    const due = logLimiter('store')
    if (due)
      options.log.warn(
        { err, sensor_id, ...due },
        'could not store evidence in the object store, see OBJECTS_URL; retrying',
      )
  }
  return {
    async begin(artifact) {
      while (activeTasks.size >= maxConcurrentWrites) await Promise.race(activeTasks)
      const task = storeWithRetries(artifact, options, onFault).finally(() => activeTasks.delete(task))
      activeTasks.add(task)
    },
    end: () => Promise.all(activeTasks),
  }
}

async function storeWithRetries(
  artifact: CompleteArtifact,
  options: ArtifactWriterOptions,
  onFault: (err: unknown, artifact: CompleteArtifact) => void,
): Promise<void> {
  const { signal, onDropped } = options
  for (let retryDelayMs = minRetryDelayMs; ; retryDelayMs = Math.min(maxRetryDelayMs, retryDelayMs * 2)) {
    try {
      const reason = await keepArtifact(artifact, options)
      if (reason !== undefined) onDropped(reason, artifact.sensor_id)
      return acknowledge(artifact)
    } catch (err) {
      onFault(err, artifact)
      if (isRejectedValue(err)) {
        onDropped('damaged', artifact.sensor_id)
        return acknowledge(artifact)
      }
      if (measureAgeMs(artifact.messages, options) > options.retentionMs) return await giveUp(artifact, options)
      // Extends the acknowledgement deadline, or the broker would deliver the message again.
      for (const piece of artifact.messages) piece.working()
      await wait(retryDelayMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return returnToBroker(artifact)
    }
  }
}

async function giveUp(artifact: CompleteArtifact, options: ArtifactWriterOptions): Promise<void> {
  options.onDropped('lost', artifact.sensor_id)
  acknowledge(artifact)
  // If the database is not available either, `deleteUnstored` deletes the row later.
  await deleteArtifact(artifact, options).catch(() => undefined)
}

function acknowledge({ messages }: CompleteArtifact): void {
  for (const piece of messages) piece.ack()
}

/** Returns the messages to the broker, so that the next analyst gets them immediately. */
function returnToBroker({ messages }: CompleteArtifact): void {
  for (const piece of messages) piece.nak()
}

/** Whether PostgreSQL rejects the values of the row (error classes 22 and 23). Trying again would be useless. */
const isRejectedValue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)) && String(error.code).length === 5

function measureAgeMs(messages: readonly JsMsg[], { now }: ArtifactStorage): number {
  const oldest = Math.min(...messages.map(({ timestampNanos }) => Number(timestampNanos / 1_000_000n)))
  return now().getTime() - oldest
}

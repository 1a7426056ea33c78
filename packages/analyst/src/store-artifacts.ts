import { setTimeout as wait } from 'node:timers/promises'
import type { JsMsg } from '@nats-io/jetstream'
import { createSeldom, type Log } from '@wachta/runtime'
import type { WholeArtifact } from './evidence-pieces.ts'
import { forgetArtifact, type Keeping, keepArtifact, type Unkept } from './keep-artifact.ts'

export interface StoringOptions extends Keeping {
  readonly log: Pick<Log, 'warn'>
  readonly signal: AbortSignal
  /** How long the broker keeps a message: an artifact that cannot be stored for so long is lost. */
  readonly retention_ms: number
  readonly onDropped: (reason: Unkept | 'damaged' | 'lost', sensor_id: number) => void
}

export interface Storing {
  /** Resolves once the artifact has a place among those on their way into the store. */
  begin(whole: WholeArtifact): Promise<void>
  end(): Promise<unknown>
}

/** So many artifacts are on their way into the store at once. */
const maxAtOnce = 8
const minRetry_ms = 1_000
const maxRetry_ms = 10_000

/**
 * Stores artifacts, a few at once. One that cannot be stored now stays here and is tried again: given back, it could be
 * pushed out of the stream unseen. While all places are taken nothing more is read, so the rest waits in the stream in
 * its order, where a gap shows what was pushed out.
 */
export function createStoring(options: StoringOptions): Storing {
  const underWay = new Set<Promise<void>>()
  const seldom = createSeldom()
  const onFault = (err: unknown, { sensor_id }: WholeArtifact) => {
    const said = seldom('store')
    if (said) options.log.warn({ err, sensor_id, ...said }, 'evidence could not be stored; trying again')
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
  options: StoringOptions,
  onFault: (err: unknown, whole: WholeArtifact) => void,
): Promise<void> {
  const { signal, onDropped } = options
  for (let retry_ms = minRetry_ms; ; retry_ms = Math.min(maxRetry_ms, retry_ms * 2)) {
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
      if (ageOf(whole.messages, options) > options.retention_ms) return await giveUp(whole, options)
      // The broker would send it again meanwhile.
      for (const piece of whole.messages) piece.working()
      await wait(retry_ms, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return handBack(whole)
    }
  }
}

async function giveUp(whole: WholeArtifact, options: StoringOptions): Promise<void> {
  options.onDropped('lost', whole.sensor_id)
  acknowledge(whole)
  // Where the database is away too, the row is deleted with the others that never got their bytes.
  await forgetArtifact(whole, options).catch(() => undefined)
}

function acknowledge({ messages }: WholeArtifact): void {
  for (const piece of messages) piece.ack()
}

/** Whoever takes over gets it at once. */
function handBack({ messages }: WholeArtifact): void {
  for (const piece of messages) piece.nak()
}

/**
 * PostgreSQL refuses what the row says (classes 22 and 23), and always will: one such artifact must not hold a place.
 */
const isRejectedValue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)) && String(error.code).length === 5

function ageOf(messages: readonly JsMsg[], { now }: Keeping): number {
  const oldest = Math.min(...messages.map(({ timestampNanos }) => Number(timestampNanos / 1_000_000n)))
  return now().getTime() - oldest
}

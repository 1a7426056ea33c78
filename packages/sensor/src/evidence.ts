import { createHash } from 'node:crypto'
import { type ArtifactChunk, maxChunkBytes } from '@wachta/bus'
import type { KeptArtifact } from '@wachta/checks'
import { isWaiting } from '@wachta/runtime'

/** An artifact with the check that it belongs to. */
export interface CheckArtifact extends KeptArtifact {
  readonly service_id: number
  readonly slot: number
  /** Whether the check succeeded, so that failures can be compared with this artifact. */
  readonly isReference?: boolean
}

export interface EvidenceQueue {
  /** The number of dropped artifacts. */
  readonly dropped: number
  add(evidence: CheckArtifact): void
  /** Whether no artifact waits to be sent. */
  readonly isIdle: boolean
  /** Sends the waiting artifacts, one after another. */
  tick(): void
}

interface EvidenceQueueOptions {
  readonly isConnected: () => boolean
  readonly now: () => number
  /** Called when there is something to send. */
  readonly onWaiting?: () => void
}

const maxWaitingBytes = 33_554_432
const pause_ms = 2_000

/** Creates a queue that sends artifacts from memory after the results. The oldest ones beyond the limit are dropped. */
export function createEvidenceQueue(
  publish: (chunk: ArtifactChunk) => Promise<void>,
  { isConnected, now, onWaiting }: EvidenceQueueOptions,
): EvidenceQueue {
  const waiting: CheckArtifact[] = []
  let [bytes, dropped, isPumping, notBefore] = [0, 0, false, 0]

  const takeFirst = (): CheckArtifact | undefined => {
    const evidence = waiting.shift()
    bytes -= evidence?.content.length ?? 0
    return evidence
  }
  const sendAll = async (): Promise<void> => {
    for (let next = waiting[0]; next !== undefined && isConnected(); next = waiting[0]) {
      for (const chunk of splitIntoChunks(next)) await publish(chunk)
      if (waiting[0] === next) takeFirst()
    }
  }
  return {
    get dropped() {
      return dropped
    },
    get isIdle() {
      return waiting.length === 0
    },
    add(evidence) {
      waiting.push(evidence)
      bytes += evidence.content.length
      while (bytes > maxWaitingBytes && takeFirst()) dropped += 1
      onWaiting?.()
    },
    tick() {
      if (isPumping || waiting.length === 0 || !isConnected() || isWaiting(now(), notBefore, pause_ms)) return
      isPumping = true
      sendAll()
        .catch(() => {
          notBefore = now() + pause_ms
        })
        .finally(() => {
          isPumping = false
        })
    },
  }
}

export function splitIntoChunks({ content, ...metadata }: CheckArtifact): ArtifactChunk[] {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const count = Math.max(1, Math.ceil(content.length / maxChunkBytes))
  return Array.from({ length: count }, (_, index) => ({
    ...metadata,
    sha256,
    size: content.length,
    index,
    count,
    bytes: content.subarray(index * maxChunkBytes, (index + 1) * maxChunkBytes),
  }))
}

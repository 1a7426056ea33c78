import { type AssignmentsReader, type Digest, parseLastId } from '@wachta/bus'
import { isWaiting } from '@wachta/runtime'
import type { Assignments } from './assignments.ts'

interface FollowOptions {
  /** Opens a reader that gives all assignments, then the changes. */
  readonly open: (signal: AbortSignal) => Promise<AssignmentsReader>
  readonly assignments: Assignments
  readonly now: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Called for a message that cannot be parsed, and for a stream that cannot be read. */
  readonly onFault: (fault: { readonly subject?: string; readonly error?: unknown }) => void
  readonly signal: AbortSignal
}

export interface Follower {
  /** Reads everything again. */
  resync(): void
  /** Compares the assignments with the digest of the centre. */
  compare(digest: Digest): void
  /** Resolves when the signal has ended the reading. */
  readonly done: Promise<void>
}

const retryDelayMs = 2_000
/** How long a difference is tolerated, because a change may be on its way. */
const toleratedDifferenceMs = 10_000
const minResyncIntervalMs = 30_000
/** How long to wait if more than half of the services disappear: the stream may have been lost and may be refilling. */
const massRemovalDelayMs = 60_000

/**
 * Keeps the assignments as the centre publishes them. An assignment that is missing after a complete reading is removed
 * only once the digest of the centre confirms it.
 */
export function followAssignments(options: FollowOptions): Follower {
  const { assignments, now } = options
  let round = new AbortController()
  /** The services that have an assignment in memory, but had none in the last complete reading. */
  let unseen = new Set<number>()
  /** Since when the digest differs, and since when it confirms that `unseen` is to be removed; NaN if it does not. */
  let [differsSince, confirmedSince] = [Number.NaN, Number.NaN]
  let lastResync = Number.NEGATIVE_INFINITY
  /** When an incomplete reading got its last message. */
  let progressAt = Number.NEGATIVE_INFINITY

  const readAll = async (signal: AbortSignal): Promise<void> => {
    const reader = await options.open(signal)
    const seen = new Set<number>()
    let isComplete = false
    const markComplete = () => {
      if (isComplete) return
      isComplete = true
      progressAt = Number.NEGATIVE_INFINITY
      unseen = new Set([...assignments.services()].filter((service_id) => !seen.has(service_id)))
    }
    if (reader.pending === 0) markComplete()
    for await (const { subject, bytes, pending } of reader) {
      // The subject of an assignment ends with the id of the service, not of a sensor.
      const service_id = parseLastId(subject)
      if (service_id === undefined || !assignments.apply(service_id, bytes)) options.onFault({ subject })
      else {
        seen.add(service_id)
        unseen.delete(service_id)
      }
      if (pending === 0) markComplete()
      else if (!isComplete) progressAt = now()
    }
  }
  const follow = async (): Promise<void> => {
    while (!options.signal.aborted) {
      round = new AbortController()
      const signal = AbortSignal.any([options.signal, round.signal])
      await readAll(signal).catch((error) => options.onFault({ error }))
      if (!round.signal.aborted) await options.wait(retryDelayMs, signal)
    }
  }
  const resync = (): void => {
    lastResync = now()
    round.abort()
  }
  return {
    resync,
    compare(digest) {
      if (isSameDigest(digest, assignments.digest())) {
        ;[differsSince, confirmedSince] = [Number.NaN, Number.NaN]
        return
      }
      if (unseen.size > 0 && isSameDigest(digest, assignments.digest(unseen))) {
        if (Number.isNaN(confirmedSince)) confirmedSince = now()
        const isMassRemoval = unseen.size * 2 > assignments.size && unseen.size > 1
        if (isMassRemoval && now() - confirmedSince < massRemovalDelayMs) return
        for (const service_id of unseen) assignments.drop(service_id)
        unseen = new Set()
        return
      }
      confirmedSince = Number.NaN
      // Many assignments over a slow line take long to read, and a new start would never get to the last of them.
      const isReading = isWaiting(now(), progressAt + toleratedDifferenceMs, toleratedDifferenceMs)
      if (isReading || Number.isNaN(differsSince)) differsSince = now()
      if (now() - differsSince >= toleratedDifferenceMs && now() - lastResync >= minResyncIntervalMs) resync()
    },
    done: follow(),
  }
}

const isSameDigest = (one: Digest, other: Digest) => one.count === other.count && one.hash === other.hash

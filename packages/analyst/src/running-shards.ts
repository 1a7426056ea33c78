import { keepEvidence } from './evidence.ts'
import type { ObservedShard } from './keep-quarantine.ts'
import { createLateWork } from './late-work.ts'
import { PeerComparator } from './peer-comparator.ts'
import { type ShardOptions, serveShard } from './shard.ts'
import type { Lease } from './store/fenced.ts'

/** The shards that this analyst owns. */
interface RunningShards {
  readonly running: ReadonlyMap<number, ObservedShard>
  /** Rejects as soon as one of the shards fails. */
  readonly failed: Promise<never>
  start(lease: Lease): void
  /** Stops a shard. When this resolves, nothing is written to it any more. */
  stop(lease: Lease): Promise<void>
  /** Waits until all shards have ended, with or without an error. */
  waitUntilEnded(): Promise<unknown>
}

/** The options that all shards of the process share. */
interface SharedOptions extends Omit<ShardOptions, keyof Lease | 'lateWork' | 'onClosed'> {
  /** The number of bytes of evidence that are kept per day and private sensor. */
  readonly bytesPerSensor?: number | undefined
}

export function createRunningShards(shared: SharedOptions): RunningShards {
  const { log } = shared
  const lateWork = createLateWork()
  const running = new Map<number, ObservedShard & { stop: AbortController; done: Promise<void> }>()
  const failed = Promise.withResolvers<never>()
  return {
    running,
    failed: failed.promise,
    start(lease) {
      const stop = new AbortController()
      const peers = new PeerComparator()
      const signal = AbortSignal.any([shared.signal, stop.signal])
      const done = serveShard({ ...shared, ...lease, lateWork, signal, onClosed: (slot) => peers.observe(slot) })
      // One process must receive all pieces of an artifact: the owner of the first shard.
      if (lease.shard === 0) keepEvidenceUntil(signal, shared)
      done.catch(failed.reject)
      running.set(lease.shard, { lease, peers, stop, done })
      log.info(lease, 'took over a shard')
    },
    async stop(lease) {
      running.get(lease.shard)?.stop.abort()
      await running.get(lease.shard)?.done
      running.delete(lease.shard)
    },
    waitUntilEnded: () => Promise.allSettled([...running.values()].map(({ done }) => done)),
  }
}

function keepEvidenceUntil(signal: AbortSignal, shared: SharedOptions): void {
  const { bus, database, log, objects, now, bytesPerSensor, processMetrics } = shared
  if (objects === undefined) return
  void keepEvidence({
    ...{ bus, database, log, objects, signal },
    now: () => new Date(now()),
    onDropped: processMetrics.countDroppedArtifacts,
    ...(bytesPerSensor !== undefined && { bytesPerSensor }),
  })
}

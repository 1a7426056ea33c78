import { keepEvidence } from './evidence.ts'
import type { Observed } from './keep-quarantine.ts'
import { createLateWork } from './late-work.ts'
import { PeerComparison } from './quarantine.ts'
import { type ShardOptions, serveShard } from './shard.ts'
import type { Lease } from './store/fenced.ts'

/** The shards that this analyst decides for. */
interface RunningShards {
  readonly running: ReadonlyMap<number, Observed>
  /** Rejects as soon as one of them has to be given up. */
  readonly failed: Promise<never>
  start(lease: Lease): void
  /** Nothing is written to the shard any more when this returns. */
  stop(lease: Lease): Promise<void>
  /** Waits for all of them, however they end. */
  ended(): Promise<unknown>
}

/** What all shards of the process have in common. */
interface SharedParts extends Omit<ShardOptions, keyof Lease | 'lateWork' | 'onClosed'> {
  /** How much evidence is kept of one private sensor a day. */
  readonly bytesPerSensor?: number | undefined
}

export function createRunningShards(shared: SharedParts): RunningShards {
  const { log } = shared
  const lateWork = createLateWork()
  const running = new Map<number, Observed & { stop: AbortController; done: Promise<void> }>()
  const failed = Promise.withResolvers<never>()
  return {
    running,
    failed: failed.promise,
    start(lease) {
      const stop = new AbortController()
      const peers = new PeerComparison()
      const signal = AbortSignal.any([shared.signal, stop.signal])
      const done = serveShard({ ...shared, ...lease, lateWork, signal, onClosed: (open) => peers.observe(open) })
      // Pieces of one artifact must come to one place: to whoever decides for the first shard.
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
    ended: () => Promise.allSettled([...running.values()].map(({ done }) => done)),
  }
}

function keepEvidenceUntil(signal: AbortSignal, shared: SharedParts): void {
  const { bus, database, log, objects, bytesPerSensor, processMetrics } = shared
  if (objects === undefined) return
  void keepEvidence({
    ...{ bus, database, log, objects, signal },
    onDropped: processMetrics.dropped,
    ...(bytesPerSensor !== undefined && { bytesPerSensor }),
  })
}

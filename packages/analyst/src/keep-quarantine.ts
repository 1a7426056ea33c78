import type { Database } from '@wachta/database'
import type { Log } from '@wachta/runtime'
import type { PeerComparator } from './peer-comparator.ts'
import type { QuarantinedSensors } from './quarantine-lookup.ts'
import { FencedError, type Lease } from './store/fenced.ts'
import { peersReason, readQuarantines, updateQuarantine, writeComparisons } from './store/quarantined.ts'

/** A shard that this analyst owns, with the comparison of its sensors. */
export interface ObservedShard {
  readonly lease: Lease
  readonly peers: PeerComparator
}

export interface QuarantineOptions {
  readonly database: Database
  readonly log: Pick<Log, 'warn'>
  readonly now: () => number
  readonly quarantined: QuarantinedSensors
}

/** The owner of this shard decides about quarantine, on behalf of all analysts. */
const decidingShard = 0

/** Reads the current quarantines from the database. */
export async function refreshQuarantined({
  database,
  quarantined,
}: Pick<QuarantineOptions, 'database' | 'quarantined'>): Promise<void> {
  quarantined.replace(await readQuarantines(database))
}

/**
 * Stores the comparison of sensors in each owned shard, where all analysts can read it. The owner of the deciding shard
 * also updates the quarantines.
 */
export async function compareSensors(
  { database, log, now }: QuarantineOptions,
  shards: Iterable<ObservedShard>,
): Promise<void> {
  for (const { lease, peers } of shards) {
    try {
      await writeComparisons(database, lease, peers.takeComparisons(now()))
      if (lease.shard !== decidingShard) continue
      const changes = await updateQuarantine(database, lease)
      if (changes.quarantined.length + changes.released.length > 0)
        log.warn({ ...changes, reason: peersReason }, 'sensors were put in quarantine or released from it')
    } catch (error) {
      // Another analyst has just taken over the shard, and with it this work.
      if (!(error instanceof FencedError)) throw error
    }
  }
}

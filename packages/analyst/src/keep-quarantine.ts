import type { Database } from '@wachta/database'
import type { Log } from '@wachta/runtime'
import type { QuarantinedSensors } from './disbelief.ts'
import type { PeerComparison } from './quarantine.ts'
import { Fenced, type Lease } from './store/fenced.ts'
import { peersReason, readQuarantines, updateQuarantine, writeEvidence } from './store/quarantined.ts'

/** A shard that is decided for here, and what was seen in it. */
export interface Observed {
  readonly lease: Lease
  readonly peers: PeerComparison
}

export interface QuarantineOptions {
  readonly database: Database
  readonly log: Pick<Log, 'warn'>
  readonly now: () => number
  readonly quarantined: QuarantinedSensors
}

/** Whoever decides for this shard judges sensors for everybody. */
const judgingGroup = 0

export async function refreshQuarantined({
  database,
  quarantined,
}: Pick<QuarantineOptions, 'database' | 'quarantined'>): Promise<void> {
  quarantined.replace(await readQuarantines(database))
}

/** Shares what was seen of sensors in the shards that are held here, and judges them where that is this analyst's part. */
export async function compareSensors(
  { database, log, now }: QuarantineOptions,
  shards: Iterable<Observed>,
): Promise<void> {
  for (const { lease, peers } of shards) {
    try {
      await writeEvidence(database, lease, peers.evidence(now()))
      if (lease.shard !== judgingGroup) continue
      const judged = await updateQuarantine(database, lease)
      if (judged.quarantined.length + judged.released.length > 0)
        log.warn({ ...judged, reason: peersReason }, 'sensors were put into quarantine or let out of it')
    } catch (error) {
      // The shard has just gone to another analyst, which goes on with this too.
      if (!(error instanceof Fenced)) throw error
    }
  }
}

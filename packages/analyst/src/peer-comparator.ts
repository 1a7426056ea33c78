import type { PeerComparison } from '@wachta/domain'
import { isScheduled, type PendingSlot } from './slots/open-slot.ts'

/** Counts of checks by one sensor, and by its peers in the same slots. Peers are sensors that are not in quarantine. */
interface Counts {
  known: number
  errors: number
  peersKnown: number
  peersErrors: number
}

/** The counts of one target in its newest period and in the one before. */
interface Target {
  period: number
  current: Counts
  previous: Counts
}

interface Owner {
  readonly tree_id: number
  /** The last period in which the sensor reported a result for one of the owner's services. */
  lastPeriod: number
  readonly targets: Map<string, Target>
}

/** Two periods are compared, so results count for at least this long and at most twice as long. */
const periodMs = 150_000
/** Limits for each sensor, to bound the memory: more owners or targets would not change the comparison. */
const maxOwners = 200
const maxTargets = 32

/**
 * Compares each sensor with the other sensors that checked the same slots of one shard. A sensor in quarantine is
 * compared too, by the results that it reported, but it is not used as a peer of others.
 */
export class PeerComparator {
  readonly #sensors = new Map<number, Map<number, Owner>>()

  /** Adds the reported results of a closed slot. */
  observe(closed: PendingSlot): void {
    const { slot, reports, expectation, quarantinedRanks } = closed
    const { ownerAndTarget } = expectation
    if (!isScheduled(closed) || ownerAndTarget === undefined) return
    const period = Math.floor(slot / periodMs)
    const trusted = countTrustedResults(reports, quarantinedRanks)
    for (let rank = 0; rank < reports.length; rank += 1) {
      const report = reports[rank]
      const hasFailed = report && sawFailure(report)
      if (report === undefined || hasFailed === undefined) continue
      const owner = this.#getOrCreateOwner(report.sensor_id, ownerAndTarget, period)
      const isTrusted = isKnown(report) && !quarantinedRanks?.has(rank)
      const peersKnown = trusted.known - (isTrusted ? 1 : 0)
      const counts = owner && peersKnown > 0 ? getOrCreateCounts(owner, ownerAndTarget.target, period) : undefined
      if (counts === undefined) continue
      counts.known += 1
      counts.errors += hasFailed ? 1 : 0
      counts.peersKnown += peersKnown
      counts.peersErrors += trusted.errors - (isTrusted && hasFailed ? 1 : 0)
    }
  }

  /**
   * Returns the comparisons of the last two periods by sensor, one item for each account, and deletes what is older.
   */
  takeComparisons(now: number): Map<number, PeerComparison[]> {
    const oldest = Math.floor(now / periodMs) - 1
    const comparisons = new Map<number, PeerComparison[]>()
    for (const [sensor_id, owners] of this.#sensors) {
      for (const [owner_id, owner] of owners) if (owner.lastPeriod < oldest) owners.delete(owner_id)
      if (owners.size === 0) this.#sensors.delete(sensor_id)
      else
        comparisons.set(
          sensor_id,
          [...owners].map(([owner_id, owner]) => pruneAndSummarize(owner_id, owner, oldest)),
        )
    }
    return comparisons
  }

  /** Returns undefined if the sensor has too many owners. */
  #getOrCreateOwner(sensor_id: number, { owner_id, tree_id }: { owner_id: number; tree_id: number }, period: number) {
    let owners = this.#sensors.get(sensor_id)
    if (owners === undefined) {
      owners = new Map()
      this.#sensors.set(sensor_id, owners)
    }
    let owner = owners.get(owner_id)
    if (owner === undefined) {
      if (owners.size >= maxOwners) return undefined
      owner = { tree_id, lastPeriod: period, targets: new Map() }
      owners.set(owner_id, owner)
    }
    owner.lastPeriod = Math.max(owner.lastPeriod, period)
    return owner
  }
}

const isKnown = ({ result }: { readonly result: string }): boolean => result !== 'unknown'

/**
 * Whether the sensor saw a failure; undefined if it has no result. In quarantine, sensors of earlier versions report a
 * failure as unknown with the reason `quarantined`.
 */
function sawFailure({ result, reason }: NonNullable<PendingSlot['reports'][number]>): boolean | undefined {
  if (result === 'unknown') return reason === 'quarantined' ? true : undefined
  return result === 'error'
}

/** Counts the known results of sensors that are not in quarantine. */
function countTrustedResults(reports: PendingSlot['reports'], quarantinedRanks: PendingSlot['quarantinedRanks']) {
  let [known, errors] = [0, 0]
  for (let rank = 0; rank < reports.length; rank += 1) {
    const report = reports[rank]
    if (report === undefined || !isKnown(report) || quarantinedRanks?.has(rank)) continue
    known += 1
    if (report.result === 'error') errors += 1
  }
  return { known, errors }
}

const createEmptyCounts = (): Counts => ({ known: 0, errors: 0, peersKnown: 0, peersErrors: 0 })

/** Returns the counts for checks of the period; undefined if the period is too old or there are too many targets. */
function getOrCreateCounts({ targets }: Owner, name: string, period: number): Counts | undefined {
  let target = targets.get(name)
  if (target === undefined) {
    if (targets.size >= maxTargets) return undefined
    target = { period, current: createEmptyCounts(), previous: createEmptyCounts() }
    targets.set(name, target)
  }
  if (period > target.period) {
    target.previous = period === target.period + 1 ? target.current : createEmptyCounts()
    target.current = createEmptyCounts()
    target.period = period
  }
  if (period === target.period) return target.current
  return period === target.period - 1 ? target.previous : undefined
}

/** Deletes targets that have no recent results, and summarizes the others. */
function pruneAndSummarize(owner_id: number, { tree_id, targets }: Owner, oldest: number): PeerComparison {
  let [compared, excess, checks] = [0, 0, 0]
  for (const [name, { period, current, previous }] of targets) {
    if (period < oldest) targets.delete(name)
    const parts = [...(period >= oldest ? [current] : []), ...(period > oldest ? [previous] : [])]
    const total = (key: keyof Counts) => parts.reduce((sum, part) => sum + part[key], 0)
    if (total('peersKnown') === 0) continue
    compared += 1
    checks += total('known')
    excess += total('errors') / total('known') - total('peersErrors') / total('peersKnown')
  }
  return { tree_id, owner_id, targets: compared, excess: compared === 0 ? 0 : excess / compared, checks }
}

import type { PeerEvidence } from '@wachta/domain'
import type { PendingSlot } from './slots/open-slot.ts'

/** Checks of one sensor, and of the sensors that are believed, of the same slots. */
interface Counts {
  known: number
  errors: number
  peersKnown: number
  peersErrors: number
}

/** What was seen of one target in the present period and in the one before it. */
interface Target {
  period: number
  present: Counts
  before: Counts
}

interface Owner {
  readonly tree_id: number
  /** The period in which the sensor last saw one of its services. */
  seen: number
  readonly targets: Map<string, Target>
}

/** Two of them are looked at, so what counts is at least this long and at most twice as long ago. */
const period_ms = 150_000
/** More says nothing new, and would take room for every sensor. */
const maxOwners = 200
const maxTargets = 32

/**
 * Compares each sensor with the others that looked at the same slots of one shard. Who is quarantined is compared like
 * everybody, by what it said itself, but is nobody's peer.
 */
export class PeerComparison {
  readonly #sensors = new Map<number, Map<number, Owner>>()

  /** A slot was closed: what its sensors said themselves. */
  observe({ slot, reports, kind, question, disbelieved }: PendingSlot): void {
    const { party } = question
    if (kind !== 's' || party === undefined) return
    const period = Math.floor(slot / period_ms)
    const witnesses = witnessesOf(reports, disbelieved)
    for (let rank = 0; rank < reports.length; rank += 1) {
      const report = reports[rank]
      const hasFailed = report && sawFailure(report)
      if (report === undefined || hasFailed === undefined) continue
      const owner = this.#owner(report.sensor_id, party, period)
      const isWitness = isKnown(report) && !disbelieved?.has(rank)
      const peersKnown = witnesses.known - (isWitness ? 1 : 0)
      const counts = owner && peersKnown > 0 ? countsOf(owner, party.target, period) : undefined
      if (counts === undefined) continue
      counts.known += 1
      counts.errors += hasFailed ? 1 : 0
      counts.peersKnown += peersKnown
      counts.peersErrors += witnesses.errors - (isWitness && hasFailed ? 1 : 0)
    }
  }

  /** What was seen lately of each sensor, by account. */
  evidence(now: number): Map<number, PeerEvidence[]> {
    const oldest = Math.floor(now / period_ms) - 1
    const found = new Map<number, PeerEvidence[]>()
    for (const [sensor_id, owners] of this.#sensors) {
      for (const [owner_id, owner] of owners) if (owner.seen < oldest) owners.delete(owner_id)
      if (owners.size === 0) this.#sensors.delete(sensor_id)
      else
        found.set(
          sensor_id,
          [...owners].map(([owner_id, owner]) => evidenceOf(owner_id, owner, oldest)),
        )
    }
    return found
  }

  #owner(sensor_id: number, { owner_id, tree_id }: { owner_id: number; tree_id: number }, period: number) {
    let owners = this.#sensors.get(sensor_id)
    if (owners === undefined) {
      owners = new Map()
      this.#sensors.set(sensor_id, owners)
    }
    let owner = owners.get(owner_id)
    if (owner === undefined) {
      if (owners.size >= maxOwners) return undefined
      owner = { tree_id, seen: period, targets: new Map() }
      owners.set(owner_id, owner)
    }
    owner.seen = Math.max(owner.seen, period)
    return owner
  }
}

const isKnown = ({ result }: { readonly result: string }): boolean => result !== 'unknown'

/** Undefined where it saw nothing. Sensors of earlier versions say in quarantine only that they saw a failure. */
function sawFailure({ result, reason }: NonNullable<PendingSlot['reports'][number]>): boolean | undefined {
  if (result === 'unknown') return reason === 'quarantined' ? true : undefined
  return result === 'error'
}

function witnessesOf(reports: PendingSlot['reports'], disbelieved: PendingSlot['disbelieved']) {
  let [known, errors] = [0, 0]
  for (let rank = 0; rank < reports.length; rank += 1) {
    const report = reports[rank]
    if (report === undefined || !isKnown(report) || disbelieved?.has(rank)) continue
    known += 1
    if (report.result === 'error') errors += 1
  }
  return { known, errors }
}

const nothing = (): Counts => ({ known: 0, errors: 0, peersKnown: 0, peersErrors: 0 })

/** Where a check of the period is counted; undefined where it is too old, or the target one too many. */
function countsOf({ targets }: Owner, name: string, period: number): Counts | undefined {
  let target = targets.get(name)
  if (target === undefined) {
    if (targets.size >= maxTargets) return undefined
    target = { period, present: nothing(), before: nothing() }
    targets.set(name, target)
  }
  if (period > target.period) {
    target.before = period === target.period + 1 ? target.present : nothing()
    target.present = nothing()
    target.period = period
  }
  if (period === target.period) return target.present
  return period === target.period - 1 ? target.before : undefined
}

function evidenceOf(owner_id: number, { tree_id, targets }: Owner, oldest: number): PeerEvidence {
  let [compared, excess, checks] = [0, 0, 0]
  for (const [name, { period, present, before }] of targets) {
    if (period < oldest) targets.delete(name)
    const parts = [...(period >= oldest ? [present] : []), ...(period > oldest ? [before] : [])]
    const total = (of: keyof Counts) => parts.reduce((sum, part) => sum + part[of], 0)
    if (total('peersKnown') === 0) continue
    compared += 1
    checks += total('known')
    excess += total('errors') / total('known') - total('peersErrors') / total('peersKnown')
  }
  return { tree_id, owner_id, targets: compared, excess: compared === 0 ? 0 : excess / compared, checks }
}

import { minuteMs } from './time-units.ts'

/** The comparison of a sensor with its peers on the services of one account, by their recent checks in one shard. */
export interface PeerComparison {
  readonly tree_id: number
  readonly owner_id: number
  /** The number of domains and addresses on which the sensor could be compared; 0 if it had no peers. */
  readonly targets: number
  /** The mean over those targets of the sensor's share of errors minus the share of its peers. */
  readonly excess: number
  /** The number of compared checks. */
  readonly checks: number
}

/** How much a sensor differs from its peers, averaged over the customers. */
export interface Assessment {
  readonly excess: number
  /** Whether enough customers are affected, so that no single one can be the cause. */
  readonly isBroad: boolean
}

/** The stored state of a sensor. All times are in milliseconds since 1970. */
export interface QuarantineState {
  readonly quarantined: boolean
  /** When the current or the last quarantine began. */
  readonly since: number | null
  readonly released_at: number | null
  /** The time from which it has agreed with its peers without a break. */
  readonly agrees_since: number | null
  /** The number of quarantines that followed each other within a day. */
  readonly strikes: number
}

export const neverQuarantined: QuarantineState = {
  quarantined: false,
  since: null,
  released_at: null,
  agrees_since: null,
  strikes: 0,
}

const minChecks = 30
/** With fewer targets, the sensor may just be blocked by a few of them. */
const minTargets = 10
const minOwners = 3
/** Above the first value a sensor is put into quarantine; it agrees with its peers only below the second. */
const quarantineAboveExcess = 0.3
const releaseBelowExcess = 0.1
const minReleaseDelayMs = 10 * minuteMs
const maxReleaseDelayMs = 24 * 60 * minuteMs
/** After this time without another quarantine, earlier ones no longer count. */
const relapseWindowMs = 24 * 60 * minuteMs

/**
 * Compares a sensor with its peers, from the comparisons of all shards; undefined if there is too little data. Every
 * account tree has the same weight, divided among its accounts, and theirs among their targets. So one customer cannot
 * outweigh others, however many services it has, and however many of its targets block the sensor.
 */
export function assessSensor(comparisons: readonly PeerComparison[]): Assessment | undefined {
  const owners = mergeByOwner(comparisons)
  const compared = owners.filter(({ targets }) => targets > 0)
  const sum = (value: (one: PeerComparison) => number) => compared.reduce((total, one) => total + value(one), 0)
  if (sum(({ checks }) => checks) < minChecks || sum(({ targets }) => targets) < minTargets) return undefined
  const trees = [...Map.groupBy(compared, ({ tree_id }) => tree_id).values()]
  const straying = compared.filter(({ excess }) => excess > quarantineAboveExcess)
  // Accounts without another sensor give no comparison, but they would be affected too, so they raise the required
  // number.
  const isBroad =
    straying.length >= Math.min(minOwners, owners.length) &&
    countTrees(straying) >= Math.min(minOwners, countTrees(owners))
  return { excess: mean(trees.map((tree) => mean(tree.map(({ excess }) => excess)))), isBroad }
}

/**
 * Returns the state of a sensor after an assessment; the same object if nothing changes. A quarantine ends only after
 * the sensor has agreed with its peers for some time without a break, twice as long for each repetition within a day.
 */
export function judgeQuarantine(
  state: QuarantineState,
  assessment: Assessment | undefined,
  now: number,
): QuarantineState {
  if (!state.quarantined) {
    if (assessment === undefined || assessment.excess <= quarantineAboveExcess || !assessment.isBroad) return state
    const isRelapse = state.released_at !== null && now - state.released_at < relapseWindowMs
    return { ...state, quarantined: true, since: now, agrees_since: null, strikes: isRelapse ? state.strikes + 1 : 1 }
  }
  if (assessment === undefined || assessment.excess >= releaseBelowExcess)
    return state.agrees_since === null ? state : { ...state, agrees_since: null }
  if (state.agrees_since === null) return { ...state, agrees_since: now }
  if (now - state.agrees_since < getReleaseDelayMs(state.strikes)) return state
  return { ...state, quarantined: false, released_at: now, agrees_since: null }
}

/** Returns how long a sensor must agree with its peers before its quarantine ends. */
export const getReleaseDelayMs = (strikes: number): number =>
  Math.min(maxReleaseDelayMs, minReleaseDelayMs * 2 ** Math.min(20, Math.max(0, strikes - 1)))

/** Combines the comparisons of several shards for the same account. */
function mergeByOwner(comparisons: readonly PeerComparison[]): PeerComparison[] {
  return [...Map.groupBy(comparisons, ({ owner_id }) => owner_id).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined || parts.length === 1) return parts
    const targets = parts.reduce((total, part) => total + part.targets, 0)
    const excess = parts.reduce((total, part) => total + part.excess * part.targets, 0) / Math.max(1, targets)
    return [{ ...first, targets, excess, checks: parts.reduce((total, part) => total + part.checks, 0) }]
  })
}

const countTrees = (owners: readonly PeerComparison[]): number => new Set(owners.map(({ tree_id }) => tree_id)).size

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length
